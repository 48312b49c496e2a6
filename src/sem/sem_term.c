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
  static const struct {
    uint8_t ir, term;
  } plain[] = {
      {IR_ADD, EXPR_ADD},   {IR_MUL, EXPR_MUL},   {IR_UDIV, EXPR_UDIV}, {IR_SDIV, EXPR_SDIV},
      {IR_UREM, EXPR_UREM}, {IR_SREM, EXPR_SREM}, {IR_SHL, EXPR_SHL},   {IR_LSHR, EXPR_LSHR},
      {IR_ASHR, EXPR_ASHR}, {IR_AND, EXPR_AND},   {IR_OR, EXPR_OR},     {IR_XOR, EXPR_XOR},
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

// --- pointers ------------------------------------------------------------------------------------------------------

#define NO_OBJECT 4096u  // no object lies in that many bytes at both ends of the address space

static bool no_address(const world *m, uint64_t word) {
  uint64_t top = width_mask(m->base.ir->pointer_bits);
  return (word & top) < NO_OBJECT || (word & top) > top - NO_OBJECT;
}

// Does the pointer point to a byte of an object, live or followed after its end? Forks on a symbolic offset; false: stopped.
static bool find_inside(run *r, value p, bool *inside) {
  objref o;
  *inside = value_is_concrete(p) && p.bits == 0;
  if (p.obj >= STATE_FUNC_BASE) return true;
  *inside = mem_object(r->m, r->s, p.obj, &o) || reuse_size(r->m, r->s, p.obj, &o.size);
  if (!*inside) return true;
  if (value_is_concrete(p)) {
    *inside = p.bits < o.size;
    return true;
  }
  decision d = fork_decide(r, expr_ult(r->m->base.terms, p.e, expr_const(r->m->base.terms, 64, o.size)));
  *inside = d == DECIDE_YES;
  return d != DECIDE_FORKED;
}

static bool is_dead(const run *r, value p) {
  objref o;
  return p.obj && p.obj < STATE_FUNC_BASE && !mem_object(r->m, r->s, p.obj, &o);
}

// Pointers into different objects, or a pointer and a number. Bytes of objects that live or lived at the same time are at
// different addresses; no object lies near null.
bool term_equal(run *r, value a, value b, uint32_t width, value *out) {
  const world *m = r->m;
  *out = value_word(0);
  if (a.obj == b.obj && a.obj == 0) {
    *out = term_binary(m, IR_EQ, width, a, b);
    return true;
  }
  if (a.obj == b.obj) {
    *out = value_from_term(m->base.terms, expr_eq(m->base.terms, offset_of(m, a), offset_of(m, b)));
    return true;
  }
  bool a_ended = is_dead(r, a), b_ended = is_dead(r, b), in_a = false, in_b = false;
  if (a.obj && b.obj) {
    reuse_lives lives = a_ended || b_ended ? reuse_compare(m, r->s, a.obj, a_ended, b.obj, b_ended) : LIVES_MET;
    if (lives == LIVES_DIFFER) return true;
    if (lives == LIVES_UNKNOWN) {
      bool unforeseen = reuse_unforeseen_pair(r->m, a.obj, b.obj);
      return fork_unknown(r, unforeseen ? SEM_BYTES_OF_ADDRESS : "a pointer to an object that has ended is compared"),
             false;
    }
    if (lives == LIVES_MET && (!find_inside(r, a, &in_a) || !find_inside(r, b, &in_b))) return false;
    if (in_a && in_b) return true;
  } else {
    value number = a.obj ? b : a;
    if (value_is_concrete(number) && no_address(m, number.bits)) return true;
    if ((a_ended || b_ended) && !m->base.options.address_reuse) return true;
  }
  return address_equal(r, a, b, width, out);
}

static act pointer_compare(run *r, const ir_instr *i, value a, value b) {
  expr_table *t = r->m->base.terms;
  uint32_t width = type_bits(r->m, i->args[0].type);
  bool numbers = a.obj && b.obj && a.obj != b.obj && ir_type_get(r->m->base.ir, i->args[0].type)->kind == IR_TYPE_INT;
  if (numbers && reuse_unforeseen_pair(r->m, a.obj, b.obj)) return fork_unknown(r, SEM_BYTES_OF_ADDRESS);
  if (numbers) reuse_note_pair(r->m, a.obj, b.obj);
  if (i->op == IR_EQ || i->op == IR_NE) {
    value same;
    if (!term_equal(r, a, b, width, &same)) return ACT_STOP;
    run_set(r, i->op == IR_EQ ? same : value_from_term(t, expr_not(t, term_of(r->m, same, 1))));
    return ACT_NEXT;
  }
  if (a.obj == b.obj) {
    run_set(r, value_from_term(t, compare(t, i->op, offset_of(r->m, a), offset_of(r->m, b))));
    return ACT_NEXT;
  }
  value number = a.obj ? b : a;
  if (number.obj == 0 && value_is_concrete(number) && no_address(r->m, number.bits) &&
      (i->op == IR_ULT || i->op == IR_ULE)) {
    // An integer that is no address is below all objects or above them.
    bool low = (number.bits & width_mask(r->m->base.ir->pointer_bits)) < NO_OBJECT;
    run_set(r, value_word(low == (a.obj == 0)));
    return ACT_NEXT;
  }
  value x, y;
  if (!address_number(r, a, width, &x) || !address_number(r, b, width, &y)) return ACT_STOP;
  run_set(r, value_from_term(t, compare(t, i->op, term_of(r->m, x, width), term_of(r->m, y, width))));
  return ACT_NEXT;
}

// An address that is used as an offset is a number. Null and any other number is a pointer to nothing.
static act pointer_add(run *r, value p, value offset) {
  const world *m = r->m;
  value by, sum;
  if (!address_number(r, offset, 64, &by)) return ACT_STOP;
  expr total = expr_add(m->base.terms, offset_of(m, p), term_of(m, by, 64));
  sum = pointer_at(m, p.obj, total);
  if (p.obj == 0 && offset.obj && value_is_concrete(p) && p.bits == 0)
    sum = offset;
  else if (p.obj == 0 && address_mentioned(r, total) && !address_pointer(r, value_term(total), &sum))
    return ACT_STOP;
  run_set(r, sum);
  return ACT_NEXT;
}

static act pointer_diff(run *r, value a, value b) {
  expr_table *t = r->m->base.terms;
  if (a.obj == b.obj) {
    run_set(r, value_from_term(t, expr_sub(t, offset_of(r->m, a), offset_of(r->m, b))));
    return ACT_NEXT;
  }
  uint32_t width = r->m->base.ir->pointer_bits;
  value x, y;
  if (!address_number(r, a, width, &x) || !address_number(r, b, width, &y)) return ACT_STOP;
  expr distance = expr_sub(t, term_of(r->m, x, width), term_of(r->m, y, width));
  run_set(r, value_from_term(t, expr_resize(t, distance, 64, true)));
  return ACT_NEXT;
}

// Bits below the alignment of the object are those of the offset: tests of alignment, rounding, tags.
static bool low_bits_op(const run *r, ir_op op, value p, value by, uint32_t width, value *out) {
  const world *m = r->m;
  expr_table *t = m->base.terms;
  uint64_t ended;
  if (!value_is_concrete(by) || (is_dead(r, p) && !reuse_size(m, r->s, p.obj, &ended))) return false;
  uint64_t k = by.bits, align = address_align(m, p.obj), mask = width_mask(width);
  expr offset = offset_of(m, p);
  if (op == IR_UREM && k > 0 && k <= align && (k & (k - 1)) == 0) {
    op = IR_AND;
    k--;
  }
  if (op == IR_AND && k < align) {
    expr low = expr_binary(t, EXPR_AND, offset, expr_const(t, 64, k));
    *out = value_from_term(t, expr_resize(t, low, width, false));
    return true;
  }
  bool cleared = op == IR_AND && (~k & mask) < align;
  if (!cleared && !((op == IR_OR || op == IR_XOR) && k < align)) return false;
  expr_op term = op == IR_AND ? EXPR_AND : op == IR_OR ? EXPR_OR : EXPR_XOR;
  // Only the low bits change: those of an offset of 64 bits are all ones above a mask of 32.
  *out = pointer_at(m, p.obj, expr_binary(t, term, offset, expr_const(t, 64, cleared ? k | ~mask : k)));
  return true;
}

static bool numbers_op(run *r, ir_op op, uint32_t width, value a, value b, value *out) {
  value x, y;
  if (!address_number(r, a, width, &x) || !address_number(r, b, width, &y)) return false;
  *out = term_binary(r->m, op, width, x, y);
  return true;
}

// Sums and differences keep the object of a pointer in an integer as wide as a pointer; anything else looks at the address.
bool term_on_pointers(run *r, ir_op op, uint32_t width, value a, value b, value *out) {
  const world *m = r->m;
  expr_table *t = m->base.terms;
  bool whole = width >= m->base.ir->pointer_bits && width <= 64;
  if (whole && op == IR_SUB && a.obj && a.obj == b.obj) {
    *out = value_from_term(t, expr_resize(t, expr_sub(t, offset_of(m, a), offset_of(m, b)), width, false));
    return true;
  }
  if (!whole || (a.obj && b.obj) || (b.obj && (op == IR_SUB || op == IR_UREM)))
    return numbers_op(r, op, width, a, b, out);
  value p = a.obj ? a : b, number = a.obj ? b : a;
  // Offsets have 64 bits; a number added in the width of a pointer may be a negative one.
  value by = width < 64 ? term_convert(m, IR_SEXT, number, width, 64) : number;
  if (op == IR_ADD || op == IR_SUB) {
    expr move = op == IR_ADD ? term_of(m, by, 64) : expr_neg(t, term_of(m, by, 64));
    *out = pointer_at(m, p.obj, expr_add(t, offset_of(m, p), move));
    return true;
  }
  return low_bits_op(r, op, p, number, width, out) || numbers_op(r, op, width, a, b, out);
}

static act pointer_bits(run *r, const ir_instr *i, value a, value b) {
  value out;
  if (!term_on_pointers(r, i->op, type_bits(r->m, i->type), a, b, &out)) return ACT_STOP;
  run_set(r, out);
  return ACT_NEXT;
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
    if (a.obj == 0 && a.e.id && i->op == IR_INTTOPTR && !address_pointer(r, a, &a)) return ACT_STOP;
    run_set(r, a);
    return ACT_NEXT;
  }
  // An integer of up to 64 bits carries the pointer too, zeros above it.
  uint32_t pointer = r->m->base.ir->pointer_bits;
  bool carried = a.obj && from >= pointer && to >= pointer && to <= 64 && (i->op != IR_SEXT || pointer == 64);
  if (!carried && !address_number(r, a, from, &a)) return ACT_STOP;
  run_set(r, carried ? a : term_convert(r->m, i->op, a, from, to));
  return ACT_NEXT;
}

