// The values of a state by their places: for whoever lets some of them be anything (summary/).
//
// Two states that a store without data (state_store_new_blank) takes for the same have the same places, with the same pointers in
// them; what may differ are numbers and symbolic offsets.
#ifndef SEM_SLOTS_H
#define SEM_SLOTS_H

#include "sem/sem.h"

typedef enum slot_part { SLOT_GLOBAL, SLOT_REGISTER, SLOT_OBJECT } slot_part;

typedef struct slot {
  slot_part part;
  uint32_t where;  // chunk of the globals; process; object
  uint32_t inner;  // register: how deep its frame lies; object: page
  uint32_t index;
} slot;

static inline bool slot_same(slot a, slot b) {
  return a.part == b.part && a.where == b.where && a.inner == b.inner && a.index == b.index;
}

// May states be compared place by place, if a store without data takes them for the same?
bool slots_alike(const state *a, const state *b);
// Calls each for every place at which the two differ.
typedef void slot_pair_fn(void *arg, slot at, const value *a, const value *b);
void slots_differ(const state *a, const state *b, slot_pair_fn *each, void *arg);
// Calls each for every value that is symbolic.
typedef void slot_fn(void *arg, slot at, const value *v);
void slots_symbolic(const state *s, slot_fn *each, void *arg);

value slot_get(const state *s, slot at);
void slot_put(state *s, slot at, value v);  // s has one owner
// What may stand there instead of v: numbers of so many bits. Width 0: nothing but v (an address, contents that are none).
sort slot_sort(const sem *m, const state *s, slot at, value v);
// The contents of an array of many cells are one value: its places beside the first are none.
// A state without path condition and history, whose only literals are those that were put there; s has one owner.
void slots_forget_history(state *s);
// "count", "buffer[2].full", "worker: i": for reports. Appends nothing if there is no name.
void slot_name(sem *m, const state *s, slot at, strbuf *out);

#endif
