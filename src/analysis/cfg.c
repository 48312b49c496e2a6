#include "analysis/cfg.h"

#include "base/bitset.h"
#include "base/mem.h"
#include "base/vec.h"

typedef VEC(uint32_t) id_vec;

// Appends the successors of block b; `seen[s] == b` marks those that are there already.
static void add_successors(const ir_func_info *f, uint32_t b, uint32_t *seen, id_vec *out) {
  const ir_block_info *k = &f->blocks[b];
  for (uint32_t n = k->first; n < k->first + k->count; n++)
    for (uint32_t t = 0; t < f->code[n].n_targets; t++) {
      uint32_t s = f->code[n].targets[t].id;
      if (seen[s] == b) continue;
      seen[s] = b;
      vec_push(out, s);
    }
}

static void find_predecessors(cfg *g) {
  uint32_t n = g->n_blocks, n_edges = g->succ_first[n + 1];
  g->pred_first = MEM_NEW_N(uint32_t, n + 3);
  g->pred = MEM_NEW_N(uint32_t, n_edges + 1);
  for (uint32_t e = 0; e < n_edges; e++) g->pred_first[g->succ[e] + 2]++;
  for (uint32_t b = 1; b <= n + 1; b++) g->pred_first[b + 1] += g->pred_first[b];
  // pred_first[b + 1] is now where the next predecessor of b goes, and ends up where those of b end.
  for (uint32_t b = 1; b <= n; b++)
    for (uint32_t e = g->succ_first[b]; e < g->succ_first[b + 1]; e++) g->pred[g->pred_first[g->succ[e] + 1]++] = b;
}

// Depth-first search with a stack of its own: functions may be of any size.
static void find_order(cfg *g) {
  enum { NEW, OPEN, DONE };
  uint32_t n = g->n_blocks, *next = MEM_NEW_N(uint32_t, n + 1), done = 0;
  char *mark = MEM_NEW_N(char, n + 1);
  uint32_t *post = MEM_NEW_N(uint32_t, n + 1);
  id_vec stack = {0};
  g->is_loop_head = MEM_NEW_N(bool, n + 1);
  if (n) {
    vec_push(&stack, 1);
    mark[1] = OPEN;
    next[1] = g->succ_first[1];
  }
  while (stack.len) {
    uint32_t b = vec_last(&stack);
    if (next[b] == g->succ_first[b + 1]) {
      mark[b] = DONE;
      post[done++] = b;
      (void)vec_pop(&stack);
      continue;
    }
    uint32_t s = g->succ[next[b]++];
    if (mark[s] == OPEN) g->is_loop_head[s] = true;
    if (mark[s] != NEW) continue;
    mark[s] = OPEN;
    next[s] = g->succ_first[s];
    vec_push(&stack, s);
  }
  g->order = MEM_NEW_N(uint32_t, n + 1);
  g->n_order = done;
  for (uint32_t i = 0; i < done; i++) g->order[i] = post[done - 1 - i];
  vec_free(&stack);
  mem_free(next);
  mem_free(mark);
  mem_free(post);
}

cfg *cfg_new(const ir_func_info *f) {
  cfg *g = MEM_NEW(cfg);
  g->n_blocks = f->n_blocks;
  g->succ_first = MEM_NEW_N(uint32_t, f->n_blocks + 2);
  uint32_t *seen = MEM_NEW_N(uint32_t, f->n_blocks + 1);
  id_vec edges = {0};
  for (uint32_t b = 1; b <= f->n_blocks; b++) {
    g->succ_first[b] = (uint32_t)edges.len;
    add_successors(f, b, seen, &edges);
  }
  g->succ_first[f->n_blocks + 1] = (uint32_t)edges.len;
  g->succ = edges.data;
  mem_free(seen);
  find_predecessors(g);
  find_order(g);
  return g;
}

void cfg_free(cfg *g) {
  if (!g) return;
  mem_free(g->succ_first);
  mem_free(g->succ);
  mem_free(g->pred_first);
  mem_free(g->pred);
  mem_free(g->order);
  mem_free(g->is_loop_head);
  mem_free(g);
}

