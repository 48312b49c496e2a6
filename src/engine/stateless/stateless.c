// Stateless symbolic search: every run from the start to its end, no memory of states.
//
// Proves terminating programs. A program that cycles has runs without end: the search first looks for violations at
// growing depths (a violation near the start is found although the first run never ends) within a fixed amount of
// work, then makes one complete pass to the depth limit; a run that is longer ends it with UNKNOWN.
//
// --por: none (all interleavings), static persistent sets, or dynamic reduction [AVPE15], each with or
// without sleep sets.
#include "engine/engine.h"
#include "engine/search/dfs.h"
#include "engine/search/dpor.h"
#include "engine/search/reduction.h"
#include "engine/search/selective.h"

enum { FIRST_DEPTH = 32, DEFAULT_DEPTH = 1000, DEEPENING_BUDGET = 50000 };

static void admit_always(void *arg, engine_ctx *ctx, state *s, state_vec *out) {
  (void)arg;
  (void)ctx;
  vec_push(out, s);
}

static dfs_outcome pass_all(engine_ctx *ctx, uint64_t depth, bool last) {
  dfs_policy policy = {.admit = admit_always, .max_depth = depth, .stop_at_truncation = last, .collects = true};
  return dfs_run(ctx, &policy);
}

static dfs_outcome pass_static(engine_ctx *ctx, const reduction *red, uint64_t depth, bool last) {
  selective_options o = {.reduction = red->static_sets, .max_depth = depth, .stop_at_truncation = last};
  selective_outcome out = selective_run(ctx, &o);
  return (dfs_outcome){.violation = out.violation, .limit = out.limit, .truncated = out.truncated};
}

static dfs_outcome pass_dynamic(engine_ctx *ctx, const reduction *red, uint64_t depth, bool last) {
  dpor_options o = {.fallback = red->static_sets,
                    .happens_before = red->wakers,
                    .enabling = red->enabling_sets,
                    .max_depth = depth,
                    .stop_at_truncation = last,
                    .eager = !red->dynamic,
                    .sleep_sets = ctx->options->sleep_sets};
  dpor_outcome out = dpor_run(ctx, &o);
  return (dfs_outcome){.violation = out.violation, .limit = out.limit, .truncated = out.truncated};
}

// One pass; its counters replace those of the pass before, so that counts are those of the pass that answers.
static dfs_outcome pass(engine_ctx *ctx, const reduction *red, uint64_t depth, bool last) {
  ctx->result->counters = (counters){0};
  vec_clear(&ctx->result->pruned);
  ctx->result->reason = NULL;
  if (red->dynamic || ctx->options->sleep_sets) return pass_dynamic(ctx, red, depth, last);
  return red->kind == POR_NONE ? pass_all(ctx, depth, last) : pass_static(ctx, red, depth, last);
}

static bool goes_on(dfs_outcome o) { return o.truncated && !o.violation && !o.limit; }

// A pass that may take at most *budget steps; running out of them counts as truncation, not as a limit of the run.
static dfs_outcome pass_within(engine_ctx *ctx, const reduction *red, uint64_t depth, uint64_t *budget) {
  limits own = *ctx->limits;
  uint64_t before = own.transitions;
  bool tighter = !own.max_transitions || own.max_transitions > before + *budget;
  if (tighter) own.max_transitions = before + *budget;
  engine_ctx inner = *ctx;
  inner.limits = &own;
  dfs_outcome o = pass(&inner, red, depth, false);
  uint64_t used = own.transitions - before;
  ctx->limits->transitions = own.transitions;
  bool ran_out = o.limit && tighter && used >= *budget;
  *budget = used < *budget ? *budget - used : 0;
  if (ran_out) return (dfs_outcome){.truncated = 1};
  ctx->limits->hit = own.hit;
  return o;
}

static void needs(const engine_ctx *ctx, sem_needs *n) {
  n->spin = ctx->options->spin == OPT_SPIN_AWAIT && ctx->ir->scheduler == IR_SCHED_INTERLEAVE;
  n->footprints = ctx->options->sleep_sets || n->spin;
}

static void run(engine_ctx *ctx) {
  uint64_t max_depth = ctx->options->max_depth ? ctx->options->max_depth : DEFAULT_DEPTH;
  reduction red;
  reduction_open(&red, ctx, OPT_POR_NONE, false);
  dfs_outcome o = {.truncated = 1};
  uint64_t budget = DEEPENING_BUDGET;
  for (uint64_t depth = FIRST_DEPTH; goes_on(o) && depth < max_depth && budget; depth *= 2) {
    o = pass_within(ctx, &red, depth, &budget);
  }
  if (goes_on(o)) o = pass(ctx, &red, max_depth, true);
  if (goes_on(o)) {
    dfs_note_depth(ctx, max_depth);
    result_unknown(ctx->result, PLACE_NONE,
                   "cycle suspected: a run is longer than %llu steps (--max-depth), and stateless search cannot close "
                   "cycles",
                   (unsigned long long)max_depth);
  }
  engine_conclude(ctx);
  reduction_close(&red);
}

const engine engine_stateless = {
    .name = "stateless",
    .help = "all runs, symbolically, without stored states: proves terminating programs",
    .source = "DPOR05",
    .kind = ENGINE_SEARCHES,
    .checks = ENGINE_USUAL_CHECKS,
    .schedulers = ENGINE_THREADS | ENGINE_KERNEL,
    .proves = true,
    .follows_runs = true,
    .needs = needs,
    .run = run,
};
