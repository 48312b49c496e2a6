// Sets of integers: intervals with a step, in the signed reading of a type of up to 128 bits.
//
// A number of one bit is 0 or 1. Every result holds at least all values that the operation of the IR (doc/ir.md) can have on values
// of its operands; what wraps becomes every value of its type.
#ifndef ENGINE_VALUES_NUMBER_H
#define ENGINE_VALUES_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"
#include "ir/ir.h"

typedef __int128 wide;

enum { NUMBER_MOST_BITS = 128 };

// lo, lo + step, ..., hi. One value: step 0. lo > hi: no value.
typedef struct number {
  wide lo, hi;
  uint64_t step;
} number;

typedef VEC(wide) wide_vec;  // ascending

wide number_least(uint32_t bits);
wide number_greatest(uint32_t bits);
number number_none(void);
number number_one(wide v);
number number_between(wide lo, wide hi);
number number_top(uint32_t bits);
bool number_is_none(number n);
bool number_is_one(number n, wide v);
bool number_same(number a, number b);
bool number_has(number n, wide v);
bool number_within(number inner, number outer);
bool number_is_well_formed(number n);  // one value has no step, more have one that leads from the least to the greatest

number number_join(number a, number b);
// Bounds of `grown` that lie outside of `old` are moved to the next threshold, or (far) to the ends of the type.
number number_widen(number old, number grown, uint32_t bits, const wide_vec *thresholds, bool far);
number number_fit(number n, uint32_t bits);     // as a value of so many bits: modulo 2^bits
number number_cut(number n, wide lo, wide hi);  // the part between

// sub: add, sub, mul, udiv, sdiv, urem, srem, shl, lshr, ashr, and, or, xor.
number number_binary(ir_op op, number a, number b, uint32_t bits);
number number_unary(ir_op op, number a, uint32_t bits);                 // not, neg
number number_convert(ir_op op, number a, uint32_t from, uint32_t to);  // zext, sext, trunc
// eq, ne, ult, ule, slt, sle: a subset of {0, 1}.
number number_compare(ir_op op, number a, number b, uint32_t bits);
// Leaves of *a and *b what can make the comparison true (or false).
void number_refine(ir_op op, bool truth, number *a, number *b, uint32_t bits);

#endif
