// Interval and known-bits arithmetic; each function over-approximates its operation by SMT-LIB's definition.
#include "expr/expr_bits.h"

#include "base/check.h"

typedef unsigned __int128 u128;
typedef __int128 i128;

static int64_t smin_of(uint32_t w) { return w >= 64 ? INT64_MIN : -((int64_t)1 << (w - 1)); }
static int64_t smax_of(uint32_t w) { return w >= 64 ? INT64_MAX : ((int64_t)1 << (w - 1)) - 1; }
static uint64_t max_u(uint64_t a, uint64_t b) { return a > b ? a : b; }
static uint64_t min_u(uint64_t a, uint64_t b) { return a < b ? a : b; }
static int64_t max_s(int64_t a, int64_t b) { return a > b ? a : b; }
static int64_t min_s(int64_t a, int64_t b) { return a < b ? a : b; }

expr_bits expr_bits_full(uint32_t w) { return (expr_bits){0, bits_mask(w), smin_of(w), smax_of(w), 0, 0}; }

expr_bits expr_bits_const(uint32_t w, uint64_t v) {
  int64_t s = bits_sext(v, w);
  return (expr_bits){v, v, s, s, ~v & bits_mask(w), v};
}

bool expr_bits_empty(const expr_bits *b) { return b->umin > b->umax || b->smin > b->smax || (b->zero & b->one); }

static void signed_from_unsigned(expr_bits *b, uint32_t w) {
  uint64_t top = (uint64_t)smax_of(w);
  if (b->umax <= top) {
    b->smin = max_s(b->smin, (int64_t)b->umin);
    b->smax = min_s(b->smax, (int64_t)b->umax);
  } else if (b->umin > top) {
    b->smin = max_s(b->smin, bits_sext(b->umin, w));
    b->smax = min_s(b->smax, bits_sext(b->umax, w));
  }
}

static void unsigned_from_signed(expr_bits *b, uint32_t w) {
  if (b->smin >= 0 || b->smax < 0) {
    b->umin = max_u(b->umin, (uint64_t)b->smin & bits_mask(w));
    b->umax = min_u(b->umax, (uint64_t)b->smax & bits_mask(w));
  }
}

static void fixed_from_unsigned(expr_bits *b, uint32_t w) {
  uint64_t differ = b->umin ^ b->umax;
  uint64_t fixed = differ ? ~bits_mask(64 - (uint32_t)__builtin_clzll(differ)) : ~(uint64_t)0;
  fixed &= bits_mask(w);
  b->one |= b->umin & fixed;
  b->zero |= ~b->umin & fixed;
}

void expr_bits_reduce(expr_bits *b, uint32_t w) {
  for (int round = 0; round < 2 && !expr_bits_empty(b); round++) {
    b->umin = max_u(b->umin, b->one);
    b->umax = min_u(b->umax, ~b->zero & bits_mask(w));
    if (expr_bits_empty(b)) return;
    signed_from_unsigned(b, w);
    if (expr_bits_empty(b)) return;
    unsigned_from_signed(b, w);
    if (expr_bits_empty(b)) return;
    fixed_from_unsigned(b, w);
  }
}

static void set_signed(expr_bits *r, uint32_t w, i128 lo, i128 hi) {
  if (lo >= smin_of(w) && hi <= smax_of(w)) {
    r->smin = (int64_t)lo;
    r->smax = (int64_t)hi;
  }
}

static uint32_t trailing_known(const expr_bits *b) {
  uint64_t unknown = ~(b->zero | b->one);
  return unknown ? (uint32_t)__builtin_ctzll(unknown) : 64;
}

