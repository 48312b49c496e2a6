// Relations between variables that sample runs suggest: candidates for predicates, never more than that.
#ifndef ENGINE_CEGAR_MINE_H
#define ENGINE_CEGAR_MINE_H

#include "engine/cegar/arg.h"

// Values of some variables in states of the same kind, one row per state.
typedef struct sample_group {
  uint64_t key;         // locations, whose turn it is
  VEC(int64_t) values;  // rows, n_vars each
  size_t rows;
} sample_group;
typedef VEC(sample_group) sample_groups;

// mine.c: runs the automata on concrete values, choosing as the reduction does.
void mine_samples(cegar *g, const id_vec *vars, sample_groups *out);
// lengths.c: true: the precision grew
bool mine_array_facts(cegar *g);
// relations.c: equations, linear or with products of two variables, that all rows of a group satisfy.
void mine_relations(cegar *g, const id_vec *vars, const sample_group *s, expr_vec *out);

#endif
