// Keys of states.
//
// Every part (chunk, frame, wait record, kernel record, pending record, object, directory) is written as a byte
// string that can be read in one way only, and numbered by the keyset of its kind, so that numbers are small; a part
// remembers its number until it is written. The state caches the numbers of its roots; if there are many they are
// grouped into inner nodes, whose numbers it caches too. So a step pays for what it changed, and a stored state is one
// short string of numbers.
//
// Left out of the key, and why it cannot matter:
//  - the inputs drawn, hashes and cached numbers, the footprint so far: history, read by nothing that runs;
//  - dead registers: zeroed when a step ends (sem_run), no instruction reads them before writing;
//  - the marks of freed objects: a freed name that some value refers to differs from a live one by its missing
//    contents; one that nothing refers to behaves like a name never used (sem_heap);
//  - path conditions over literals that no value contains: they constrain nothing later steps look at, and were
//    satisfiable when they were added [AVPE15]; so in a concrete state all of them;
//  - the absolute time, if the caller says that nothing reads it [AVPE15]: pending notifications are
//    written relative to it.
#include "state/store.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "state/keyset.h"
#include "state/shared.h"
#include "state/state_impl.h"

// What is numbered on its own. Where a number stands says of which kind it is.
typedef enum part_kind {
  KIND_CHUNK,
  KIND_FRAME,
  KIND_WAIT,
  KIND_KERN,
  KIND_PEND,
  KIND_BODY,
  KIND_LEAF,
  KIND_DIR,
  KIND_NODE,
  KIND_PATH,
  KIND_DESIGN,
  KINDS
} part_kind;

enum { FIELDS = NODE_TOP + 3 };  // of a key: the top numbers, objects, kernel, pending; more follows

// The key of the state that was written last, and where its fields begin. It is that of every state with the same numbers.
typedef struct last_key {
  const shape *shape;  // NULL: none, or one that contains terms
  bool abstract_time;
  uint64_t time;
  node_keys top[NODE_TOP];
  uint32_t other[3];  // the numbers of the last three fields
  uint32_t size;
  uint16_t at[FIELDS + 1];
  uint8_t bytes[(NODE_TOP + 14) * KEY_MAX];
} last_key;

// A leaf of the directory of objects and its number.
typedef struct leaf_number {
  uint32_t at, key;
} leaf_number;

struct state_store {
  expr_table *terms;
  smt *solver;
  bool blank;       // data do not count
  uint16_t serial;  // given by the states' environment at the first use: parts numbered by another store are
                    // numbered again
  keyset parts[KINDS], states;
  shared_pool *pool;   // NULL: the process' own memory
  VEC(uint8_t) bytes;  // the string being built
  VEC(frame *) frames;
  VEC(leaf_number) leaves;
  expr_vec literals, conjuncts;
  expr_vec held;       // terms of which the numbers stand in strings
  size_t held_before;  // of them, when the string being built was begun
  expr_pins pins;      // of them
  last_key last;
};

// Tags of the values after which more follows; key_put itself uses 240..247.
enum { TAG_TERM = 248, TAG_POINTER = 249, TAG_POINTER_TERM = 250 };

state_store *state_store_new(expr_table *t, smt *solver) {
  state_store *st = MEM_NEW(state_store);
  st->terms = t;
  st->solver = solver;
  for (unsigned i = 0; i < KINDS; i++) keyset_init(&st->parts[i]);
  keyset_init(&st->states);
  return st;
}

state_store *state_store_new_blank(expr_table *t, smt *solver) {
  state_store *st = state_store_new(t, solver);
  st->blank = true;
  return st;
}

state_store *state_store_new_shared(expr_table *t, smt *solver) {
  shared_pool *pool = shared_pool_new(KINDS + 1);
  if (!pool) return NULL;
  state_store *st = MEM_NEW(state_store);
  *st = (state_store){.terms = t, .solver = solver, .pool = pool};
  for (unsigned i = 0; i < KINDS; i++) keyset_init_shared(&st->parts[i], shared_pool_view(pool, i));
  keyset_init_shared(&st->states, shared_pool_view(pool, KINDS));
  return st;
}

