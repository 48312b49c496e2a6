// The searches that others are measured against: dynamic partial order reduction as Flanagan and Godefroid published it
// (POPL 2005, clock vectors, no sleep sets), and all interleavings.
//
// Dependence is that of two accesses to one place of which one writes (rw), or of any two accesses to one place (any),
// by which the published counts of others were made. A node expands p behind the last event that depends on p's next step
// and does not happen before it, or everything if p was not enabled there. What the next step of a process will touch
// is found by making it aside; it stays right until somebody conflicts with it.
#ifndef ENGINE_DPOR_CLASSIC_H
#define ENGINE_DPOR_CLASSIC_H

#include "engine/engine.h"

void classic_run(engine_ctx *ctx);

#endif
