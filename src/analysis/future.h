// What code may still touch: abstract objects (analysis/points.h) that may be read and written from a code location until
// its function returns, by the function itself, by what it calls and by processes it spawns.
//
// Over-approximates. Number 0 stands for memory that the analysis does not know: it overlaps with everything. Locking and
// unlocking a mutex writes the object it lies in; the end of a frame writes its local objects; the object that belongs to an address (`shadow`) counts as the object of
// the address.
#ifndef ANALYSIS_FUTURE_H
#define ANALYSIS_FUTURE_H

#include "analysis/points.h"

typedef struct future_sets {
  bitset reads, writes;
} future_sets;

typedef struct futures futures;

futures *futures_new(const ir_module *m);
void futures_free(futures *f);
const points *futures_points(const futures *f);
// From code index pc of func on; owned by f, valid as long as it.
const future_sets *futures_from(futures *f, uint32_t func, uint32_t pc);

#endif
