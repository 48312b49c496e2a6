// The visited set: states stored as tuples of hash-consed chunk numbers, tree-compressed; exact.
//
// Two states are the same entry iff their keys are equal: phase, time (unless abstracted), kernel record, frames with
// live registers, memory, and, if some value is symbolic, the set of path-condition conjuncts that constrain live
// literals. What is left out and why is said beside the code that makes the key.
#ifndef STATE_STORE_H
#define STATE_STORE_H

#include "state/state.h"

typedef struct state_store state_store;
typedef struct state_id {
  uint32_t id;
} state_id;  // 0 = none; in order of insertion

state_store *state_store_new(expr_table *t, smt *solver);
// One to which states that differ in integer data and path conditions alone are the same.
state_store *state_store_new_blank(expr_table *t, smt *solver);
// One in memory that processes share which are forked later: an entry is new to one of them. NULL: there is no such memory.
state_store *state_store_new_shared(expr_table *t, smt *solver);
void state_store_forked(state_store *st);           // in a process that was forked, before it adds anything
bool state_store_has_terms(const state_store *st);  // keys hold numbers of terms, which are each process' own
void state_store_free(state_store *st);
// The entry equal to s; *is_new tells whether it was added now. `abstract_time`: leave the time out [AVPE15].
state_id state_store_add(state_store *st, state *s, bool abstract_time, bool *is_new);
// One difference of two states: another part at a root, or in place of one of the three other records.
typedef struct state_change {
  uint32_t where, number, part;
} state_change;                                                   // part: for whoever keeps the changes
enum { STATE_OBJECTS = 0xfffffff0u, STATE_KERN, STATE_PENDING };  // `where`, if it is no root
// The entry of the state that s becomes by these changes, ascending by `where`; the numbers are those of this store. 0: there is
// none, or that cannot be told in this way. s has been added before.
state_id state_store_find_changed(state_store *st, state *s, bool abstract_time, const state_change *changes, size_t n);
// Pins the terms by which stored states are told apart (collection of terms, expr.h). Returns how many it had to look at.
size_t state_store_pin(state_store *st);
size_t state_store_count(const state_store *st);
size_t state_store_bytes(const state_store *st);
// What is wrong with the numbers of states and of their parts, which are all looked at; NULL: nothing.
const char *state_store_fault(const state_store *st);

#endif
