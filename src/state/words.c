#include "state/words.h"

#include <string.h>

#include "base/mem.h"
#include "state/keyset.h"
#include "state/state_impl.h"

// Strings and nodes are numbered apart, so that numbers are small. A *name* is a number with its kind; as a child it is written
// like any number. 0: no words at all.
typedef struct word_pool {
  keyset set;
  VEC(uint32_t) place;   // by number
  VEC(uint32_t) length;  // words below it
} word_pool;

struct word_store {
  word_pool strings, nodes;
  uint16_t serial;       // as in state_store
  const state_env *env;  // of the states that were added
  VEC(uint8_t) bytes;    // the string being built
  VEC(frame *) frames;
};

enum { IS_NODE = 1 };
static uint32_t name_of(uint32_t number, uint32_t kind) { return number << 1 | kind; }

static void pool_init(word_pool *p) {
  keyset_init(&p->set);
  vec_push(&p->place, 0);
  vec_push(&p->length, 0);
}

static void pool_fini(word_pool *p) {
  keyset_fini(&p->set);
  vec_free(&p->place);
  vec_free(&p->length);
}

static size_t pool_bytes(const word_pool *p) {
  return keyset_bytes(&p->set) + (p->place.cap + p->length.cap) * sizeof(uint32_t);
}

word_store *word_store_new(void) {
  word_store *w = MEM_NEW(word_store);
  pool_init(&w->strings);
  pool_init(&w->nodes);
  return w;
}

void word_store_free(word_store *w) {
  if (!w) return;
  pool_fini(&w->strings);
  pool_fini(&w->nodes);
  vec_free(&w->bytes);
  vec_free(&w->frames);
  mem_free(w);
}

bool word_store_renewable(const word_store *w) { return !w->env || w->env->n_stores < STORES_MAX / 2; }

size_t word_store_bytes(const word_store *w) {
  return sizeof *w + pool_bytes(&w->strings) + pool_bytes(&w->nodes) + w->bytes.cap;
}

// --- making --------------------------------------------------------------------------------------------------------

static const word_pool *pool_of(const word_store *w, uint32_t name) { return name & IS_NODE ? &w->nodes : &w->strings; }

static uint32_t length_of(const word_store *w, uint32_t name) {
  name &= ~KEY_SYMBOLIC;
  return pool_of(w, name)->length.data[name >> 1];
}

static const uint8_t *text_of(const word_store *w, uint32_t name, const uint8_t **end) {
  const word_pool *p = pool_of(w, name);
  size_t len;
  const uint8_t *text = keyset_text(&p->set, p->place.data[name >> 1], &len);
  *end = text + len;
  return text;
}

static uint8_t *begin(word_store *w, size_t n) {
  vec_reserve(&w->bytes, (n + 1) * KEY_MAX);
  return w->bytes.data;
}

static uint32_t finish(word_store *w, word_pool *p, const uint8_t *end, uint32_t length) {
  bool is_new;
  uint32_t number = keyset_add(&p->set, w->bytes.data, (size_t)(end - w->bytes.data), &is_new);
  if (is_new) {
    CHECK(number < KEY_SYMBOLIC >> 1, "too many parts of states");
    vec_push(&p->place, p->set.newest);
    vec_push(&p->length, length);
  }
  return number;
}

static uint32_t finish_string(word_store *w, const uint8_t *end, uint32_t length) {
  return length ? name_of(finish(w, &w->strings, end, length), 0) : 0;
}

// A node over the children of which the names were written; the names are not looked at again.
static uint32_t finish_node(word_store *w, const uint8_t *end, uint32_t length) {
  return length ? name_of(finish(w, &w->nodes, end, length), IS_NODE) : 0;
}

static uint8_t *put_child(const word_store *w, uint8_t *p, uint32_t name, uint32_t *length) {
  if (!name) return p;
  *length += length_of(w, name);
  return key_put(p, name & ~KEY_SYMBOLIC);
}

static inline uint64_t word_of(const value *v) { return v->e.id ? 0 : v->bits; }

static uint32_t string_of(word_store *w, const value *v, uint32_t n, bool *symbolic) {
  uint8_t *p = begin(w, n);
  uint32_t terms = 0;
  for (uint32_t i = 0; i < n; i++) {
    terms |= v[i].e.id;
    p = key_put(p, word_of(&v[i]));
  }
  *symbolic = terms != 0;
  return finish_string(w, p, n);
}

