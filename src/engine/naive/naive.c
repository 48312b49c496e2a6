// Naive search: explicit states, exact visited set, all interleavings, no reduction. The oracle of the tests.
//
// Inputs are enumerated: between two steps every literal that is left in the state is replaced by each of its values
// (those the path condition allows), so that stored states are concrete. Too many values: UNKNOWN.
#include "engine/engine.h"
#include "engine/search/concrete.h"
#include "engine/search/crew.h"
#include "sem/forms.h"
#include "sem/remember.h"
#include "state/store.h"

typedef struct naive {
  state_store *visited;
  state_vec concrete;
  VEC(uint32_t) numbers;  // of the states that were admitted last
} naive;

static void admit_if_new(naive *nv, engine_ctx *ctx, state *s, state_vec *out) {
  bool is_new;
  state_id number = state_store_add(nv->visited, s, sem_time_abstractable(ctx->sem, s), &is_new);
  counters *c = &ctx->result->counters;
  if (is_new) {
    c->states++;
    vec_push(&nv->numbers, number.id);
    vec_push(out, s);
  } else {
    c->matches++;
    state_unref(s);
  }
}

static void admit(void *arg, engine_ctx *ctx, state *s, state_vec *out) {
  naive *nv = arg;
  vec_clear(&nv->concrete);
  vec_clear(&nv->numbers);
  concrete_states(ctx, s, &nv->concrete);
  for (size_t i = 0; i < nv->concrete.len; i++) admit_if_new(nv, ctx, nv->concrete.data[i], out);
}

static bool leads_nowhere(void *arg, engine_ctx *ctx, state *s, proc_id p) {
  const naive *nv = arg;
  bool known = sem_step_known(ctx->sem, s, p, nv->visited) != 0;
  ctx->result->counters.matches += known;
  return known;
}

static const uint32_t *numbers(void *arg) { return ((const naive *)arg)->numbers.data; }

static uint32_t number_of(void *arg, engine_ctx *ctx, state *s) {
  bool is_new;
  state_id number = state_store_add(((const naive *)arg)->visited, s, sem_time_abstractable(ctx->sem, s), &is_new);
  return is_new ? 0 : number.id;
}

static void each(void *arg, engine_ctx *ctx, state *s, state_vec *out) {
  (void)arg;
  concrete_states(ctx, s, out);
}

static void forget(naive *nv, engine_ctx *ctx) {
  sem_forget_steps(ctx->sem);
  state_store_free(nv->visited);
  nv->visited = NULL;
}

// By several processes. False: they were of no use, and nothing was found out.
static bool run_crew(naive *nv, engine_ctx *ctx, const dfs_policy *policy, crew_outcome *o) {
  uint64_t pilot = ctx->options->pilot;
  for (int tries = 0; tries < 4; tries++, pilot = 8 * pilot + 1000) {
    nv->visited = state_store_new_shared(ctx->sem->terms, ctx->sem->solver);
    if (!nv->visited) return false;
    if (ctx->options->remember) sem_remember_steps(ctx->sem);
    *o = crew_run(ctx, policy, nv->visited, pilot);
    if (!o->again) return true;
    forget(nv, ctx);
    ctx->result->counters = (counters){0};
    ctx->result->reason = NULL;
  }
  return false;
}

static void run(engine_ctx *ctx) {
  naive nv = {0};
  dfs_policy policy = {.admit = admit,
                       .leads_nowhere = leads_nowhere,
                       .numbers = numbers,
                       .number_of = number_of,
                       .each = each,
                       .arg = &nv,
                       .max_depth = ctx->options->max_depth};
  crew_outcome o = {0};
  if (!crew_asked(ctx, OPT_ENGINE_naive) || !run_crew(&nv, ctx, &policy, &o)) {
    nv.visited = state_store_new(ctx->sem->terms, ctx->sem->solver);
    if (ctx->options->remember) sem_remember_steps(ctx->sem);
    o = (crew_outcome){.search = dfs_run(ctx, &policy)};
  }
  if (o.search.truncated) dfs_note_depth(ctx, policy.max_depth);
  result_add_pruned(ctx->result, "matching", ctx->result->counters.matches);
  ctx->result->counters.stored_bytes = state_store_bytes(nv.visited) + sem_remembered_bytes(ctx->sem);
  forget(&nv, ctx);
  vec_free(&nv.concrete);
  vec_free(&nv.numbers);
  engine_conclude(ctx);
  if (ctx->result->verdict == VERDICT_SAFE && o.grade > ctx->result->grade) ctx->result->grade = o.grade;
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
