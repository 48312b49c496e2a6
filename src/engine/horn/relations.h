// Equations that states seen in runs have in common: candidates for facts, never more than that.
#ifndef ENGINE_HORN_RELATIONS_H
#define ENGINE_HORN_RELATIONS_H

#include "expr/expr.h"

// Values of some variables in states of the same kind, one row per state.
typedef struct sample_group {
  uint64_t key;         // what kind
  VEC(int64_t) values;  // rows, one value per variable each
  size_t rows;
} sample_group;
typedef VEC(sample_group) sample_groups;

// Equations, linear or with products of two variables, that all rows of a group satisfy; the variables have one width.
void relations_find(expr_table *x, const expr_vec *vars, const sample_group *s, expr_vec *out);

#endif
