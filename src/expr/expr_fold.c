// Arithmetic on constants, by SMT-LIB's definitions: 64-bit words directly, wider ones through GMP.
#include "expr/expr_impl.h"

#include <gmp.h>

_Static_assert(sizeof(mp_limb_t) == 8, "limbs are 64-bit words");

static uint64_t sdiv64(uint32_t w, uint64_t a, uint64_t b) {
  int64_t x = bits_sext(a, w), y = bits_sext(b, w);
  if (y == 0) return x >= 0 ? bits_mask(w) : 1;
  if (y == -1) return (0 - a) & bits_mask(w);
  return (uint64_t)(x / y) & bits_mask(w);
}

static uint64_t srem64(uint32_t w, uint64_t a, uint64_t b) {
  int64_t x = bits_sext(a, w), y = bits_sext(b, w);
  if (y == 0) return a;
  if (y == -1) return 0;
  return (uint64_t)(x % y) & bits_mask(w);
}

uint64_t fold_narrow(expr_op op, uint32_t w, uint64_t a, uint64_t b) {
  uint64_t mask = bits_mask(w);
  switch (op) {
  case EXPR_ADD: return (a + b) & mask;
  case EXPR_MUL: return (a * b) & mask;
  case EXPR_UDIV: return b ? a / b : mask;
  case EXPR_SDIV: return sdiv64(w, a, b);
  case EXPR_UREM: return b ? a % b : a;
  case EXPR_SREM: return srem64(w, a, b);
  case EXPR_SHL: return b >= w ? 0 : (a << b) & mask;
  case EXPR_LSHR: return b >= w ? 0 : a >> b;
  case EXPR_ASHR: return (uint64_t)(bits_sext(a, w) >> (b >= w ? w - 1 : b)) & mask;
  case EXPR_AND: return a & b;
  case EXPR_OR: return a | b;
  case EXPR_XOR: return a ^ b;
  case EXPR_NOT: return ~a & mask;
  case EXPR_EQ: return a == b;
  case EXPR_ULT: return a < b;
  case EXPR_SLT: return bits_sext(a, w) < bits_sext(b, w);
  case EXPR_CONST:
  case EXPR_VAR:
  case EXPR_ITE:
  case EXPR_CONCAT:
  case EXPR_EXTRACT:
  case EXPR_ZEXT:
  case EXPR_SEXT:
  case EXPR_CONST_ARRAY:
  case EXPR_SELECT:
  case EXPR_STORE:
  case EXPR_OP_COUNT: break;
  }
  UNREACHABLE("not an operation on words of one width");
}

static void to_mpz(const expr_table *t, expr e, mpz_t out) {
  uint32_t n = (enode_width(t, e) + 63) / 64;
  mpz_import(out, n, -1, 8, 0, 0, expr_const_limbs(t, e));
}

static void to_signed(mpz_t x, uint32_t width) {
  if (!mpz_tstbit(x, width - 1)) return;
  mpz_t power;
  mpz_init(power);
  mpz_setbit(power, width);
  mpz_sub(x, x, power);
  mpz_clear(power);
}

static expr from_mpz(expr_table *t, uint32_t width, mpz_t x) {
  mpz_fdiv_r_2exp(x, x, width);
  uint32_t n = (width + 63) / 64;
  uint64_t *limbs = MEM_NEW_N(uint64_t, n);
  mpz_export(limbs, NULL, -1, 8, 0, 0, x);
  expr e = expr_const_wide(t, width, limbs);
  mem_free(limbs);
  return e;
}

// r := a op b for division; w is the operands' width.
static void divide(expr_op op, uint32_t w, mpz_t r, mpz_t a, mpz_t b) {
  bool is_div = op == EXPR_UDIV || op == EXPR_SDIV;
  if (op == EXPR_SDIV || op == EXPR_SREM) {
    to_signed(a, w);
    to_signed(b, w);
  }
  if (mpz_sgn(b) == 0) {
    if (!is_div)
      mpz_set(r, a);
    else
      mpz_set_si(r, op == EXPR_SDIV && mpz_sgn(a) < 0 ? 1 : -1);
  } else if (is_div) {
    mpz_tdiv_q(r, a, b);
  } else {
    mpz_tdiv_r(r, a, b);
  }
}

static void shift(expr_op op, uint32_t w, mpz_t r, mpz_t a, mpz_t b) {
  bool over = mpz_cmp_ui(b, w) >= 0;
  unsigned long by = over ? w : mpz_get_ui(b);
  if (op == EXPR_SHL) {
    mpz_mul_2exp(r, a, by);
  } else {
    if (op == EXPR_ASHR) to_signed(a, w);
    mpz_fdiv_q_2exp(r, a, by);
  }
}

