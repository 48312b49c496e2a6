#include "analysis/restart.h"

#include "analysis/callgraph.h"
#include "analysis/cfg.h"
#include "base/mem.h"

struct restarts {
  const ir_module *m;
  callgraph *calls;
  bool *starts;     // by function: itself or what it calls
  bool by_pointer;  // some function whose address is taken
  bool **blocks;    // by function, made when first asked for: from the start of the block on
};

restarts *restarts_new(const ir_module *m) {
  restarts *r = MEM_NEW(restarts);
  r->m = m;
  r->calls = callgraph_new(m);
  r->starts = MEM_NEW_N(bool, m->n_funcs + 1);
  r->blocks = MEM_NEW_N(bool *, m->n_funcs + 1);
  bool *own = MEM_NEW_N(bool, m->n_funcs + 1);
  for (uint32_t f = 1; f <= m->n_funcs; f++) {
    for (uint32_t i = 0; i < m->funcs[f].n_code; i++) own[f] |= m->funcs[f].code[i].op == IR_START;
  }
  for (uint32_t f = 1; f <= m->n_funcs; f++) {
    const bitset *reach = callgraph_reach(r->calls, (ir_func){f});
    for (uint32_t g = 1; g <= m->n_funcs && !r->starts[f]; g++) r->starts[f] = own[g] && bitset_has(reach, g);
    r->by_pointer |= r->starts[f] && callgraph_address_taken(r->calls, (ir_func){f});
  }
  mem_free(own);
  return r;
}

void restarts_free(restarts *r) {
  if (!r) return;
  for (uint32_t f = 1; f <= r->m->n_funcs; f++) mem_free(r->blocks[f]);
  mem_free(r->blocks);
  mem_free(r->starts);
  callgraph_free(r->calls);
  mem_free(r);
}

static bool starts_at(const restarts *r, const ir_instr *i) {
  if (i->op == IR_START) return true;
  if (i->op != IR_CALL) return false;
  return i->args[0].kind == IR_OPERAND_FUNC ? r->starts[i->args[0].value] : r->by_pointer;
}

static bool starts_in(const restarts *r, const ir_func_info *fi, uint32_t from, uint32_t end) {
  for (uint32_t i = from; i < end; i++)
    if (starts_at(r, &fi->code[i])) return true;
  return false;
}

// Backwards along the edges until nothing changes.
static bool *find_blocks(const restarts *r, const ir_func_info *fi) {
  bool *found = MEM_NEW_N(bool, fi->n_blocks + 1);
  cfg *g = cfg_new(fi);
  for (uint32_t b = 1; b <= fi->n_blocks; b++) {
    found[b] = starts_in(r, fi, fi->blocks[b].first, fi->blocks[b].first + fi->blocks[b].count);
  }
  for (bool grew = true; grew;) {
    grew = false;
    for (uint32_t b = fi->n_blocks; b >= 1; b--) {
      for (uint32_t e = g->succ_first[b]; e < g->succ_first[b + 1] && !found[b]; e++) {
        if (found[g->succ[e]]) grew = found[b] = true;
      }
    }
  }
  cfg_free(g);
  return found;
}

bool restarts_after(restarts *r, uint32_t func, uint32_t pc) {
  const ir_func_info *fi = &r->m->funcs[func];
  if (!r->blocks[func]) r->blocks[func] = find_blocks(r, fi);
  uint32_t b = 1;
  while (b < fi->n_blocks && pc >= fi->blocks[b].first + fi->blocks[b].count) b++;
  uint32_t end = fi->blocks[b].first + fi->blocks[b].count;
  if (starts_in(r, fi, pc, end)) return true;
  const ir_instr *last = &fi->code[end - 1];
  for (uint32_t t = 0; t < last->n_targets; t++)
    if (last->targets[t].id && r->blocks[func][last->targets[t].id]) return true;
  // Unwind blocks of calls in the rest of this block.
  for (uint32_t i = pc; i < end; i++) {
    const ir_instr *c = &fi->code[i];
    if (c->op == IR_CALL && c->n_targets && c->targets[0].id && r->blocks[func][c->targets[0].id]) return true;
  }
  return false;
}
