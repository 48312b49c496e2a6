// The engine `lazy` (lazy.h).
#include "engine/lazy/lazy.h"

static void conclude(lazy *z) {
  engine_ctx *ctx = z->ctx;
  trace_book_close(z->book, ctx);
  const options *o = ctx->options;
  bool loses = o->lazy == OPT_LAZY_STATE || o->lazy_horizon ||
               (o->lazy == OPT_LAZY_COMPLETE && o->lazy_memo == OPT_LAZY_MEMO_STATE);
  if (loses && !z->violation)
    engine_note_unknown(ctx, PLACE_NONE, "this form of the engine lazy loses runs: what it does not find may be there");
  engine_conclude(ctx);
  result *r = ctx->result;
  result_add_pruned(r, "repeated calls", r->counters.repeated);
  // Where no call was left out the plain algorithm has ended: that case has a proof (theorem 3.1).
  if (r->verdict != VERDICT_SAFE || !r->counters.repeated) return;
  if (r->grade == GRADE_PROVED) r->grade = GRADE_HEURISTIC;
  result_add_limit(r, "calls that were made before are left out: known by tests, not by proof, to lose nothing");
}

static void needs(const engine_ctx *ctx, sem_needs *n) {
  (void)ctx;
  n->footprints = true;
}

static void run(engine_ctx *ctx) {
  place at;
  const char *why = lazy_refuses(ctx->ir, &at);
  if (why) {
    engine_note_unknown(ctx, at, why);
    engine_conclude(ctx);
    return;
  }
  lazy z = {.ctx = ctx, .plain_end = lazy_ends_plainly(ctx), .book = trace_book_new(ctx)};
  keyset_init(&z.memo);
  z.states_seen = state_store_new(ctx->sem->terms, ctx->sem->solver);
  if (lazy_begin(&z)) {
    lazy_execute_first(&z);
    if (!z.stop) lazy_enter(&z, 0);
    // Forms that lose runs lose others in another order: they are for comparison, one by one.
    if (ctx->options->jobs > 1 && ctx->options->lazy == OPT_LAZY_COMPLETE &&
        ctx->options->lazy_memo != OPT_LAZY_MEMO_STATE && !z.stop) {
      lazy_run_team(&z, (uint32_t)ctx->options->jobs);
    } else {
      lazy_explore(&z);
    }
  }
  conclude(&z);
  lazy_fini(&z);
  for (size_t i = 0; i < z.settled.len; i++) vec_free(&z.settled.data[i]);
  vec_free(&z.settled);
  vec_free(&z.stack);
  keyset_fini(&z.memo);
  state_store_free(z.states_seen);
}

const engine engine_lazy = {
    .name = "lazy",
    .help = "threads that never wait: plans whole runs by reversing what depends on what: proves terminating programs",
    .source = "LAZY",
    .kind = ENGINE_SEARCHES,
    .checks = ENGINE_USUAL_CHECKS & ~(1u << IR_CHECK_RACE),
    .schedulers = ENGINE_THREADS,
    .proves = true,
    .follows_runs = true,
    .by_number = true,
    .needs = needs,
    .run = run,
};