void state_store_forked(state_store *st) {
  for (unsigned i = 0; i < KINDS; i++) shared_view_forked(st->parts[i].shared);
  shared_view_forked(st->states.shared);
}

bool state_store_has_terms(const state_store *st) { return st->held.len > 0; }

void state_store_free(state_store *st) {
  if (!st) return;
  for (unsigned i = 0; i < KINDS; i++) keyset_fini(&st->parts[i]);
  keyset_fini(&st->states);
  vec_free(&st->bytes);
  vec_free(&st->frames);
  vec_free(&st->leaves);
  vec_free(&st->literals);
  vec_free(&st->conjuncts);
  vec_free(&st->held);
  shared_pool_free(st->pool);
  mem_free(st);
}

size_t state_store_count(const state_store *st) { return keyset_count(&st->states); }

size_t state_store_bytes(const state_store *st) {
  size_t bytes = sizeof *st + keyset_bytes(&st->states) + st->bytes.cap + st->held.cap * sizeof(expr);
  for (unsigned i = 0; i < KINDS; i++) bytes += keyset_bytes(&st->parts[i]);
  if (st->pool) bytes += shared_pool_bytes(st->pool);
  return bytes;
}

size_t state_store_pin(state_store *st) {
  size_t from = expr_pins_next(st->terms, &st->pins, st->held.len);
  for (size_t i = from; i < st->held.len; i++) expr_pin(st->terms, st->held.data[i]);
  return st->held.len - from;
}

// Starts a string that will hold at most n numbers. The tag tells shapes of one kind apart.
static uint8_t *begin_part(state_store *st, char tag, size_t n) {
  st->held_before = st->held.len;
  vec_reserve(&st->bytes, (n + 1) * KEY_MAX);
  st->bytes.data[0] = (uint8_t)tag;
  return st->bytes.data + 1;
}

static uint32_t finish_part(state_store *st, part_kind kind, const uint8_t *end, bool symbolic) {
  bool is_new;
  uint32_t id = keyset_add(&st->parts[kind], st->bytes.data, (size_t)(end - st->bytes.data), &is_new);
  CHECK(id < KEY_SYMBOLIC, "too many parts of states");
  if (!is_new) st->held.len = st->held_before;
  return symbolic ? id | KEY_SYMBOLIC : id;
}

static uint8_t *put_key(uint8_t *p, uint32_t key) { return key_put(p, key & ~KEY_SYMBOLIC); }
static bool is_symbolic(uint32_t key) { return key & KEY_SYMBOLIC; }

static uint32_t key_of(const state_store *st, const cow *c) { return st->blank ? c->blank : c->key; }

static bool known(const state_store *st, const cow *c) {
  return key_of(st, c) != 0 && (st->blank ? c->blank_owner : c->owner) == st->serial;
}

static uint32_t remember(state_store *st, part_kind kind, cow *c, const uint8_t *end, bool symbolic) {
  uint32_t key = finish_part(st, kind, end, symbolic);
  if (st->blank) {
    c->blank = key;
    c->blank_owner = st->serial;
  } else {
    c->key = key;
    c->owner = st->serial;
    c->plain = !symbolic;
  }
  return key;
}

// What a store without data sees: pointers keep their object, and their offset unless it is symbolic.
static inline value seen(const state_store *st, const value *v) {
  if (LIKELY(!st->blank)) return *v;
  return v->obj == 0 ? value_word(0) : v->e.id ? value_pointer(v->obj, 0) : *v;
}

#define VALUE_NUMBERS 3u  // a value is at most this many numbers

static inline uint8_t *put_value(state_store *st, uint8_t *p, const value *v, bool *symbolic) {
  if (LIKELY((v->e.id | v->obj) == 0)) return key_put(p, v->bits);
  if (v->e.id == 0) {
    *p++ = TAG_POINTER;
    return key_put(key_put(p, v->obj), v->bits);
  }
  *symbolic = true;
  vec_push(&st->held, v->e);
  *p++ = v->obj ? TAG_POINTER_TERM : TAG_TERM;
  if (v->obj) p = key_put(p, v->obj);
  return key_put(p, v->e.id);
}

