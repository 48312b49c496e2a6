#include "analysis/draws.h"

#include <string.h>

#include "base/bitset.h"
#include "base/mem.h"

struct draws {
  const ir_module *m;
  bool *switches;  // function -> a context switch may happen inside
};

static bool calls_switcher(const draws *d, const ir_instr *i) {
  if (i->op != IR_CALL) return false;
  return i->args[0].kind != IR_OPERAND_FUNC || d->switches[i->args[0].value];
}

draws *draws_new(const ir_module *m) {
  draws *d = MEM_NEW(draws);
  d->m = m;
  d->switches = MEM_NEW_N(bool, m->n_funcs + 1);
  for (bool grew = true; grew;) {
    grew = false;
    for (uint32_t f = 1; f <= m->n_funcs; f++) {
      for (uint32_t c = 0; c < m->funcs[f].n_code && !d->switches[f]; c++) {
        const ir_instr *i = &m->funcs[f].code[c];
        if (!strchr(ir_op_flags(i->op), 'B') && !calls_switcher(d, i)) continue;
        d->switches[f] = true;
        grew = true;
      }
    }
  }
  return d;
}

void draws_free(draws *d) {
  if (!d) return;
  mem_free(d->switches);
  mem_free(d);
}

static bool is_value_op(ir_op op) { return op >= IR_MOV && op <= IR_SELECT; }

// Adds the register operands of i to the slice.
static bool add_args(const ir_instr *i, bitset *slice) {
  bool grew = false;
  for (uint32_t a = 0; a < i->n_args; a++) {
    if (i->args[a].kind != IR_OPERAND_REG || bitset_has(slice, i->args[a].value)) continue;
    bitset_add(slice, i->args[a].value);
    grew = true;
  }
  return grew;
}

// Closes the slice backwards over all definitions; false if something other than inputs and constants flows in.
static bool close_slice(const ir_func_info *fi, bitset *slice) {
  for (bool grew = true; grew;) {
    grew = false;
    for (uint32_t c = 0; c < fi->n_code; c++) {
      const ir_instr *i = &fi->code[c];
      if (!i->dst.id || !bitset_has(slice, i->dst.id)) continue;
      if (i->op == IR_NONDET) continue;
      if (!is_value_op(i->op)) return false;
      grew |= add_args(i, slice);
    }
  }
  for (uint32_t p = 1; p <= fi->n_params; p++) {
    if (bitset_has(slice, p)) return false;
  }
  return true;
}

bool draws_only(const draws *d, ir_func f, uint32_t pc) {
  // Without a switch inside the function all of it runs in one step, so the inputs were drawn in this step.
  if (d->switches[f.id]) return false;
  const ir_func_info *fi = ir_func_get(d->m, f);
  bitset slice = bitset_new(fi->n_regs + 1);
  add_args(&fi->code[pc], &slice);
  bool only = close_slice(fi, &slice);
  bitset_fini(&slice);
  return only;
}
