#include "engine/graph/graph.h"

#include "state/state.h"

graph *graph_new(state *start) {
  graph *g = MEM_NEW(graph);
  g->start = start;
  g->stamp = 1;
  return g;
}

#define COPY(v)                                                               \
  do {                                                                        \
    vec_reserve(&c->v, g->v.len + 4);                                         \
    if (g->v.len) memcpy(c->v.data, g->v.data, g->v.len * sizeof *g->v.data); \
    c->v.len = g->v.len;                                                      \
  } while (0)

void graph_step_ref(graph_step *s) {
  if (s->after) state_ref(s->after);
  if (s->own) state_ref(s->own);
}

static void graph_step_unref(graph_step *s) {
  if (s->after) state_unref(s->after);
  if (s->own) state_unref(s->own);
}

graph *graph_copy(const graph *g) {
  graph *c = MEM_NEW(graph);
  COPY(events);
  COPY(steps);
  COPY(locs);
  for (size_t i = 0; i < c->steps.len; i++) graph_step_ref(&c->steps.data[i]);
  c->start = state_ref(g->start);
  c->stamp = g->stamp;
  return c;
}

void graph_free(graph *g) {
  if (!g) return;
  for (size_t i = 0; i < g->steps.len; i++) graph_step_unref(&g->steps.data[i]);
  state_unref(g->start);
  vec_free(&g->events);
  vec_free(&g->steps);
  vec_free(&g->locs);
  mem_free(g);
}

state *graph_state(const graph *g) {
  for (size_t i = g->steps.len; i-- > 0;)
    if (g->steps.data[i].after) return g->steps.data[i].after;
  return g->start;
}

graph_loc *graph_loc_at(graph *g, uint32_t loc) {
  while (g->locs.len <= loc) vec_push(&g->locs, ((graph_loc){.mo_first = GRAPH_NONE, .mo_last = GRAPH_NONE}));
  return &g->locs.data[loc];
}

void graph_place(graph *g, uint32_t e, uint32_t behind) {
  event *w = &g->events.data[e];
  DCHECK(event_writes(w), "only writes have a place");
  DCHECK(behind == GRAPH_NONE || (g->events.data[behind].placed && g->events.data[behind].loc == w->loc),
         "behind a write of the same place");
  graph_loc *l = &g->locs.data[w->loc];
  w->placed = true;
  w->mo_prev = behind;
  w->mo_next = behind == GRAPH_NONE ? l->mo_first : g->events.data[behind].mo_next;
  if (behind == GRAPH_NONE)
    l->mo_first = e;
  else
    g->events.data[behind].mo_next = e;
  if (w->mo_next == GRAPH_NONE)
    l->mo_last = e;
  else
    g->events.data[w->mo_next].mo_prev = e;
}

uint32_t graph_updater(const graph *g, uint32_t loc, uint32_t w, uint32_t except) {
  for (uint32_t i = 0; i < g->events.len; i++) {
    const event *e = &g->events.data[i];
    if (e->kind == EVENT_UPDATE && e->loc == loc && e->rf == w && i != except) return i;
  }
  return GRAPH_NONE;
}
