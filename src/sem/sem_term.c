// Value operations that are not on concrete words: terms, wide integers, pointers.
#include "base/check.h"
#include "sem/sem_impl.h"

expr term_of(const world *m, value v, uint32_t width) {
  DCHECK(v.obj == 0, "pointers are no terms");
  return value_is_concrete(v) ? expr_const(m->base.terms, width, v.bits) : v.e;
}

static expr offset_of(const world *m, value p) {
  return value_is_concrete(p) ? expr_const(m->base.terms, 64, p.bits) : p.e;
}

// A pointer into obj at a 64-bit offset term.
static value pointer_at(const world *m, uint32_t obj, expr offset) {
  value v = value_from_term(m->base.terms, offset);
  v.obj = obj;
  return v;
}

static expr compare(expr_table *t, ir_op op, expr a, expr b) {
  if (op == IR_EQ) return expr_eq(t, a, b);
  if (op == IR_NE) return expr_ne(t, a, b);
  if (op == IR_ULT) return expr_ult(t, a, b);
  if (op == IR_ULE) return expr_ule(t, a, b);
  return op == IR_SLT ? expr_slt(t, a, b) : expr_sle(t, a, b);
}

static bool is_comparison(ir_op op) {
  return op == IR_EQ || op == IR_NE || op == IR_ULT || op == IR_ULE || op == IR_SLT || op == IR_SLE;
}

static expr arithmetic(expr_table *t, ir_op op, expr a, expr b) {
  static const struct { uint8_t ir, term; } plain[] = {
      {IR_ADD, EXPR_ADD},   {IR_MUL, EXPR_MUL},   {IR_UDIV, EXPR_UDIV}, {IR_SDIV, EXPR_SDIV}, {IR_UREM, EXPR_UREM},
      {IR_SREM, EXPR_SREM}, {IR_SHL, EXPR_SHL},   {IR_LSHR, EXPR_LSHR}, {IR_ASHR, EXPR_ASHR}, {IR_AND, EXPR_AND},
      {IR_OR, EXPR_OR},     {IR_XOR, EXPR_XOR},
  };
  if (op == IR_SUB) return expr_sub(t, a, b);
  for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
    if (plain[i].ir == op) return expr_binary(t, (expr_op)plain[i].term, a, b);
  }
  UNREACHABLE("not a binary operation");
}

value term_binary(const world *m, ir_op op, uint32_t width, value a, value b) {
  expr_table *t = m->base.terms;
  expr x = term_of(m, a, width), y = term_of(m, b, width);
  return value_from_term(t, is_comparison(op) ? compare(t, op, x, y) : arithmetic(t, op, x, y));
}

value term_convert(const world *m, ir_op op, value a, uint32_t from, uint32_t to) {
  expr_table *t = m->base.terms;
  return value_from_term(t, expr_resize(t, term_of(m, a, from), to, op == IR_SEXT));
}

value term_equal(const world *m, value a, value b, uint32_t width) {
  if (a.obj != b.obj) return value_word(0);
  if (a.obj == 0) return term_binary(m, IR_EQ, width, a, b);
  return value_from_term(m->base.terms, expr_eq(m->base.terms, offset_of(m, a), offset_of(m, b)));
}

// --- pointers ------------------------------------------------------------------------------------------------------

#define NO_OBJECT 4096u  // no object lies in that many bytes at both ends of the address space

static bool no_address(const world *m, uint64_t word) {
  uint64_t top = width_mask(m->base.ir->pointer_bits);
  return (word & top) < NO_OBJECT || (word & top) > top - NO_OBJECT;
}

// May a be one past the end of its object and b the begin of the next? Nobody knows which objects are neighbours.
static bool may_touch(const run *r, value a, value b) {
  objref o;
  if (a.obj == 0 || b.obj == 0 || a.obj >= STATE_FUNC_BASE || b.obj >= STATE_FUNC_BASE) return false;
  if (b.e.id == 0 && b.bits != 0) return false;
  if (!mem_object(r->m, r->s, a.obj, &o) || !mem_object(r->m, r->s, b.obj, &o)) return false;
  mem_object(r->m, r->s, a.obj, &o);
  return a.e.id != 0 || (a.bits == o.size && o.size > 0);
}

