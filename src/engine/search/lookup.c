#include "engine/search/lookup.h"

#include "base/clock.h"

enum { EVERY = 61 };  // a prime, so that it does not fall in step with the period of a model

uint32_t lookup(engine_ctx *ctx, matcher *visited, state *s, bool *is_new) {
  if (!ctx->options->stats || ctx->result->lookups++ % EVERY != 0) return matcher_find_or_add(visited, s, is_new);
  double before = clock_cpu(), begin = clock_cpu();  // their difference is what reading the clock costs
  uint32_t id = matcher_find_or_add(visited, s, is_new);
  ctx->result->match_time_s += clock_cpu() - begin - (begin - before);
  ctx->result->matches_timed++;
  return id;
}
