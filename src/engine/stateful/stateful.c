// Stateful symbolic search: visited states are stored and matched, so that cycles close.
//
// --por chooses the reduction: static persistent sets with the cycle proviso (AVPE), or dynamic reduction (SDPOR).
// --match chooses when a state counts as seen. A SAFE is `proved` for AVPE with every matching method (C1 + C2S, C1 +
// C2WS of [AVPE15]), and for SDPOR only if no cycle was met and matching was equality; else `heuristic`.
#include "engine/engine.h"
#include "engine/search/dfs.h"
#include "engine/search/dpor.h"
#include "engine/search/lookup.h"
#include "engine/search/reduction.h"
#include "engine/search/selective.h"
#include "sem/remember.h"

// Equality of states up to renaming of literals, as opposed to coverage.
static bool is_equality(int match) {
  return match == METHOD_CEQ || match == METHOD_PESM || match == METHOD_ESM || match == METHOD_ESM_H;
}

typedef struct run_state {
  engine_ctx *ctx;
  matcher *visited;
  reduction red;
  const char *unproved;  // why a SAFE is only heuristic, or NULL
  uint64_t truncated;
} run_state;

static void run_static(run_state *r) {
  bool proviso = r->ctx->options->proviso;
  selective_options o = {.reduction = r->red.static_sets,
                         .visited = r->visited,
                         .proviso = proviso,
                         .by_sets = r->ctx->options->refine == OPT_REFINE_SET,
                         .max_depth = r->ctx->options->max_depth};
  r->truncated = selective_run(r->ctx, &o).truncated;
  if (!proviso && r->red.kind != POR_NONE) r->unproved = "no cycle proviso (--proviso=off): preserves deadlocks only";
}

static void run_dynamic(run_state *r) {
  const options *opt = r->ctx->options;
  sdpor_kind kinds[] = {SDPOR_FULL, SDPOR_A, SDPOR_C};
  dpor_options o = {.visited = r->visited,
                    .fallback = r->red.static_sets,
                    .happens_before = r->red.wakers,
                    .enabling = r->red.enabling_sets,
                    .kind = kinds[opt->sdpor],
                    .max_depth = opt->max_depth};
  dpor_outcome out = dpor_run(r->ctx, &o);
  r->truncated = out.truncated;
  if (out.cycle)
    r->unproved = "stateful dynamic reduction has no proof for cyclic state spaces";
  else if (!is_equality(opt->match))
    r->unproved = "stateful dynamic reduction has no proof for subsumption";
}

static void finish(run_state *r) {
  engine_ctx *ctx = r->ctx;
  result *res = ctx->result;
  lookup_close(ctx, r->visited);
  sem_forget_steps(ctx->sem);
  if (r->truncated) dfs_note_depth(ctx, ctx->options->max_depth);
  engine_conclude(ctx);
  if (res->verdict != VERDICT_SAFE || !r->unproved) return;
  res->grade = GRADE_HEURISTIC;
  result_add_assumption(res, "%s", r->unproved);
}

static void run(engine_ctx *ctx) {
  run_state r = {.ctx = ctx, .visited = lookup_open(ctx)};
  reduction_open(&r.red, ctx, OPT_POR_STUB1, ctx->options->only_proved);
  if (ctx->options->remember) sem_remember_steps(ctx->sem);
  if (r.red.dynamic) {
    run_dynamic(&r);
  } else {
    run_static(&r);
  }
  finish(&r);
  reduction_close(&r.red);
}

const engine engine_stateful = {
    .name = "stateful",
    .help = "symbolic search with stored and matched states: proves programs with finitely many state classes",
    .source = "AVPE15",
    .kind = ENGINE_SEARCHES,
    .checks = ENGINE_USUAL_CHECKS,
    .schedulers = ENGINE_THREADS | ENGINE_KERNEL,
    .proves = true,
    .follows_runs = true,
    .run = run,
};
