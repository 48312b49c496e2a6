#include "analysis/regions.h"

#include "analysis/callgraph.h"
#include "analysis/cfg.h"
#include "base/mem.h"
#include "base/vec.h"

// Regions nest; from here on their number is not counted, and no end leaves the last one.
enum { MOST_DEPTH = 16 };

typedef struct depths {
  const ir_module *m;
  cfg **graphs;         // by function
  VEC(uint32_t) taken;  // functions whose address is taken
  uint8_t **at;         // by function and block: regions that may be open at its begin, one more; 0: nobody comes there
  uint8_t *entry, *exit;  // by function, in the same way
  bool grew, joins;
} depths;

static void raise_to(depths *d, uint8_t *old, uint8_t depth) {
  if (depth <= *old) return;
  *old = depth;
  d->grew = true;
}

// What may be open behind a call of one function; 0: nobody comes back, as far as is known by now.
static uint8_t call_one(depths *d, uint32_t func, uint8_t depth) {
  raise_to(d, &d->entry[func], depth);
  return d->exit[func];
}

static uint8_t call(depths *d, const ir_instr *i, uint8_t depth) {
  if (i->args[0].kind == IR_OPERAND_FUNC) return call_one(d, (uint32_t)i->args[0].value, depth);
  uint8_t behind = 0;
  for (size_t k = 0; k < d->taken.len; k++) {
    if (d->m->funcs[d->taken.data[k]].n_params != i->n_args - 1) continue;
    uint8_t one = call_one(d, d->taken.data[k], depth);
    if (one > behind) behind = one;
  }
  return behind;
}

static uint8_t behind(depths *d, uint32_t func, const ir_instr *i, uint8_t depth) {
  switch ((int)i->op) {
  case IR_ATOMIC_BEGIN: return depth <= MOST_DEPTH ? depth + 1 : depth;
  case IR_ATOMIC_END: return depth > 1 && depth <= MOST_DEPTH ? depth - 1 : depth;
  case IR_CALL: return call(d, i, depth);
  case IR_SPAWN: call(d, i, 1); return depth;
  case IR_JOIN: d->joins |= depth > 1; return depth;
  case IR_RETURN: raise_to(d, &d->exit[func], depth); return depth;
  default: return depth;
  }
}

static void pass(depths *d, uint32_t func) {
  const ir_func_info *fi = &d->m->funcs[func];
  if (!fi->n_blocks || !d->entry[func]) return;
  if (!d->graphs[func]) d->graphs[func] = cfg_new(fi);
  const cfg *g = d->graphs[func];
  raise_to(d, &d->at[func][1], d->entry[func]);
  for (uint32_t b = 1; b <= fi->n_blocks; b++) {
    uint8_t depth = d->at[func][b];
    for (uint32_t i = 0; i < fi->blocks[b].count && depth; i++)
      depth = behind(d, func, &fi->code[fi->blocks[b].first + i], depth);
    for (uint32_t e = g->succ_first[b]; e < g->succ_first[b + 1] && depth; e++)
      raise_to(d, &d->at[func][g->succ[e]], depth);
  }
}

static bool has_op(const ir_module *m, ir_op op) {
  for (uint32_t g = 1; g <= m->n_funcs; g++)
    for (uint32_t i = 0; i < m->funcs[g].n_code; i++)
      if (m->funcs[g].code[i].op == op) return true;
  return false;
}

static void find_taken(depths *d) {
  callgraph *calls = callgraph_new(d->m);
  for (uint32_t g = 1; g <= d->m->n_funcs; g++)
    if (callgraph_address_taken(calls, (ir_func){g})) vec_push(&d->taken, g);
  callgraph_free(calls);
}

static void close(depths *d) {
  for (uint32_t g = 1; g <= d->m->n_funcs; g++) {
    mem_free(d->at[g]);
    cfg_free(d->graphs[g]);
  }
  mem_free(d->at);
  mem_free(d->graphs);
  mem_free(d->entry);
  mem_free(d->exit);
  vec_free(&d->taken);
}

bool regions_may_join(const ir_module *m) {
  if (!has_op(m, IR_ATOMIC_BEGIN) || !has_op(m, IR_JOIN)) return false;
  depths d = {.m = m};
  find_taken(&d);
  d.graphs = MEM_NEW_N(cfg *, m->n_funcs + 1);
  d.at = MEM_NEW_N(uint8_t *, m->n_funcs + 1);
  d.entry = MEM_NEW_N(uint8_t, m->n_funcs + 1);
  d.exit = MEM_NEW_N(uint8_t, m->n_funcs + 1);
  for (uint32_t g = 1; g <= m->n_funcs; g++) d.at[g] = MEM_NEW_N(uint8_t, m->funcs[g].n_blocks + 1);
  for (uint32_t p = 1; p <= m->n_procs; p++) d.entry[m->procs[p].func.id] = 1;
  for (d.grew = true; d.grew && !d.joins;) {
    d.grew = false;
    for (uint32_t g = 1; g <= m->n_funcs; g++) pass(&d, g);
  }
  close(&d);
  return d.joins;
}