static expr_bits bits_add(uint32_t w, const expr_bits *a, const expr_bits *b) {
  expr_bits r = expr_bits_full(w);
  u128 lo = (u128)a->umin + b->umin, hi = (u128)a->umax + b->umax, mask = bits_mask(w);
  if (hi <= mask || lo > mask) {  // no sum wraps, or every sum wraps once
    r.umin = (uint64_t)(lo & mask);
    r.umax = (uint64_t)(hi & mask);
  }
  set_signed(&r, w, (i128)a->smin + b->smin, (i128)a->smax + b->smax);
  uint32_t k = (uint32_t)min_u(min_u(trailing_known(a), trailing_known(b)), w);
  uint64_t low = bits_mask(k) & bits_mask(w), sum = a->one + b->one;
  if (k) {
    r.one |= sum & low;
    r.zero |= ~sum & low;
  }
  return r;
}

static expr_bits bits_mul(uint32_t w, const expr_bits *a, const expr_bits *b) {
  expr_bits r = expr_bits_full(w);
  if ((u128)a->umax * b->umax <= bits_mask(w)) {
    r.umin = a->umin * b->umin;
    r.umax = a->umax * b->umax;
  }
  i128 p[4] = {(i128)a->smin * b->smin, (i128)a->smin * b->smax, (i128)a->smax * b->smin, (i128)a->smax * b->smax};
  i128 lo = p[0], hi = p[0];
  for (int i = 1; i < 4; i++) {
    if (p[i] < lo) lo = p[i];
    if (p[i] > hi) hi = p[i];
  }
  set_signed(&r, w, lo, hi);
  uint64_t za = ~a->zero, zb = ~b->zero;
  uint32_t zeros = (za ? (uint32_t)__builtin_ctzll(za) : 64) + (zb ? (uint32_t)__builtin_ctzll(zb) : 64);
  r.zero |= bits_mask(zeros > 64 ? 64 : zeros) & bits_mask(w) & (zeros ? ~(uint64_t)0 : 0);
  return r;
}

static expr_bits bits_udiv(uint32_t w, const expr_bits *a, const expr_bits *b) {
  expr_bits r = expr_bits_full(w);
  if (b->umin > 0) {
    r.umin = a->umin / b->umax;
    r.umax = a->umax / b->umin;
  }
  return r;
}

// A remainder by a multiple of 2^k has the low k bits of the dividend.
static void keep_low_bits(expr_bits *r, const expr_bits *a, const expr_bits *b) {
  uint64_t low = ~b->zero & (b->zero + 1);  // the lowest bit of b that may be 1
  low = low ? low - 1 : 0;
  r->zero |= a->zero & low;
  r->one |= a->one & low;
}

static expr_bits bits_urem(uint32_t w, const expr_bits *a, const expr_bits *b) {
  if (a->umax < b->umin) return *a;
  expr_bits r = expr_bits_full(w);
  keep_low_bits(&r, a, b);
  r.umax = a->umax;  // also for a zero divisor
  if (b->umin > 0) r.umax = min_u(r.umax, b->umax - 1);
  return r;
}

static expr_bits bits_sdiv(uint32_t w, const expr_bits *a, const expr_bits *b) {
  expr_bits r = expr_bits_full(w);
  if (b->smin <= 0) return r;
  r.smin = a->smin < 0 ? a->smin / b->smin : a->smin / b->smax;
  r.smax = a->smax >= 0 ? a->smax / b->smin : a->smax / b->smax;
  return r;
}

static expr_bits bits_srem(uint32_t w, const expr_bits *a, const expr_bits *b) {
  expr_bits r = expr_bits_full(w);
  keep_low_bits(&r, a, b);
  r.smin = min_s(a->smin, 0);  // the sign is the dividend's; a zero divisor gives the dividend
  r.smax = max_s(a->smax, 0);
  if (b->smin > 0) {
    r.smin = max_s(r.smin, -(b->smax - 1));
    r.smax = min_s(r.smax, b->smax - 1);
  }
  return r;
}

