// Postdominators by iteration over the reversed graph [Cooper, Harvey, Kennedy 2001]. Node 0 stands for all returns, and for the
// heads of loops that are never left: a process that waits for ever in a loop has its ways meet in each round.
#include "analysis/joins.h"

#include "base/mem.h"
#include "base/vec.h"

typedef struct graph {
  const ir_func_info *f;
  bool *ends;                   // by block: the end follows it
  uint32_t *pred_first, *pred;  // predecessors by node
  uint32_t *rank;   // by node: place in the order in which the search from the end leaves it, from 1; 0: never met
  uint32_t *order;  // nodes by rank; the end is last
  uint32_t n;       // nodes that were met
} graph;

static const ir_instr *last_of(const ir_func_info *f, uint32_t b) {
  return &f->code[f->blocks[b].first + f->blocks[b].count - 1];
}

// Successors of a block by its last instruction: unwinding leaves it before.
static uint32_t successors(const ir_func_info *f, uint32_t b, const ir_block **to) {
  const ir_instr *last = last_of(f, b);
  *to = last->targets;
  return last->op == IR_JUMP || last->op == IR_BRANCH || last->op == IR_SWITCH ? last->n_targets : 0;
}

static void find_predecessors(graph *g) {
  const ir_func_info *f = g->f;
  uint32_t n_edges = 0, n = f->n_blocks;
  g->pred_first = MEM_NEW_N(uint32_t, n + 3);
  for (uint32_t b = 1; b <= n; b++) {
    const ir_block *to;
    uint32_t k = successors(f, b, &to);
    for (uint32_t i = 0; i < k; i++) g->pred_first[to[i].id + 2]++;
    if (g->ends[b]) g->pred_first[2]++;
    n_edges += k + g->ends[b];
  }
  for (uint32_t b = 1; b <= n + 2; b++) g->pred_first[b] += g->pred_first[b - 1];
  g->pred = MEM_NEW_N(uint32_t, n_edges + 1);
  // pred_first[b + 1] is where the next predecessor of b goes, and ends up where those of b end.
  for (uint32_t b = 1; b <= n; b++) {
    const ir_block *to;
    uint32_t k = successors(f, b, &to);
    for (uint32_t i = 0; i < k; i++) g->pred[g->pred_first[to[i].id + 1]++] = b;
    if (g->ends[b]) g->pred[g->pred_first[1]++] = b;
  }
}

// Marks what leads to b.
static void mark_sources(const graph *g, uint32_t b, bool *met) {
  VEC(uint32_t) work = {0};
  met[b] = true;
  vec_push(&work, b);
  while (work.len) {
    uint32_t at = vec_pop(&work);
    for (uint32_t e = g->pred_first[at]; e < g->pred_first[at + 1]; e++) {
      if (met[g->pred[e]]) continue;
      met[g->pred[e]] = true;
      vec_push(&work, g->pred[e]);
    }
  }
  vec_free(&work);
}

static bool is_jumped_back_to(const graph *g, uint32_t b) {
  for (uint32_t e = g->pred_first[b]; e < g->pred_first[b + 1]; e++)
    if (g->pred[e] >= b) return true;
  return false;
}

// Returns, and of each loop that leads to none of them the head.
static void find_ends(graph *g) {
  uint32_t n = g->f->n_blocks;
  bool *met = MEM_NEW_N(bool, n + 1);
  g->ends = MEM_NEW_N(bool, n + 1);
  for (uint32_t b = 1; b <= n; b++) g->ends[b] = last_of(g->f, b)->op == IR_RETURN;
  find_predecessors(g);
  mark_sources(g, 0, met);
  for (uint32_t b = 1; b <= n; b++) {
    if (met[b] || !is_jumped_back_to(g, b)) continue;
    g->ends[b] = true;
    mark_sources(g, b, met);
  }
  mem_free(met);
  mem_free(g->pred_first);
  mem_free(g->pred);
  find_predecessors(g);
}

// A search from the end against the edges, with a stack of its own.
static void find_order(graph *g) {
  uint32_t n = g->f->n_blocks;
  uint32_t *next = MEM_NEW_N(uint32_t, n + 1);
  bool *met = MEM_NEW_N(bool, n + 1);
  VEC(uint32_t) stack = {0};
  g->rank = MEM_NEW_N(uint32_t, n + 1);
  g->order = MEM_NEW_N(uint32_t, n + 2);
  for (uint32_t b = 0; b <= n; b++) next[b] = g->pred_first[b];
  met[0] = true;
  vec_push(&stack, 0u);
  while (stack.len) {
    uint32_t b = vec_last(&stack);
    if (next[b] == g->pred_first[b + 1]) {
      g->rank[b] = ++g->n;
      g->order[g->n] = b;
      (void)vec_pop(&stack);
      continue;
    }
    uint32_t p = g->pred[next[b]++];
    if (met[p]) continue;
    met[p] = true;
    vec_push(&stack, p);
  }
  vec_free(&stack);
  mem_free(met);
  mem_free(next);
}

// The nearest common one of two nodes' chains.
static uint32_t common(const graph *g, const uint32_t *join, uint32_t a, uint32_t b) {
  while (a != b) {
    while (g->rank[a] < g->rank[b]) a = join[a];
    while (g->rank[b] < g->rank[a]) b = join[b];
  }
  return a;
}

#define NOT_YET UINT32_MAX

static bool improve(const graph *g, uint32_t *join, uint32_t b) {
  const ir_block *to;
  uint32_t k = successors(g->f, b, &to), found = g->ends[b] ? 0 : NOT_YET;
  for (uint32_t i = 0; i < k; i++) {
    uint32_t s = to[i].id;
    if (!g->rank[s] || (s && join[s] == NOT_YET)) continue;
    found = found == NOT_YET ? s : common(g, join, found, s);
  }
  bool better = found != join[b];
  join[b] = found;
  return better;
}

uint32_t *joins_new(const ir_func_info *f) {
  graph g = {.f = f};
  find_ends(&g);
  find_order(&g);
  uint32_t *join = MEM_NEW_N(uint32_t, f->n_blocks + 1);
  for (uint32_t b = 1; b <= f->n_blocks; b++) join[b] = NOT_YET;
  for (bool again = true; again;) {
    again = false;
    for (uint32_t n = g.n - 1; n >= 1; n--) again |= improve(&g, join, g.order[n]);
  }
  for (uint32_t b = 1; b <= f->n_blocks; b++)
    if (join[b] == NOT_YET) join[b] = 0;
  mem_free(g.ends);
  mem_free(g.pred_first);
  mem_free(g.pred);
  mem_free(g.rank);
  mem_free(g.order);
  return join;
}
