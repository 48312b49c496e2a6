// What the atomic accesses and fences of a program order.
#ifndef ANALYSIS_ORDERINGS_H
#define ANALYSIS_ORDERINGS_H

#include "ir/ir.h"

typedef enum ordering_class {
  ORDERINGS_SC,
  ORDERINGS_ACQ_REL,
  ORDERINGS_RELAXED,
  ORDERINGS_FENCES,
  ORDERINGS_COUNT
} ordering_class;

// Instructions of each class, and where the first stands. A `cas` counts by what it orders if it stores. acq_rel: all between relaxed and sc.
typedef struct orderings {
  uint32_t n[ORDERINGS_COUNT];
  place first[ORDERINGS_COUNT];
} orderings;

const char *orderings_text(ordering_class c);  // "acq_rel"
orderings orderings_of(const ir_module *m);
orderings orderings_shared(const ir_module *m);  // without accesses that are hidden: nobody else can meet them
// Is there an operation that may fail, tells something by it, and then orders nothing: a trylock, and its like?
bool orderings_failing(const ir_module *m, place *at);
// May somebody learn of what another process did without synchronising with it: by an atomic access that lacks acquire or release, or by an
// operation that fails? Only then conflicting accesses that are next to each other in no run can race (doc/semantics-threads.md 5). *at: the first place.
bool orderings_weak(const ir_module *m, place *at);

#endif