static inline uint8_t *put_slots(state_store *st, uint8_t *p, const chunk *c, bool *symbolic) {
  bool blank = st->blank;
  for (const value *v = c->slots, *end = v + c->n; v < end; v++) {
    if (LIKELY((v->e.id | v->obj) == 0)) {
      p = key_put(p, blank ? 0 : v->bits);
    } else {
      value x = seen(st, v);
      p = put_value(st, p, &x, symbolic);
    }
  }
  return p;
}

static uint32_t chunk_key(state_store *st, chunk *c) {
  if (known(st, &c->hd)) return key_of(st, &c->hd);
  bool symbolic = false;
  uint8_t *p = begin_part(st, c->odd & CHUNK_ARRAY ? 'A' : 'C', c->n * VALUE_NUMBERS);
  p = put_slots(st, p, c, &symbolic);
  return remember(st, KIND_CHUNK, &c->hd, p, symbolic);
}

static bool others_are_zero(const frame *f) {
  for (uint32_t r = 0, i = 1; r <= f->n_regs; r++) {
    if (i <= f->live[0] && f->live[i] == r)
      i++;
    else if (f->regs[r].bits | f->regs[r].e.id | f->regs[r].obj)
      return false;
  }
  return true;
}

// Registers that are zero are skipped: most are, after the dead ones were cleared.
static uint32_t one_frame_key(state_store *st, frame *f) {
  uint32_t caller = f->caller ? key_of(st, &f->caller->hd) : 0, last = 0;
  bool symbolic = is_symbolic(caller);
  uint32_t n = f->live ? f->live[0] : f->n_regs + 1;
  DCHECK(!f->live || others_are_zero(f), "a register that is not live holds something");
  uint8_t *p = begin_part(st, 'F', 3 + n * (VALUE_NUMBERS + 1));
  p = put_key(key_put(key_put(p, f->func), f->pc), caller);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t r = f->live ? f->live[i + 1] : i;
    value v = seen(st, &f->regs[r]);
    if ((v.bits | v.e.id | v.obj) == 0) continue;
    p = put_value(st, key_put(p, r + 1 - last), &v, &symbolic);
    last = r + 1;
  }
  return remember(st, KIND_FRAME, &f->hd, p, symbolic);
}

static uint32_t stack_key(state_store *st, frame *top) {
  vec_clear(&st->frames);
  for (frame *f = top; f && !known(st, &f->hd); f = f->caller) vec_push(&st->frames, f);
  while (st->frames.len > 0) one_frame_key(st, vec_pop(&st->frames));
  return key_of(st, &top->hd);
}

static uint32_t wait_key(state_store *st, wait_rec *w) {
  if (known(st, &w->hd)) return key_of(st, &w->hd);
  uint8_t *p = begin_part(st, w->all ? 'W' : 'w', w->n * 3u);
  for (uint32_t i = 0; i < w->n; i++) {
    p = key_put(key_put(p, w->list[i].e.obj), w->list[i].e.offset);
    if (w->all) *p++ = w->list[i].met;
  }
  return remember(st, KIND_WAIT, &w->hd, p, false);
}

static uint32_t thread_key(state_store *st, thread_rec *t) {
  if (known(st, &t->hd)) return key_of(st, &t->hd);
  uint8_t *p = key_put(key_put(begin_part(st, 'T', 4), t->spawned), t->depth);
  return remember(st, KIND_WAIT, &t->hd, key_put(key_put(p, t->guard), t->dirty | t->taken << 1), false);
}

static uint32_t root_key(state_store *st, const state *s, uint32_t i) {
  void *part = s->root[i];
  if (!part) return 0;
  if (i < s->shape->n_mem) return chunk_key(st, part);
  if (i < s->shape->n_mem + s->shape->n_procs + 2) return stack_key(st, part);
  return s->env->ir->scheduler == IR_SCHED_INTERLEAVE ? thread_key(st, part) : wait_key(st, part);
}

