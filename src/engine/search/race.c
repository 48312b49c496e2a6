#include "engine/search/race.h"

#include "analysis/orderings.h"
#include "base/mem.h"
#include "engine/search/tried.h"
#include "sem/peek.h"

// What one process would touch next, over all outcomes of its step. several: outcomes touch different things.
typedef struct next_step {
  proc_id proc;
  bool several;
  footprint touched;
} next_step;

struct race_finder {
  engine_ctx *ctx;
  VEC(next_step) steps;  // scratch; the first n_steps are in use, the rest keeps its memory
  size_t n_steps;
  VEC(uint32_t) schedule;
  footprint scratch;
  tried tried;
};

race_finder *race_new(engine_ctx *ctx) {
  if (!(ctx->sem->options.checks >> IR_CHECK_RACE & 1)) return NULL;
  place at;
  // Who computes happens-before (sem_needs.orders) is complete all the same.
  if (!ctx->sem->needs.orders && orderings_weak(ctx->ir, &at)) engine_note_unknown(ctx, at, RACE_UNORDERED);
  race_finder *r = MEM_NEW(race_finder);
  r->ctx = ctx;
  return r;
}

void race_free(race_finder *r) {
  if (!r) return;
  for (size_t i = 0; i < r->steps.len; i++) vec_free(&r->steps.data[i].touched);
  vec_free(&r->steps);
  vec_free(&r->schedule);
  vec_free(&r->scratch);
  tried_fini(&r->tried);
  mem_free(r);
}

static bool is_access(const touch *t) {
  return t->mode == TOUCH_READ || t->mode == TOUCH_WRITE || t->mode == TOUCH_UPDATE || t->mode == TOUCH_AWAIT;
}

static bool writes(const touch *t) { return t->mode == TOUCH_WRITE || t->mode == TOUCH_UPDATE; }

static void look(race_finder *r, state *s, proc_id p) {
  if (r->n_steps == r->steps.len) vec_push(&r->steps, ((next_step){0}));
  next_step *next = &r->steps.data[r->n_steps];
  next->proc = p;
  proc_id other;
  peek_kind kind = sem_peek(r->ctx->sem, s, p, &next->touched, &other);
  // A cas that fails writes nothing.
  bool varies = kind == PEEK_MEMORY && next->touched.data[0].flags & TOUCH_VARIES;
  next->several = kind == PEEK_REGION || varies;
  if (next->several) tried_step(&r->tried, r->ctx->sem, s, p, &next->touched);
  // An access to what is dead or no part of the object is an error of its own and never executed.
  size_t n = 0;
  for (size_t i = 0; i < next->touched.len; i++) {
    const touch *t = &next->touched.data[i];
    if (is_access(t) && sem_object_holds(r->ctx->sem, s, t->obj, t->offset, t->size)) next->touched.data[n++] = *t;
  }
  next->touched.len = n;
  if (n > 0) r->n_steps++;
}

static bool overlap(const touch *a, const touch *b) {
  return a->offset <= b->offset ? b->offset - a->offset < a->size : a->offset - b->offset < b->size;
}

static bool races(const touch *a, const touch *b) {
  if (a->obj != b->obj || (!writes(a) && !writes(b)) || (a->flags & b->flags & TOUCH_ATOMIC)) return false;
  return overlap(a, b);
}

static bool some_race(const footprint *a, const footprint *b) {
  for (size_t i = 0; i < a->len; i++)
    for (size_t j = 0; j < b->len; j++)
      if (races(&a->data[i], &b->data[j])) return true;
  return false;
}

static bool dies(const footprint *touched, uint32_t obj) {
  for (size_t i = 0; i < touched->len; i++)
    if (touched->data[i].mode == TOUCH_DIE && touched->data[i].obj == obj) return true;
  return false;
}

// Do they race about an object that is still there behind the first of the two steps?
static bool lasting_race(void *arg, const footprint *first) {
  const footprint *second = &((const next_step *)arg)->touched;
  for (size_t i = 0; i < first->len; i++)
    for (size_t j = 0; j < second->len; j++)
      if (races(&first->data[i], &second->data[j]) && !dies(first, first->data[i].obj)) return true;
  return false;
}

// The state with the inputs of a run in which a is executed, then b. What a touches may depend on inputs that it draws, and it may end
// the object (a free, the return from a function behind the access): then b would access nothing. NULL: b cannot come second.
static state *in_order(race_finder *r, state *s, const next_step *a, next_step *b) {
  if (!a->several) {
    tried_step(&r->tried, r->ctx->sem, s, a->proc, &r->scratch);
    bool ends_some = false;
    for (size_t i = 0; i < r->scratch.len; i++) ends_some |= r->scratch.data[i].mode == TOUCH_DIE;
    if (!ends_some) return state_ref(s);
  }
  return tried_find(&r->tried, r->ctx->sem, s, a->proc, lasting_race, b);
}

static bool races_with(void *arg, const footprint *touched) {
  return some_race(touched, &((const next_step *)arg)->touched);
}

// Is there an outcome of the step, complete and not taken back, that races at all?
static bool can_race(race_finder *r, state *s, const next_step *a, next_step *b) {
  state *found = a->several ? tried_find(&r->tried, r->ctx->sem, s, a->proc, races_with, b) : state_ref(s);
  state_unref(found);
  return found != NULL;
}

static bool record(race_finder *r, state *s, next_step *a, next_step *b, const uint32_t *schedule, size_t len) {
  state *with = in_order(r, s, a, b);
  if (!with && can_race(r, s, a, b)) {
    next_step *first = a;
    a = b;
    b = first;
    with = in_order(r, s, a, b);
  }
  if (!with) return false;
  vec_clear(&r->schedule);
  for (size_t i = 0; i < len; i++) vec_push(&r->schedule, schedule[i]);
  vec_push(&r->schedule, a->proc);
  vec_push(&r->schedule, b->proc);
  // A symbolic offset stands for the whole object, so only re-execution can tell.
  sem_succ v = {.kind = SEM_VIOLATION,
                .s = with,
                .check = IR_CHECK_RACE,
                .message = ir_check_message(IR_CHECK_RACE),
                .uncertain = !state_is_concrete(s) || !state_is_concrete(with) || b->several};
  bool found = engine_violation(r->ctx, &v, r->schedule.data, r->schedule.len);
  state_unref(with);
  return found;
}

bool race_check(race_finder *r, state *s, const proc_id *enabled, size_t n, const uint32_t *schedule, size_t len) {
  if (!r || n < 2 || sem_interrupted(s)) return false;
  r->n_steps = 0;
  for (size_t i = 0; i < n; i++) look(r, s, enabled[i]);
  for (size_t i = 0; i < r->n_steps; i++) {
    for (size_t j = i + 1; j < r->n_steps; j++) {
      next_step *a = &r->steps.data[i], *b = &r->steps.data[j];
      if (!some_race(&a->touched, &b->touched)) continue;
      if (record(r, s, a->several || !b->several ? a : b, a->several || !b->several ? b : a, schedule, len))
        return true;
    }
  }
  return false;
}
