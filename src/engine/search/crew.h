// A depth-first search over stored states that several processes share (--jobs). The set of stored states is one, in memory that all share
// (state/shared.h): a state is explored by the process that has stored it, and by no other. So each state is left by each of its steps
// once, whoever makes it, and all that is counted by states and steps is what one process counts; only the order differs, and with it depths,
// and which of several violations is found.
//
// The first process begins alone, up to --pilot steps. What waits on its stack then is the work: whoever is forked from it has all of these
// states, so that a number says which one is meant. Who has nothing left asks, and others give away the lowest node of their stack that has
// something left, as the way to it from one of those states: the steps are made again, each to the successor that the store knows by the same number.
#ifndef ENGINE_SEARCH_CREW_H
#define ENGINE_SEARCH_CREW_H

#include "engine/search/dfs.h"
#include "state/store.h"

typedef struct crew_outcome {
  dfs_outcome search;
  grade grade;  // of what the processes say; GRADE_NONE: there were none
  bool
      again;  // names or numbers were given after the processes had parted: their states do not compare. Nothing was found out
} crew_outcome;

// Do the options ask for it, in the search of this engine, which was asked for by its name?
bool crew_asked(const engine_ctx *ctx, opt_engine engine_asked);
// policy->numbers and number_of are there; the policy admits by `visited`, which is shared (state_store_new_shared).
crew_outcome crew_run(engine_ctx *ctx, const dfs_policy *policy, state_store *visited, uint64_t pilot);

#endif
