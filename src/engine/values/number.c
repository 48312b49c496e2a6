#include "engine/values/number.h"

#include "base/gcd.h"

wide number_greatest(uint32_t bits) {
  return bits == 1 ? 1 : (wide)(~(unsigned __int128)0 >> (bits >= 128 ? 1 : 129 - bits));
}
wide number_least(uint32_t bits) { return bits == 1 ? 0 : -number_greatest(bits) - 1; }

number number_none(void) { return (number){1, 0, 0}; }
number number_one(wide v) { return (number){v, v, 0}; }
number number_top(uint32_t bits) { return (number){number_least(bits), number_greatest(bits), 1}; }
bool number_is_none(number n) { return n.lo > n.hi; }
bool number_is_one(number n, wide v) { return n.lo == v && n.hi == v; }
bool number_same(number a, number b) {
  return (number_is_none(a) && number_is_none(b)) || (a.lo == b.lo && a.hi == b.hi && a.step == b.step);
}

number number_between(wide lo, wide hi) { return lo > hi ? number_none() : (number){lo, hi, lo == hi ? 0 : 1}; }

static unsigned __int128 distance(wide from, wide to) { return (unsigned __int128)to - (unsigned __int128)from; }

// A single number has no step.
static number settled(number n) { return n.lo == n.hi ? number_one(n.lo) : n; }

static number stepped(wide lo, wide hi, uint64_t step) {
  if (lo >= hi) return number_between(lo, hi);
  if (step == 0) step = 1;
  return settled((number){lo, (wide)((unsigned __int128)hi - distance(lo, hi) % step), step});
}

bool number_has(number n, wide v) { return v >= n.lo && v <= n.hi && (n.step == 0 || distance(n.lo, v) % n.step == 0); }

bool number_within(number inner, number outer) {
  return number_is_none(inner) || number_same(number_join(inner, outer), outer);
}

bool number_is_well_formed(number n) {
  if (number_is_none(n)) return true;
  return n.lo == n.hi ? n.step == 0 : n.step > 0 && distance(n.lo, n.hi) % n.step == 0;
}

// Greatest step that divides a, b and the distance.
static uint64_t common_step(uint64_t a, uint64_t b, unsigned __int128 away) {
  uint64_t g = gcd_of(a, b);
  if (g == 0) return away > UINT64_MAX ? 1 : (uint64_t)away;
  return gcd_of(g, (uint64_t)(away % g));
}

number number_join(number a, number b) {
  if (number_is_none(a)) return b;
  if (number_is_none(b)) return a;
  wide lo = a.lo < b.lo ? a.lo : b.lo, hi = a.hi > b.hi ? a.hi : b.hi;
  unsigned __int128 away = a.lo < b.lo ? distance(a.lo, b.lo) : distance(b.lo, a.lo);
  return settled((number){lo, hi, common_step(a.step, b.step, away)});
}

number number_widen(number old, number grown, uint32_t bits, const wide_vec *thresholds, bool far) {
  if (number_is_none(old) || number_same(old, grown)) return grown;
  wide lo = grown.lo, hi = grown.hi;
  if (grown.lo < old.lo && number_least(bits) < lo) lo = number_least(bits);
  if (grown.hi > old.hi && number_greatest(bits) > hi) hi = number_greatest(bits);
  for (size_t i = 0; i < thresholds->len && !far; i++) {
    wide t = thresholds->data[i];
    if (grown.lo < old.lo && t <= grown.lo && t > lo) lo = t;
    if (grown.hi > old.hi && t >= grown.hi && t < hi) hi = t;
  }
  uint64_t step = grown.step && lo == grown.lo ? grown.step : 1;
  return stepped(lo, hi, step);
}

number number_fit(number n, uint32_t bits) {
  if (number_is_none(n) || (n.lo >= number_least(bits) && n.hi <= number_greatest(bits))) return n;
  wide most = (wide)1 << 126;
  if (bits >= 126 || bits == 1 || n.lo < -most || n.hi > most) return number_top(bits);
  wide period = (wide)1 << bits, first = n.lo - number_least(bits);
  wide turns = first >= 0 ? first / period : -((-first + period - 1) / period);
  wide away = turns * period, lo = n.lo - away, hi = n.hi - away;
  return hi <= number_greatest(bits) ? (number){lo, hi, n.step} : number_top(bits);
}