static void apply(expr_op op, uint32_t w, uint32_t wb, uint32_t lo, mpz_t r, mpz_t a, mpz_t b) {
  switch (op) {
  case EXPR_ADD: mpz_add(r, a, b); return;
  case EXPR_MUL: mpz_mul(r, a, b); return;
  case EXPR_UDIV:
  case EXPR_SDIV:
  case EXPR_UREM:
  case EXPR_SREM: divide(op, w, r, a, b); return;
  case EXPR_SHL:
  case EXPR_LSHR:
  case EXPR_ASHR: shift(op, w, r, a, b); return;
  case EXPR_AND: mpz_and(r, a, b); return;
  case EXPR_OR: mpz_ior(r, a, b); return;
  case EXPR_XOR: mpz_xor(r, a, b); return;
  case EXPR_NOT: mpz_com(r, a); return;
  case EXPR_EQ: mpz_set_ui(r, mpz_cmp(a, b) == 0); return;
  case EXPR_ULT: mpz_set_ui(r, mpz_cmp(a, b) < 0); return;
  case EXPR_SLT:
    to_signed(a, w);
    to_signed(b, w);
    mpz_set_ui(r, mpz_cmp(a, b) < 0);
    return;
  case EXPR_CONCAT:
    mpz_mul_2exp(r, a, wb);
    mpz_add(r, r, b);
    return;
  case EXPR_EXTRACT: mpz_fdiv_q_2exp(r, a, lo); return;
  case EXPR_ZEXT: mpz_set(r, a); return;
  case EXPR_SEXT:
    to_signed(a, w);
    mpz_set(r, a);
    return;
  case EXPR_CONST:
  case EXPR_VAR:
  case EXPR_ITE:
  case EXPR_CONST_ARRAY:
  case EXPR_SELECT:
  case EXPR_STORE:
  case EXPR_OP_COUNT: break;
  }
  UNREACHABLE("not an operation on bit-vectors");
}

expr fold_wide(expr_table *t, expr_op op, uint32_t width, expr a, expr b, uint32_t hi, uint32_t lo) {
  (void)hi;
  mpz_t x, y, r;
  mpz_inits(x, y, r, NULL);
  to_mpz(t, a, x);
  uint32_t wb = 0;
  if (expr_some(b)) {
    to_mpz(t, b, y);
    wb = enode_width(t, b);
  }
  apply(op, enode_width(t, a), wb, lo, r, x, y);
  expr e = from_mpz(t, width, r);
  mpz_clears(x, y, r, NULL);
  return e;
}

val expr_val(const expr_table *t, expr constant) {
  const enode *n = enode_of(t, constant);
  DCHECK(n->op == EXPR_CONST, "not a constant");
  return n->width <= 64 ? n->u.value : constant.id;
}

expr expr_from_val(expr_table *t, uint32_t width, val v) {
  return width <= 64 ? expr_const(t, width, v) : (expr){(uint32_t)v};
}

val expr_val_small(expr_table *t, uint32_t width, uint64_t small) {
  return width <= 64 ? small & bits_mask(width) : expr_const(t, width, small).id;
}

val expr_val_ones(expr_table *t, uint32_t width) {
  if (width <= 64) return bits_mask(width);
  return fold_wide(t, EXPR_NOT, width, expr_const(t, width, 0), EXPR_NONE, 0, 0).id;
}

val expr_val_op(expr_table *t, expr_op op, uint32_t width, val a, val b) {
  if (width <= 64) return fold_narrow(op, width, a, b);
  bool compares = op == EXPR_EQ || op == EXPR_ULT || op == EXPR_SLT;
  expr r = fold_wide(t, op, compares ? 1 : width, (expr){(uint32_t)a}, (expr){(uint32_t)b}, 0, 0);
  return expr_val(t, r);
}

// Folds a node of bit-vector sort whose arguments are all constants.
static expr fold_node(expr_table *t, expr_op op, uint32_t width, uint32_t a, uint32_t b, uint32_t c) {
  const enode *x = enode_at(t, a);
  if (op == EXPR_ITE) return x->u.value ? (expr){b} : (expr){c};
  bool two = expr_op_arity(op) == 2;
  uint32_t wa = x->width, wb = two ? enode_at(t, b)->width : 0;
  if (wa > 64 || wb > 64 || width > 64)
    return fold_wide(t, op, width, (expr){a}, two ? (expr){b} : EXPR_NONE, two ? 0 : b, two ? 0 : c);
  uint64_t va = x->u.value, vb = two ? enode_at(t, b)->u.value : 0;
  if (op == EXPR_CONCAT) return expr_const(t, width, (va << wb) | vb);
  if (op == EXPR_EXTRACT) return expr_const(t, width, va >> c);
  if (op == EXPR_ZEXT) return expr_const(t, width, va);
  if (op == EXPR_SEXT) return expr_const(t, width, (uint64_t)bits_sext(va, wa));
  return expr_const(t, width, fold_narrow(op, wa, va, vb));
}

expr expr_node(expr_table *t, expr_op op, sort s, uint32_t a, uint32_t b, uint32_t c) {
  if (s.elem == 0) {
    const uint32_t arg[3] = {a, b, c};
    unsigned arity = expr_op_arity(op);
    bool all = arity > 0;
    for (unsigned i = 0; i < arity; i++) all = all && enode_at(t, arg[i])->op == EXPR_CONST;
    if (all) return fold_node(t, op, s.width, a, b, c);
  }
  expr e = expr_intern(t, op, s, a, b, c);
  if (t->rich && s.elem == 0) {
    const enode *n = enode_of(t, e);
    if (n->bits && expr_bits_single(&t->bits.data[n->bits])) return expr_const(t, s.width, t->bits.data[n->bits].umin);
  }
  return e;
}
