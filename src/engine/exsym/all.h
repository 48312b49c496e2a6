// All: the stored states with their predecessors and the records of the steps between them (symcpp-explicit-symbolic.md 3.4).
//
// Numbers of states grow in the order of insertion; 0 is the one before the elaboration. How contents are kept (--store): as they
// are until the state has been expanded, or as the difference to the predecessor, forward only (diff) or both ways (compact), so
// that it can be made from the first state or from any other (4.4). With differences a state is one string of bytes, in which
// its predecessor and depth stand too, and its number is where that begins: there is no table of them.
#ifndef ENGINE_EXSYM_ALL_H
#define ENGINE_EXSYM_ALL_H

#include "engine/exsym/stepper.h"
#include "state/diff.h"

typedef enum all_kind { ALL_FULL, ALL_DIFF, ALL_SYMMETRIC } all_kind;

typedef struct all_entry {
  uint32_t pred, depth;
  uint32_t at;  // of the record in `bytes`
} all_entry;

typedef struct all {
  all_kind kind;
  VEC(all_entry) entries;  // ALL_FULL: by number
  VEC(state *) held;       // ALL_FULL: by number; NULL once it was taken
  byte_vec bytes;  // records; else per state: distance to the predecessor, depth, record, difference to the predecessor
  state_diffs *diffs;      // not for ALL_FULL
  state *current;          // ALL_DIFF: the first state; ALL_SYMMETRIC: the one made last,
  uint32_t current_index;  // and its number
  choice_vec way;
  uint64_t restored;  // differences applied
} all;

void all_init(all *a, all_kind kind, state *root);  // takes root
void all_fini(all *a);
// Adds s as the successor of state `pred`, whose contents are `from`. Borrows both. False: there is no more room for numbers.
bool all_add(all *a, uint32_t pred, state *from, state *s, const uint8_t *record, size_t length, uint32_t *number);
// The contents of state i; a new reference, to be dropped before the next call. NULL: it was taken before (ALL_FULL).
state *all_take(all *a, uint32_t i);
// ALL_FULL: i has been reached again in a shorter way.
void all_reopen(all *a, uint32_t i, uint32_t pred, state *s, const uint8_t *record, size_t length);

uint32_t all_pred(const all *a, uint32_t i);
uint32_t all_depth(const all *a, uint32_t i);
const uint8_t *all_record(const all *a, uint32_t i);
size_t all_bytes(const all *a);

#endif