number number_cut(number n, wide lo, wide hi) {
  if (number_is_none(n)) return n;
  if (n.lo < lo) {
    uint64_t past = n.step ? (uint64_t)(distance(n.lo, lo) % n.step) : 0;
    wide first = past ? lo + (wide)(n.step - past) : lo;
    n = first > n.hi ? number_none() : (number){first, n.hi, n.step};
  }
  if (number_is_none(n) || n.hi <= hi) return settled(n);
  return hi < n.lo ? number_none() : stepped(n.lo, hi, n.step);
}

// --- arithmetic --------------------------------------------------------------------------------------------------------

static number add(number a, number b, uint32_t bits) {
  wide lo, hi;
  if (__builtin_add_overflow(a.lo, b.lo, &lo) || __builtin_add_overflow(a.hi, b.hi, &hi)) return number_top(bits);
  return number_fit(settled((number){lo, hi, gcd_of(a.step, b.step)}), bits);
}

static number sub(number a, number b, uint32_t bits) {
  wide lo, hi;
  if (__builtin_sub_overflow(a.lo, b.hi, &lo) || __builtin_sub_overflow(a.hi, b.lo, &hi)) return number_top(bits);
  return number_fit(settled((number){lo, hi, gcd_of(a.step, b.step)}), bits);
}

static number mul(number a, number b, uint32_t bits) {
  wide ends[4], lo, hi;
  bool far = __builtin_mul_overflow(a.lo, b.lo, &ends[0]);
  far |= __builtin_mul_overflow(a.lo, b.hi, &ends[1]);
  far |= __builtin_mul_overflow(a.hi, b.lo, &ends[2]);
  far |= __builtin_mul_overflow(a.hi, b.hi, &ends[3]);
  if (far) return number_top(bits);
  lo = hi = ends[0];
  for (int i = 1; i < 4; i++) {
    if (ends[i] < lo) lo = ends[i];
    if (ends[i] > hi) hi = ends[i];
  }
  uint64_t step = 1, factor;
  number many = b.lo == b.hi ? a : b, one = b.lo == b.hi ? b : a;
  bool small = one.lo == one.hi && one.lo > 0 && one.lo <= INT64_MAX;
  if (small && !__builtin_mul_overflow(many.step, (uint64_t)one.lo, &factor)) step = factor;
  return number_fit(stepped(lo, hi, step), bits);
}

static wide quotient(wide a, wide b, uint32_t bits) { return b == -1 && a == number_least(bits) ? a : a / b; }

// The divisor does not change its sign and is not zero.
static number divide_by(number a, number b, uint32_t bits) {
  if (number_is_none(b)) return b;
  if (b.hi >= -1 && b.lo <= -1 && number_has(a, number_least(bits))) return number_top(bits);
  wide ends[4] = {quotient(a.lo, b.lo, bits), quotient(a.lo, b.hi, bits), quotient(a.hi, b.lo, bits),
                  quotient(a.hi, b.hi, bits)};
  number n = number_one(ends[0]);
  for (int i = 1; i < 4; i++) n = number_join(n, number_one(ends[i]));
  return number_between(n.lo, n.hi);
}

static number sdiv(number a, number b, uint32_t bits) {
  if (bits == 1) return number_top(bits);
  number all = number_join(divide_by(a, number_cut(b, number_least(bits), -1), bits),
                           divide_by(a, number_cut(b, 1, number_greatest(bits)), bits));
  if (number_has(b, 0)) all = number_join(all, number_join(number_one(1), number_one(-1)));
  return all;
}

static wide magnitude(wide a) { return a < 0 ? -a : a; }

static number srem(number a, number b, uint32_t bits) {
  if (bits == 1 || a.lo == number_least(128) || b.lo == number_least(128)) return number_top(bits);
  if (number_has(b, 0)) return number_join(number_between(a.lo < 0 ? a.lo : 0, a.hi > 0 ? a.hi : 0), a);
  wide most = (magnitude(b.lo) > magnitude(b.hi) ? magnitude(b.lo) : magnitude(b.hi)) - 1;
  wide lo = a.lo < 0 ? (a.lo < -most ? -most : a.lo) : 0, hi = a.hi > 0 ? (a.hi > most ? most : a.hi) : 0;
  wide least = magnitude(b.lo) < magnitude(b.hi) ? magnitude(b.lo) : magnitude(b.hi);
  bool one_sign = (b.lo > 0) == (b.hi > 0);
  if (one_sign && a.lo >= 0 && a.hi < least) return a;
  return number_between(lo, hi);
}

static bool is_natural(number a, number b) { return a.lo >= 0 && b.lo >= 0; }

static number udiv(number a, number b, uint32_t bits) {
  if (!is_natural(a, b) || number_has(b, 0)) return number_top(bits);
  return number_between(a.lo / b.hi, a.hi / b.lo);
}