static uint32_t kern_key(state_store *st, kern *k) {
  if (known(st, &k->hd)) return key_of(st, &k->hd);
  uint8_t *p = begin_part(st, 'K', 3 + k->n);
  *p++ = k->phase;
  *p++ = (uint8_t)(k->started | k->stop << 1 | k->has_bound << 2 | k->exclusive << 3 | k->one_delta << 4 |
                   k->pause << 5);
  memcpy(p, k->flags + 1, k->n);
  return remember(st, KIND_KERN, &k->hd, p + k->n, false);
}

// Trailing processes without contents are left out: how many were ever made in some run does not count.
static uint32_t design_key(state_store *st, design *d) {
  if (known(st, &d->hd)) return key_of(st, &d->hd);
  uint32_t n = d->n;
  while (n > 0 && !(d->procs[n - 1].spawned | d->procs[n - 1].obj | d->procs[n - 1].offset)) n--;
  uint8_t *p = begin_part(st, d->ran ? 'R' : 'r', 3 + 3 * (size_t)n + d->n_calls);
  p = key_put(key_put(p, d->delta), n);
  for (uint32_t i = 0; i < n; i++)
    p = key_put(key_put(key_put(p, d->procs[i].spawned), d->procs[i].obj), d->procs[i].offset);
  for (uint32_t i = 0; i < d->n_calls; i++) p = key_put(p, design_calls(d)[i]);
  return remember(st, KIND_DESIGN, &d->hd, p, false);
}

// Relative to the time: state_set_time makes a remembered number invalid.
static uint32_t pend_key(state_store *st, const state *s) {
  pend *list = s->pending;
  if (!list || list->n == 0) return 0;
  if (known(st, &list->hd)) return key_of(st, &list->hd);
  uint8_t *p = begin_part(st, 'P', list->n * 5u);
  for (uint32_t i = 0; i < list->n; i++) {
    const pend_entry *e = &list->list[i];
    *p++ = (uint8_t)e->kind;
    if (e->kind == PEND_TIMED) p = key_put(p, e->at - s->time);
    if (e->kind <= PEND_LIFE) p = key_put(p, e->update);
    p = key_put(key_put(p, e->e.obj), e->e.offset);
  }
  return remember(st, KIND_PEND, &list->hd, p, false);
}

static uint8_t *put_form(uint8_t *p, const body *b) {
  return key_put(key_put(key_put(p, b->uninit), b->l->id), b->elements);
}

// The cells of an object of one page stand in its own string. The layout and the number of elements say how many there are, and
// with them of which sort the string is.
static uint32_t small_body_key(state_store *st, body *b) {
  chunk *page = b->pages[0];
  bool symbolic = false;
  uint8_t *p = put_form(begin_part(st, b->is_heap ? 'H' : 'L', 4 + page->n * VALUE_NUMBERS), b);
  *p++ = page->odd & CHUNK_ARRAY;
  p = put_slots(st, p, page, &symbolic);
  if (!st->blank) page->hd.plain = !symbolic;
  return remember(st, KIND_BODY, &b->hd, p, symbolic);
}

static uint32_t new_body_key(state_store *st, body *b) {
  if (b->n_pages == 1) return small_body_key(st, b);
  bool symbolic = false;
  for (uint32_t i = 0; i < b->n_pages; i++) symbolic |= is_symbolic(chunk_key(st, b->pages[i]));
  uint8_t *p = begin_part(st, b->is_heap ? 'H' : 'L', 3 + b->n_pages);
  p = put_form(p, b);
  for (uint32_t i = 0; i < b->n_pages; i++) p = put_key(p, key_of(st, &b->pages[i]->hd));
  return remember(st, KIND_BODY, &b->hd, p, symbolic);
}

static inline uint32_t body_key(state_store *st, body *b) {
  return known(st, &b->hd) ? key_of(st, &b->hd) : new_body_key(st, b);
}

