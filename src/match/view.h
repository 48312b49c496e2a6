// A state as matching sees it: control, data, path condition.
//
// The control is everything but integer data (process positions, kernel record, pointers, shape of memory), numbered
// exactly. The data are all values in a fixed order; the mask lists the positions that hold terms. Two states with one
// control have data of the same length and types.
#ifndef MATCH_VIEW_H
#define MATCH_VIEW_H

#include "sem/sem.h"
#include "state/store.h"
#include "state/words.h"

// A zeroed view is empty. The words may be missing: whoever compares words with terms reads them first (view_read).
typedef struct view {
  uint32_t control;
  uint32_t data;     // number of the words
  bool uncertain;    // the solver has not shown the path condition to be satisfiable
  word_vec words;    // by position; 0 where there is a term
  pos_vec mask;      // positions with terms, ascending
  expr_vec terms;    // parallel to mask
  expr_vec pc;       // conjuncts, oldest first: those about literals in the data [AVPE15], or all of
                     // them, as documented
  pathcond *origin;  // a path condition with these conjuncts, where models are found; NULL: none
} view;

// Fills v, whose memory is used again, but for the words. Borrows s. `controls` numbers the controls, `words` the data.
void view_make(view *v, sem *semantics, state_store *controls, word_store *words, state *s);
void view_read(view *v, const word_store *words);
void view_clear(view *v);  // keeps the memory
void view_fini(view *v);

void pos_union(const pos_vec *a, const pos_vec *b, pos_vec *out);
bool pos_same(const pos_vec *a, const pos_vec *b);
// The term at a position, or EXPR_NONE.
expr view_term(const view *v, uint32_t at);
// The values at a position of both views, at least one of them symbolic, as terms of one sort; false: the sorts differ,
// and the states with them.
bool view_pair(expr_table *t, const view *a, const view *b, uint32_t at, expr *ta, expr *tb);

#endif
