// The ignoring problem: on a cycle of the reduced graph nobody who could step may be passed over for ever.
//
// For each process, the nodes at which it could step and was not chosen must not form a cycle (edges: children, and
// from a
// covered node to the one that covers it). Then a run that leads to an error is never put off without end: its next
// step
// stays enabled while others move, and on every cycle somebody takes it. This is weaker than to expand fully at each
// backward
// edge (specification 4.3) and keeps the choice of an order between loops.
#include "engine/cegar/arg.h"

#include <string.h>

typedef struct visit {
  uint32_t node;
  size_t next;
} visit;

static bool passes_over(const anode *n, uint32_t p) {
  return n->expanded && bitset_has(&n->enabled, p) && !bitset_has(&n->chosen, p);
}

// The i-th successor; 0: none.
static uint32_t successor(const cegar *g, uint32_t id, size_t i) {
  const anode *n = &g->nodes.data[id];
  uint32_t to = i < n->children.len ? n->children.data[i] : 0;
  if (!to) return 0;
  const anode *m = &g->nodes.data[to];
  // Of a cycle with a round of a loop that ends: no run stays on it.
  if (m->removed || (g->c->edges.data[m->edge].ranked && !g->ctx->options->as_documented)) return UINT32_MAX;
  return m->covered_by ? m->covered_by : to;
}

// A node on a cycle of nodes that pass p over, or 0.
static uint32_t find_cycle(const cegar *g, uint32_t p, uint8_t *seen) {
  VEC(visit) stack = {0};
  uint32_t found = 0;
  for (uint32_t r = 1; r < g->nodes.len && !found; r++) {
    if (seen[r] || g->nodes.data[r].removed || !passes_over(&g->nodes.data[r], p)) continue;
    seen[r] = 1;
    vec_push(&stack, ((visit){r, 0}));
    while (stack.len && !found) {
      visit *v = &vec_last(&stack);
      uint32_t to = successor(g, v->node, v->next);
      if (!to) {
        seen[v->node] = 2;
        stack.len--;
        continue;
      }
      v->next++;
      if (to == UINT32_MAX || !passes_over(&g->nodes.data[to], p)) continue;
      if (seen[to] == 1) found = to;
      if (seen[to]) continue;
      seen[to] = 1;
      vec_push(&stack, ((visit){to, 0}));
    }
  }
  vec_free(&stack);
  return found;
}

uint32_t por_check_cycles(cegar *g) {
  if (g->config.cycles != OPT_CYCLES_WEAK || g->config.por == CEGAR_NONE) return 0;
  uint32_t grown = 0;
  uint8_t *seen = MEM_NEW_N(uint8_t, g->nodes.len);
  for (uint32_t p = 1; p < g->c->insts.len; p++) {
    for (;;) {
      memset(seen, 0, g->nodes.len);
      uint32_t id = find_cycle(g, p, seen);
      if (!id) break;
      anode *n = &g->nodes.data[id];
      bitset_union(&n->chosen, &n->enabled);
      arg_requeue(g, id);
      grown++;
    }
  }
  mem_free(seen);
  return grown;
}
