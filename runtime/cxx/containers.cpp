// The compiled parts of the containers: trees, lists, sizes of hash tables, hashes.
#include <cstring>
#include <list>
#include <map>
#include <string>
#include <unordered_map>

#include "abi.h"

namespace std {

// --- red-black trees ------------------------------------------------------------------------------------------------

// The header is no node: its parent is the root, left and right are the first and the last node. It is red, so that
// going back from it can be told from going back from a root.
typedef _Rb_tree_node_base node;

static node *following(node *x) {
  if (x->_M_right) {
    x = x->_M_right;
    while (x->_M_left) x = x->_M_left;
    return x;
  }
  node *up = x->_M_parent;
  while (x == up->_M_right) {
    x = up;
    up = up->_M_parent;
  }
  // At the last node of a tree whose root has no right side, x is the header and `up` the root already.
  return x->_M_right == up ? x : up;
}

static node *preceding(node *x) {
  if (x->_M_color == _S_red && x->_M_parent->_M_parent == x) return x->_M_right;  // the header
  if (x->_M_left) {
    x = x->_M_left;
    while (x->_M_right) x = x->_M_right;
    return x;
  }
  node *up = x->_M_parent;
  while (x == up->_M_left) {
    x = up;
    up = up->_M_parent;
  }
  return up;
}

node *_Rb_tree_increment(node *x) noexcept { return following(x); }
const node *_Rb_tree_increment(const node *x) noexcept { return following(const_cast<node *>(x)); }
node *_Rb_tree_decrement(node *x) noexcept { return preceding(x); }
const node *_Rb_tree_decrement(const node *x) noexcept { return preceding(const_cast<node *>(x)); }

// Where the tree refers to x: the root, or one side of its parent.
static node *&link_to(node *x, node &header) {
  if (header._M_parent == x) return header._M_parent;
  return x->_M_parent->_M_left == x ? x->_M_parent->_M_left : x->_M_parent->_M_right;
}

typedef node *node::*side;

// x goes down to side `to`, its child of the other side comes up.
static void rotate(node *x, node &header, side to, side other) {
  node *up = x->*other;
  x->*other = up->*to;
  if (up->*to) (up->*to)->_M_parent = x;
  link_to(x, header) = up;
  up->_M_parent = x->_M_parent;
  up->*to = x;
  x->_M_parent = up;
}

static bool is_red(const node *x) { return x && x->_M_color == _S_red; }

// Two red nodes in a row, x the lower one.
static void repair_insert(node *x, node &header) {
  while (x != header._M_parent && x->_M_parent->_M_color == _S_red) {
    node *up = x->_M_parent, *top = up->_M_parent;
    bool is_left = up == top->_M_left;
    side own = is_left ? &node::_M_left : &node::_M_right, other = is_left ? &node::_M_right : &node::_M_left;
    if (is_red(top->*other)) {
      up->_M_color = (top->*other)->_M_color = _S_black;
      top->_M_color = _S_red;
      x = top;
      continue;
    }
    if (x == up->*other) {
      rotate(up, header, own, other);
      up = x;
    }
    up->_M_color = _S_black;
    top->_M_color = _S_red;
    rotate(top, header, other, own);
    break;
  }
  header._M_parent->_M_color = _S_black;
}

void _Rb_tree_insert_and_rebalance(const bool left, node *x, node *parent, node &header) noexcept {
  x->_M_parent = parent;
  x->_M_left = x->_M_right = nullptr;
  x->_M_color = _S_red;
  if (parent == &header) {
    header._M_parent = header._M_left = header._M_right = x;
  } else if (left) {
    parent->_M_left = x;
    if (parent == header._M_left) header._M_left = x;
  } else {
    parent->_M_right = x;
    if (parent == header._M_right) header._M_right = x;
  }
  repair_insert(x, header);
}

// One black node too few below `up` on the side of x (which may be empty).
static void repair_erase(node *x, node *up, node &header) {
  while (x != header._M_parent && !is_red(x)) {
    bool is_left = x == up->_M_left;
    side own = is_left ? &node::_M_left : &node::_M_right, other = is_left ? &node::_M_right : &node::_M_left;
    node *w = up->*other;
    if (is_red(w)) {
      w->_M_color = _S_black;
      up->_M_color = _S_red;
      rotate(up, header, own, other);
      w = up->*other;
    }
    if (!is_red(w->_M_left) && !is_red(w->_M_right)) {
      w->_M_color = _S_red;
      x = up;
      up = up->_M_parent;
      continue;
    }
    if (!is_red(w->*other)) {
      (w->*own)->_M_color = _S_black;
      w->_M_color = _S_red;
      rotate(w, header, other, own);
      w = up->*other;
    }
    w->_M_color = up->_M_color;
    up->_M_color = _S_black;
    if (w->*other) (w->*other)->_M_color = _S_black;
    rotate(up, header, own, other);
    break;
  }
  if (x) x->_M_color = _S_black;
}

// Takes z out; the node to be freed is z itself.
node *_Rb_tree_rebalance_for_erase(node *const z, node &header) noexcept {
  node *first = header._M_left == z ? following(z) : header._M_left;
  node *last = header._M_right == z ? preceding(z) : header._M_right;
  bool is_only = header._M_left == z && header._M_right == z;
  node *x, *up;  // what comes in the place of the node that leaves its place, and above it
  _Rb_tree_color lost = z->_M_color;
  if (!z->_M_left || !z->_M_right) {
    x = z->_M_left ? z->_M_left : z->_M_right;
    up = z->_M_parent;
    link_to(z, header) = x;
    if (x) x->_M_parent = up;
  } else {
    node *y = z->_M_right;  // takes z's place
    while (y->_M_left) y = y->_M_left;
    x = y->_M_right;
    up = y->_M_parent == z ? y : y->_M_parent;
    lost = y->_M_color;
    if (up != y) {
      up->_M_left = x;
      if (x) x->_M_parent = up;
      y->_M_right = z->_M_right;
      y->_M_right->_M_parent = y;
    }
    link_to(z, header) = y;
    y->_M_parent = z->_M_parent;
    y->_M_left = z->_M_left;
    y->_M_left->_M_parent = y;
    y->_M_color = z->_M_color;
  }
  header._M_left = is_only ? &header : first;
  header._M_right = is_only ? &header : last;
  if (lost == _S_black) repair_erase(x, up, header);
  return z;
}

// --- lists ----------------------------------------------------------------------------------------------------------

namespace __detail {

void _List_node_base::_M_hook(_List_node_base *const at) noexcept {
  _M_next = at;
  _M_prev = at->_M_prev;
  at->_M_prev->_M_next = this;
  at->_M_prev = this;
}

void _List_node_base::_M_unhook() noexcept {
  _M_prev->_M_next = _M_next;
  _M_next->_M_prev = _M_prev;
}

// [first, last) comes to stand before this one.
void _List_node_base::_M_transfer(_List_node_base *const first, _List_node_base *const last) noexcept {
  if (this == last) return;
  _List_node_base *end = last->_M_prev;
  first->_M_prev->_M_next = last;
  last->_M_prev = first->_M_prev;
  first->_M_prev = _M_prev;
  _M_prev->_M_next = first;
  end->_M_next = this;
  _M_prev = end;
}

void _List_node_base::_M_reverse() noexcept {
  _List_node_base *x = this;
  do {
    _List_node_base *next = x->_M_next;
    x->_M_next = x->_M_prev;
    x->_M_prev = next;
    x = next;
  } while (x != this);
}

void _List_node_base::swap(_List_node_base &a, _List_node_base &b) noexcept {
  bool has_a = a._M_next != &a, has_b = b._M_next != &b;
  _List_node_base kept = a;
  if (has_b) {
    a = b;
    a._M_next->_M_prev = a._M_prev->_M_next = &a;
  } else {
    a._M_next = a._M_prev = &a;
  }
  if (has_a) {
    b = kept;
    b._M_next->_M_prev = b._M_prev->_M_next = &b;
  } else {
    b._M_next = b._M_prev = &b;
  }
}

// --- hash tables ----------------------------------------------------------------------------------------------------

// Sizes as libstdc++ chooses them: they decide in which order a table is run through.
static const unsigned SIZES[] = {
    2u,          2u,          2u,          3u,          5u,          5u,          7u,          7u,          11u,
    11u,         11u,         11u,         13u,         13u,         17u,         19u,         23u,         29u,
    31u,         37u,         41u,         43u,         47u,         53u,         59u,         61u,         67u,
    71u,         73u,         79u,         83u,         89u,         97u,         103u,        109u,        113u,
    127u,        137u,        139u,        149u,        157u,        167u,        179u,        193u,        199u,
    211u,        227u,        241u,        257u,        277u,        293u,        313u,        337u,        359u,
    383u,        409u,        439u,        467u,        503u,        541u,        577u,        619u,        661u,
    709u,        761u,        823u,        887u,        953u,        1031u,       1109u,       1193u,       1289u,
    1381u,       1493u,       1613u,       1741u,       1879u,       2029u,       2179u,       2357u,       2549u,
    2753u,       2971u,       3209u,       3469u,       3739u,       4027u,       4349u,       4703u,       5087u,
    5503u,       5953u,       6427u,       6949u,       7517u,       8123u,       8783u,       9497u,       10273u,
    11113u,      12011u,      12983u,      14033u,      15173u,      16411u,      17749u,      19183u,      20753u,
    22447u,      24281u,      26267u,      28411u,      30727u,      33223u,      35933u,      38873u,      42043u,
    45481u,      49201u,      53201u,      57557u,      62233u,      67307u,      72817u,      78779u,      85229u,
    92203u,      99733u,      107897u,     116731u,     126271u,     136607u,     147793u,     159871u,     172933u,
    187091u,     202409u,     218971u,     236897u,     256279u,     277261u,     299951u,     324503u,     351061u,
    379787u,     410857u,     444487u,     480881u,     520241u,     562841u,     608903u,     658753u,     712697u,
    771049u,     834181u,     902483u,     976369u,     1056323u,    1142821u,    1236397u,    1337629u,    1447153u,
    1565659u,    1693859u,    1832561u,    1982627u,    2144977u,    2320627u,    2510653u,    2716249u,    2938679u,
    3179303u,    3439651u,    3721303u,    4026031u,    4355707u,    4712381u,    5098259u,    5515729u,    5967347u,
    6456007u,    6984629u,    7556579u,    8175383u,    8844859u,    9569143u,    10352717u,   11200489u,   12117689u,
    13109983u,   14183539u,   15345007u,   16601593u,   17961079u,   19431899u,   21023161u,   22744717u,   24607243u,
    26622317u,   28802401u,   31160981u,   33712729u,   36473443u,   39460231u,   42691603u,   46187573u,   49969847u,
    54061849u,   58488943u,   63278561u,   68460391u,   74066549u,   80131819u,   86693767u,   93793069u,   101473717u,
    109783337u,  118773397u,  128499677u,  139022417u,  150406843u,  162723577u,  176048909u,  190465427u,  206062531u,
    222936881u,  241193053u,  260944219u,  282312799u,  305431229u,  330442829u,  357502601u,  386778277u,  418451333u,
    452718089u,  489790921u,  529899637u,  573292817u,  620239453u,  671030513u,  725980837u,  785430967u,  849749479u,
    919334987u,  994618837u,  1076067617u, 1164186217u, 1259520799u, 1362662261u, 1474249943u, 1594975441u, 1725587117u,
    1866894511u, 2019773507u, 2185171673u, 2364114217u, 2557710269u, 2767159799u, 2993761039u, 3238918481u, 3504151727u,
    3791104843u, 4101556399u, 4294967291u,
};
enum { DIRECT = 14, COUNT = sizeof SIZES / sizeof *SIZES };

size_t _Prime_rehash_policy::_M_next_bkt(size_t n) const {
  if (!n) return 1;
  size_t at = n < DIRECT ? n : DIRECT;
  while (at < COUNT && SIZES[at] < n) at++;
  if (at == COUNT) __allways_unsupported("a hash table of so many elements");
  size_t size = SIZES[at];
  _M_next_resize = static_cast<size_t>(static_cast<double>(size) * static_cast<double>(_M_max_load_factor));
  return size;
}

pair<bool, size_t> _Prime_rehash_policy::_M_need_rehash(size_t buckets, size_t elements, size_t more) const {
  if (elements + more <= _M_next_resize) return {false, 0};
  size_t least = elements + more;
  if (!_M_next_resize && least < 11) least = 11;  // a new table begins with room
  double wanted = static_cast<double>(least) / static_cast<double>(_M_max_load_factor);
  if (wanted < static_cast<double>(buckets)) {
    _M_next_resize = static_cast<size_t>(static_cast<double>(buckets) * static_cast<double>(_M_max_load_factor));
    return {false, 0};
  }
  size_t size = static_cast<size_t>(wanted) + 1;
  return {true, _M_next_bkt(size < buckets * _S_growth_factor ? buckets * _S_growth_factor : size)};
}

}  // namespace __detail

// MurmurHash64A by A. Appleby (public domain), with libstdc++'s choice of seeds; both widths of size_t use it.
size_t _Hash_bytes(const void *from, size_t n, size_t seed) {
  const unsigned long long m = 0xc6a4a7935bd1e995;
  const unsigned char *p = static_cast<const unsigned char *>(from);
  unsigned long long h = seed ^ n * m;
  for (size_t left = n; left; left -= left < 8 ? left : 8) {
    size_t take = left < 8 ? left : 8;
    unsigned long long k = 0;
    for (size_t i = 0; i < take; i++) k |= static_cast<unsigned long long>(p[i]) << (8 * i);
    p += take;
    if (take == 8) {
      k *= m;
      k = (k ^ (k >> 47)) * m;
    }
    h = (h ^ k) * m;
  }
  h = (h ^ (h >> 47)) * m;
  return static_cast<size_t>(h ^ (h >> 47));
}

size_t _Fnv_hash_bytes(const void *from, size_t n, size_t h) {
  const char *p = static_cast<const char *>(from);
  for (size_t i = 0; i < n; i++) h = (h ^ static_cast<size_t>(p[i])) * static_cast<size_t>(1099511628211ull);
  return h;
}

}  // namespace std
