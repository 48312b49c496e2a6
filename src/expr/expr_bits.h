// What is known of a bit-vector of at most 64 bits without solving: unsigned and signed bounds and fixed bits.
//
// The three views are kept consistent by expr_bits_reduce. A contradictory set (expr_bits_empty) can only come from
// bounds that a caller added, never from a term alone.
#ifndef EXPR_EXPR_BITS_H
#define EXPR_EXPR_BITS_H

#include <stdbool.h>
#include <stdint.h>

#include "expr/expr.h"

typedef struct expr_bits {
  uint64_t umin, umax;
  int64_t smin, smax;
  uint64_t zero, one;  // bits known to be 0 / 1, only within the width
} expr_bits;

static inline uint64_t bits_mask(uint32_t width) { return width >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << width) - 1; }
static inline int64_t bits_sext(uint64_t value, uint32_t width) {
  if (width >= 64) return (int64_t)value;
  uint64_t sign = (uint64_t)1 << (width - 1);
  return (int64_t)((value ^ sign) - sign);
}

expr_bits expr_bits_full(uint32_t width);
expr_bits expr_bits_const(uint32_t width, uint64_t value);
void expr_bits_reduce(expr_bits *b, uint32_t width);
bool expr_bits_empty(const expr_bits *b);
static inline bool expr_bits_single(const expr_bits *b) { return b->umin == b->umax; }

// Bits of `op` applied to arguments with the given bits. `width` is the result's, `arg_width[i]` the arguments';
// hi and lo matter for EXTRACT only. Arguments wider than 64 bits (and arrays) carry no information and are passed as
// width 0.
typedef struct expr_bits_args {
  expr_bits arg[3];
  uint32_t width[3];
  uint32_t hi, lo;
} expr_bits_args;
expr_bits expr_bits_apply(expr_op op, uint32_t width, const expr_bits_args *in);

// The cached bits of a term (width <= 64): what holds for every assignment.
expr_bits expr_get_bits(const expr_table *t, expr e);

#endif
