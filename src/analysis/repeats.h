// How often an instruction is executed in a run at most, all processes together. Found without running anything.
//
// A function runs as often as the calls and spawns that may mean it, these as often as their function times their turns in loops. A
// loop has a bound if it counts a register up by a constant, from a constant, and every turn goes over a branch that leaves
// the loop when a constant is reached.
#ifndef ANALYSIS_REPEATS_H
#define ANALYSIS_REPEATS_H

#include "ir/ir.h"

typedef struct repeats repeats;
#define REPEATS_ANY UINT64_MAX  // nothing is known

repeats *repeats_new(const ir_module *m);  // m must live as long; programs of the interleaving scheduler
void repeats_free(repeats *r);
uint64_t repeats_of(repeats *r, uint32_t func, uint32_t pc);

#endif
