// Sequential consistency: sequenced before, reads from, modification order and reads before have no cycle together.
#include "engine/graph/model.h"

static void add(edges *e, uint32_t from, uint32_t to) {
  if (from == GRAPH_NONE || to == GRAPH_NONE || from == to) return;
  vec_push(&e->from, from);
  vec_push(&e->to, to);
}

static bool consistent(relations *x, edges *all) {
  const graph *g = x->g;
  if (!relations_atomic(x)) return false;
  vec_clear(&all->from);
  vec_clear(&all->to);
  for (uint32_t i = 0; i < x->n; i++) {
    const event *e = &g->events.data[i];
    add(all, x->before.data[i], i);
    add(all, x->joined.data[i], i);
    if (is_write_in(e)) add(all, i, e->mo_next);
    if (!is_read_in(e)) continue;
    add(all, e->rf, i);
    add(all, i, e->rf == GRAPH_NONE ? g->locs.data[e->loc].mo_first : g->events.data[e->rf].mo_next);
  }
  return relations_acyclic(x, all);
}

const memory_model model_sc = {.name = "sc", .consistent = consistent};
