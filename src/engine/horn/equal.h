// Variables that equations give the value of, taken out of questions to the solver.
//
// Cells of arrays at indices that are known to be equal become the same term: then sums of them are equal as polynomials,
// and the solver has less to do. What is taken out changes no answer.
#ifndef ENGINE_HORN_EQUAL_H
#define ENGINE_HORN_EQUAL_H

#include "expr/expr.h"

typedef struct equal_terms {
  expr_table *t;
  expr_vec gone, instead;  // variables and their values
} equal_terms;

// Takes out what the conjuncts give, and drops those that say nothing any more.
void equal_eliminate(equal_terms *q, expr_vec *conj);
expr equal_solved(const equal_terms *q, expr e);
void equal_fini(equal_terms *q);

#endif
