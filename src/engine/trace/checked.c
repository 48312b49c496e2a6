#include "engine/trace/checked.h"

#include "base/check.h"
#include "base/mem.h"
#include "base/str.h"
#include "engine/trace/touches.h"
#include "sem/forms.h"
#include "state/store.h"

enum { MOST_PAIRS = 50000 };

typedef struct checker {
  struct sem_ops ops;
  state_store *seen;
  uint64_t pairs;
  bool inside;  // steps are made to look at them
} checker;

// A step that leads to one state and draws nothing.
typedef struct outcome {
  state *s;
  footprint touched;
  bool
      alone;  // the last process that is live goes on to the end of the run in one step, or a new one has to begin first
} outcome;

static void outcome_fini(outcome *o) {
  if (o->s) state_unref(o->s);
  vec_free(&o->touched);
}

static bool try(sem *m, state *s, proc_id p, outcome *out) {
  sem_out o = {0};
  m->inner->step(m, state_fork(s), p, &o);
  *out = (outcome){0};
  for (size_t i = 0; i < o.touched.len; i++) {
    vec_push(&out->touched, o.touched.data[i]);
    out->alone |= (o.touched.data[i].flags & TOUCH_ALONE) != 0 || o.touched.data[i].mode == TOUCH_SPAWN;
  }
  bool one = o.succs.len == 1 && o.succs.data[0].kind == SEM_NEXT && state_is_concrete(o.succs.data[0].s) &&
             !sem_undone(o.succs.data[0].s, p);
  if (one) {
    out->s = o.succs.data[0].s;
    o.succs.data[0].s = NULL;
  }
  sem_out_fini(&o);
  return one;
}

static bool is_enabled(sem *m, const state *s, proc_id p) {
  proc_vec enabled = {0};
  m->inner->enabled(m, s, &enabled);
  bool found = false;
  for (size_t i = 0; i < enabled.len; i++) found |= enabled.data[i] == p;
  vec_free(&enabled);
  return found;
}

static bool independent(const sem *m, const outcome *a, const outcome *b) {
  if (m->ir->scheduler == IR_SCHED_SYSTEMC)
    return !footprint_dependent(&a->touched, &b->touched, !m->options.pending_multi);
  touches *x = touches_new(&a->touched, a->touched.len, NULL), *y = touches_new(&b->touched, b->touched.len, NULL);
  bool yes = !touches_dependent(x, y);
  touches_unref(x);
  touches_unref(y);
  return yes;
}

static uint32_t number(sem *m, state *s) {
  const checker *c = m->wrapper;
  bool fresh;
  state *named = sem_canonical(m, s);
  uint32_t id = state_store_add(c->seen, named, sem_time_abstractable(m, s), &fresh).id;
  state_unref(named);
  return id;
}

static void complain(sem *m, const state *s, proc_id p, proc_id q, const char *what) {
  strbuf text = {0};
  sb_printf(&text, "the steps of %s and %s, which are independent: %s", sem_proc_name(m, s, p), sem_proc_name(m, s, q),
            what);
  check_failed(__FILE__, __LINE__, "independent steps commute", sb_text(&text));
}

static void compare(sem *m, state *s, proc_id p, const outcome *a, proc_id q, const outcome *b) {
  checker *c = m->wrapper;
  if (!is_enabled(m, a->s, q) || !is_enabled(m, b->s, p)) complain(m, s, p, q, "one disables the other");
  outcome ab, ba;
  bool first = try(m, a->s, q, &ab), second = try(m, b->s, p, &ba);
  bool comparable = !ab.alone && !ba.alone;
  if (comparable && first != second) complain(m, s, p, q, "one order forks or ends");
  if (comparable && first && number(m, ab.s) != number(m, ba.s))
    complain(m, s, p, q, "their orders lead to different states");
  c->pairs += comparable && first;
  outcome_fini(&ab);
  outcome_fini(&ba);
}

// The step of p against those of all others that are enabled.
static void look(sem *m, state *s, proc_id p) {
  const checker *c = m->wrapper;
  proc_vec enabled = {0};
  outcome a = {0}, b;
  m->inner->enabled(m, s, &enabled);
  bool whole = enabled.len > 1 && try(m, s, p, &a) && !a.alone;
  for (size_t i = 0; i < enabled.len && whole && c->pairs < MOST_PAIRS; i++) {
    proc_id q = enabled.data[i];
    if (q == p) continue;
    if (try(m, s, q, &b) && !b.alone && independent(m, &a, &b)) compare(m, s, p, &a, q, &b);
    outcome_fini(&b);
  }
  outcome_fini(&a);
  vec_free(&enabled);
}

// Looking leaves no trace: what runs, counts and remembers is put back.
static void look_aside(sem *m, state *s, proc_id p) {
  checker *c = m->wrapper;
  sem_needs kept = m->needs;
  uint64_t instructions = m->instructions;
  m->needs.footprints = true;
  m->needs.aside = true;
  m->needs.outputs = false;
  c->inside = true;
  look(m, s, p);
  c->inside = false;
  m->needs = kept;
  m->instructions = instructions;
}

static void checked_step(sem *m, state *s, proc_id p, sem_out *out) {
  const checker *c = m->wrapper;
  if (!c->inside) {
    const char *fault = state_fault(s);
    CHECK(!fault, fault);
    bool compared = !sem_interrupted(s) && p != PROC_KERNEL && c->pairs < MOST_PAIRS && state_is_concrete(s);
    if (compared) look_aside(m, s, p);
  }
  m->inner->step(m, s, p, out);
  CHECK_WHOLE(sem_out_fault(out));
}

static void checked_free(sem *m) {
  checker *c = m->wrapper;
  state_store_free(c->seen);
  mem_free(c);
  m->inner->free(m);
}

void checked_steps(sem *m) {
  CHECK(!m->inner, "steps are checked by one wrapper");
  checker *c = MEM_NEW(checker);
  c->ops = *m->ops;
  c->ops.step = checked_step;
  c->ops.free = checked_free;
  c->seen = state_store_new(m->terms, m->solver);
  m->inner = m->ops;
  m->wrapper = c;
  m->ops = &c->ops;
}

uint64_t checked_pairs(const sem *m) { return m->inner ? ((const checker *)m->wrapper)->pairs : 0; }