static expr_bits bits_shl(uint32_t w, const expr_bits *a, const expr_bits *b) {
  expr_bits r = expr_bits_full(w);
  if (b->umin >= w) return expr_bits_const(w, 0);
  if (b->umax < w && ((u128)a->umax << b->umax) <= bits_mask(w)) {
    r.umin = a->umin << b->umin;
    r.umax = a->umax << b->umax;
  }
  uint32_t by = (uint32_t)b->umin;
  if (expr_bits_single(b)) {
    r.one = (a->one << by) & bits_mask(w);
    r.zero = (a->zero << by) & bits_mask(w);
  }
  if (by) r.zero |= bits_mask(by);
  return r;
}

static expr_bits bits_lshr(uint32_t w, const expr_bits *a, const expr_bits *b) {
  if (b->umin >= w) return expr_bits_const(w, 0);
  expr_bits r = expr_bits_full(w);
  r.umin = b->umax >= w ? 0 : a->umin >> b->umax;
  r.umax = a->umax >> b->umin;
  if (expr_bits_single(b)) {
    r.one = a->one >> b->umin;
    r.zero = (a->zero >> b->umin) | (bits_mask(w) & ~(bits_mask(w) >> b->umin));
  }
  return r;
}

static expr_bits bits_ashr(uint32_t w, const expr_bits *a, const expr_bits *b) {
  expr_bits r = expr_bits_full(w);
  uint32_t least = (uint32_t)min_u(b->umin, w - 1), most = (uint32_t)min_u(b->umax, w - 1);
  r.smin = a->smin < 0 ? a->smin >> least : a->smin >> most;
  r.smax = a->smax < 0 ? a->smax >> most : a->smax >> least;
  return r;
}

static expr_bits bits_logic(expr_op op, uint32_t w, const expr_bits *a, const expr_bits *b) {
  expr_bits r = expr_bits_full(w);
  if (op == EXPR_AND) {
    r.one = a->one & b->one;
    r.zero = a->zero | b->zero;
    r.umax = min_u(a->umax, b->umax);
  } else if (op == EXPR_OR) {
    r.one = a->one | b->one;
    r.zero = a->zero & b->zero;
    r.umin = max_u(a->umin, b->umin);
  } else {
    r.one = (a->one & b->zero) | (a->zero & b->one);
    r.zero = (a->one & b->one) | (a->zero & b->zero);
  }
  return r;
}

static expr_bits bits_not(uint32_t w, const expr_bits *a) {
  uint64_t m = bits_mask(w);
  return (expr_bits){m - a->umax, m - a->umin, -1 - a->smax, -1 - a->smin, a->one, a->zero};
}

static expr_bits truth(int known) {  // 0, 1, or -1 for unknown
  return known < 0 ? expr_bits_full(1) : expr_bits_const(1, (uint64_t)known);
}

static expr_bits bits_compare(expr_op op, const expr_bits *a, const expr_bits *b) {
  if (op == EXPR_ULT) return truth(a->umax < b->umin ? 1 : a->umin >= b->umax ? 0 : -1);
  if (op == EXPR_SLT) return truth(a->smax < b->smin ? 1 : a->smin >= b->smax ? 0 : -1);
  bool apart = a->umax < b->umin || b->umax < a->umin || a->smax < b->smin || b->smax < a->smin || (a->one & b->zero) ||
               (a->zero & b->one);
  if (apart) return truth(0);
  return truth(expr_bits_single(a) && expr_bits_single(b) ? 1 : -1);
}

static expr_bits bits_ite(const expr_bits *c, const expr_bits *a, const expr_bits *b) {
  if (expr_bits_single(c)) return c->umin ? *a : *b;
  return (expr_bits){min_u(a->umin, b->umin), max_u(a->umax, b->umax), min_s(a->smin, b->smin),
                     max_s(a->smax, b->smax), a->zero & b->zero,       a->one & b->one};
}

static expr_bits bits_concat(uint32_t w, const expr_bits *a, const expr_bits *b, uint32_t wb) {
  expr_bits r = expr_bits_full(w);
  r.umin = (a->umin << wb) | b->umin;
  r.umax = (a->umax << wb) | b->umax;
  r.one = (a->one << wb) | b->one;
  r.zero = (a->zero << wb) | b->zero;
  return r;
}