uint32_t word_store_put(word_store *w, const uint64_t *words, size_t n) {
  uint8_t *p = begin(w, n);
  for (size_t i = 0; i < n; i++) p = key_put(p, words[i]);
  return finish_string(w, p, (uint32_t)n);
}

static bool known(const word_store *w, const cow *c) { return c->key != 0 && c->owner == w->serial; }

static uint32_t remember(const word_store *w, cow *c, uint32_t name, bool symbolic) {
  c->key = symbolic ? name | KEY_SYMBOLIC : name;
  c->owner = w->serial;
  c->plain = !symbolic;
  return c->key;
}

static uint32_t chunk_name(word_store *w, chunk *c) {
  if (known(w, &c->hd)) return c->hd.key;
  bool symbolic;
  uint32_t name = string_of(w, c->slots, c->n, &symbolic);
  return remember(w, &c->hd, name, symbolic);
}

// A frame is a node of its own words and of those of its caller.
static uint32_t stack_name(word_store *w, frame *top) {
  vec_clear(&w->frames);
  for (frame *f = top; f && !known(w, &f->hd); f = f->caller) vec_push(&w->frames, f);
  while (w->frames.len > 0) {
    frame *f = vec_pop(&w->frames);
    bool symbolic;
    uint32_t own = string_of(w, f->regs, f->n_regs + 1, &symbolic), length = 0;
    uint8_t *p = put_child(w, begin(w, 2), own, &length);
    if (f->caller) {
      p = put_child(w, p, f->caller->hd.key, &length);
      symbolic |= (f->caller->hd.key & KEY_SYMBOLIC) != 0;
    }
    remember(w, &f->hd, finish_node(w, p, length), symbolic);
  }
  return top->hd.key;
}

// An object of one page is its page.
static uint32_t body_name(word_store *w, body *b) {
  if (known(w, &b->hd)) return b->hd.key;
  uint32_t all = 0, length = 0;
  for (uint32_t i = 0; i < b->n_pages; i++) all |= chunk_name(w, b->pages[i]);
  bool symbolic = (all & KEY_SYMBOLIC) != 0;
  if (b->n_pages == 1) return remember(w, &b->hd, all & ~KEY_SYMBOLIC, symbolic);
  uint8_t *p = begin(w, b->n_pages);
  for (uint32_t i = 0; i < b->n_pages; i++) p = put_child(w, p, b->pages[i]->hd.key, &length);
  return remember(w, &b->hd, finish_node(w, p, length), symbolic);
}

static uint32_t leaf_name(word_store *w, dir_leaf *leaf) {
  if (known(w, &leaf->hd)) return leaf->hd.key;
  uint32_t all = 0, length = 0;
  for
    EACH_OBJECT(leaf, i) all |= body_name(w, leaf->obj[i]);
  uint8_t *p = begin(w, DIR_LEAF);
  for
    EACH_OBJECT(leaf, i) p = put_child(w, p, leaf->obj[i]->hd.key, &length);
  return remember(w, &leaf->hd, finish_node(w, p, length), (all & KEY_SYMBOLIC) != 0);
}

static uint32_t dir_name(word_store *w, dir *d) {
  if (!d) return 0;
  if (known(w, &d->hd)) return d->hd.key;
  uint32_t all = 0, length = 0;
  for (uint32_t i = 0; i < d->n; i++) all |= d->leaf[i] ? leaf_name(w, d->leaf[i]) : 0;
  uint8_t *p = begin(w, d->n);
  for (uint32_t i = 0; i < d->n; i++) {
    if (d->leaf[i]) p = put_child(w, p, d->leaf[i]->hd.key, &length);
  }
  return remember(w, &d->hd, finish_node(w, p, length), (all & KEY_SYMBOLIC) != 0);
}

static bool is_chunk(const state *s, uint32_t root) { return root < s->shape->n_mem; }
static bool is_stack(const state *s, uint32_t root) { return root < s->shape->n_mem + s->shape->n_procs + 2; }

static uint32_t root_name(word_store *w, const state *s, uint32_t i) {
  void *part = s->root[i];
  return !part ? 0 : is_chunk(s, i) ? chunk_name(w, part) : is_stack(s, i) ? stack_name(w, part) : 0;
}