static uint32_t new_leaf_key(state_store *st, dir_leaf *leaf) {
  if (!leaf->used) return 0;
  uint32_t keys[DIR_LEAF], n = 0, all = 0;
  for
    EACH_OBJECT(leaf, i) all |= keys[n++] = body_key(st, leaf->obj[i]);
  uint8_t *p = begin_part(st, 'l', 2 * DIR_LEAF);
  n = 0;
  for
    EACH_OBJECT(leaf, i) {
      *p++ = (uint8_t)i;
      p = put_key(p, keys[n++]);
    }
  return remember(st, KIND_LEAF, &leaf->hd, p, is_symbolic(all));
}

// 0: it has no live objects and is left out.
static inline uint32_t leaf_key(state_store *st, dir_leaf *leaf) {
  return known(st, &leaf->hd) ? key_of(st, &leaf->hd) : new_leaf_key(st, leaf);
}

static uint32_t new_dir_key(state_store *st, dir *d) {
  uint32_t all = 0;
  vec_clear(&st->leaves);
  for (uint32_t i = 0; i < d->n; i++) {
    if (!d->leaf[i]) continue;
    uint32_t key = leaf_key(st, d->leaf[i]);
    if (key) vec_push(&st->leaves, ((leaf_number){i, key}));
    all |= key;
  }
  if (!all) return 0;
  uint8_t *p = begin_part(st, 'D', 2 * st->leaves.len);
  for (size_t i = 0; i < st->leaves.len; i++) p = put_key(key_put(p, st->leaves.data[i].at), st->leaves.data[i].key);
  return remember(st, KIND_DIR, &d->hd, p, is_symbolic(all));
}

static inline uint32_t dir_key(state_store *st, dir *d) {
  return !d ? 0 : known(st, &d->hd) ? key_of(st, &d->hd) : new_dir_key(st, d);
}

// Number of a root (level 0) or of an inner node, whose children are of the level below. Absent roots have 0.
static uint32_t node_key(state_store *st, state *s, uint32_t level, uint32_t i) {
  const shape *sh = s->shape;
  node_keys *keys = &s->nodes[sh->level_first[level] + i];
  uint32_t *cached = st->blank ? &keys->blank : &keys->key;
  if (LIKELY(*cached)) return *cached;
  if (level == 0) return *cached = root_key(st, s, i);
  uint32_t first = i << NODE_BITS, below = sh->level_count[level - 1],
           n = below - first < NODE_FAN ? below - first : NODE_FAN;
  uint32_t kids[NODE_FAN], all = 0;
  const node_keys *nodes = &s->nodes[sh->level_first[level - 1] + first];
  const uint32_t *numbers = st->blank ? &nodes->blank : &nodes->key;
  for (uint32_t j = 0; j < n; j++) {
    kids[j] = numbers[j * (sizeof *nodes / sizeof *numbers)];
    if (!kids[j] && (level > 1 || s->root[first + j])) kids[j] = node_key(st, s, level - 1, first + j);
    all |= kids[j];
  }
  uint8_t *p = begin_part(st, 'N', NODE_FAN);
  for (uint32_t j = 0; j < n; j++) p = put_key(p, kids[j]);
  return *cached = finish_part(st, KIND_NODE, p, is_symbolic(all));
}

static int compare_ids(const void *a, const void *b) {
  uint32_t x = ((const expr *)a)->id, y = ((const expr *)b)->id;
  return x < y ? -1 : x > y;
}

static uint32_t pathcond_key(state_store *st, state *s) {
  if (!s->pc) return 0;
  vec_clear(&st->conjuncts);
  if (s->env->as_documented) {
    pathcond_conjuncts(s->pc, &st->conjuncts);
  } else {
    vec_clear(&st->literals);
    state_literals(s, st->terms, &st->literals);
    pathcond *live = pathcond_collect(st->solver, s->pc, st->literals.data, st->literals.len);
    pathcond_conjuncts(live, &st->conjuncts);
    pathcond_unref(live);
  }
  if (st->conjuncts.len == 0) return 0;
  qsort(st->conjuncts.data, st->conjuncts.len, sizeof(expr), compare_ids);
  uint8_t *p = begin_part(st, 'Q', st->conjuncts.len);
  for (size_t i = 0; i < st->conjuncts.len; i++) {
    if (i > 0 && expr_same(st->conjuncts.data[i], st->conjuncts.data[i - 1])) continue;
    p = key_put(p, st->conjuncts.data[i].id);
    vec_push(&st->held, st->conjuncts.data[i]);
  }
  return finish_part(st, KIND_PATH, p, true);
}

