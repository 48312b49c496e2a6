// Blocks of functions: which can come again, and which come directly behind one other.
#include "engine/values/values.h"

cfg *vflow_graph(values *v, uint32_t func) {
  if (!v->graphs[func]) v->graphs[func] = cfg_new(&v->m->funcs[func]);
  return v->graphs[func];
}

static void find_cycles(values *v, uint32_t func) {
  const cfg *g = vflow_graph(v, func);
  uint32_t n = v->m->funcs[func].n_blocks;
  v->cycles[func] = bitset_new(n + 1);
  bitset seen = bitset_new(n + 1);
  VEC(uint32_t) open = {0};
  for (uint32_t b = 1; b <= n; b++) {
    bitset_clear(&seen);
    vec_push(&open, b);
    while (open.len) {
      uint32_t at = vec_pop(&open);
      for (uint32_t e = g->succ_first[at]; e < g->succ_first[at + 1]; e++) {
        if (bitset_has(&seen, g->succ[e])) continue;
        bitset_add(&seen, g->succ[e]);
        vec_push(&open, g->succ[e]);
      }
    }
    if (bitset_has(&seen, b)) bitset_add(&v->cycles[func], b);
  }
  bitset_fini(&seen);
  vec_free(&open);
}

static bool may_unwind(const ir_func_info *f, uint32_t block) {
  for (uint32_t c = f->blocks[block].first; c < f->blocks[block].first + f->blocks[block].count; c++)
    if (f->code[c].op == IR_CALL && f->code[c].n_targets) return true;
  return false;
}

const uint32_t *vflow_before(values *v, uint32_t func) {
  const cfg *g = vflow_graph(v, func);
  const ir_func_info *f = &v->m->funcs[func];
  if (v->before[func]) return v->before[func];
  uint32_t *before = v->before[func] = MEM_NEW_N(uint32_t, f->n_blocks + 1);
  uint32_t *entries = MEM_NEW_N(uint32_t, f->n_blocks + 1);
  entries[1] = 1;
  for (uint32_t k = 0; k < g->n_order; k++) {  // blocks that nothing leads to do not count
    uint32_t b = g->order[k];
    for (uint32_t e = g->succ_first[b]; e < g->succ_first[b + 1]; e++) {
      entries[g->succ[e]]++;
      before[g->succ[e]] = b;
    }
  }
  for (uint32_t b = 1; b <= f->n_blocks; b++)
    if (entries[b] != 1 || b == 1 || before[b] == b || may_unwind(f, before[b])) before[b] = 0;
  mem_free(entries);
  return before;
}

bool vflow_comes_again(values *v, uint32_t func, uint32_t pc) {
  const ir_func_info *f = &v->m->funcs[func];
  if (!v->cycles[func].words) find_cycles(v, func);
  for (uint32_t b = 1; b <= f->n_blocks; b++)
    if (pc >= f->blocks[b].first && pc < f->blocks[b].first + f->blocks[b].count)
      return bitset_has(&v->cycles[func], b);
  return true;
}
