// Atomic regions of models (condition variables, semaphores, barriers and the like): one update of the object each, or, if it failed, a relaxed read of it. The value
// of the place is what the model keeps of the object; it stands in the state that the writing step left.
#include "engine/graph/search.h"
#include "sem/peek.h"

void graph_try_region(graph_search *x, const state *s, proc_id p, weak_op *op) {
  sem *m = x->ctx->sem;
  uint64_t where;
  sem_out_clear(&x->tried);
  bool enabled = sem_next(m, s, p, &where);
  if (enabled)
    sem_step(m, state_fork((state *)(uintptr_t)s), p, &x->tried);
  else
    sem_waits(m, s, p, &x->tried.touched);
  sem_weak_region(m, &x->tried.touched, op);
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

static bool touches_object(const graph_search *x, const weak_op *op, const touch *t) {
  return (t->mode <= TOUCH_UPDATE || t->mode == TOUCH_AWAIT) && sem_weak_belongs(x->ctx->sem, op, t);
}

void graph_region_event(const graph_search *x, const weak_op *op, const footprint *f, event *e) {
  bool acquires = false, releases = false, writes = false;
  for (size_t i = 0; i < f->len; i++) {
    const touch *t = &f->data[i];
    if (!touches_object(x, op, t)) continue;
    acquires |= !(t->flags & TOUCH_NO_ACQUIRE);
    releases |= !(t->flags & TOUCH_NO_RELEASE);
    writes |= t->mode == TOUCH_WRITE || t->mode == TOUCH_UPDATE;
  }
  e->atomic = true;
  e->order = acquires && releases ? IR_ACQ_REL : acquires ? IR_ACQ : releases ? IR_REL : IR_RLX;
  e->kind = writes || acquires || releases ? EVENT_UPDATE : EVENT_READ;
}
