// links: engine_values ir base
// Sets of integers of the engine values: every result holds what the operation gives for each pair of members.
#include "engine/values/number.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/rng.h"

static const uint32_t WIDTHS[] = {1, 2, 3, 5, 8};

// The number as a value of so many bits.
static wide cut(wide v, uint32_t bits) {
  wide period = (wide)1 << bits, r = ((v % period) + period) % period;
  return bits > 1 && r >= period / 2 ? r - period : r;
}

static wide natural(wide v, uint32_t bits) { return v < 0 ? v + ((wide)1 << bits) : v; }

static number draw(rng *r, uint32_t bits) {
  wide least = number_least(bits);
  uint64_t span = (uint64_t)1 << bits;
  wide a = least + (wide)rng_below(r, span), b = least + (wide)rng_below(r, span);
  number n = a == b ? number_one(a) : number_join(number_one(a), number_one(b));
  uint64_t step = n.step;
  if (step > 1 && rng_below(r, 3)) {  // a divisor of the distance
    uint64_t d = 1 + rng_below(r, step);
    n.step = step % d == 0 ? d : 1;
  }
  return n;
}

static wide computed(ir_op op, wide a, wide b, uint32_t bits) {
  wide x = natural(a, bits), y = natural(b, bits), sa = bits == 1 ? -a : a, sb = bits == 1 ? -b : b;
  switch ((int)op) {
  case IR_ADD: return cut(a + b, bits);
  case IR_SUB: return cut(a - b, bits);
  case IR_MUL: return cut(a * b, bits);
  case IR_UDIV: return cut(y ? x / y : -1, bits);
  case IR_UREM: return cut(y ? x % y : x, bits);
  case IR_SDIV: return cut(sb ? sa / sb : sa < 0 ? 1 : -1, bits);
  case IR_SREM: return cut(sb ? sa % sb : sa, bits);
  case IR_SHL: return y >= (wide)bits ? 0 : cut(x << y, bits);
  case IR_LSHR: return y >= (wide)bits ? 0 : cut(x >> y, bits);
  case IR_ASHR: return cut(sa >> (y >= (wide)bits ? (wide)bits : y), bits);
  case IR_AND: return cut(x & y, bits);
  case IR_OR: return cut(x | y, bits);
  case IR_XOR: return cut(x ^ y, bits);
  case IR_EQ: return a == b;
  case IR_NE: return a != b;
  case IR_ULT: return x < y;
  case IR_ULE: return x <= y;
  case IR_SLT: return sa < sb;
  case IR_SLE: return sa <= sb;
  }
  return 0;
}

#define EACH(v, n) for (wide v = (n).lo; v <= (n).hi; v += (n).step ? (wide)(n).step : 1)

static void check_binary(ir_op op, number a, number b, uint32_t bits) {
  bool compares = op >= IR_EQ && op <= IR_SLE;
  number r = compares ? number_compare(op, a, b, bits) : number_binary(op, a, b, bits);
  number left[2] = {a, a}, right[2] = {b, b};
  for (int truth = 0; truth < 2 && compares; truth++) number_refine(op, truth, &left[truth], &right[truth], bits);
  EACH(x, a) {
    EACH(y, b) {
      wide v = computed(op, x, y, bits);
      if (!number_has(r, v)) fail_msg("op %d, %u bits: %d and %d", (int)op, bits, (int)x, (int)y);
      if (compares && (!number_has(left[v], x) || !number_has(right[v], y)))
        fail_msg("refined by op %d, %u bits: %d and %d", (int)op, bits, (int)x, (int)y);
    }
  }
}

static void test_binary(void **unused) {
  (void)unused;
  static const ir_op OPS[] = {IR_ADD, IR_SUB, IR_MUL, IR_UDIV, IR_UREM, IR_SDIV, IR_SREM, IR_SHL, IR_LSHR, IR_ASHR,
                              IR_AND, IR_OR,  IR_XOR, IR_EQ,   IR_NE,   IR_ULT,  IR_ULE,  IR_SLT, IR_SLE};
  rng r = rng_new(1);
  for (int n = 0; n < 40000; n++) {
    uint32_t bits = WIDTHS[rng_below(&r, n % 8 ? 4 : 5)];
    number a = draw(&r, bits), b = draw(&r, bits);
    check_binary(OPS[rng_below(&r, sizeof OPS / sizeof *OPS)], a, b, bits);
  }
}

static void test_sets(void **unused) {
  (void)unused;
  rng r = rng_new(2);
  for (int n = 0; n < 20000; n++) {
    uint32_t bits = WIDTHS[1 + rng_below(&r, 4)], other = WIDTHS[rng_below(&r, 5)];
    number a = draw(&r, bits), b = draw(&r, bits);
    wide_vec none = {0};
    number joined = number_join(a, b), widened = number_widen(a, joined, bits, &none, rng_below(&r, 2));
    number fitted = number_fit(a, other), turned = number_unary(IR_NOT, a, bits), minus = number_unary(IR_NEG, a, bits);
    number part = number_cut(a, b.lo, b.hi);
    number wider = number_convert(IR_ZEXT, a, bits, bits + 3), narrow = number_convert(IR_TRUNC, a, bits, 1);
    EACH(x, a) {
      assert_true(number_has(joined, x) && number_has(widened, x));
      assert_true(number_has(fitted, cut(x, other)));
      assert_true(number_has(turned, cut(-1 - x, bits)) && number_has(minus, cut(-x, bits)));
      assert_true(x < b.lo || x > b.hi || number_has(part, x));
      assert_true(number_has(wider, natural(x, bits)) && number_has(narrow, x & 1));
    }
    EACH(y, b) assert_true(number_has(joined, y) && number_has(widened, y));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_binary), cmocka_unit_test(test_sets)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
