// What atomic regions may touch: all that each of them, by process and place in the code, was ever seen to touch.
//
// A region looks at one place and, by what it finds there, at others; so what it touches changes with the order of events,
// and two events could be independent in one order and not in another. With all that was ever seen the relation is the
// same in every order. When a region touches something new the search begins again. It ends because accesses
// are widened to whole objects when there are many. A search that has ended without anything new is sound: take an
// execution whose region is the first to touch something unseen. Up to there the relation was right, so an equivalent of it
// has been explored, and it would have shown that access.
#ifndef ENGINE_DPOR_REGIONS_H
#define ENGINE_DPOR_REGIONS_H

#include "base/map64.h"
#include "sem/footprint.h"

typedef struct region_table {
  map64 index;  // of process and place -> number
  VEC(footprint) seen;
} region_table;

void regions_fini(region_table *r);
// Adds to f what the regions of the step, which p made, were ever seen to touch. True: something was new.
bool regions_learn(region_table *r, proc_id p, footprint *f);

#endif
