#include "analysis/inclusion.h"

#include "base/mem.h"
#include "base/vec.h"

typedef struct node {
  inc_node same;         // the node it is one with; itself: a node of its own
  bitset set;            // no words: empty
  bitset told;           // what its successors have
  VEC(inc_node) next;    // nodes that include it
  inc_node read, write;  // what is loaded from, stored through it; 0: nothing
  bitset connected;      // objects whose contents have their edges from `write` and to `read`
  uint32_t mark;         // number of the round in which it was seen last
} node;

struct inclusion {
  uint32_t n_objects;
  VEC(node) nodes;  // 0 is no node, 1.. contents
  bitset empty;
  uint32_t round;
  VEC(inc_node) order;    // successors first
  VEC(inc_node) pending;  // pairs that are to become one
};

inc_node inclusion_node(inclusion *s, uint32_t n) {
  inc_node first = (inc_node)s->nodes.len;
  vec_reserve(&s->nodes, s->nodes.len + n);
  for (uint32_t i = 0; i < n; i++) vec_push(&s->nodes, ((node){.same = first + i}));
  return first;
}

inclusion *inclusion_new(uint32_t n_objects) {
  inclusion *s = MEM_NEW(inclusion);
  s->n_objects = n_objects;
  s->empty = bitset_new(n_objects);
  inclusion_node(s, 1 + n_objects);
  return s;
}

void inclusion_free(inclusion *s) {
  if (!s) return;
  for (size_t i = 0; i < s->nodes.len; i++) {
    node *n = &s->nodes.data[i];
    bitset_fini(&n->set);
    bitset_fini(&n->told);
    bitset_fini(&n->connected);
    vec_free(&n->next);
  }
  vec_free(&s->nodes);
  vec_free(&s->order);
  vec_free(&s->pending);
  bitset_fini(&s->empty);
  mem_free(s);
}

static inc_node find(const inclusion *s, inc_node n) {
  node *nodes = s->nodes.data;
  while (nodes[n].same != n) n = nodes[n].same = nodes[nodes[n].same].same;
  return n;
}

static node *at(const inclusion *s, inc_node n) { return &s->nodes.data[n]; }

inc_node inclusion_contents(const inclusion *s, uint32_t obj) {
  CHECK(obj < s->n_objects, "an object");
  return 1 + obj;
}

const bitset *inclusion_set(const inclusion *s, inc_node set) {
  const node *n = at(s, find(s, set));
  return n->set.words ? &n->set : &s->empty;
}

static void include(const inclusion *s, bitset *into, const bitset *from) {
  if (!from->words) return;
  if (!into->words) *into = bitset_new(s->n_objects);
  bitset_union(into, from);
}

void inclusion_add(inclusion *s, inc_node set, uint32_t obj) {
  node *n = at(s, set);
  if (!n->set.words) n->set = bitset_new(s->n_objects);
  bitset_add(&n->set, obj);
}

void inclusion_flow(inclusion *s, inc_node from, inc_node into) { vec_push(&at(s, from)->next, into); }

void inclusion_load(inclusion *s, inc_node pointer, inc_node into) {
  inc_node read = at(s, pointer)->read ? at(s, pointer)->read : inclusion_node(s, 1);
  at(s, pointer)->read = read;
  inclusion_flow(s, read, into);
}

void inclusion_store(inclusion *s, inc_node from, inc_node pointer) {
  inc_node write = at(s, pointer)->write ? at(s, pointer)->write : inclusion_node(s, 1);
  at(s, pointer)->write = write;
  inclusion_flow(s, from, write);
}

// --- nodes that are one -----------------------------------------------------------------------------------------------

static void merge_later(inclusion *s, inc_node *kept, inc_node other) {
  if (*kept && other) {
    vec_push(&s->pending, *kept);
    vec_push(&s->pending, other);
  }
  if (!*kept) *kept = other;
}

// Two nodes with equal solutions. What is read through them is equal then, and what is written goes the same ways.
static void merge(inclusion *s, inc_node kept, inc_node gone) {
  if (kept == gone) return;
  node *k = at(s, kept), *g = at(s, gone);
  g->same = kept;
  include(s, &k->set, &g->set);
  for (size_t i = 0; i < g->next.len; i++) vec_push(&k->next, g->next.data[i]);
  vec_free(&g->next);
  // What one of them has told, the other's successors may not know.
  bitset_fini(&k->told);
  bitset_fini(&g->told);
  bitset_fini(&g->set);
  bitset_fini(&k->connected);
  bitset_fini(&g->connected);
  merge_later(s, &k->read, g->read);
  merge_later(s, &k->write, g->write);
}

static void merge_pending(inclusion *s) {
  while (s->pending.len) {
    inc_node b = vec_pop(&s->pending), a = vec_pop(&s->pending);
    merge(s, find(s, a), find(s, b));
  }
}

// A set that takes all it has from one other is that other. Contents and what is read through pointers get more edges later; what is
// written through pointers that turn out to be one is put together, so it is nobody else's set.
static void merge_copies(inclusion *s) {
  size_t n = s->nodes.len;
  enum { NONE = 0, SEVERAL = UINT32_MAX };
  inc_node *from = MEM_NEW_N(inc_node, n);
  for (inc_node i = 1; i <= s->n_objects; i++) from[i] = SEVERAL;
  for (inc_node i = 1; i < n; i++) {
    const node *f = at(s, i);
    if (f->read) from[f->read] = SEVERAL;
    if (f->write) from[f->write] = SEVERAL;
    if (f->set.words) from[i] = SEVERAL;
    for (size_t k = 0; k < f->next.len; k++) {
      inc_node into = f->next.data[k];
      if (into != i && from[into] != i) from[into] = from[into] == NONE ? i : (inc_node)SEVERAL;
    }
  }
  for (inc_node i = 1; i < n; i++)
    if (from[i] != NONE && from[i] != SEVERAL) merge(s, find(s, from[i]), find(s, i));
  merge_pending(s);
  mem_free(from);
}

