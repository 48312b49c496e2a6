// Bounds of the terms of one question; shared by smt_interval.c, smt_domain.c and smt_tries.c.
#ifndef SMT_SMT_BOUNDS_H
#define SMT_SMT_BOUNDS_H

#include "expr/expr_bits.h"
#include "smt/smt_impl.h"

// The number that the scratch attaches to a term id is its position in `bits`.
typedef struct bounds {
  smt *s;
  VEC(expr_bits) bits;
  expr_vec terms;  // arguments before the terms that use them
  unsigned steps;  // left for handing bounds down
  bool changed;
  bool empty;  // no assignment is left
} bounds;

// The bounds that the conjuncts leave; the scratch of s is taken until they are closed.
void bounds_open(bounds *b, smt *s, const expr *conjuncts, size_t n);
void bounds_close(bounds *b);
// NULL for arrays, wide terms, and terms beyond the budget.
expr_bits *bounds_get(const bounds *b, expr e);

// smt_domain.c: tries all assignments if few are left. SMT_UNKNOWN: too many.
smt_answer smt_enumerate(const bounds *b, const expr *conjuncts, size_t n, model **out);

#endif