// Another number in a field of the last key.
static void change_field(last_key *k, uint32_t field, uint32_t number) {
  uint8_t text[KEY_MAX];
  uint32_t from = k->at[field], old = k->at[field + 1] - from, len = (uint32_t)(key_put(text, number) - text);
  if (old != len) {
    memmove(k->bytes + from + len, k->bytes + from + old, k->size - from - old);
    k->size = k->size - old + len;
    for (uint32_t i = field + 1; i <= k->shape->n_roots + 3; i++) k->at[i] = (uint16_t)(k->at[i] - old + len);
  }
  memcpy(k->bytes + from, text, len);
}

// May the key of s differ from the last one in the numbers of fields alone?
static bool is_like_last(const last_key *k, const state *s, bool abstract_time) {
  return k->shape == s->shape && k->abstract_time == abstract_time && (abstract_time || k->time == s->time) &&
         !s->made && !s->interrupted && !s->k->has_bound && !s->may_begin;
}

// Most states are those of a step away from the last one: few numbers differ. False: nothing was done, but for parts that got numbers.
static bool change_last(state_store *st, state *s) {
  last_key *k = &st->last;
  uint32_t changed[NODE_TOP], n = 0, n_roots = k->shape->n_roots, all = 0;
  for (uint32_t i = 0; i < n_roots; i++) {
    uint32_t key = s->nodes[i].key;
    if (LIKELY(key == k->top[i].key) && LIKELY(key || !s->root[i])) continue;
    if (!key && s->root[i]) key = node_key(st, s, 0, i);
    all |= key;
    if (key != k->top[i].key) changed[n++] = i;
  }
  const uint32_t other[3] = {dir_key(st, s->objects), kern_key(st, s->k), pend_key(st, s)};
  if (is_symbolic(all | other[0])) return false;
  for (uint32_t i = 0; i < n; i++) {
    k->top[changed[i]] = s->nodes[changed[i]];
    change_field(k, changed[i], s->nodes[changed[i]].key);
  }
  for (uint32_t i = 0; i < 3; i++) {
    if (other[i] == k->other[i]) continue;
    k->other[i] = other[i];
    change_field(k, n_roots + i, other[i]);
  }
  return true;
}

// Writes the key of s to st->last.
static void put_state(state_store *st, state *s, bool abstract_time) {
  if (!st->blank && is_like_last(&st->last, s, abstract_time) && change_last(st, s)) return;
  const shape *sh = s->shape;
  last_key *k = &st->last;
  uint8_t *p = k->bytes;
  uint16_t *at = k->at;
  uint32_t top = sh->levels - 1, n = sh->level_count[top], all = 0;
  const node_keys *nodes = &s->nodes[sh->level_first[top]];
  for (uint32_t i = 0; i < n; i++) {
    uint32_t part = st->blank ? nodes[i].blank : nodes[i].key;
    if (!part && (top > 0 || s->root[i])) part = node_key(st, s, top, i);
    all |= part;
    *at++ = (uint16_t)(p - k->bytes);
    p = put_key(p, part);
  }
  uint32_t other[3] = {dir_key(st, s->objects), kern_key(st, s->k), pend_key(st, s)};
  for (unsigned i = 0; i < 3; i++) {
    *at++ = (uint16_t)(p - k->bytes);
    p = put_key(p, other[i]);
  }
  *at = (uint16_t)(p - k->bytes);
  bool symbolic = is_symbolic(all | other[0]);
  p = put_key(p, symbolic ? pathcond_key(st, s) : 0);
  if (!abstract_time) p = key_put(p, s->time);
  if (s->k->has_bound) p = key_put(p, s->k->bound - s->time);
  if (s->made) p = put_key(p, design_key(st, s->made));
  if (s->interrupted) p = key_put(key_put(key_put(p, (uint64_t)s->running + 1), s->jumps), s->drawn);
  // With and without time must not meet, nor states of different shapes: the end says which fields are there.
  bool grown = sh != s->env->shapes[0];
  if (grown) p = key_put(p, sh->n_procs);
  *p++ = (uint8_t)(abstract_time | s->interrupted << 1 | s->may_begin << 2 | grown << 3 | (s->made != NULL) << 4);
  k->size = (uint32_t)(p - k->bytes);
  // Only the fields are compared by is_last and change_last.
  bool simple = !symbolic && !st->blank && top == 0 && !s->made && !s->interrupted && !s->k->has_bound && !s->may_begin;
  k->shape = simple ? sh : NULL;
  if (!simple) return;
  k->abstract_time = abstract_time;
  k->time = s->time;
  memcpy(k->top, nodes, n * sizeof *nodes);
  memcpy(k->other, other, sizeof other);
}

