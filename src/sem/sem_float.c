// Floats: bit patterns in values, computed by the machine this runs on.
//
// Concrete operands of 32, 64 and 80 bits are computed exactly as C does on the host, to nearest; every NaN that comes
// out is the one quiet NaN. Symbolic ones are negated and compared as bit-vectors (an IEEE number orders like its sign and
// magnitude); arithmetic and conversions of symbolic numbers end UNKNOWN.
#include <math.h>
#include <string.h>

#include "sem/sem_impl.h"

typedef long double real;  // holds every number of the three formats

static bool known_width(uint32_t bits) { return bits == 32 || bits == 64 || bits == 80; }

// The bits of a concrete float; false: it is symbolic.
static bool limbs_of(const world *m, value v, uint64_t limbs[2]) {
  limbs[0] = v.bits;
  limbs[1] = 0;
  if (value_is_concrete(v)) return true;
  if (!expr_is_const(m->base.terms, v.e)) return false;
  const uint64_t *from = expr_const_limbs(m->base.terms, v.e);
  limbs[0] = from[0];
  if (expr_width(m->base.terms, v.e) > 64) limbs[1] = from[1];
  return true;
}

static bool read_float(const world *m, value v, uint32_t bits, real *out) {
  uint64_t limbs[2];
  float f;
  double d;
  if (v.obj || !limbs_of(m, v, limbs)) return false;
  *out = 0;
  if (bits == 32) {
    memcpy(&f, limbs, sizeof f);
    *out = f;
  } else if (bits == 64) {
    memcpy(&d, limbs, sizeof d);
    *out = d;
  } else {
    memcpy(out, limbs, 10);
  }
  return true;
}

// x rounded to the format.
static value make_float(const world *m, uint32_t bits, real x) {
  float f = (float)x;
  double d = (double)x;
  uint64_t limbs[2] = {0, 0};
  if (bits == 32)
    memcpy(limbs, &f, sizeof f);
  else if (bits == 64)
    memcpy(limbs, &d, sizeof d);
  else
    memcpy(limbs, &x, 10);
  if (isnan(x)) {
    limbs[0] = bits == 32 ? 0x7fc00000u : bits == 64 ? (uint64_t)0x7ff8 << 48 : (uint64_t)3 << 62;
    limbs[1] = bits == 80 ? 0x7fff : 0;
  }
  if (bits <= 64) return value_word(limbs[0]);
  return value_from_term(m->base.terms, expr_const_wide(m->base.terms, bits, limbs));
}

#define ARITHMETIC(T)                \
  do {                               \
    T x = (T)a, y = (T)b;            \
    if (op == IR_FADD) return x + y; \
    if (op == IR_FSUB) return x - y; \
    if (op == IR_FMUL) return x * y; \
    if (op == IR_FDIV) return x / y; \
  } while (0)

// In the format itself: a detour over more digits would round twice.
static real arithmetic(ir_op op, uint32_t bits, real a, real b) {
  if (bits == 32) ARITHMETIC(float);
  if (bits == 64) ARITHMETIC(double);
  if (bits == 80) ARITHMETIC(real);
  return fmodl(a, b);  // exact
}

static bool compare(ir_fcmp how, bool less, bool equal, bool unordered) {
  bool more = !less && !equal && !unordered;
  switch (how) {
  case IR_FCMP_OEQ: return equal;
  case IR_FCMP_OGT: return more;
  case IR_FCMP_OGE: return more || equal;
  case IR_FCMP_OLT: return less;
  case IR_FCMP_OLE: return less || equal;
  case IR_FCMP_ONE: return less || more;
  case IR_FCMP_ORD: return !unordered;
  case IR_FCMP_UNO: return unordered;
  case IR_FCMP_UEQ: return unordered || equal;
  case IR_FCMP_UGT: return unordered || more;
  case IR_FCMP_UGE: return unordered || more || equal;
  case IR_FCMP_ULT: return unordered || less;
  case IR_FCMP_ULE: return unordered || less || equal;
  case IR_FCMP_UNE: return !equal;
  case IR_FCMP_COUNT: break;
  }
  UNREACHABLE("not a comparison");
}

// --- symbolic comparisons ------------------------------------------------------------------------------------------

static expr magnitude(expr_table *t, expr x) {
  uint32_t w = expr_width(t, x);
  return expr_zext(t, expr_extract(t, x, w - 2, 0), w);
}

static expr is_nan_term(expr_table *t, expr x) {
  uint32_t w = expr_width(t, x);
  uint64_t infinity = w == 32 ? 0x7f800000u : (uint64_t)0x7ff << 52;
  return expr_ult(t, expr_const(t, w, infinity), magnitude(t, x));
}

// The number's place in the order of all numbers, both zeros at one: the magnitude, negated below zero.
static expr rank(expr_table *t, expr x) {
  uint32_t w = expr_width(t, x);
  expr negative = expr_slt(t, x, expr_const(t, w, 0));
  return expr_ite(t, negative, expr_neg(t, magnitude(t, x)), magnitude(t, x));
}

