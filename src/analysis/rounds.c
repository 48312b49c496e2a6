#include "analysis/rounds.h"

#include "base/mem.h"

// --- cycles ----------------------------------------------------------------------------------------------------------

static bool some_in(const bool *in, const uint32_t *list, uint32_t from, uint32_t to) {
  for (uint32_t i = from; i < to; i++)
    if (in[list[i]]) return true;
  return false;
}

// Takes out blocks as long as nothing of the rest leads to them or from them. What is left lies on cycles, or between two.
static void drop_ends(const cfg *g, bool *in) {
  for (bool less = true; less;) {
    less = false;
    for (uint32_t b = 1; b <= g->n_blocks; b++) {
      if (!in[b] || (some_in(in, g->succ, g->succ_first[b], g->succ_first[b + 1]) &&
                     some_in(in, g->pred, g->pred_first[b], g->pred_first[b + 1])))
        continue;
      in[b] = false;
      less = true;
    }
  }
}

static void reach(const cfg *g, const bool *in, uint32_t b, bool back, bool *out) {
  const uint32_t *first = back ? g->pred_first : g->succ_first, *list = back ? g->pred : g->succ;
  uint32_t *open = MEM_NEW_N(uint32_t, g->n_blocks + 1), n = 0;
  open[n++] = b;
  while (n) {
    b = open[--n];
    for (uint32_t e = first[b]; e < first[b + 1]; e++) {
      if (!in[list[e]] || out[list[e]]) continue;
      out[list[e]] = true;
      open[n++] = list[e];
    }
  }
  mem_free(open);
}

// --- counters --------------------------------------------------------------------------------------------------------

// The constant that the instruction adds to a register, 0 if it does something else.
static uint64_t added(const ir_instr *i, uint32_t reg) {
  bool sum = (i->op == IR_ADD || i->op == IR_PTRADD) && i->n_args == 2 && i->args[1].kind == IR_OPERAND_INT;
  return sum && i->args[0].kind == IR_OPERAND_REG && i->args[0].value == reg ? i->args[1].value : 0;
}

// The same for the assignment at c, which may take over a sum that was made before it in its block.
static uint64_t added_at(const ir_func_info *f, uint32_t first, uint32_t c, uint32_t reg) {
  const ir_instr *i = &f->code[c];
  if (i->op != IR_MOV || i->args[0].kind != IR_OPERAND_REG) return added(i, reg);
  for (uint32_t k = c; k-- > first && f->code[k].dst.id != reg;)
    if (f->code[k].dst.id == i->args[0].value) return added(&f->code[k], reg);
  return 0;
}

// Few enough steps to come back to the same value are no counting.
static bool is_small(const ir_module *m, const ir_func_info *f, uint32_t reg, uint64_t by) {
  const ir_type_info *t = ir_type_get(m, f->regs[reg].type);
  uint32_t width = t->kind == IR_TYPE_PTR ? 64 : t->bits;
  if (width < 8 || width > 64) return false;
  uint64_t mask = width == 64 ? UINT64_MAX : ((uint64_t)1 << width) - 1, most = (uint64_t)1 << (width - 5);
  return (by & mask) <= most || (-by & mask) <= most;
}

// Do all assignments of the register in the part add the same small constant? Marks their blocks.
static bool counts_in(const ir_module *m, const ir_func_info *f, const bool *part, uint32_t reg, bool *where) {
  uint64_t by = 0;
  for (uint32_t b = 1; b <= f->n_blocks; b++) {
    for (uint32_t c = f->blocks[b].first; part[b] && c < f->blocks[b].first + f->blocks[b].count; c++) {
      if (f->code[c].dst.id != reg) continue;
      uint64_t now = added_at(f, f->blocks[b].first, c, reg);
      if (!now || (by && now != by)) return false;
      by = now;
      where[b] = true;
    }
  }
  return by && is_small(m, f, reg, by);
}

// Takes the blocks out of `in` in which a register counts for the part. False: none does.
static bool drop_counting(const ir_module *m, const ir_func_info *f, const bool *part, bool *in) {
  bool any = false;
  bool *where = MEM_NEW_N(bool, f->n_blocks + 1);
  for (uint32_t r = 1; r <= f->n_regs && !any; r++) {
    for (uint32_t b = 1; b <= f->n_blocks; b++) where[b] = false;
    any = counts_in(m, f, part, r, where);
    for (uint32_t b = 1; b <= f->n_blocks && any; b++) in[b] &= !where[b];
  }
  mem_free(where);
  return any;
}

// One part of `in` after the other; true: blocks were taken out.
static bool drop_some(const ir_module *m, const cfg *g, const ir_func_info *f, bool *in) {
  bool any = false;
  bool *to = MEM_NEW_N(bool, g->n_blocks + 1), *from = MEM_NEW_N(bool, g->n_blocks + 1);
  for (uint32_t b = 1; b <= g->n_blocks && !any; b++) {
    if (!in[b]) continue;
    for (uint32_t k = 1; k <= g->n_blocks; k++) to[k] = from[k] = false;
    reach(g, in, b, false, to);
    reach(g, in, b, true, from);
    for (uint32_t k = 1; k <= g->n_blocks; k++) to[k] &= from[k];
    any = to[b] && drop_counting(m, f, to, in);
  }
  mem_free(to);
  mem_free(from);
  return any;
}

void rounds_drop_counted(const ir_module *m, const cfg *g, const ir_func_info *f, bool *in) {
  do drop_ends(g, in);
  while (drop_some(m, g, f, in));
}
