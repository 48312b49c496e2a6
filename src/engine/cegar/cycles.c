// The ignoring problem: on a cycle of the reduced graph nobody who could step may be passed over for ever.
//
// For each process, a cycle (edges: children, and from a covered node to the one that covers it) of nodes at none of which it was chosen
// must not contain one at which it could step. Then a run that leads to an error is never put off without end: its next step
// stays enabled while others move, and on every cycle somebody takes it. While somebody is inside of an atomic region that loops or
// locks cut into several steps, nobody else can step: that is no end of passing over, the region ends and its process comes back.
// This is weaker than to expand fully at each backward edge [AAPOR] and keeps the choice of an order between loops.
#include "engine/cegar/arg.h"

#include <string.h>

static bool could_step(const anode *n, uint32_t p) {
  return n->expanded && bitset_has(&n->enabled, p) && !bitset_has(&n->chosen, p);
}

// Is p not chosen here though it could step, or could if nobody were inside of a region?
static bool passes_over(const cegar *g, const anode *n, uint32_t p) {
  if (could_step(n, p)) return true;
  bool held_back = n->expanded && n->holder && n->holder != p && n->locs[p];
  return held_back && g->c->locs.data[n->locs[p]].kind == CLOC_CODE;
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

// Strongly connected parts of the nodes that pass one process over (Tarjan).
typedef struct visit {
  uint32_t node;
  size_t next;
} visit;

typedef struct parts {
  cegar *g;
  uint32_t p, grown;
  uint32_t *number, *low;  // by node, from 1; low UINT32_MAX: its part is complete
  uint32_t last;
  id_vec open;  // nodes of parts that are not complete
  VEC(visit) stack;
} parts;

static void enter(parts *x, uint32_t id) {
  x->number[id] = x->low[id] = ++x->last;
  vec_push(&x->open, id);
  vec_push(&x->stack, ((visit){id, 0}));
}

static bool leads_to_itself(const cegar *g, uint32_t id) {
  for (size_t i = 0;; i++) {
    uint32_t to = successor(g, id, i);
    if (!to || to == id) return to == id;
  }
}

// The part of `id` is complete. If it has a cycle, a node of it at which the process could step is expanded fully.
static void close_part(parts *x, uint32_t id) {
  cegar *g = x->g;
  bool cycle = vec_last(&x->open) != id || leads_to_itself(g, id);
  uint32_t found = 0;
  for (uint32_t at = 0; at != id;) {
    at = vec_pop(&x->open);
    x->low[at] = UINT32_MAX;
    if (cycle && could_step(&g->nodes.data[at], x->p)) found = at;
  }
  if (!found) return;
  bitset_union(&g->nodes.data[found].chosen, &g->nodes.data[found].enabled);
  arg_requeue(g, found);
  x->grown++;
}

static void leave(parts *x, uint32_t id) {
  uint32_t low = x->low[id];
  if (low == x->number[id]) close_part(x, id);
  x->stack.len--;
  if (x->stack.len && low < x->low[vec_last(&x->stack).node]) x->low[vec_last(&x->stack).node] = low;
}

static void search_from(parts *x, uint32_t root) {
  enter(x, root);
  while (x->stack.len) {
    visit *v = &vec_last(&x->stack);
    uint32_t to = successor(x->g, v->node, v->next);
    if (!to) {
      leave(x, v->node);
      continue;
    }
    v->next++;
    if (to == UINT32_MAX || !passes_over(x->g, &x->g->nodes.data[to], x->p)) continue;
    if (!x->number[to])
      enter(x, to);
    else if (x->low[to] != UINT32_MAX && x->number[to] < x->low[v->node])
      x->low[v->node] = x->number[to];
  }
}

// One node of every part; the rest of a part may have further cycles. True: there was one.
static bool break_cycles(parts *x) {
  const cegar *g = x->g;
  uint32_t before = x->grown;
  x->last = 0;
  vec_clear(&x->open);
  vec_clear(&x->stack);
  memset(x->number, 0, g->nodes.len * sizeof *x->number);
  for (uint32_t r = 1; r < g->nodes.len; r++)
    if (!x->number[r] && !g->nodes.data[r].removed && passes_over(g, &g->nodes.data[r], x->p)) search_from(x, r);
  return x->grown > before;
}

uint32_t por_check_cycles(cegar *g) {
  if (g->config.cycles != OPT_CYCLES_WEAK || g->config.por == CEGAR_NONE) return 0;
  parts x = {.g = g, .number = MEM_NEW_N(uint32_t, g->nodes.len), .low = MEM_NEW_N(uint32_t, g->nodes.len)};
  for (x.p = 1; x.p < g->c->insts.len; x.p++)
    while (break_cycles(&x)) continue;
  vec_free(&x.open);
  vec_free(&x.stack);
  mem_free(x.number);
  mem_free(x.low);
  return x.grown;
}