// --- loops around blocks ---------------------------------------------------------------------------------------------

// Marks what can be reached from `b` within `in` by at least one edge, forwards or backwards.
static void reach(const cfg *g, uint32_t b, const bool *in, bool back, bool *out) {
  const uint32_t *first = back ? g->pred_first : g->succ_first, *list = back ? g->pred : g->succ;
  id_vec open = {0};
  vec_push(&open, b);
  while (open.len) {
    b = vec_pop(&open);
    for (uint32_t e = first[b]; e < first[b + 1]; e++) {
      if (!in[list[e]] || out[list[e]]) continue;
      out[list[e]] = true;
      vec_push(&open, list[e]);
    }
  }
  vec_free(&open);
}

// Shrinks `in` to its strongly connected part that contains the block. False: the block lies on no cycle of it.
static bool shrink(const cfg *g, uint32_t block, bool *in) {
  bool *to = MEM_NEW_N(bool, g->n_blocks + 1), *from = MEM_NEW_N(bool, g->n_blocks + 1);
  reach(g, block, in, false, to);
  reach(g, block, in, true, from);
  for (uint32_t b = 1; b <= g->n_blocks; b++) in[b] = to[b] && from[b];
  mem_free(to);
  mem_free(from);
  return in[block];
}

static bool is_dead_end(const ir_func_info *f, uint32_t b) {
  return f->blocks[b].count && f->code[f->blocks[b].first + f->blocks[b].count - 1].op == IR_UNREACHABLE;
}

static bool leads_out(const cfg *g, const ir_func_info *f, const bool *in) {
  for (uint32_t b = 1; b <= g->n_blocks; b++)
    for (uint32_t e = g->succ_first[b]; in[b] && e < g->succ_first[b + 1]; e++)
      if (!in[g->succ[e]] && !is_dead_end(f, g->succ[e])) return true;
  return false;
}

static bool is_subset(const cfg *g, const bool *a, const bool *b) {
  for (uint32_t i = 1; i <= g->n_blocks; i++)
    if (a[i] && !b[i]) return false;
  return true;
}

// Loops inside of a loop are what is left of it without its head: the block of it that comes first.
cfg_loop cfg_loop_around(const cfg *g, const ir_func_info *f, const bool *in) {
  uint32_t block = 0;
  for (uint32_t b = 1; b <= g->n_blocks && !block; b++)
    if (in[b]) block = b;
  CHECK(block, "some block is asked for");
  cfg_loop found = CFG_NO_LOOP;
  bool *loop = MEM_NEW_N(bool, g->n_blocks + 1);
  for (uint32_t b = 1; b <= g->n_blocks; b++) loop[b] = true;
  while (shrink(g, block, loop) && is_subset(g, in, loop)) {
    found = leads_out(g, f, loop) ? CFG_HAS_EXIT : CFG_ENDLESS;
    uint32_t head = 0;
    for (uint32_t i = 0; i < g->n_order && !head; i++)
      if (loop[g->order[i]]) head = g->order[i];
    if (!head || in[head]) break;
    loop[head] = false;
  }
  mem_free(loop);
  return found;
}

bool cfg_comes_again(const cfg *g, const ir_func_info *f, uint32_t pc) {
  uint32_t block = 0;
  for (uint32_t b = 1; b <= f->n_blocks; b++)
    if (pc >= f->blocks[b].first && pc < f->blocks[b].first + f->blocks[b].count) block = b;
  bitset seen = bitset_new(f->n_blocks + 1);
  id_vec open = {0};
  vec_push(&open, block);
  while (open.len && !bitset_has(&seen, block)) {
    uint32_t b = vec_pop(&open);
    for (uint32_t e = g->succ_first[b]; e < g->succ_first[b + 1]; e++) {
      if (bitset_has(&seen, g->succ[e])) continue;
      bitset_add(&seen, g->succ[e]);
      vec_push(&open, g->succ[e]);
    }
  }
  bool again = bitset_has(&seen, block);
  bitset_fini(&seen);
  vec_free(&open);
  return again;
}
