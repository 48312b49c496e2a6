// Predicates and the memory configuration without a user: from the goal, from the guards, and from shortest abstract ways that no
// run follows (symcpp-explicit-symbolic.md 5.8).
#ifndef ENGINE_GUIDE_REFINE_H
#define ENGINE_GUIDE_REFINE_H

#include "engine/guide/boolprog.h"

// Adds to `p`, which holds the atoms of the goal: candidates of the program and what precedes them by one step, as long as
// there are few.
void refine_begin(cfin *c, uint32_t goal, preds *p);
// Follows the shortest abstract way to the goal. If no run does, adds the weakest preconditions along it to `p`. True: something
// was added.
bool refine_by_path(boolprog *b, preds *p);
// The same where C_fin follows that way, but with values from outside of the pools: the types of these objects get more slots.
// Names in the configuration are those of the module.
bool refine_memory(boolprog *b, memory_config *config);

#endif