static uint32_t node_name(word_store *w, state *s, uint32_t level, uint32_t i) {
  const shape *sh = s->shape;
  uint32_t *cached = &s->nodes[sh->level_first[level] + i].key;
  if (LIKELY(*cached)) return *cached;
  if (level == 0) return *cached = root_name(w, s, i);
  uint32_t below = sh->level_count[level - 1], kids[NODE_FAN], n = 0, all = 0, length = 0;
  for (uint32_t j = i << NODE_BITS; j < below && n < NODE_FAN; j++, n++) all |= kids[n] = node_name(w, s, level - 1, j);
  uint8_t *p = begin(w, NODE_FAN);
  for (uint32_t j = 0; j < n; j++) p = put_child(w, p, kids[j], &length);
  return *cached = finish_node(w, p, length) | (all & KEY_SYMBOLIC);
}

// --- terms ---------------------------------------------------------------------------------------------------------

// A walk over the parts that contain terms; of the others only the length is looked at. A part that is shared may have got the
// number of another store since: it is named again.
typedef struct term_walk {
  word_store *w;
  uint32_t at;
  pos_vec *positions;
  expr_vec *terms;
} term_walk;

static bool skipped(term_walk *x, uint32_t name) {
  if (name & KEY_SYMBOLIC) return false;
  x->at += length_of(x->w, name);
  return true;
}

static void values_terms(term_walk *x, const value *v, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    if (!v[i].e.id) continue;
    vec_push(x->positions, x->at + i);
    vec_push(x->terms, v[i].e);
  }
  x->at += n;
}

static void chunk_terms(term_walk *x, chunk *c) {
  if (!skipped(x, chunk_name(x->w, c))) values_terms(x, c->slots, c->n);
}

static void stack_terms(term_walk *x, frame *f) {
  for (; f && !skipped(x, stack_name(x->w, f)); f = f->caller) values_terms(x, f->regs, f->n_regs + 1);
}

static void leaf_terms(term_walk *x, const dir_leaf *leaf) {
  for (uint32_t i = 0; i < DIR_LEAF; i++) {
    body *b = leaf->obj[i];
    if (!b || skipped(x, body_name(x->w, b))) continue;
    for (uint32_t k = 0; k < b->n_pages; k++) chunk_terms(x, b->pages[k]);
  }
}

static void dir_terms(term_walk *x, dir *d) {
  if (!d || skipped(x, dir_name(x->w, d))) return;
  for (uint32_t i = 0; i < d->n; i++) {
    if (d->leaf[i] && !skipped(x, leaf_name(x->w, d->leaf[i]))) leaf_terms(x, d->leaf[i]);
  }
}

static void node_terms(term_walk *x, const state *s, uint32_t level, uint32_t i) {
  const shape *sh = s->shape;
  if (skipped(x, s->nodes[sh->level_first[level] + i].key)) return;
  if (level == 0) {
    if (is_chunk(s, i))
      chunk_terms(x, s->root[i]);
    else
      stack_terms(x, s->root[i]);
    return;
  }
  uint32_t first = i << NODE_BITS, end = first + NODE_FAN, below = sh->level_count[level - 1];
  for (uint32_t j = first; j < end && j < below; j++) node_terms(x, s, level - 1, j);
}

uint32_t word_store_add(word_store *w, state *s, pos_vec *at, expr_vec *terms) {
  const shape *sh = s->shape;
  state_adopt(s, false, &w->serial);
  w->env = s->env;
  uint32_t top = sh->levels - 1, kids[NODE_TOP], n = sh->level_count[top], all = 0, length = 0;
  for (uint32_t i = 0; i < n; i++) all |= kids[i] = node_name(w, s, top, i);
  uint32_t objects = dir_name(w, s->objects);
  uint8_t *p = begin(w, n + 1);
  for (uint32_t i = 0; i < n; i++) p = put_child(w, p, kids[i], &length);
  p = put_child(w, p, objects, &length);
  uint32_t name = finish_node(w, p, length);
  if (!((all | objects) & KEY_SYMBOLIC)) return name;
  term_walk x = {w, 0, at, terms};
  for (uint32_t i = 0; i < n; i++) node_terms(&x, s, top, i);
  dir_terms(&x, s->objects);
  return name;
}

// --- reading and rewriting -----------------------------------------------------------------------------------------

