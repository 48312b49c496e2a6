// Dynamic partial order reduction for the SystemC kernel, stateless and stateful [AVPE15].
//
// A state is first left by one process only; when a later step of the same delta cycle turns out to depend on an
// earlier one, the process (or, if it was not enabled there, all of a persistent set) is added at the state before the
// earlier step. Dependences never cross a notification phase. What a step did is its footprint (sem/footprint.h).
//
// With a matcher it is SDPOR: on a match the effects recorded behind the matched state are analysed as if they had been
// run here (visible-effects graph), a cycle expands the last delta cycle of the path, and the proviso keeps processes
// from being ignored for ever. No proof exists for cyclic spaces: the grade of SAFE is heuristic then.
#ifndef ENGINE_SEARCH_DPOR_H
#define ENGINE_SEARCH_DPOR_H

#include "engine/engine.h"
#include "engine/search/por.h"
#include "match/match.h"

typedef enum sdpor_kind {
  SDPOR_A,    // A-SDPOR: acyclic spaces only
  SDPOR_C,    // with cycle expansion
  SDPOR_FULL  // with cycle expansion and proviso
} sdpor_kind;

typedef struct dpor_options {
  matcher *visited;         // NULL: stateless
  por *fallback;            // static persistent sets instead of all enabled processes; NULL: none
  por *happens_before;      // skip dependences already ordered by others (HBR); knows what can wake; NULL: off
  por *enabling;            // for a process that was not enabled: only what can enable it (F6); NULL: the whole set
  bool eager;               // run the whole persistent set of every state: static reduction, no analysis
  bool sleep_sets;          // stateless only: do not run what an explored sibling covers
  sdpor_kind kind;          // with a matcher
  uint64_t max_depth;       // 0 = none
  bool stop_at_truncation;  // the first truncated run ends the search
} dpor_options;

typedef struct dpor_outcome {
  bool violation, limit;
  uint64_t truncated;
  bool cycle;  // a match closed a cycle: no proof covers a SAFE
} dpor_outcome;

// Sleep sets: a process whose step was explored from an earlier state of the path, and whose effects are independent of
// every step since, need not be run again. It wakes when a step conflicts with the step *it would take* (its recorded
// effects, over all forks), and at every notification phase. The claim that its subtree was explored is false below a
// truncated run; a search that truncates never answers SAFE.
//
// Runs with ctx->sem->needs.footprints on.
dpor_outcome dpor_run(engine_ctx *ctx, const dpor_options *o);

#endif
