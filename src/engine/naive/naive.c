// Naive search: explicit states, exact visited set, all interleavings, no reduction. The oracle of the tests.
//
// Inputs are enumerated: between two steps every literal that is left in the state is replaced by each of its values
// (those the path condition allows), so that stored states are concrete. Too many values: UNKNOWN.
#include "engine/engine.h"
#include "engine/search/concrete.h"
#include "engine/search/dfs.h"
#include "state/store.h"

typedef struct naive {
  state_store *visited;
  state_vec concrete;
} naive;

static void admit_if_new(naive *nv, engine_ctx *ctx, state *s, state_vec *out) {
  bool is_new;
  state_store_add(nv->visited, s, sem_time_abstractable(ctx->sem, s), &is_new);
  counters *c = &ctx->result->counters;
  if (is_new) {
    c->states++;
    vec_push(out, s);
  } else {
    c->matches++;
    state_unref(s);
  }
}

static void admit(void *arg, engine_ctx *ctx, state *s, state_vec *out) {
  naive *nv = arg;
  vec_clear(&nv->concrete);
  concrete_states(ctx, s, &nv->concrete);
  for (size_t i = 0; i < nv->concrete.len; i++) admit_if_new(nv, ctx, nv->concrete.data[i], out);
}

static bool leads_nowhere(void *arg, engine_ctx *ctx, state *s, proc_id p) {
  const naive *nv = arg;
  bool known = sem_step_known(ctx->sem, s, p, nv->visited) != 0;
  ctx->result->counters.matches += known;
  return known;
}

static void run(engine_ctx *ctx) {
  naive nv = {.visited = state_store_new(ctx->sem->terms, ctx->sem->solver)};
  if (ctx->options->remember) sem_remember_steps(ctx->sem);
  dfs_policy policy = {
      .admit = admit, .leads_nowhere = leads_nowhere, .arg = &nv, .max_depth = ctx->options->max_depth};
  dfs_outcome o = dfs_run(ctx, &policy);
  if (o.truncated) dfs_note_depth(ctx, policy.max_depth);
  result_add_pruned(ctx->result, "matching", ctx->result->counters.matches);
  ctx->result->counters.stored_bytes = state_store_bytes(nv.visited) + sem_remembered_bytes(ctx->sem);
  sem_forget_steps(ctx->sem);
  state_store_free(nv.visited);
  vec_free(&nv.concrete);
  engine_conclude(ctx);
}

const engine engine_naive = {
    .name = "naive",
    .help = "explicit states, all interleavings, inputs enumerated, no reduction: the oracle",
    .kind = ENGINE_SEARCHES,
    .checks = ENGINE_USUAL_CHECKS,
    .schedulers = ENGINE_THREADS | ENGINE_KERNEL,
    .enumerates = true,
    .plain_steps = true,
    .proves = true,
    .follows_runs = true,
    .run = run,
};
