// Atomic regions of models (condition variables, semaphores, barriers and the like): one update of the object each, or, if it failed, a relaxed read of it. The value
// of the place is what the model keeps of the object; it stands in the state that the writing step left.
#include "engine/graph/search.h"
#include "sem/peek.h"

// What a step from s touches, whichever way its inputs go.
static void touch_all_ways(graph_search *x, const state *s, proc_id p, footprint *all) {
  VEC(state *) ways = {0};
  vec_push(&ways, state_fork((state *)(uintptr_t)s));
  while (ways.len) {
    sem_out_clear(&x->tried);
    sem_step(x->ctx->sem, vec_pop(&ways), p, &x->tried);
    for (size_t i = 0; i < x->tried.touched.len; i++) footprint_add(all, x->tried.touched.data[i]);
    for (size_t i = 0; i < x->tried.succs.len; i++) {
      sem_succ *v = &x->tried.succs.data[i];
      if (v->kind != SEM_INTERRUPTED) continue;
      vec_push(&ways, v->s);
      v->s = NULL;
    }
  }
  vec_free(&ways);
}

void graph_try_region(graph_search *x, const state *s, proc_id p, weak_op *op) {
  sem *m = x->ctx->sem;
  uint64_t where;
  footprint all = {0};
  bool enabled = sem_next(m, s, p, &where);
  if (enabled)
    touch_all_ways(x, s, p, &all);
  else
    sem_waits(m, s, p, &all);
  sem_weak_region(m, &all, op);
  vec_free(&all);
  sem_out_clear(&x->tried);
  if (op->kind != WEAK_NOTHING || enabled) return;
  op->kind = WEAK_OTHER;
  op->what = "waiting for a condition over memory";
}

// Before processes were made, and in the step that made the first of them, models write without events.
static const state *first_shared(const graph *g) {
  const state *s = g->start;
  for (size_t i = 0; i < g->steps.len && !sem_weak_shared(s); i++)
    if (g->steps.data[i].after) s = g->steps.data[i].after;
  return s;
}

const state *graph_region_source(const graph *g, uint32_t w) {
  return w == GRAPH_NONE ? first_shared(g) : g->steps.data[g->events.data[w].step].own;
}

void graph_region_event(const graph_search *x, const weak_op *op, const footprint *f, event *e) {
  weak_effect did = sem_weak_effect(x->ctx->sem, op, f);
  e->shared = did.shared;
  e->atomic = true;
  e->order = did.acquires && did.releases ? IR_ACQ_REL : did.acquires ? IR_ACQ : did.releases ? IR_REL : IR_RLX;
  e->kind = did.writes || did.acquires || did.releases ? EVENT_UPDATE : EVENT_READ;
}
