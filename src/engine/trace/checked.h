// A wrapper of the step interface that holds steps against what is said about them (--check=3), in any engine.
//
// From every state that is stepped: its parts fit together (state_fault), the state is left as it was by steps that are made on
// copies of it, and steps of two processes that reductions take for independent commute. Independent is what the engines
// take for it: by footprints under the SystemC kernel (sem/footprint.h), by touches under free interleaving (touches.h). Only states
// and steps without inputs are compared, and so many pairs of steps in all that a run is slowed down, not stopped. What is
// found is a mistake of ours: the run ends with status 70.
#ifndef ENGINE_TRACE_CHECKED_H
#define ENGINE_TRACE_CHECKED_H

#include "sem/sem.h"

// From here on; ends with the sem.
void checked_steps(sem *m);
// Pairs of steps that were independent and did commute, so far.
uint64_t checked_pairs(const sem *m);

#endif