static number urem(number a, number b, uint32_t bits) {
  if (b.lo <= 0) return is_natural(a, b) ? number_between(0, a.hi) : number_top(bits);
  if (a.lo < 0) return number_between(0, b.hi - 1);
  if (a.hi < b.lo) return a;
  return number_between(0, a.hi < b.hi - 1 ? a.hi : b.hi - 1);
}

static number shl(number a, number b, uint32_t bits) {
  if (b.lo < 0 || b.hi >= (wide)bits || b.hi >= 126) return number_top(bits);
  number factor = number_between((wide)1 << b.lo, (wide)1 << b.hi);
  return mul(a, factor, bits);
}

static number lshr(number a, number b, uint32_t bits) {
  if (a.lo < 0 && b.lo > 0 && b.hi < (wide)bits && bits < 128)
    return number_between(0, ((wide)1 << (bits - (uint32_t)b.lo)) - 1);
  if (!is_natural(a, b)) return number_top(bits);
  return number_between(b.hi >= (wide)bits ? 0 : a.lo >> b.hi, b.lo >= (wide)bits ? 0 : a.hi >> b.lo);
}

static number ashr(number a, number b, uint32_t bits) {
  if (bits == 1 || b.lo < 0 || b.hi >= (wide)bits) return number_top(bits);
  number n = number_join(number_one(a.lo >> b.lo), number_one(a.lo >> b.hi));
  n = number_join(n, number_join(number_one(a.hi >> b.lo), number_one(a.hi >> b.hi)));
  return number_between(n.lo, n.hi);
}

// The least 2^k - 1 that is not less.
static wide ones_above(wide v) {
  wide ones = 0;
  while (ones < v) ones = ones * 2 + 1;
  return ones;
}

static number bitwise(ir_op op, number a, number b, uint32_t bits) {
  if (a.lo == a.hi && b.lo == b.hi) {
    wide v = op == IR_AND ? a.lo & b.lo : op == IR_OR ? a.lo | b.lo : a.lo ^ b.lo;
    return number_one(v);
  }
  if (op == IR_AND && (a.lo >= 0 || b.lo >= 0)) {
    wide most = a.lo < 0 ? b.hi : b.lo < 0 ? a.hi : a.hi < b.hi ? a.hi : b.hi;
    return number_between(0, most);
  }
  if (!is_natural(a, b)) return number_top(bits);
  wide most = ones_above(a.hi > b.hi ? a.hi : b.hi), least = op == IR_OR ? (a.lo > b.lo ? a.lo : b.lo) : 0;
  return number_between(least, most);
}

number number_binary(ir_op op, number a, number b, uint32_t bits) {
  if (number_is_none(a) || number_is_none(b)) return number_none();
  switch ((int)op) {
  case IR_ADD: return bits == 1 ? number_top(1) : add(a, b, bits);
  case IR_SUB: return bits == 1 ? number_top(1) : sub(a, b, bits);
  case IR_MUL: return bits == 1 ? number_top(1) : mul(a, b, bits);
  case IR_SDIV: return sdiv(a, b, bits);
  case IR_SREM: return srem(a, b, bits);
  case IR_UDIV: return udiv(a, b, bits);
  case IR_UREM: return urem(a, b, bits);
  case IR_SHL: return bits == 1 ? number_top(1) : shl(a, b, bits);
  case IR_LSHR: return bits == 1 ? number_top(1) : lshr(a, b, bits);
  case IR_ASHR: return ashr(a, b, bits);
  case IR_AND:
  case IR_OR:
  case IR_XOR: return bitwise(op, a, b, bits);
  }
  return number_top(bits);
}

number number_unary(ir_op op, number a, uint32_t bits) {
  if (number_is_none(a)) return a;
  if (bits == 1) return op == IR_NOT ? number_between(1 - a.hi, 1 - a.lo) : number_top(1);
  if (op == IR_NOT) return settled((number){-1 - a.hi, -1 - a.lo, a.step});
  return a.lo == number_least(bits) ? number_top(bits) : settled((number){-a.hi, -a.lo, a.step});
}

number number_convert(ir_op op, number a, uint32_t from, uint32_t to) {
  if (number_is_none(a)) return a;
  if (op == IR_TRUNC) {
    if (to > 1) return number_fit(a, to);
    return a.lo == a.hi ? number_one(a.lo & 1) : a.lo >= 0 && a.hi <= 1 ? a : number_top(1);
  }
  if (from == 1) return op == IR_ZEXT ? a : number_between(-a.hi, -a.lo);
  if (op == IR_SEXT || a.lo >= 0) return a;
  if (from >= 126) return number_top(to);
  wide period = (wide)1 << from;
  return a.hi < 0 ? (number){a.lo + period, a.hi + period, a.step} : number_between(0, period - 1);
}