static act pointer_compare(run *r, const ir_instr *i, value a, value b) {
  expr_table *t = r->m->base.terms;
  if (a.obj == b.obj) {
    run_set(r, value_from_term(t, compare(t, i->op, offset_of(r->m, a), offset_of(r->m, b))));
    return ACT_NEXT;
  }
  // A symbolic integer that was made a pointer could be any address.
  if ((a.obj == 0 && a.e.id) || (b.obj == 0 && b.e.id))
    return fork_unknown(r, "a pointer is compared with a symbolic integer");
  if ((a.obj == 0 && !no_address(r->m, a.bits)) || (b.obj == 0 && !no_address(r->m, b.bits)))
    return fork_unknown(r, "a pointer is compared with an integer that may be its address");
  if (i->op == IR_EQ || i->op == IR_NE) {
    if (may_touch(r, a, b) || may_touch(r, b, a))
      return fork_unknown(r, "the end of an object is compared with the begin of another one");
    run_set(r, value_word(i->op == IR_NE));
    return ACT_NEXT;
  }
  if ((i->op == IR_ULT || i->op == IR_ULE) && (a.obj == 0 || b.obj == 0)) {
    // An integer that is no address is below all objects or above them.
    bool low = ((a.obj == 0 ? a : b).bits & width_mask(r->m->base.ir->pointer_bits)) < NO_OBJECT;
    run_set(r, value_word(low == (a.obj == 0)));
    return ACT_NEXT;
  }
  return fork_unknown(r, "pointers to different objects are ordered");
}

static act pointer_add(run *r, value p, value offset) {
  const world *m = r->m;
  if (offset.obj) return fork_unknown(r, "a pointer is used as an offset");
  run_set(r, pointer_at(m, p.obj, expr_add(m->base.terms, offset_of(m, p), term_of(m, offset, 64))));
  return ACT_NEXT;
}

static act pointer_diff(run *r, value a, value b) {
  if (a.obj != b.obj) return fork_unknown(r, "difference of pointers to different objects");
  expr_table *t = r->m->base.terms;
  run_set(r, value_from_term(t, expr_sub(t, offset_of(r->m, a), offset_of(r->m, b))));
  return ACT_NEXT;
}

#define OBJECT_ALIGN 16u

// Bits below the alignment of objects are those of the offset: tests of alignment, rounding, tags.
static bool low_bits_op(run *r, ir_op op, value p, value by, uint32_t width) {
  const world *m = r->m;
  expr_table *t = m->base.terms;
  if (!value_is_concrete(by)) return false;
  uint64_t k = by.bits;
  if (p.obj >= STATE_FUNC_BASE) {  // the lowest bit of a pointer to a member function tells virtual ones
    if (op != IR_AND || k != 1) return false;
    run_set(r, value_word(0));
    return true;
  }
  expr offset = offset_of(m, p);
  if (op == IR_UREM && k > 0 && k <= OBJECT_ALIGN && (k & (k - 1)) == 0) {
    op = IR_AND;
    k--;
  }
  if (op == IR_AND && k < OBJECT_ALIGN) {
    expr low = expr_binary(t, EXPR_AND, offset, expr_const(t, 64, k));
    run_set(r, value_from_term(t, expr_resize(t, low, width, false)));
    return true;
  }
  bool cleared = op == IR_AND && ~k < OBJECT_ALIGN;
  if (!cleared && !((op == IR_OR || op == IR_XOR) && k < OBJECT_ALIGN)) return false;
  expr_op term = op == IR_AND ? EXPR_AND : op == IR_OR ? EXPR_OR : EXPR_XOR;
  run_set(r, pointer_at(m, p.obj, expr_binary(t, term, offset, expr_const(t, 64, k))));
  return true;
}

// Sums and differences of a pointer kept in an integer as wide as a pointer; anything else needs the address.
static act pointer_bits(run *r, const ir_instr *i, value a, value b) {
  const world *m = r->m;
  expr_table *t = m->base.terms;
  uint32_t width = type_bits(m, i->type);
  bool whole = width >= m->base.ir->pointer_bits && width <= 64;
  if (whole && i->op == IR_SUB && a.obj && b.obj) {
    if (a.obj != b.obj) return pointer_diff(r, a, b);
    run_set(r, value_from_term(t, expr_resize(t, expr_sub(t, offset_of(m, a), offset_of(m, b)), width, false)));
    return ACT_NEXT;
  }
  if (!whole || (a.obj && b.obj) || (b.obj && (i->op == IR_SUB || i->op == IR_UREM)))
    return fork_unknown(r, "operation `%s` on the address of an object", ir_op_text(i->op));
  if (b.obj) {  // what follows is symmetric
    value swap = a;
    a = b;
    b = swap;
  }
  // Offsets have 64 bits; a number added in the width of a pointer may be a negative one.
  value by = width < 64 ? term_convert(m, IR_SEXT, b, width, 64) : b;
  if (i->op == IR_ADD) return pointer_add(r, a, by);
  if (i->op == IR_SUB) return pointer_add(r, a, value_from_term(t, expr_neg(t, term_of(m, by, 64))));
  if (low_bits_op(r, i->op, a, by, width)) return ACT_NEXT;
  return fork_unknown(r, "operation `%s` on the address of an object", ir_op_text(i->op));
}

