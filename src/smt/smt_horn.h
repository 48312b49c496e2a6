// Sequence interpolants of an infeasible path through Z3's Horn engine, over linear integers (cegar-por.md 3.3, 3).
//
// Bit-vectors are read as integers, without their wrapping around, and what is not linear is left open: the answers are
// candidates for predicates, about the bit-vectors they say nothing. Whoever uses them checks them.
#ifndef SMT_SMT_HORN_H
#define SMT_SMT_HORN_H

#include "expr/expr.h"

typedef struct horn_step {
  expr guard;
  const expr *values;  // of all variables after the step, over those before it and inputs
} horn_step;

typedef struct horn_path {
  const expr *vars, *inits;  // an initial value that is no constant is open
  size_t n_vars;
  const horn_step *steps;
  size_t n_steps;
} horn_path;

// Appends to `out` what holds at the positions 1, 2, ... of the path, over its variables. False: no answer within the effort
// (units of Z3), or the path is feasible over integers.
bool smt_interpolants(expr_table *t, const horn_path *p, uint64_t rlimit, expr_vec *out);

#endif
