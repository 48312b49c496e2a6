// Blurred values: parts of views (views.h) whose symbolic values are kept only roughly.
//
// After a step a view may hold terms over inputs. They are made finite: a term with few values is replaced by each of them,
// any other one by a *blurred* value, which stands for all numbers of an interval (negative, zero, positive; or all of
// them). Values of one part that were one term stay equal; otherwise two blurred values have nothing to do with each other, and
// those of different parts never have: what the parts say is a superset of what was there. Blurred values of a part are
// numbered in the order of the state, so that equal parts are equal states.
//
// A blur owns its terms' bookkeeping; the terms belong to the table.
#ifndef SEM_BLUR_H
#define SEM_BLUR_H

#include "sem/sem.h"

typedef struct blur blur;
typedef VEC(state *) blur_states;

blur *blur_new(sem *m);
void blur_free(blur *b);

// Takes s. States without literals (but blurred ones) and without path condition that together cover s are appended.
// False: there are none, because an address has too many values or the solver does not tell.
bool blur_cases(blur *b, state *s, blur_states *out);
// The number in the cell at [offset, offset + size) of obj, in a state without literals and with one owner, becomes blurred, unless
// it is zero or not told apart from others.
void blur_cell(blur *b, state *s, uint32_t obj, uint64_t offset, uint32_t size);
// Numbers the blurred values of a part anew; s has one owner. The common part and own parts have different numbers.
void blur_number(blur *b, state *s, bool common);
// Blurred values of s, which has one owner, become literals: each its own, within its interval.
void blur_sharpen(blur *b, state *s);

#endif