static act select_op(run *r, const ir_instr *i, value c, value a, value b) {
  const world *m = r->m;
  expr_table *t = m->base.terms;
  if (value_is_concrete(c)) {
    run_set(r, c.bits ? a : b);
    return ACT_NEXT;
  }
  if (a.obj == b.obj && a.bits == b.bits && expr_same(a.e, b.e)) {
    run_set(r, a);
    return ACT_NEXT;
  }
  bool pointer = ir_type_get(m->base.ir, i->type)->kind == IR_TYPE_PTR;
  if (a.obj == b.obj && (pointer || a.obj)) {
    run_set(r, pointer_at(m, a.obj, expr_ite(t, c.e, offset_of(m, a), offset_of(m, b))));
    return ACT_NEXT;
  }
  if (a.obj || b.obj) {  // two objects: the pointer must be concrete in its object, so the state forks
    decision d = fork_decide(r, c.e);
    if (d == DECIDE_FORKED) return ACT_STOP;
    run_set(r, d == DECIDE_YES ? a : b);
    return ACT_NEXT;
  }
  uint32_t width = type_bits(m, i->type);
  run_set(r, value_from_term(t, expr_ite(t, c.e, term_of(m, a, width), term_of(m, b, width))));
  return ACT_NEXT;
}

static act cast_op(run *r, const ir_instr *i, value a) {
  uint32_t from = type_bits(r->m, i->args[0].type), to = type_bits(r->m, i->type);
  if (i->op == IR_PTRTOINT || i->op == IR_INTTOPTR) {
    // The integer carries the pointer; without an object both are the same number. A pointer of 32 bits keeps its
    // 64-bit offset inside.
    if (a.obj == 0 && from != to) a = term_convert(r->m, IR_ZEXT, a, from, to);
    if (a.obj == 0 && a.e.id && i->op == IR_INTTOPTR) return fork_unknown(r, "a symbolic integer becomes a pointer");
    run_set(r, a);
    return ACT_NEXT;
  }
  // A wider integer carries the pointer too; what it holds above is not looked at unless it is cut off again.
  uint32_t pointer = r->m->base.ir->pointer_bits;
  if (a.obj && (from < pointer || to < pointer)) return fork_unknown(r, "part of the address of an object is used");
  run_set(r, a.obj ? a : term_convert(r->m, i->op, a, from, to));
  return ACT_NEXT;
}

static act unary_op(run *r, const ir_instr *i, value a) {
  expr_table *t = r->m->base.terms;
  if (i->op == IR_MOV) {
    run_set(r, a);
    return ACT_NEXT;
  }
  if (a.obj) return fork_unknown(r, "operation `%s` on the address of an object", ir_op_text(i->op));
  expr x = term_of(r->m, a, type_bits(r->m, i->type));
  run_set(r, value_from_term(t, i->op == IR_NOT ? expr_not(t, x) : expr_neg(t, x)));
  return ACT_NEXT;
}

static act binary_op(run *r, const ir_instr *i, value a, value b) {
  if (is_comparison(i->op)) {
    bool pointers = ir_type_get(r->m->base.ir, i->args[0].type)->kind == IR_TYPE_PTR;
    if (pointers || a.obj || b.obj) return pointer_compare(r, i, a, b);
  } else if (a.obj || b.obj) {
    return pointer_bits(r, i, a, b);
  }
  run_set(r, term_binary(r->m, i->op, type_bits(r->m, i->args[0].type), a, b));
  return ACT_NEXT;
}

act term_value_op(run *r, const ir_instr *i) {
  value a = run_operand(r, &i->args[0]), b = i->n_args > 1 ? run_operand(r, &i->args[1]) : value_word(0);
  if (i->op == IR_SELECT) return select_op(r, i, a, b, run_operand(r, &i->args[2]));
  if (i->op >= IR_FADD && i->op <= IR_UTOF) return float_op(r, i);
  if (i->op == IR_PTRADD) return pointer_add(r, a, b);
  if (i->op == IR_PTRDIFF) return pointer_diff(r, a, b);
  if (i->op == IR_MOV || i->op == IR_NOT || i->op == IR_NEG) return unary_op(r, i, a);
  return i->n_args == 1 ? cast_op(r, i, a) : binary_op(r, i, a, b);
}