state_id state_store_add(state_store *st, state *s, bool abstract_time, bool *is_new) {
  state_adopt(s, st->blank, &st->serial);
  if (!st->blank) s->env->exact_store = st->serial;
  put_state(st, s, abstract_time);
  state_id id = {keyset_add(&st->states, st->last.bytes, st->last.size, is_new)};
  if (*is_new) CHECK_GROWN(id.id, state_fault(s));
  if (*is_new) CHECK_GROWN(id.id, state_store_fault(st));
  return id;
}

// The key that was written last is made of its fields, and of numbers that were given.
static const char *last_fault(const state_store *st) {
  const last_key *k = &st->last;
  if (!k->shape) return NULL;
  if (k->size > sizeof k->bytes) return "a key longer than there is room for";
  for (uint32_t i = 0; i < k->shape->n_roots + 3; i++) {
    uint64_t number, is = i < k->shape->n_roots ? k->top[i].key : k->other[i - k->shape->n_roots];
    if (key_get(k->bytes + k->at[i], &number) != k->bytes + k->at[i + 1] || number != is)
      return "a key that does not say what its fields do";
  }
  return k->at[k->shape->n_roots + 3] < k->size ? NULL : "a key that ends in its fields";
}

const char *state_store_fault(const state_store *st) {
  const char *fault = last_fault(st);
  for (unsigned i = 0; i < KINDS && !fault; i++) fault = keyset_fault(&st->parts[i]);
  return fault ? fault : keyset_fault(&st->states);
}

// --- keys made from others -------------------------------------------------------------------------------------------

// Is the last key that of s? All numbers of s are known. A look at all of them at once: one state is asked for all its successors.
static bool is_last(state_store *st, const state *s, bool abstract_time) {
  const last_key *k = &st->last;
  if (!is_like_last(k, s, abstract_time)) return false;
  const uint32_t other[3] = {dir_key(st, s->objects), kern_key(st, s->k), pend_key(st, s)};
  return memcmp(k->other, other, sizeof other) == 0 &&
         memcmp(k->top, s->nodes, k->shape->n_roots * sizeof *k->top) == 0;
}

state_id state_store_find_changed(state_store *st, state *s, bool abstract_time, const state_change *changes,
                                  size_t n) {
  last_key *k = &st->last;
  if (s->owner != st->serial || s->shape->levels > 1) return (state_id){0};
  if (!is_last(st, s, abstract_time)) put_state(st, s, abstract_time);
  if (!k->shape) return (state_id){0};
  uint8_t key[sizeof k->bytes];
  memcpy(key, k->bytes, k->size);
  size_t size = k->size;
  // From the end, so that what stands before stays where it is.
  for (size_t i = n; i-- > 0;) {
    uint32_t where = changes[i].where,
             field = where >= STATE_OBJECTS ? k->shape->n_roots + (where - STATE_OBJECTS) : where;
    uint8_t number[KEY_MAX];
    size_t from = k->at[field], old = k->at[field + 1] - from,
           len = (size_t)(key_put(number, changes[i].number) - number);
    if (old != len) memmove(key + from + len, key + from + old, size - from - old);
    size = size - old + len;
    memcpy(key + from, number, len);
  }
  return (state_id){keyset_find(&st->states, key, size)};
}
