// Total store order (Owens, Sarkar and Sewell, TPHOLs 2009) in its axiomatic form: accesses of one place are coherent, and what every processor sees in one order has no cycle:
// the program's order but for a write before a read, reads of other processes' writes, modification order, reads before.
// Updates and sc fences are fences; an sc store has one behind it. All other orderings are plain.
#include "engine/graph/model.h"

static bool is_fence(const event *e) {
  if (e->kind == EVENT_FENCE) return e->order == IR_SC;
  return e->kind != EVENT_READ && e->kind != EVENT_WRITE;
}

static void sequenced_rows(relations *x) {
  rows_clear(x, &x->hb, x->n);
  for (uint32_t i = 0; i < x->n; i++) {
    uint32_t b = x->before.data[i];
    if (b == GRAPH_NONE || x->g->events.data[b].proc != x->g->events.data[i].proc) continue;
    row_add(row(x, &x->hb, i), b);
    row_join(x, row(x, &x->hb, i), row(x, &x->hb, b));
  }
}

// The newest events of each kind before i in its process, as far as the program's order keeps them before i.
static void add_program_order(relations *x, edges *all, uint32_t i) {
  const event *e = &x->g->events.data[i];
  bool write = false, read = false, plain = e->kind == EVENT_READ;
  for (uint32_t b = x->before.data[i]; b != GRAPH_NONE; b = x->before.data[b]) {
    const event *o = &x->g->events.data[b];
    if (o->proc != e->proc || is_fence(o)) {
      edges_add(all, b, i);
      return;
    }
    if (o->kind == EVENT_READ && !read) {
      edges_add(all, b, i);
      read = true;
    } else if (o->kind == EVENT_WRITE && (plain ? o->atomic && o->order == IR_SC : !write)) {
      edges_add(all, b, i);
      write = !plain;
    }
  }
}

static bool consistent(relations *x, edges *all) {
  const graph *g = x->g;
  if (relations_sequential(x, all)) return true;  // that is stronger
  if (!relations_atomic(x)) return false;
  sequenced_rows(x);
  if (!relations_coherent(x, &x->hb)) return false;
  vec_clear(&all->from);
  vec_clear(&all->to);
  for (uint32_t i = 0; i < x->n; i++) {
    const event *e = &g->events.data[i];
    if (e->kind == EVENT_FENCE && e->order != IR_SC) continue;
    add_program_order(x, all, i);
    edges_add(all, x->joined.data[i], i);
    if (is_write_in(e)) edges_add(all, i, e->mo_next);
    if (!is_read_in(e)) continue;
    if (e->rf != GRAPH_NONE && g->events.data[e->rf].proc != e->proc) edges_add(all, e->rf, i);
    edges_add(all, i, e->rf == GRAPH_NONE ? g->locs.data[e->loc].mo_first : g->events.data[e->rf].mo_next);
  }
  return relations_acyclic(x, all);
}

const memory_model model_tso = {.name = "tso", .consistent = consistent};
