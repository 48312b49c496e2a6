#include "engine/search/lookup.h"

#include "base/clock.h"

enum { EVERY = 64 };

uint32_t lookup(engine_ctx *ctx, matcher *visited, state *s, bool *is_new) {
  if (!ctx->options->stats || ctx->result->lookups++ % EVERY != 0) return matcher_find_or_add(visited, s, is_new);
  double begin = clock_cpu();
  uint32_t id = matcher_find_or_add(visited, s, is_new);
  ctx->result->match_time_s += clock_cpu() - begin;
  ctx->result->matches_timed++;
  return id;
}
