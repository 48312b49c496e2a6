// Joins inside of atomic regions. A process that waits there lets the others run, who see what the region has done so far: then the end of
// a process is no longer something that a join only waits for (doc/semantics-threads.md 2).
#ifndef ANALYSIS_REGIONS_H
#define ANALYSIS_REGIONS_H

#include "ir/ir.h"

// May a process come to a join while it is inside of a region? Over-approximates.
bool regions_may_join(const ir_module *m);

#endif
