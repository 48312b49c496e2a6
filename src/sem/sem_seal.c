// Bytes that become constants while the program runs (`seal`): objects of C++ that are, behind their constructors, until their destructors begin.
// They stand in the pending record, each stretch where it begins. Nobody who does not write looks at them, and a write that nothing orders with
// the end of the constructor races with what that has written; so a seal is no access, and has no place in the footprint.
#include "sem/sem_impl.h"

bool mem_any_seal(const ir_module *ir) {
  for (uint32_t f = 1; f <= ir->n_funcs; f++)
    for (uint32_t c = 0; c < ir->funcs[f].n_code; c++)
      if (ir->funcs[f].code[c].op == IR_SEAL) return true;
  return false;
}

static void unseal(run *r, value ptr, uint64_t bytes) {
  for (uint32_t k = r->s->pending ? r->s->pending->n : 0; k-- > 0;) {
    const pend_entry *p = &r->s->pending->list[k];
    bool inside = !value_is_concrete(ptr) || p->e.offset - ptr.bits < bytes;
    if (p->kind == PEND_SEALED && p->e.obj == ptr.obj && inside) pend_remove(r->s, k);
  }
}

// Of what is no object, or reaches over its end, nothing is said: whoever has it has been told. Nor is it of a place that depends on inputs; whatever
// may lie there ends being a constant.
act mem_seal(run *r, const ir_instr *i) {
  value ptr = run_operand(r, &i->args[0]), bytes = run_operand(r, &i->args[1]);
  objref o;
  bool object = ptr.obj && ptr.obj < STATE_FUNC_BASE && mem_object(r->m, r->s, ptr.obj, &o);
  if (!object) return ACT_NEXT;
  if (i->sub == IR_SEAL_ENDS) {
    unseal(r, ptr, bytes.bits);
    return ACT_NEXT;
  }
  bool known = value_is_concrete(ptr) && value_is_concrete(bytes) && bytes.bits && bytes.bits <= UINT32_MAX;
  if (!known || ptr.bits > o.size || bytes.bits > o.size - ptr.bits) return ACT_NEXT;
  keep_not(r->s, ptr.obj);
  event_id at = {.offset = ptr.bits, .obj = ptr.obj};
  pend_add(r->s, (pend_entry){.kind = PEND_SEALED, .e = at, .update = (uint32_t)bytes.bits});
  return ACT_NEXT;
}

// Does a write of these bytes meet the stretch? DECIDE_FORKED: stopped.
static decision meets(run *r, value ptr, uint64_t bytes, const pend_entry *p) {
  expr_table *t = r->m->base.terms;
  uint64_t begin = p->e.offset, size = p->update;
  if (ptr.obj != p->e.obj) return DECIDE_NO;
  if (value_is_concrete(ptr)) return begin - ptr.bits < bytes || ptr.bits - begin < size ? DECIDE_YES : DECIDE_NO;
  expr first = expr_const(t, 64, begin);
  expr inside = expr_ult(t, expr_sub(t, ptr.e, first), expr_const(t, 64, size));
  return fork_decide(r, expr_or(t, inside, expr_ult(t, expr_sub(t, first, ptr.e), expr_const(t, 64, bytes))));
}

bool mem_unsealed(run *r, value ptr, uint64_t bytes) {
  if (LIKELY(!r->s->pending) || !r->m->seals || !bytes) return true;
  for (uint32_t k = 0; k < r->s->pending->n; k++) {
    pend_entry p = r->s->pending->list[k];
    if (p.kind != PEND_SEALED) continue;
    decision d = meets(r, ptr, bytes, &p);
    if (d == DECIDE_FORKED) return false;
    if (d == DECIDE_NO) continue;
    fork_violation(r, IR_CHECK_READ_ONLY, NULL);
    return false;
  }
  return true;
}