// --- comparisons -------------------------------------------------------------------------------------------------------

static number truth_of(bool may, bool may_not) { return number_between(may_not ? 0 : 1, may ? 1 : 0); }

number number_compare(ir_op op, number a, number b, uint32_t bits) {
  if (number_is_none(a) || number_is_none(b)) return number_none();
  if (bits == 1 && op != IR_EQ && op != IR_NE) return number_top(1);
  bool apart = a.hi < b.lo || b.hi < a.lo || (a.lo == a.hi && !number_has(b, a.lo)) ||
               (b.lo == b.hi && !number_has(a, b.lo));
  bool single = a.lo == a.hi && b.lo == b.hi;
  bool signs = a.lo >= 0 && b.lo >= 0;
  switch ((int)op) {
  case IR_EQ: return truth_of(!apart, !single || apart);
  case IR_NE: return truth_of(!single || apart, !apart);
  case IR_SLT: return truth_of(a.lo < b.hi, a.hi >= b.lo);
  case IR_SLE: return truth_of(a.lo <= b.hi, a.hi > b.lo);
  // Negative ones are the large ones.
  case IR_ULT:
    if (signs || (a.hi < 0 && b.hi < 0)) return truth_of(a.lo < b.hi, a.hi >= b.lo);
    return a.lo >= 0 && b.hi < 0 ? number_one(1) : a.hi < 0 && b.lo >= 0 ? number_one(0) : number_top(1);
  case IR_ULE:
    if (signs || (a.hi < 0 && b.hi < 0)) return truth_of(a.lo <= b.hi, a.hi > b.lo);
    return a.lo >= 0 && b.hi < 0 ? number_one(1) : a.hi < 0 && b.lo >= 0 ? number_one(0) : number_top(1);
  }
  return number_top(1);
}

static void refine_equal(number *a, number *b) {
  number old = *a;
  *a = number_cut(*a, b->lo, b->hi);
  *b = number_cut(*b, old.lo, old.hi);
}

static number without(number n, wide v) {
  if (number_is_none(n) || (n.lo == n.hi && n.lo == v)) return number_none();
  if (n.lo == v) return number_cut(n, v + 1, n.hi);
  if (n.hi == v) return number_cut(n, n.lo, v - 1);
  return n;
}

static void refine_different(number *a, number *b) {
  number old = *a;
  if (!number_is_none(*b) && b->lo == b->hi) *a = without(*a, b->lo);
  if (!number_is_none(old) && old.lo == old.hi) *b = without(*b, old.lo);
}

// a < b, or a <= b; there is a value on both sides.
static void refine_less(number *a, number *b, bool equal, uint32_t bits) {
  number old = *a;
  if (!equal && b->hi == number_least(bits))
    *a = number_none();
  else
    *a = number_cut(*a, a->lo, equal ? b->hi : b->hi - 1);
  if (!equal && old.lo == number_greatest(bits))
    *b = number_none();
  else
    *b = number_cut(*b, equal ? old.lo : old.lo + 1, b->hi);
}

// The unsigned order is the signed one where b is not negative: then neither is a.
static void refine_below(number *a, number *b, bool equal, uint32_t bits) {
  if (b->lo >= 0) {
    *a = number_cut(*a, 0, number_greatest(bits));
    if (!number_is_none(*a)) refine_less(a, b, equal, bits);
  } else if (a->hi < 0) {
    *b = number_cut(*b, number_least(bits), -1);
    if (!number_is_none(*b)) refine_less(a, b, equal, bits);
  }
}

void number_refine(ir_op op, bool truth, number *a, number *b, uint32_t bits) {
  if (number_is_none(*a) || number_is_none(*b) || (bits == 1 && op != IR_EQ && op != IR_NE)) return;
  switch ((int)op) {
  case IR_EQ: truth ? refine_equal(a, b) : refine_different(a, b); return;
  case IR_NE: truth ? refine_different(a, b) : refine_equal(a, b); return;
  case IR_SLT: truth ? refine_less(a, b, false, bits) : refine_less(b, a, true, bits); return;
  case IR_SLE: truth ? refine_less(a, b, true, bits) : refine_less(b, a, false, bits); return;
  case IR_ULT: truth ? refine_below(a, b, false, bits) : refine_below(b, a, true, bits); return;
  case IR_ULE: truth ? refine_below(a, b, true, bits) : refine_below(b, a, false, bits); return;
  }
}
