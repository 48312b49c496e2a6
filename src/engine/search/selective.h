// Selective depth-first search: from each state only a persistent set of processes is run.
//
// With a matcher it is AVPE [AVPE15]: stateful search with the cycle proviso, which
// preserves assertion violations for equality matching (C1 + C2S) and for subsumption matching (C1 + C2WS). Without the
// proviso it is DPE, which preserves deadlocks only. Without a matcher it is stateless search with static reduction.
//
// What the proviso adds is everything that is left, or one further persistent set after the other ([AVPE15],
// alternative refinement): a state that becomes safe on the way needs no more.
//
// Beyond the documents: a failing assumption ends a run for everybody, so a state from which a reduced choice met one is
// expanded fully.
#ifndef ENGINE_SEARCH_SELECTIVE_H
#define ENGINE_SEARCH_SELECTIVE_H

#include "engine/engine.h"
#include "engine/search/por.h"
#include "match/match.h"

typedef struct selective_options {
  por *reduction;
  matcher *visited;  // NULL: stateless
  bool proviso;
  bool by_sets;             // the proviso adds one persistent set at a time, not all that is left
  uint64_t max_depth;       // calls of sem_step per run; 0 = none
  bool stop_at_truncation;  // the first truncated run ends the search
} selective_options;

typedef struct selective_outcome {
  bool violation, limit;
  uint64_t truncated;
} selective_outcome;

selective_outcome selective_run(engine_ctx *ctx, const selective_options *o);

#endif
