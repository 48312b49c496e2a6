#include "engine/exsym/visited.h"

#include "base/mem.h"

struct visited {
  engine_ctx *ctx;
  state_store *exact;  // explicit states
  matcher *symbolic;
};

static matcher *open_matcher(engine_ctx *ctx) {
  match_options o = match_default_options((match_method)ctx->options->match);
  o.sbc.rlimit = ctx->options->match_limit;
  o.sbc.ess_rlimit = ctx->options->ess_limit;
  return matcher_new(ctx->sem, &o);
}

visited *visited_new(engine_ctx *ctx) {
  visited *v = MEM_NEW(visited);
  v->ctx = ctx;
  if (ctx->options->states == OPT_STATES_EXPLICIT) v->exact = state_store_new(ctx->sem->terms, ctx->sem->solver);
  else v->symbolic = open_matcher(ctx);
  return v;
}

void visited_free(visited *v) {
  if (v->exact) state_store_free(v->exact);
  if (v->symbolic) matcher_free(v->symbolic);
  mem_free(v);
}

bool visited_add(visited *v, state *s, uint32_t *id) {
  bool is_new;
  if (v->symbolic) *id = matcher_find_or_add(v->symbolic, s, &is_new);
  else {
    state *named = sem_canonical(v->ctx->sem, s);
    *id = state_store_add(v->exact, named, sem_time_abstractable(v->ctx->sem, s), &is_new).id;
    state_unref(named);
  }
  return is_new;
}

const char *visited_unsafe(const visited *v) {
  (void)v;
  return NULL;
}

size_t visited_bytes(const visited *v) { return v->symbolic ? matcher_bytes(v->symbolic) : state_store_bytes(v->exact); }

const match_stats *visited_stats(const visited *v) { return v->symbolic ? matcher_get_stats(v->symbolic) : NULL; }
