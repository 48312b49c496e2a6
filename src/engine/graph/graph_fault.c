// What always holds of an execution graph, looked at as a whole: for --check=3 and debug builds.
#include "engine/graph/graph.h"

// The writes of a place that have one, in modification order.
static const char *order_fault(const graph *g, uint32_t loc) {
  uint32_t last = GRAPH_NONE, n = 0, placed = 0;
  for (uint32_t e = g->locs.data[loc].mo_first; e != GRAPH_NONE; e = g->events.data[e].mo_next) {
    if (e >= g->events.len || ++n > g->events.len) return "a modification order that does not end";
    const event *w = &g->events.data[e];
    if (!event_writes(w) || !w->placed || w->loc != loc)
      return "a modification order with what is no write of the place";
    if (w->mo_prev != last) return "a modification order with another way back";
    last = e;
  }
  if (last != g->locs.data[loc].mo_last) return "a modification order with another end";
  for (size_t i = 0; i < g->events.len; i++) {
    const event *w = &g->events.data[i];
    placed += event_writes(w) && w->placed && w->loc == loc;
  }
  return placed == n ? NULL : "a write with a place that is not in the modification order";
}

static const char *event_fault(const graph *g, uint32_t i) {
  const event *e = &g->events.data[i];
  if (e->step >= g->steps.len || g->steps.data[e->step].proc != e->proc) return "an event of another process' step";
  if (event_is_access(e) && e->loc >= g->locs.len) return "an access of no place";
  if (!event_reads(e) || e->rf == GRAPH_NONE) return NULL;
  if (e->rf >= i) return "a read that comes before the write it reads from";
  const event *w = &g->events.data[e->rf];
  return event_writes(w) && w->loc == e->loc ? NULL : "a read from what is no write of the place";
}

const char *graph_fault(const graph *g) {
  const char *fault = NULL;
  uint32_t next = 0;
  for (size_t k = 0; k < g->steps.len && !fault; k++) {
    const graph_step *s = &g->steps.data[k];
    if (s->n && s->first != next) fault = "events that belong to no step";
    next += s->n;
  }
  if (!fault && next != g->events.len) fault = "events that belong to no step";
  for (uint32_t i = 0; i < g->events.len && !fault; i++) fault = event_fault(g, i);
  for (uint32_t loc = 0; loc < g->locs.len && !fault; loc++) fault = order_fault(g, loc);
  return fault;
}
