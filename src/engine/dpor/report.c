// Data races of the explored execution: an immediate race of two accesses of which one is not atomic can be executed with
// both directly behind each other (doc/semantics-threads.md 5).
#include "engine/dpor/search.h"
#include "sem/peek.h"

bool search_report_race(search *d, const trace_race *r) {
  const trace *t = &d->trace;
  const search_node *n = &d->nodes.data[r->first];
  if (!n->s) return false;
  vec_clear(&d->schedule);
  for (uint32_t i = 0; i < r->first; i++) vec_push(&d->schedule, t->events.data[i].proc);
  state *s = state_fork(n->s);
  for (uint32_t i = r->first + 1; i < r->second && s; i++) {
    if (trace_before(t, r->first, i)) continue;
    proc_id p = t->events.data[i].proc;
    vec_push(&d->schedule, p);
    if (search_can_run(d, s, p)) {
      s = search_step_along(d, s, p);
    } else {
      state_unref(s);  // it needed more of the step left out than the access
      s = NULL;
    }
  }
  proc_id pair[] = {t->events.data[r->first].proc, t->events.data[r->second].proc};
  // With other inputs a process may have gone another way, to its end even.
  for (int k = 0; k < 2 && s; k++) {
    if (search_can_run(d, s, pair[k])) continue;
    state_unref(s);
    s = NULL;
  }
  if (!s) {
    engine_note_unknown(d->ctx, PLACE_NONE, "a data race was seen, but not the state in which it happens");
    return false;
  }
  bool found = race_check(d->races, s, pair, 2, d->schedule.data, d->schedule.len);
  state_unref(s);
  return found;
}

bool search_report_unordered(search *d, state *s) {
  vec_clear(&d->schedule);
  for (size_t i = 0; i < d->trace.events.len; i++) vec_push(&d->schedule, d->trace.events.data[i].proc);
  // A symbolic offset stands for the whole object, and who is alone may end the program in a region, which is then part of no race: re-execution
  // tells.
  bool stopped = sem_turn_of(d->ctx->sem, s, vec_last(&d->trace.events).proc) == SEM_TURN_STOPPED;
  sem_succ v = {.kind = SEM_VIOLATION,
                .s = s,
                .check = IR_CHECK_RACE,
                .message = ir_check_message(IR_CHECK_RACE),
                .uncertain = !state_is_concrete(s) || stopped};
  return engine_violation(d->ctx, &v, d->schedule.data, d->schedule.len);
}
