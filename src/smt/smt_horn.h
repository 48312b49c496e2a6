// Systems of Horn rules, by Z3's Horn engine over linear integers: invariants of a graph with loops, and sequence
// interpolants of an infeasible path (cegar-por.md 3.3, 3).
//
// Bit-vectors are read as integers, without their wrapping around, and what is not linear is left open: the answers are
// candidates, about the bit-vectors they say nothing. Whoever uses them checks them.
#ifndef SMT_SMT_HORN_H
#define SMT_SMT_HORN_H

#include "base/bitset.h"
#include "smt/smt.h"

typedef struct horn_rule {  // a step between two points
  size_t from, to;
  expr guard;
  const expr *values;  // of all variables after the step, over those before it and inputs
} horn_rule;

typedef struct horn_system {
  const expr *vars, *inits;  // values at the first point; one that is no constant is open
  size_t n_vars;
  const bitset *speaks;    // by point: of which variables; NULL: of all, everywhere
  size_t n_points, error;  // the first point is 0; the error must not be reached
  const horn_rule *rules;
  size_t n_rules;
  bool
      bounded;  // inputs keep to their bits, comparisons without sign and widenings are read exactly; else as if nothing
                // were negative
} horn_system;

typedef struct horn_fact {
  size_t point;
  expr term;
} horn_fact;
typedef VEC(horn_fact) horn_facts;

// SMT_UNSAT: the error is not reached over integers. Appended to `out` are facts over the variables: together they hold at the
// first point, are kept by the rules, and exclude the error, if integers are meant and all of them could be translated.
// SMT_SAT: it is reached over integers. SMT_UNKNOWN: no answer within the effort (units of Z3).
smt_answer smt_horn_solve(smt *s, const horn_system *h, uint64_t rlimit, horn_facts *out);

typedef struct horn_step {
  expr guard;
  const expr *values;
} horn_step;

typedef struct horn_path {
  const expr *vars, *inits;
  size_t n_vars;
  const horn_step *steps;
  size_t n_steps;
} horn_path;

// Appends to `out` the atoms of what holds at the positions 1, 2, ... of the path (before its steps of these numbers), over its
// variables. False: no answer, or the path is feasible over integers.
bool smt_interpolants(smt *s, const horn_path *p, uint64_t rlimit, horn_facts *out);

#endif
