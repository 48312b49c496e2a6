// A state as matching sees it: control, data, mask, path condition.
//
// The control is everything but integer data (process positions, kernel record, pointers, shape of memory), numbered
// exactly. The data are all values in a fixed order; the mask lists the positions that hold terms. Two states with one
// control have data of the same length and types.
#ifndef MATCH_VIEW_H
#define MATCH_VIEW_H

#include "sem/sem.h"
#include "state/store.h"

typedef VEC(value) value_vec;
typedef VEC(uint32_t) pos_vec;

typedef struct view {
  uint32_t control;
  value_vec data;
  pos_vec mask;        // ascending
  pathcond *pc;        // conjuncts about literals in the data (specification 4.14, E8); all of them as documented
} view;

// Borrows s. `controls` numbers the controls.
void view_make(view *v, sem *semantics, state_store *controls, state *s);
void view_fini(view *v);

// Hash of the data at the positions not in `skip` (ascending).
uint64_t view_hash_outside(const view *v, const pos_vec *skip);
bool view_equal_outside(const view *a, const view *b, const pos_vec *skip);
void pos_union(const pos_vec *a, const pos_vec *b, pos_vec *out);
bool pos_same(const pos_vec *a, const pos_vec *b);
// The values at a position of both views as terms of one sort; false if both are concrete.
bool view_pair(expr_table *t, const view *a, const view *b, uint32_t at, expr *ta, expr *tb);

#endif
