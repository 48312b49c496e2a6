// The stored states of a search, as the options ask for them: opened, asked, and closed with what the result says of them.
// Looking a state up among the stored ones, with the time it takes: with --stats every 61st look-up is timed, which is
// enough for an average and too rare to be felt. Nothing depends on the times.
#ifndef ENGINE_SEARCH_LOOKUP_H
#define ENGINE_SEARCH_LOOKUP_H

#include "engine/engine.h"
#include "match/match.h"

matcher *lookup_open(engine_ctx *ctx);
// Counters and notes of the result; frees the matcher.
void lookup_close(engine_ctx *ctx, matcher *visited);
// matcher_find_or_add; the estimate is added to the result.
uint32_t lookup(engine_ctx *ctx, matcher *visited, state *s, bool *is_new);

// The stored state that the step of p from s leads to, if that is known without making it; else 0.
uint32_t lookup_step(engine_ctx *ctx, matcher *visited, state *s, proc_id p);

#endif