// Successors are nodes of their own, each once.
static void tidy(inclusion *s, inc_node i) {
  node *n = at(s, i);
  size_t kept = 0;
  s->round++;
  n->mark = s->round;
  for (size_t k = 0; k < n->next.len; k++) {
    inc_node into = find(s, n->next.data[k]);
    if (at(s, into)->mark == s->round) continue;
    at(s, into)->mark = s->round;
    n->next.data[kept++] = into;
  }
  n->next.len = kept;
}

// --- cycles (Tarjan, without recursion) -------------------------------------------------------------------------------

typedef struct visit {
  inc_node n;
  size_t next;
} visit;

typedef struct cycles {
  uint32_t *number, *low;  // of the visit; 0: not yet
  bool *open;
  uint32_t count;
  VEC(visit) path;
  VEC(inc_node) stack;
} cycles;

static void enter(cycles *c, inclusion *s, inc_node n) {
  tidy(s, n);
  c->number[n] = c->low[n] = ++c->count;
  c->open[n] = true;
  vec_push(&c->stack, n);
  vec_push(&c->path, ((visit){n, 0}));
}

static void leave(cycles *c, inclusion *s, inc_node n) {
  if (c->path.len) {
    inc_node before = vec_last(&c->path).n;
    if (c->low[n] < c->low[before]) c->low[before] = c->low[n];
  }
  if (c->low[n] != c->number[n]) return;
  inc_node member;
  do {
    member = vec_pop(&c->stack);
    c->open[member] = false;
    merge(s, find(s, n), find(s, member));
  } while (member != n);
  vec_push(&s->order, n);
}

static void visit_from(cycles *c, inclusion *s, inc_node start) {
  enter(c, s, start);
  while (c->path.len) {
    visit *v = &vec_last(&c->path);
    node *n = at(s, v->n);
    if (v->next == n->next.len) {
      inc_node done = v->n;
      (void)vec_pop(&c->path);
      leave(c, s, done);
      continue;
    }
    inc_node into = n->next.data[v->next++];
    if (!c->number[into])
      enter(c, s, into);
    else if (c->open[into] && c->number[into] < c->low[v->n])
      c->low[v->n] = c->number[into];
  }
}

static void merge_cycles(inclusion *s) {
  size_t n = s->nodes.len;
  cycles c = {.number = MEM_NEW_N(uint32_t, n), .low = MEM_NEW_N(uint32_t, n), .open = MEM_NEW_N(bool, n)};
  vec_clear(&s->order);
  for (inc_node i = 1; i < n; i++)
    if (at(s, i)->same == i && !c.number[i]) visit_from(&c, s, i);
  mem_free(c.number);
  mem_free(c.low);
  mem_free(c.open);
  vec_free(&c.path);
  vec_free(&c.stack);
  merge_pending(s);  // now that nobody walks along the edges
}

// --- waves ------------------------------------------------------------------------------------------------------------

static bool tell(const inclusion *s, node *n) {
  if (!n->set.words) return false;
  if (!n->told.words) n->told = bitset_new(s->n_objects);
  return bitset_union(&n->told, &n->set);
}

// True: somebody had news.
static bool flow_down(inclusion *s) {
  bool any = false;
  for (size_t k = s->order.len; k-- > 0;) {
    inc_node i = find(s, s->order.data[k]);
    node *n = at(s, i);
    if (!tell(s, n)) continue;
    any = true;
    for (size_t e = 0; e < n->next.len; e++) {
      inc_node into = find(s, n->next.data[e]);
      if (into != i) include(s, &at(s, into)->set, &n->set);
    }
  }
  return any;
}

// An edge between nodes of their own that differ: what `from` has already told goes along it at once.
static void new_edge(inclusion *s, inc_node from, inc_node into) {
  if (from == into) return;
  vec_push(&at(s, from)->next, into);
  include(s, &at(s, into)->set, &at(s, from)->set);
}

static bool connect(inclusion *s, inc_node i) {
  node *n = at(s, i);
  if ((!n->read && !n->write) || !n->set.words) return false;
  if (!n->connected.words) n->connected = bitset_new(s->n_objects);
  bool any = false;
  uint32_t round = ++s->round;
  for (size_t w = 0; w * 64 < s->n_objects; w++) {
    for (uint64_t left = n->set.words[w] & ~n->connected.words[w]; left; left &= left - 1) {
      inc_node contents = find(s, 1 + (inc_node)(w * 64 + (size_t)__builtin_ctzll(left)));
      any = true;
      if (at(s, contents)->mark == round) continue;
      at(s, contents)->mark = round;
      if (n->write) new_edge(s, find(s, n->write), contents);
      if (n->read) new_edge(s, contents, find(s, n->read));
    }
    n->connected.words[w] |= n->set.words[w];
  }
  return any;
}

static bool connect_all(inclusion *s) {
  bool any = false;
  for (inc_node i = 1; i < s->nodes.len; i++)
    if (at(s, i)->same == i) any |= connect(s, i);
  return any;
}

void inclusion_solve(inclusion *s) {
  merge_copies(s);
  do {
    merge_cycles(s);
    while (flow_down(s)) continue;  // once, if no pending pair has closed a cycle
  } while (connect_all(s));
}
