#include "engine/dpor/chase.h"

#include "base/bitset.h"

// Does the guard that begins at code index `at` load from an address that an earlier load of it gave? Its registers are
// set by the guard itself: code before the await computes the other addresses. Calls are not looked into.
static bool chases(const ir_func_info *f, uint32_t at) {
  bitset loaded = bitset_new(f->n_regs + 1);
  bool found = false;
  for (uint32_t i = at + 1; i < f->n_code && f->code[i].op != IR_AWAIT && !found; i++) {
    const ir_instr *in = &f->code[i];
    bool from_load = in->op == IR_LOAD;
    found = in->op == IR_CALL;
    for (uint32_t a = 0; a < in->n_args; a++) {
      const ir_operand *o = &in->args[a];
      if (o->kind != IR_OPERAND_REG || !bitset_has(&loaded, (uint32_t)o->value)) continue;
      found |= in->op == IR_LOAD || in->op == IR_VALID;
      from_load = true;
    }
    if (in->dst.id && from_load) bitset_add(&loaded, in->dst.id);
  }
  bitset_fini(&loaded);
  return found;
}

bool chase_any(const ir_module *m) {
  for (uint32_t f = 1; f <= m->n_funcs; f++)
    for (uint32_t i = 0; i < m->funcs[f].n_code; i++)
      if (m->funcs[f].code[i].op == IR_AWAIT_BEGIN && chases(&m->funcs[f], i)) return true;
  return false;
}
