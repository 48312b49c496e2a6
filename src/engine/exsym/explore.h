// The search of the engine exsym: Open, All, membership and the stepper together (symcpp-explicit-symbolic.md 4.1).
#ifndef ENGINE_EXSYM_EXPLORE_H
#define ENGINE_EXSYM_EXPLORE_H

#include "base/map64.h"
#include "engine/exsym/all.h"
#include "engine/exsym/audit.h"
#include "engine/exsym/guide.h"
#include "engine/exsym/open.h"
#include "engine/exsym/stepper.h"
#include "engine/exsym/visited.h"
#include "engine/search/race.h"

typedef struct explorer {
  engine_ctx *ctx;
  stepper stepper;  // successors of the state that is expanded
  stepper chain;    // what follows them without a choice
  chain_ends ends;  // and where that ended lately
  open_set open;
  all all;
  visited *visited;
  audit audit;
  bool names_inputs;  // stored states have canonical inputs (sem_name_inputs)
  guide *guide;       // NULL: none
  map64 steps;        // --cost=steps: number of a state -> single steps to it
  race_finder *races;
  schedule_vec schedule;  // of the path made last
  uint64_t truncated;     // states at the limit of the depth
  uint64_t pruned;        // states dropped because the abstraction cannot reach the goal from them
  uint32_t unconfirmed;   // violations that could not be shown
  bool found;             // a violation is recorded in the result
  bool full;              // there is no more room for states
} explorer;

open_kind explore_order(const options *o);
void explore_init(explorer *x, engine_ctx *ctx);
void explore_fini(explorer *x);
// Runs until nothing is open, a violation is found or a limit is hit.
void explore_run(explorer *x);

// --- paths (path.c; 4.2, 4.10)
// Executes the path to state i again, from the first state: its contents with all inputs and the whole path condition;
// x->schedule has the steps. NULL: a branch was not there again (the solver answers otherwise than before).
state *path_state(explorer *x, uint32_t i);
// Reports the violation at the end of the record, behind state i.
void path_violation(explorer *x, uint32_t i, const uint8_t *record);
// Reports a data race in state i if there is one.
void path_race(explorer *x, uint32_t i);

#endif
