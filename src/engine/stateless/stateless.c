// Stateless symbolic search: every run from the start to its end, no memory of states, no reduction.
//
// Proves terminating programs. A program that cycles has runs without end: the search first looks for violations at
// growing depths (a violation near the start is found although the first run never ends) within a fixed number of
// steps, then makes one complete pass to the depth limit; a run that is longer ends it with UNKNOWN.
#include "engine/engine.h"
#include "engine/search/dfs.h"

enum { FIRST_DEPTH = 32, DEFAULT_DEPTH = 1000, DEEPENING_BUDGET = 200000 };

static void admit_always(void *arg, engine_ctx *ctx, state *s, state_vec *out) {
  (void)arg;
  (void)ctx;
  vec_push(out, s);
}

// One pass; its counters replace those of the pass before, so that counts are those of the pass that answers.
static dfs_outcome pass(engine_ctx *ctx, uint64_t depth, bool last) {
  ctx->result->counters = (counters){0};
  ctx->result->reason = NULL;
  dfs_policy policy = {.admit = admit_always, .max_depth = depth, .stop_at_truncation = last};
  return dfs_run(ctx, &policy);
}

static void run(engine_ctx *ctx) {
  uint64_t max_depth = ctx->options->max_depth ? ctx->options->max_depth : DEFAULT_DEPTH;
  dfs_outcome o = {.truncated = 1};
  uint64_t depth = FIRST_DEPTH;
  while (o.truncated && !o.violation && !o.limit && depth < max_depth && ctx->limits->transitions < DEEPENING_BUDGET) {
    o = pass(ctx, depth, false);
    depth *= 2;
  }
  if (o.truncated && !o.violation && !o.limit) o = pass(ctx, max_depth, true);
  if (o.truncated && !o.violation && !o.limit) {
    dfs_note_depth(ctx, max_depth);
    result_unknown(ctx->result, PLACE_NONE,
                   "cycle suspected: a run is longer than %llu steps (--max-depth), and stateless search cannot close "
                   "cycles",
                   (unsigned long long)max_depth);
  }
  engine_conclude(ctx);
}

const engine engine_stateless = {
    .name = "stateless",
    .help = "all runs, symbolically, without stored states: proves terminating programs",
    .proves = true,
    .run = run,
};