static expr_bits bits_extract(uint32_t w, const expr_bits *a, uint32_t lo) {
  expr_bits r = expr_bits_full(w);
  r.one = (a->one >> lo) & bits_mask(w);
  r.zero = (a->zero >> lo) & bits_mask(w);
  uint64_t high_min = a->umin >> lo, high_max = a->umax >> lo;
  if ((high_min & ~bits_mask(w)) == (high_max & ~bits_mask(w))) {  // the cut-off part is fixed
    r.umin = high_min & bits_mask(w);
    r.umax = high_max & bits_mask(w);
  }
  if (lo == 0) set_signed(&r, w, a->smin, a->smax);
  return r;
}

static expr_bits bits_zext(uint32_t w, const expr_bits *a, uint32_t wa) {
  expr_bits r = expr_bits_full(w);
  r.umin = a->umin;
  r.umax = a->umax;
  r.one = a->one;
  r.zero = a->zero | (bits_mask(w) & ~bits_mask(wa));
  return r;
}

static expr_bits bits_sext_op(uint32_t w, const expr_bits *a, uint32_t wa) {
  expr_bits r = expr_bits_full(w);
  r.smin = a->smin;
  r.smax = a->smax;
  uint64_t low = bits_mask(wa - 1) & (wa > 1 ? ~(uint64_t)0 : 0), sign = (uint64_t)1 << (wa - 1);
  r.one = a->one & low;
  r.zero = a->zero & low;
  if (a->one & sign) r.one |= bits_mask(w) & ~low;
  if (a->zero & sign) r.zero |= bits_mask(w) & ~low;
  return r;
}

static bool known(const expr_bits_args *in, unsigned n) {
  for (unsigned i = 0; i < n; i++)
    if (in->width[i] == 0) return false;
  return true;
}

static expr_bits apply(expr_op op, uint32_t w, const expr_bits_args *in) {
  const expr_bits *a = &in->arg[0], *b = &in->arg[1];
  switch (op) {
  case EXPR_ADD: return bits_add(w, a, b);
  case EXPR_MUL: return bits_mul(w, a, b);
  case EXPR_UDIV: return bits_udiv(w, a, b);
  case EXPR_SDIV: return bits_sdiv(w, a, b);
  case EXPR_UREM: return bits_urem(w, a, b);
  case EXPR_SREM: return bits_srem(w, a, b);
  case EXPR_SHL: return bits_shl(w, a, b);
  case EXPR_LSHR: return bits_lshr(w, a, b);
  case EXPR_ASHR: return bits_ashr(w, a, b);
  case EXPR_AND:
  case EXPR_OR:
  case EXPR_XOR: return bits_logic(op, w, a, b);
  case EXPR_NOT: return bits_not(w, a);
  case EXPR_EQ:
  case EXPR_ULT:
  case EXPR_SLT: return bits_compare(op, a, b);
  case EXPR_ITE: return bits_ite(a, b, &in->arg[2]);
  case EXPR_CONCAT: return bits_concat(w, a, b, in->width[1]);
  case EXPR_EXTRACT: return bits_extract(w, a, in->lo);
  case EXPR_ZEXT: return bits_zext(w, a, in->width[0]);
  case EXPR_SEXT: return bits_sext_op(w, a, in->width[0]);
  case EXPR_CONST:
  case EXPR_VAR:
  case EXPR_CONST_ARRAY:
  case EXPR_SELECT:
  case EXPR_STORE:
  case EXPR_OP_COUNT: break;
  }
  return expr_bits_full(w);
}

expr_bits expr_bits_apply(expr_op op, uint32_t w, const expr_bits_args *in) {
  bool unary = op == EXPR_NOT || op == EXPR_EXTRACT || op == EXPR_ZEXT || op == EXPR_SEXT;
  if (!known(in, op == EXPR_ITE ? 3 : unary ? 1 : 2)) return expr_bits_full(w);
  expr_bits r = apply(op, w, in);
  expr_bits_reduce(&r, w);
  return r;
}
