// The engine `dpor`: dynamic partial order reduction for threads (search.h), first with growing depths within a fixed
// number of steps, so that an error is found although the first run never ends, then to the depth limit.
#include "analysis/orderings.h"
#include "engine/dpor/chase.h"
#include "engine/dpor/classic.h"
#include "engine/dpor/search.h"

enum { FIRST_DEPTH = 64, DEFAULT_DEPTH = 10000, DEEPENING_BUDGET = 50000 };

typedef struct passes {
  engine_ctx *ctx;
  uint64_t max_depth;
  guard_groups groups;
  region_table regions;
  trace_book *book;
  bool violation, limit, truncated, forked;
  bool chasing;
} passes;

// One search; again from the start whenever new places of guards were met, because they change what depends on what.
// Counts are those of the search that answers.
static void pass_of(passes *a, engine_ctx *ctx, uint64_t depth, bool last, parts *p) {
  for (;;) {
    result_keep_known(ctx->result);
    ctx->result->counters = (counters){0};
    ctx->result->reason = NULL;
    if (a->book) trace_book_clear(a->book);
    search d = {.ctx = ctx,
                .optimal = ctx->options->dpor == OPT_DPOR_OPTIMAL && !a->forked && !p,
                .max_depth = depth,
                .stop_at_truncation = last,
                .chasing = a->chasing,
                .groups = a->groups,
                .regions = a->regions,
                .book = a->book,
                .parts = p};
    search_run(&d);
    a->groups = d.groups;
    a->regions = d.regions;
    a->violation = d.violation;
    a->limit = d.limit;
    a->forked |= d.forked;
    a->truncated = d.truncated > 0;
    if (!d.restart || d.violation) return;
    if (p && p->counting) parts_again(p);
    if (p && !p->counting) return;
  }
}

static void pass(passes *a, engine_ctx *ctx, uint64_t depth, bool last) { pass_of(a, ctx, depth, last, NULL); }

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

static void conclude(passes *a) {
  engine_ctx *ctx = a->ctx;
  if (goes_on(a)) {
    unsigned long long most = (unsigned long long)a->max_depth;
    result_add_limit(ctx->result, "runs of at most %llu steps (--max-depth)", most);
    result_unknown(ctx->result, PLACE_NONE,
                   "a run is longer than %llu steps (--max-depth), and the search keeps no states to close cycles",
                   most);
  }
  trace_book_close(a->book, ctx);
  a->book = NULL;
  engine_conclude(ctx);
}

// --- parts (doc/parallel.md) -----------------------------------------------------------------------------------------------

// Source sets, which are proved for any set of sleepers, as a unit has those of its trunk. While units are counted what depends on what may
// still be learnt; later it must be the same for all.
static void run_part(void *arg, parts *p) {
  passes *a = arg;
  pass_of(a, a->ctx, a->max_depth, true, p);
}

static void conclude_part(void *arg, parts *p) {
  (void)p;
  conclude(arg);
}

// Until nothing is learnt that changes the units; each time the search goes further before it is divided.
static void search_in_parts(passes *a) {
  const parts_search s = {run_part, conclude_part, a};
  for (uint64_t pilot = DEEPENING_BUDGET + a->ctx->options->pilot; !parts_run(a->ctx, &s); pilot *= 8) {
    uint64_t budget = pilot;
    pass_within(a, a->max_depth, &budget);
    if (goes_on(a)) continue;
    conclude(a);
    parts_undivided(a->ctx);
    return;
  }
}

static void search_all(engine_ctx *ctx) {
  uint64_t max_depth = ctx->options->max_depth ? ctx->options->max_depth : DEFAULT_DEPTH;
  passes a = {.ctx = ctx,
              .max_depth = max_depth,
              .truncated = true,
              .chasing = chase_any(ctx->ir),
              .book = trace_book_new(ctx)};
  bool divided = parts_asked(ctx, OPT_ENGINE_dpor);
  uint64_t budget = divided ? ctx->options->pilot : DEEPENING_BUDGET;
  for (uint64_t depth = FIRST_DEPTH; goes_on(&a) && depth < max_depth && budget; depth *= 4)
    pass_within(&a, depth, &budget);
  if (goes_on(&a) && divided) {
    search_in_parts(&a);
  } else {
    if (goes_on(&a)) pass(&a, ctx, max_depth, true);
    conclude(&a);
    if (divided) parts_undivided(ctx);
  }
  regions_fini(&a.regions);
  mem_free(a.groups.data);
}

static void needs(const engine_ctx *ctx, sem_needs *n) {
  place at;
  n->footprints = true;
  n->spin = ctx->options->spin == OPT_SPIN_AWAIT;
  n->orders = ctx->sem->options.checks >> IR_CHECK_RACE & 1 && orderings_weak(ctx->ir, &at);
}

static void run(engine_ctx *ctx) {
  if (ctx->options->dpor == OPT_DPOR_FG || ctx->options->dpor == OPT_DPOR_FULL)
    classic_run(ctx);
  else
    search_all(ctx);
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
    .needs = needs,
    .run = run,
};