void word_store_read(const word_store *w, uint32_t number, word_vec *out) {
  vec_clear(out);
  VEC(uint32_t) open = {0};
  if (number) vec_push(&open, number);
  while (open.len > 0) {
    uint32_t name = vec_pop(&open);
    const uint8_t *end, *p = text_of(w, name, &end);
    size_t first = open.len;
    while (p < end) {
      uint64_t x;
      p = key_get(p, &x);
      if (name & IS_NODE)
        vec_push(&open, (uint32_t)x);
      else
        vec_push(out, x);
    }
    for (size_t i = first, k = open.len; i + 1 < k; i++) {  // the first child comes first
      uint32_t swapped = open.data[i];
      open.data[i] = open.data[--k];
      open.data[k] = swapped;
    }
  }
  vec_free(&open);
}

// A tree made anew: without the words at some positions, or (`moved`) in another store. The names of children stand in `names`
// while their node is open.
typedef struct rewrite {
  const word_store *from;
  word_store *to;
  const pos_vec *at;
  size_t next;  // of `at`: the first position that is not behind us
  map64 *moved;
  pos_vec names;
} rewrite;

// Where the names of its children begin, which of them is next, and where that begins.
typedef struct open_node {
  size_t first, child;
  uint32_t from;
} open_node;

static bool meets(const rewrite *x, uint32_t name, uint32_t from) {
  return x->next < x->at->len && x->at->data[x->next] < from + length_of(x->from, name);
}

// Is the new name of a tree known already?
static bool is_settled(const rewrite *x, uint32_t *name, uint32_t from) {
  uint64_t other;
  if (!x->moved) return !meets(x, *name, from);
  if (!map64_get(x->moved, *name, &other)) return false;
  *name = (uint32_t)other;
  return true;
}

static void settle(rewrite *x, size_t child, uint32_t name) {
  if (x->moved) map64_put(x->moved, x->names.data[child], name);
  x->names.data[child] = name;
}

static uint32_t new_string(rewrite *x, uint32_t name, uint32_t from) {
  word_vec words = {0};
  word_store_read(x->from, name, &words);
  for (; !x->moved && meets(x, name, from); x->next++) words.data[x->at->data[x->next] - from] = 0;
  uint32_t r = word_store_put(x->to, words.data, words.len);
  vec_free(&words);
  return r;
}

static uint32_t new_node(rewrite *x, size_t first) {
  uint32_t length = 0;
  uint8_t *p = begin(x->to, x->names.len - first);
  for (size_t i = first; i < x->names.len; i++) p = put_child(x->to, p, x->names.data[i], &length);
  x->names.len = first;
  return finish_node(x->to, p, length);
}

static void push_children(rewrite *x, uint32_t name) {
  const uint8_t *end, *p = text_of(x->from, name, &end);
  while (p < end) {
    uint64_t child;
    p = key_get(p, &child);
    vec_push(&x->names, (uint32_t)child);
  }
}

// Stacks make deep trees, so no recursion.
static uint32_t run_rewrite(rewrite *x, uint32_t number) {
  VEC(open_node) open = {0};
  vec_push(&x->names, number);
  vec_push(&open, ((open_node){0}));
  for (;;) {
    open_node *o = &vec_last(&open);
    if (o->child == x->names.len) {  // the innermost open node: its children are the last names
      if (open.len == 1) break;
      uint32_t made = new_node(x, o->first);
      open.len--;
      settle(x, vec_last(&open).child++, made);
      continue;
    }
    uint32_t *name = &x->names.data[o->child], from = o->from;
    o->from += length_of(x->from, *name);
    if (is_settled(x, name, from)) {
      o->child++;
    } else if (*name & IS_NODE) {
      size_t first = x->names.len;
      push_children(x, *name);
      vec_push(&open, ((open_node){first, first, from}));
    } else {
      settle(x, o->child, new_string(x, *name, from));
      o->child++;
    }
  }
  uint32_t result = x->names.data[0];
  vec_free(&open);
  vec_free(&x->names);
  return result;
}

uint32_t word_store_without(word_store *w, uint32_t number, const pos_vec *at) {
  if (at->len == 0 || !number) return number;
  rewrite x = {.from = w, .to = w, .at = at};
  return run_rewrite(&x, number);
}

uint32_t word_store_move(word_store *to, const word_store *from, uint32_t number, map64 *moved) {
  if (!number) return 0;
  rewrite x = {.from = from, .to = to, .moved = moved};
  return run_rewrite(&x, number);
}