static value compare_terms(const world *m, ir_fcmp how, expr x, expr y) {
  expr_table *t = m->base.terms;
  expr a = rank(t, x), b = rank(t, y), unordered = expr_or(t, is_nan_term(t, x), is_nan_term(t, y));
  expr ordered = expr_not(t, unordered), less = expr_slt(t, a, b), more = expr_slt(t, b, a), equal = expr_eq(t, a, b);
  // One bit per case; a comparison is the union of those in which it is true.
  expr result = expr_bool(t, false);
  if (compare(how, true, false, false)) result = expr_or(t, result, expr_and(t, ordered, less));
  if (compare(how, false, true, false)) result = expr_or(t, result, expr_and(t, ordered, equal));
  if (compare(how, false, false, false)) result = expr_or(t, result, expr_and(t, ordered, more));
  if (compare(how, false, false, true)) result = expr_or(t, result, unordered);
  return value_from_term(t, result);
}

static act compare_op(run *r, const ir_instr *i) {
  uint32_t bits = type_bits(r->m, i->args[0].type);
  value a = run_operand(r, &i->args[0]), b = run_operand(r, &i->args[1]);
  real x, y;
  if (read_float(r->m, a, bits, &x) && read_float(r->m, b, bits, &y)) {
    run_set(r, value_word(compare((ir_fcmp)i->sub, x < y, x == y, isnan(x) || isnan(y))));
    return ACT_NEXT;
  }
  if (a.obj || b.obj || bits == 80) return fork_unknown(r, "comparison of symbolic floats of %u bits", bits);
  run_set(r, compare_terms(r->m, (ir_fcmp)i->sub, term_of(r->m, a, bits), term_of(r->m, b, bits)));
  return ACT_NEXT;
}

// --- the operations ------------------------------------------------------------------------------------------------

static act negate_op(run *r, const ir_instr *i) {
  expr_table *t = r->m->base.terms;
  uint32_t bits = type_bits(r->m, i->type);
  value a = run_operand(r, &i->args[0]);
  if (a.obj) return fork_unknown(r, "an address is used as a float");
  expr sign = expr_binary(t, EXPR_SHL, expr_const(t, bits, 1), expr_const(t, bits, bits - 1));
  run_set(r, value_from_term(t, expr_binary(t, EXPR_XOR, term_of(r->m, a, bits), sign)));
  return ACT_NEXT;
}

static act symbolic(run *r, const ir_instr *i) {
  return fork_unknown(r, "operation `%s` on a symbolic float", ir_op_text(i->op));
}

static act to_integer(run *r, const ir_instr *i) {
  uint32_t bits = type_bits(r->m, i->type);
  real x;
  if (!read_float(r->m, run_operand(r, &i->args[0]), type_bits(r->m, i->args[0].type), &x)) return symbolic(r, i);
  if (bits > 64) return fork_unknown(r, "a float becomes an integer of %u bits", bits);
  x = truncl(x);
  real limit = ldexpl(1, (int)(i->op == IR_FTOS ? bits - 1 : bits)), least = i->op == IR_FTOS ? -limit : 0;
  if (!(x >= least && x < limit)) return fork_unknown(r, "a float does not fit its integer");
  uint64_t word = x < 0 ? 0 - (uint64_t)-x : (uint64_t)x;
  run_set(r, value_word(word & width_mask(bits)));
  return ACT_NEXT;
}

static act from_integer(run *r, const ir_instr *i) {
  uint32_t bits = type_bits(r->m, i->args[0].type);
  value a = run_operand(r, &i->args[0]);
  if (a.obj) return fork_unknown(r, "an address is used as a number");
  if (!value_is_concrete(a)) return symbolic(r, i);
  if (bits > 64) return fork_unknown(r, "an integer of %u bits becomes a float", bits);
  real x = i->op == IR_STOF ? (real)sign_extend(a.bits, bits) : (real)a.bits;
  run_set(r, make_float(r->m, type_bits(r->m, i->type), x));
  return ACT_NEXT;
}

act float_op(run *r, const ir_instr *i) {
  bool to_float = i->op != IR_FTOS && i->op != IR_FTOU && i->op != IR_FCMP;
  uint32_t from = type_bits(r->m, i->args[0].type), to = type_bits(r->m, i->type);
  bool from_float = i->op != IR_STOF && i->op != IR_UTOF;
  if (i->op == IR_FNEG) return negate_op(r, i);
  if ((from_float && !known_width(from)) || (to_float && !known_width(to)))
    return fork_unknown(r, "floats of %u bits", from_float && !known_width(from) ? from : to);
  if (i->op == IR_FCMP) return compare_op(r, i);
  if (!to_float) return to_integer(r, i);
  if (!from_float) return from_integer(r, i);
  real x, y = 0;
  if (!read_float(r->m, run_operand(r, &i->args[0]), from, &x)) return symbolic(r, i);
  if (i->op != IR_FCONV && !read_float(r->m, run_operand(r, &i->args[1]), from, &y)) return symbolic(r, i);
  run_set(r, make_float(r->m, to, i->op == IR_FCONV ? x : arithmetic(i->op, to, x, y)));
  return ACT_NEXT;
}
