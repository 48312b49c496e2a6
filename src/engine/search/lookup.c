#include "engine/search/lookup.h"

#include "base/clock.h"
#include "sem/remember.h"

enum { EVERY = 61 };  // a prime, so that it does not fall in step with the period of a model

uint32_t lookup(engine_ctx *ctx, matcher *visited, state *s, bool *is_new) {
  if (!ctx->options->stats || ctx->result->lookups++ % EVERY != 0) return matcher_find_or_add(visited, s, is_new);
  double before = clock_cpu(), begin = clock_cpu();  // their difference is what reading the clock costs
  uint32_t id = matcher_find_or_add(visited, s, is_new);
  double took = clock_cpu() - begin - (begin - before);
  if (took > 0) ctx->result->match_time_s += took;  // a busy machine may make the first two readings the longer ones
  ctx->result->matches_timed++;
  return id;
}

uint32_t lookup_step(engine_ctx *ctx, matcher *visited, state *s, proc_id p) {
  uint32_t id = matcher_find_step(visited, s, p);
  if (id && ctx->options->stats) ctx->result->lookups++;
  return id;
}

// Level of --check.
enum { CHECK_MATCHES = 4 };

matcher *lookup_open(engine_ctx *ctx) {
  const options *opt = ctx->options;
  match_options o = match_default_options((match_method)opt->match);
  o.sbc.algorithm = opt->map_algorithm == OPT_MAP_ALGORITHM_1 ? 1 : 2;
  o.sbc.key_by_place = opt->map_key == OPT_MAP_KEY_PLACE;
  o.sbc.regular = opt->map_regular > UINT32_MAX ? UINT32_MAX : (uint32_t)opt->map_regular;
  o.sbc.break_equalities = opt->break_equalities;
  o.sbc.seeded = opt->map_seeded;
  o.sbc.rlimit = opt->match_limit;
  o.sbc.ess_rlimit = opt->ess_limit;
  o.cache_bytes = (size_t)opt->cache << 20;
  o.confirm = opt->check >= CHECK_MATCHES;
  return matcher_new(ctx->sem, &o);
}

void lookup_close(engine_ctx *ctx, matcher *visited) {
  result *r = ctx->result;
  const match_stats *ms = matcher_get_stats(visited);
  r->counters.matches = ms->matches;
  result_add_pruned(r, "matching", ms->matches);
  if (ms->evicted) result_add_note(r, "%llu stored states were forgotten (--cache)", (unsigned long long)ms->evicted);
  if (ms->confirmed + ms->unconfirmed)
    result_add_note(r, "%llu matches confirmed by exact subsumption, %llu not answered (--check)",
                    (unsigned long long)ms->confirmed, (unsigned long long)ms->unconfirmed);
  r->counters.hash_matches = ms->hash_matches;
  r->counters.match_unknown = ms->solver_unknown;
  r->counters.stored_bytes = matcher_bytes(visited) + sem_remembered_bytes(ctx->sem);
  matcher_free(visited);
}
