// Equations between bit-vectors as polynomials modulo 2^width: products of variables, which solvers blast into many
// bits, are
// decided here where the equations known so far suffice.
#ifndef ENGINE_HORN_POLY_H
#define ENGINE_HORN_POLY_H

#include "expr/expr.h"

typedef struct poly_rules poly_rules;

// From all equations among the conjuncts (also x <= y with y <= x), solved for one variable each.
poly_rules *poly_rules_new(expr_table *t, const expr *conjuncts, size_t n);
void poly_rules_free(poly_rules *r);
bool poly_contradiction(const poly_rules *r);   // the conjuncts exclude each other
bool poly_implies(poly_rules *r, expr e);       // e follows: true is certain, false means nothing
bool poly_is_nonlinear(expr_table *t, expr e);  // a product, quotient or shift of two unknowns occurs

#endif
