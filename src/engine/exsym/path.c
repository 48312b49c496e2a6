// Paths by their records. A path is never taken from stored contents: explicit states have lost the history of their inputs,
// restored ones too, so it is executed again, which expands chains into their steps at the same time.
#include "engine/exsym/explore.h"

#include "base/mem.h"

enum { MOST_UNCONFIRMED = 32 };  // violations looked at again in vain before the search only notes them

static void history_of(explorer *x, uint32_t i, choice_vec *out) {
  for (; i; i = all_pred(&x->all, i)) vec_push(out, i);
}

// One stored step with its chain. Takes s; NULL: lost.
static state *replay_entry(explorer *x, stepper *st, state *s, uint32_t i) {
  const uint8_t *at = all_record(&x->all, i);
  sem_succ v;
  proc_id p;
  uint64_t chain;
  if (!record_replay(st, s, &at, &p, &chain, &v)) return NULL;
  if (v.kind != SEM_NEXT) {
    state_unref(v.s);
    return NULL;
  }
  vec_push(&x->schedule, p);
  s = v.s;
  for (; chain > 0 && s; chain--) {
    state *next = stepper_single(st, s, &p);
    state_unref(s);
    s = next;
    if (s) vec_push(&x->schedule, p);
  }
  return s;
}

static stepper stepper_with_history(const explorer *x) {
  return (stepper){.ctx = x->ctx, .is_explicit = x->stepper.is_explicit};
}

state *path_state(explorer *x, uint32_t i) {
  choice_vec way = {0};
  stepper st = stepper_with_history(x);
  vec_clear(&x->schedule);
  history_of(x, i, &way);
  state *s = sem_initial(x->ctx->sem);
  while (way.len > 0 && s) s = replay_entry(x, &st, s, vec_pop(&way));
  stepper_fini(&st);
  vec_free(&way);
  return s;
}

static void note_lost(explorer *x) {
  engine_note_unknown(x->ctx, PLACE_NONE, "a violation was seen, but the way to it could not be executed again");
}

void path_violation(explorer *x, uint32_t i, const uint8_t *record) {
  if (x->unconfirmed > MOST_UNCONFIRMED) return;
  stepper st = stepper_with_history(x);
  state *s = path_state(x, i);
  sem_succ v = {0};
  proc_id p;
  uint64_t chain;
  bool there = s && record_replay(&st, s, &record, &p, &chain, &v);
  if (there && v.kind == SEM_VIOLATION) {
    vec_push(&x->schedule, p);
    x->found = engine_violation(x->ctx, &v, x->schedule.data, x->schedule.len);
  } else {
    note_lost(x);
  }
  x->unconfirmed += !x->found;
  if (there) state_unref(v.s);
  stepper_fini(&st);
}

void path_race(explorer *x, uint32_t i) {
  if (x->unconfirmed > MOST_UNCONFIRMED) return;
  proc_vec enabled = {0};
  state *s = path_state(x, i);
  if (s) {
    engine_enabled(x->ctx, s, &enabled);
    x->found = race_check(x->races, s, enabled.data, enabled.len, x->schedule.data, x->schedule.len);
    state_unref(s);
  } else {
    note_lost(x);
  }
  x->unconfirmed += !x->found;
  vec_free(&enabled);
}
