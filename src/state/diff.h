// Differences of two states, and states from differences (symcpp-explicit-symbolic.md 4.4).
//
// A difference is a byte string: cells of memory and of objects that changed, one by one with the bits that changed, which lead
// both ways at the price of one; other parts (stacks, the kernel's records, objects made and ended, path conditions) by the numbers
// under which `state_diffs` knows them. Parts that both states share are skipped by their address, so that making a difference
// costs what changed. A symmetric one leads both ways, a plain one only forward.
//
// What is not restored: the inputs drawn (only that there were some), hence the way to the state. Both states are complete,
// not inside a step.
#ifndef STATE_DIFF_H
#define STATE_DIFF_H

#include "state/bytepool.h"
#include "state/state.h"

typedef struct state_diffs state_diffs;

state_diffs *state_diffs_new(bool symmetric);
void state_diffs_free(state_diffs *d);
// Appends the difference from a to b.
void state_diff_make(state_diffs *d, const state *a, const state *b, byte_vec *out);
// Changes s, which has one owner and is consumed: forward from a to b, or back. Returns the other state; *diff moves behind the
// difference.
state *state_diff_apply(state_diffs *d, state *s, const uint8_t **diff, bool forward);
size_t state_diffs_bytes(const state_diffs *d);  // of the numbered parts

#endif
