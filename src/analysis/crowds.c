#include "analysis/crowds.h"

#include "analysis/cfg.h"
#include "base/bitset.h"
#include "base/vec.h"

static bool spawns(const ir_instr *i, const bitset *spawners) {
  if (i->op == IR_SPAWN) return true;
  return i->op == IR_CALL && i->args[0].kind == IR_OPERAND_FUNC && bitset_has(spawners, i->args[0].value);
}

static bool block_spawns(const ir_func_info *f, uint32_t b, const bitset *spawners) {
  for (uint32_t i = 0; i < f->blocks[b].count; i++)
    if (spawns(&f->code[f->blocks[b].first + i], spawners)) return true;
  return false;
}

// The blocks that can come after b.
static bitset reached_from(const cfg *g, uint32_t b) {
  bitset seen = bitset_new(g->n_blocks + 1);
  VEC(uint32_t) work = {0};
  vec_push(&work, b);
  while (work.len > 0) {
    uint32_t from = vec_pop(&work);
    for (uint32_t e = g->succ_first[from]; e < g->succ_first[from + 1]; e++) {
      if (bitset_has(&seen, g->succ[e])) continue;
      bitset_add(&seen, g->succ[e]);
      vec_push(&work, g->succ[e]);
    }
  }
  vec_free(&work);
  return seen;
}

static bool some_returns(const ir_func_info *f, const bitset *blocks) {
  for (uint32_t b = 1; b <= f->n_blocks; b++)
    if (bitset_has(blocks, b) && f->code[f->blocks[b].first + f->blocks[b].count - 1].op == IR_RETURN) return true;
  return false;
}

static bool spawns_in_loop(const ir_func_info *f, const bitset *spawners, bool endless) {
  cfg *g = cfg_new(f);
  bool found = false;
  for (uint32_t b = 1; b <= f->n_blocks && !found; b++) {
    if (!block_spawns(f, b, spawners)) continue;
    bitset after = reached_from(g, b);
    found = bitset_has(&after, b) && !(endless && some_returns(f, &after));
    bitset_fini(&after);
  }
  cfg_free(g);
  return found;
}

static bool func_spawns(const ir_func_info *f, const bitset *spawners) {
  for (uint32_t b = 1; b <= f->n_blocks; b++)
    if (block_spawns(f, b, spawners)) return true;
  return false;
}

static bool some_loop_spawns(const ir_module *m, bool endless) {
  bitset spawners = bitset_new(m->n_funcs + 1);
  bool found = false;
  for (bool grew = true; grew;) {
    grew = false;
    for (uint32_t f = 1; f <= m->n_funcs; f++) {
      if (bitset_has(&spawners, f) || !func_spawns(&m->funcs[f], &spawners)) continue;
      bitset_add(&spawners, f);
      grew = true;
    }
  }
  for (uint32_t f = 1; f <= m->n_funcs && !found; f++)
    found = bitset_has(&spawners, f) && spawns_in_loop(&m->funcs[f], &spawners, endless);
  bitset_fini(&spawners);
  return found;
}

bool crowds_spawned(const ir_module *m) { return some_loop_spawns(m, false); }

bool crowds_endless(const ir_module *m) { return some_loop_spawns(m, true); }

bool crowds_any(const ir_module *m) {
  bitset none = bitset_new(m->n_funcs + 1);
  bool found = m->n_procs > 1;
  for (uint32_t f = 1; f <= m->n_funcs && !found; f++) found = func_spawns(&m->funcs[f], &none);
  bitset_fini(&none);
  return found;
}
