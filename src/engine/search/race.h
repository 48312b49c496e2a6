// Data races as a property of states (doc/semantics-threads.md 5): two processes are enabled whose next steps access the
// same memory, one of them writing, one of them not atomically.
//
// Searches that explore all steps of a state, or a persistent set of them, ask at every state they expand.
#ifndef ENGINE_SEARCH_RACE_H
#define ENGINE_SEARCH_RACE_H

#include "engine/engine.h"

// In programs in which somebody may learn of another's steps without synchronising with it (analysis/orderings.h) that is not all: accesses that are
// next to each other in no run may race.
#define RACE_UNORDERED \
  "this orders nothing: accesses that are never next to each other may race, which the engine dpor alone looks for"

typedef struct race_finder race_finder;

// NULL if data races are not asked for.
race_finder *race_new(engine_ctx *ctx);
void race_free(race_finder *r);
// Do two of the n enabled processes race in s, which `schedule` leads to? Then the violation is recorded in ctx->result.
// False also if it could not be confirmed: the reason is noted. r may be NULL.
bool race_check(race_finder *r, state *s, const proc_id *enabled, size_t n, const uint32_t *schedule, size_t len);

#endif
