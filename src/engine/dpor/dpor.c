// The engine `dpor`: dynamic partial order reduction for threads (search.h), first with growing depths within a fixed
// number of steps, so that an error is found although the first run never ends, then to the depth limit.
#include "analysis/orderings.h"
#include "engine/dpor/chase.h"
#include "engine/dpor/classic.h"
#include "engine/dpor/search.h"

enum { FIRST_DEPTH = 64, DEFAULT_DEPTH = 10000, DEEPENING_BUDGET = 50000 };

typedef struct passes {
  engine_ctx *ctx;
  guard_groups groups;
  region_table regions;
  trace_book *book;
  bool violation, limit, truncated, forked;
  bool chasing;
} passes;

// One search; again from the start whenever new places of guards were met, because they change what depends on what.
// Counts are those of the search that answers.
static void pass(passes *a, engine_ctx *ctx, uint64_t depth, bool last) {
  for (;;) {
    result_keep_known(ctx->result);
    ctx->result->counters = (counters){0};
    ctx->result->reason = NULL;
    if (a->book) trace_book_clear(a->book);
    search d = {.ctx = ctx,
                .optimal = ctx->options->dpor == OPT_DPOR_OPTIMAL && !a->forked,
                .max_depth = depth,
                .stop_at_truncation = last,
                .chasing = a->chasing,
                .groups = a->groups,
                .regions = a->regions,
                .book = a->book};
    search_run(&d);
    a->groups = d.groups;
    a->regions = d.regions;
    a->violation = d.violation;
    a->limit = d.limit;
    a->forked |= d.forked;
    a->truncated = d.truncated > 0;
    if (!d.restart || d.violation) return;
  }
}

// At most *budget steps; running out of them counts as truncation, not as a limit of the run.
static void pass_within(passes *a, uint64_t depth, uint64_t *budget) {
  limits own = *a->ctx->limits;
  uint64_t before = own.transitions;
  bool tighter = !own.max_transitions || own.max_transitions > before + *budget;
  if (tighter) own.max_transitions = before + *budget;
  engine_ctx inner = *a->ctx;
  inner.limits = &own;
  pass(a, &inner, depth, false);
  uint64_t used = own.transitions - before;
  a->ctx->limits->transitions = own.transitions;
  bool ran_out = a->limit && tighter && used >= *budget;
  *budget = used < *budget ? *budget - used : 0;
  if (ran_out) {
    a->limit = false;
    a->truncated = true;
  } else {
    a->ctx->limits->hit = own.hit;
  }
}

static bool goes_on(const passes *a) { return a->truncated && !a->violation && !a->limit; }

static void search_all(engine_ctx *ctx) {
  uint64_t max_depth = ctx->options->max_depth ? ctx->options->max_depth : DEFAULT_DEPTH;
  passes a = {.ctx = ctx, .truncated = true, .chasing = chase_any(ctx->ir), .book = trace_book_new(ctx)};
  uint64_t budget = DEEPENING_BUDGET;
  for (uint64_t depth = FIRST_DEPTH; goes_on(&a) && depth < max_depth && budget; depth *= 4)
    pass_within(&a, depth, &budget);
  if (goes_on(&a)) pass(&a, ctx, max_depth, true);
  if (goes_on(&a)) {
    result_add_limit(ctx->result, "runs of at most %llu steps (--max-depth)", (unsigned long long)max_depth);
    result_unknown(ctx->result, PLACE_NONE,
                   "a run is longer than %llu steps (--max-depth), and the search keeps no states to close cycles",
                   (unsigned long long)max_depth);
  }
  trace_book_close(a.book, ctx);
  engine_conclude(ctx);
  regions_fini(&a.regions);
  mem_free(a.groups.data);
}

static void run(engine_ctx *ctx) {
  ctx->sem->options.footprints = true;
  ctx->sem->options.spin = ctx->options->spin == OPT_SPIN_AWAIT;
  place at;
  ctx->sem->options.orders = ctx->sem->options.checks >> IR_CHECK_RACE & 1 && orderings_weak(ctx->ir, &at);
  if (ctx->options->dpor == OPT_DPOR_FG || ctx->options->dpor == OPT_DPOR_FULL)
    classic_run(ctx);
  else
    search_all(ctx);
  ctx->sem->options.spin = ctx->sem->options.orders = false;
}

const engine engine_dpor = {
    .name = "dpor",
    .help =
        "threads: one run per order of conflicting accesses (source sets, wake-up trees): proves terminating programs",
    .source = "SOURCE17",
    .kind = ENGINE_SEARCHES,
    .checks = ENGINE_USUAL_CHECKS,
    .schedulers = ENGINE_THREADS,
    .sees_unordered = true,
    .proves = true,
    .follows_runs = true,
    .run = run,
};
