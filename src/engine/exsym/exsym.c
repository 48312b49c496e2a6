// Explicit-symbolic search with a free order and economical storage (symcpp-explicit-symbolic.md 4; doc/engines.md).
#include "engine/engine.h"
#include "engine/exsym/explore.h"

static void finish(explorer *x) {
  engine_ctx *ctx = x->ctx;
  result *r = ctx->result;
  const match_stats *ms = visited_stats(x->visited);
  result_add_pruned(r, "matching", r->counters.matches);
  if (ms) {
    r->counters.hash_matches = ms->hash_matches;
    r->counters.match_unknown = ms->solver_unknown;
  }
  r->counters.stored_bytes = visited_bytes(x->visited) + all_bytes(&x->all);
  r->counters.restored_steps = x->all.restored;
  audit_decide(&x->audit, ctx);
  if (x->truncated && !x->found) dfs_note_depth(ctx, ctx->options->max_depth);
  if (x->pruned) result_add_pruned(r, "the abstraction", x->pruned);
  engine_conclude(ctx);
  bool unsound = x->pruned && !guide_is_sound(x->guide);
  if (r->verdict != VERDICT_SAFE || (visited_is_exact(x->visited) && !unsound)) return;
  r->grade = GRADE_HEURISTIC;
  visited_say_unsafe(x->visited);
  if (unsound)
    result_add_assumption(r, "nothing bad is behind states that the abstraction has no way from (--prune-infinite)");
}

// Slots of the abstraction are places of types (4.3, note for guided search).
static void needs(const engine_ctx *ctx, sem_needs *n) {
  if (explore_order(ctx->options) == OPEN_HEAP && !ctx->options->given[OPTION_heap]) n->heap = SEM_HEAP_TYPE;
}

static void run(engine_ctx *ctx) {
  explorer x;
  explore_init(&x, ctx);
  if (!x.guide || !guide_unreachable(x.guide)) explore_run(&x);
  finish(&x);
  explore_fini(&x);
}

static const char *objection(const options *o) {
  if (o->audit_duplicates && (o->visited == OPT_VISITED_EXACT || o->visited == OPT_VISITED_UNION))
    return "--audit-duplicates needs --visited=approx or --visited=shape: else none is false";
  if (o->reopen && !o->max_depth) return "--reopen has no effect without --max-depth";
  if (*o->memory_config && o->given[OPTION_heap] && o->heap != OPT_HEAP_TYPE)
    return "--memory-config has no effect without --heap=type, the default";
  if (o->reopen && (o->store != OPT_STORE_FULL || o->states != OPT_STATES_EXPLICIT))
    return "--reopen needs --store=full and --states=explicit";
  if (o->visited != OPT_VISITED_EXACT && o->states == OPT_STATES_EXPLICIT)
    return "--visited: there are no symbolic values in --states=explicit";
  return NULL;
}

const engine engine_exsym = {
    .name = "exsym",
    .help = "stored states in a free order (breadth, depth, guided): chains without choices, differences, signatures",
    .source = "SYMCPP05",
    .kind = ENGINE_SEARCHES,
    .checks = ENGINE_USUAL_CHECKS,
    .schedulers = ENGINE_THREADS | ENGINE_KERNEL,
    .proves = true,
    .follows_runs = true,
    .objection = objection,
    .needs = needs,
    .run = run,
};