// Ranges in two objects are apart, whatever their addresses; so is what has no object.
static act apart_op(run *r, const ir_instr *i, value a, value a_bytes) {
  const world *m = r->m;
  expr_table *t = m->base.terms;
  value b = run_operand(r, &i->args[2]), b_bytes = run_operand(r, &i->args[3]);
  if (a.obj != b.obj || a.obj == 0) {
    run_set(r, value_word(1));
    return ACT_NEXT;
  }
  expr n = term_of(m, a_bytes, 64), k = term_of(m, b_bytes, 64), none = expr_const(t, 64, 0);
  expr ahead = expr_sub(t, offset_of(m, b), offset_of(m, a)), back = expr_neg(t, ahead);
  expr is = expr_and(t, expr_ule(t, n, ahead), expr_ule(t, k, back));
  is = expr_or(t, is, expr_or(t, expr_eq(t, n, none), expr_eq(t, k, none)));
  if (i->sub == IR_APART_OR_SAME) is = expr_or(t, is, expr_eq(t, ahead, none));
  run_set(r, value_from_term(t, is));
  return ACT_NEXT;
}

static act unary_op(run *r, const ir_instr *i, value a) {
  expr_table *t = r->m->base.terms;
  if (i->op == IR_MOV) {
    run_set(r, a);
    return ACT_NEXT;
  }
  if (!address_number(r, a, type_bits(r->m, i->type), &a)) return ACT_STOP;
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
  if (i->op == IR_APART) return apart_op(r, i, a, b);
  if (i->op == IR_MOV || i->op == IR_NOT || i->op == IR_NEG) return unary_op(r, i, a);
  return i->n_args == 1 ? cast_op(r, i, a) : binary_op(r, i, a, b);
}
