// Which conjuncts of a path condition belong to which literals.
//
// There is one index per solver, of the path condition that was asked about last. A search asks along its paths, so
// the next one mostly shares all but a few conjuncts: these are taken off and put on. A question then costs what its
// component costs, however long the path condition is.
#include <stdlib.h>

#include "base/hash.h"
#include "smt/pathcond_impl.h"

typedef struct place_of {
  uint32_t position, next;
} place_of;  // next + 1 of an older one of the same literal

struct pathcond_index {
  VEC(struct entry {
    uint64_t serial;
    expr c;
    uint32_t first_place;
  })
  stack;
  VEC(place_of) places;
  map64 newest;        // literal id -> place + 1; 0 holds the conjuncts without literals
  map64 present;       // conjunct id -> how often
  VEC(uint32_t) seen;  // by position: stamp of the traversal that met it
  uint32_t now;
  VEC(uint32_t) found;
  expr_vec worklist;
  VEC(const pathcond *) fresh;
};

pathcond_index *pathcond_index_new(void) { return MEM_NEW(pathcond_index); }

void pathcond_index_free(pathcond_index *x) {
  if (!x) return;
  vec_free(&x->stack);
  vec_free(&x->places);
  map64_fini(&x->newest);
  map64_fini(&x->present);
  vec_free(&x->seen);
  vec_free(&x->found);
  vec_free(&x->worklist);
  vec_free(&x->fresh);
  mem_free(x);
}

void pathcond_index_clear(pathcond_index *x) {
  vec_clear(&x->stack);
  vec_clear(&x->places);
  map64_fini(&x->newest);
  map64_fini(&x->present);
}

static uint64_t look(const map64 *m, uint64_t key) {
  uint64_t value = 0;
  map64_get(m, key, &value);
  return value;
}

static void add_place(pathcond_index *x, uint32_t literal) {
  place_of p = {(uint32_t)x->stack.len, (uint32_t)look(&x->newest, literal)};
  vec_push(&x->places, p);
  map64_put(&x->newest, literal, x->places.len);
}

static void push(smt *s, const pathcond *pc) {
  pathcond_index *x = s->index;
  literal_set set = smt_literals(s, pc->c);
  struct entry e = {pc->serial, pc->c, (uint32_t)x->places.len};
  if (set.len == 0) add_place(x, 0);
  for (size_t i = 0; i < set.len; i++) add_place(x, set.data[i].id);
  map64_put(&x->present, pc->c.id, look(&x->present, pc->c.id) + 1);
  vec_push(&x->stack, e);
  if (x->seen.len < x->stack.len) vec_push(&x->seen, 0);
}

static void pop(smt *s) {
  pathcond_index *x = s->index;
  struct entry e = vec_pop(&x->stack);
  literal_set set = smt_literals(s, e.c);
  if (set.len == 0) map64_put(&x->newest, 0, x->places.data[e.first_place].next);
  for (size_t i = 0; i < set.len; i++) map64_put(&x->newest, set.data[i].id, x->places.data[e.first_place + i].next);
  x->places.len = e.first_place;
  map64_put(&x->present, e.c.id, look(&x->present, e.c.id) - 1);
}

static void synchronise(smt *s, const pathcond *pc) {
  pathcond_index *x = s->index;
  size_t length = pathcond_length(pc);
  while (x->stack.len > length) pop(s);
  vec_clear(&x->fresh);
  // A node fixes all older ones, so the first node that is on the stack ends the comparison.
  for (; pc; pc = pc->prev) {
    if (pc->length <= x->stack.len && x->stack.data[pc->length - 1].serial == pc->serial) break;
    vec_push(&x->fresh, pc);
  }
  while (x->stack.len > pathcond_length(pc)) pop(s);
  while (x->fresh.len) push(s, vec_pop(&x->fresh));
}

bool pathcond_contains(smt *s, const pathcond *pc, expr c) {
  synchronise(s, pc);
  return look(&s->index->present, c.id) > 0;
}

static int compare_positions(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}

static void want(smt *s, expr literal) {
  if (id_scratch_has(&s->scratch, literal.id)) return;
  id_scratch_put(&s->scratch, literal.id, 1);
  vec_push(&s->index->worklist, literal);
}

// Marks the conjuncts of a literal and asks for their literals.
static void visit(smt *s, uint32_t literal) {
  pathcond_index *x = s->index;
  for (uint64_t at = look(&x->newest, literal); at; at = x->places.data[at - 1].next) {
    uint32_t position = x->places.data[at - 1].position;
    if (x->seen.data[position] == x->now) continue;
    x->seen.data[position] = x->now;
    vec_push(&x->found, position);
    literal_set set = smt_literals(s, x->stack.data[position].c);
    for (size_t i = 0; i < set.len; i++) want(s, set.data[i]);
  }
}

void pathcond_related(smt *s, const pathcond *pc, const expr *seeds, size_t n, expr_vec *out) {
  pathcond_index *x = s->index;
  synchronise(s, pc);
  if (++x->now == 0) {
    memset(x->seen.data, 0, x->seen.len * sizeof *x->seen.data);
    x->now = 1;
  }
  vec_clear(&x->found);
  vec_clear(&x->worklist);
  for (size_t i = 0; i < n; i++) smt_literals(s, seeds[i]);  // before the scratch is taken
  id_scratch_begin(&s->scratch);
  for (size_t i = 0; i < n; i++) {
    literal_set set = smt_literals(s, seeds[i]);
    for (size_t k = 0; k < set.len; k++) want(s, set.data[k]);
  }
  visit(s, 0);
  while (x->worklist.len) visit(s, vec_pop(&x->worklist).id);
  if (x->found.len) qsort(x->found.data, x->found.len, sizeof *x->found.data, compare_positions);
  for (size_t i = 0; i < x->found.len; i++) vec_push(out, x->stack.data[x->found.data[i]].c);
}
