// Steps made aside, to learn what an event would touch in another order.
#include "engine/dpor/search.h"

static counters *count(search *d) { return &d->ctx->result->counters; }

static bool agrees(search *d, state *s) {
  pathcond *pc = state_pathcond(s);
  const model *values = d->condition ? pathcond_model(d->ctx->sem->solver, d->condition) : NULL;
  if (!pc || !values) return true;
  expr_vec conjuncts = {0};
  pathcond_conjuncts(pc, &conjuncts);
  bool all = true;
  for (size_t i = 0; i < conjuncts.len && all; i++) {
    all = expr_is_true(d->ctx->sem->terms, expr_eval(d->ctx->sem->terms, conjuncts.data[i], values));
  }
  vec_free(&conjuncts);
  return all;
}

state *search_step_along(search *d, state *s, proc_id p) {
  for (;;) {
    count(d)->transitions++;
    d->ctx->limits->transitions++;
    sem_out_clear(&d->other);
    sem_step(d->ctx->sem, s, p, &d->other);
    s = NULL;
    bool inside = false;
    for (size_t i = 0; i < d->other.succs.len && !s; i++) {
      sem_succ *v = &d->other.succs.data[i];
      if ((v->kind != SEM_NEXT && v->kind != SEM_INTERRUPTED) || !agrees(d, v->s)) continue;
      s = v->s;
      v->s = NULL;
      inside = v->kind == SEM_INTERRUPTED;
    }
    if (!s || !inside) return s;
  }
}

bool search_can_run(search *d, const state *s, proc_id p) {
  vec_clear(&d->able);
  sem_enabled(d->ctx->sem, s, &d->able);
  for (size_t i = 0; i < d->able.len; i++) {
    if (d->able.data[i] == p) return true;
  }
  return false;
}

// Has the process done what it did in one step when it was alone?
static bool caught_up(const search *d, const reversal *as, size_t first, const touches *against) {
  for (uint32_t i = 0; i < as->touched->n; i++) {
    bool found = false;
    for (size_t k = first; k < d->rehearsed.len && !found; k++) {
      const touches *t = d->rehearsed.data[k].touched;
      if (against && touches_dependent(t, against)) return true;
      for (uint32_t j = 0; j < t->n && !found; j++) {
        found = t->list[j].kind == as->touched->list[i].kind && t->list[j].obj == as->touched->list[i].obj &&
                t->list[j].lo == as->touched->list[i].lo && t->list[j].hi == as->touched->list[i].hi;
      }
    }
    if (!found) return false;
  }
  return true;
}

// Makes the steps that stand for one event; `against`: up to the first that depends on it. NULL: it cannot be run.
static state *rehearse_event(search *d, state *s, const reversal *v, const touches *against) {
  size_t first = d->rehearsed.len;
  do {
    if (!search_can_run(d, s, v->proc)) {
      if (d->rehearsed.len > first) return s;
      state_unref(s);
      return NULL;
    }
    s = search_step_along(d, s, v->proc);
    touches *t = search_touches(d, v->proc, &d->other.touched);
    vec_push(&d->rehearsed, ((reversal){.event = v->event, .proc = v->proc, .touched = t, .aside = true}));
  } while (s && v->touched->alone && !caught_up(d, v, first, against));
  return s;
}

void search_forget_rehearsal(search *d) {
  for (size_t i = 0; i < d->rehearsed.len; i++) touches_unref(d->rehearsed.data[i].touched);
  vec_clear(&d->rehearsed);
}

// What lies between the two events goes another way in the new order: a process that was alone ran beyond its event, or
// something is violated there. Nothing tells what begins the reversal, so every process does.
static void expand(search *d, uint32_t node) {
  search_node *n = &d->nodes.data[node];
  if (n->expand) return;
  count(d)->refinements++;
  n->expand = true;
}

bool search_rehearse(search *d, const trace_race *r) {
  state *s = state_fork(d->nodes.data[r->first].s);
  const touches *first = d->trace.events.data[r->first].touched;
  size_t n = d->sequence.len;
  vec_clear(&d->rehearsed);
  for (size_t i = 0; i < n && s; i++) {
    const reversal v = d->sequence.data[i];
    s = rehearse_event(d, s, &v, i + 1 == n ? first : NULL);
    if (!s && i + 1 < n) {
      expand(d, r->first);
      return false;
    }
  }
  if (s) state_unref(s);
  if (!d->rehearsed.len || vec_last(&d->rehearsed).event != r->second) return false;
  vec_clear(&d->sequence);
  for (size_t i = 0; i < d->rehearsed.len; i++) vec_push(&d->sequence, d->rehearsed.data[i]);
  return true;
}
