// AVPE: stateful depth-first search with static partial order reduction and the cycle proviso (specification 4.5,
// algorithms 8 and 22). Preserves assertion violations for equality matching (C1 + C2S) and for subsumption matching
// (C1 + C2WS).
#ifndef ENGINE_STATEFUL_AVPE_H
#define ENGINE_STATEFUL_AVPE_H

#include "engine/engine.h"
#include "engine/search/por.h"
#include "match/match.h"

typedef struct avpe_options {
  bool proviso;     // off: DPE, which preserves deadlocks only
} avpe_options;

// Fills counters and, on a violation, the result. False if a limit stopped it.
bool avpe_run(engine_ctx *ctx, por *reduction, matcher *visited, const avpe_options *o);

#endif
