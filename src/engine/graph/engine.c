// The engine `graph`: execution graphs of threads under a memory model (search.h).
#include "engine/graph/search.h"

static void judge_races(graph_search *x) {
  if (!x->race || x->violation) return;
  strbuf why = {0};
  sb_printf(&why, "race with %s:%u:%u: behaviour is undefined", x->race_at[1].file ? x->race_at[1].file : "?",
            x->race_at[1].line, x->race_at[1].col);
  engine_note_unknown(x->ctx, x->race_at[0], sb_text(&why));
  sb_fini(&why);
}

static void conclude(graph_search *x) {
  judge_races(x);
  graph_write_texts(x);
  engine_conclude(x->ctx);
}

// Forgets what was found; x->locs stays, which only gives numbers to places.
static void begin_again(graph_search *x, const char *reason) {
  x->ctx->result->counters = (counters){0};
  x->ctx->result->reason = reason;
  x->ctx->result->reason_at = PLACE_NONE;
  x->violation = x->race = false;
  graph_drop_texts(x);
}

typedef struct divided {
  graph_search *x;
  const char *reason;  // that was there before any search
} divided;

static void run_part(void *arg, parts *p) {
  divided *d = arg;
  begin_again(d->x, d->reason);
  d->x->parts = p;
  graph_search_run(d->x);
  d->x->parts = NULL;
}

static void conclude_part(void *arg, parts *p) {
  (void)p;
  conclude(((divided *)arg)->x);
}

// A little of the search comes first: many need no more. False: it came to its end.
static bool is_long(graph_search *x) {
  limits *whole = x->ctx->limits, own = *whole;
  if (!x->ctx->options->pilot) return true;
  if (own.max_transitions && own.max_transitions <= own.transitions + x->ctx->options->pilot) {
    graph_search_run(x);
    return false;
  }
  own.max_transitions = own.transitions + x->ctx->options->pilot;
  x->ctx->limits = &own;
  graph_search_run(x);
  x->ctx->limits = whole;
  whole->transitions = own.transitions;
  bool spent = own.hit && own.transitions >= own.max_transitions && !(own.stop && *own.stop);
  if (!spent) whole->hit = own.hit;
  return spent && !x->violation;
}

static void search_in_parts(graph_search *x) {
  divided d = {x, x->ctx->result->reason};
  const parts_search s = {run_part, conclude_part, &d};
  if (is_long(x)) {
    CHECK(parts_run(x->ctx, &s), "units of graphs rest on nothing that is learnt");
  } else {
    conclude(x);
    parts_undivided(x->ctx);
  }
}

static void needs(const engine_ctx *ctx, sem_needs *n) {
  n->footprints = n->orders = n->weak = true;
  n->spin = ctx->options->spin == OPT_SPIN_AWAIT;
}

static void run(engine_ctx *ctx) {
  const uint32_t checks = ctx->sem->options.checks;
  const char *file = ctx->options->trace_set;
  graph_search x = {.ctx = ctx, .model = memory_model_get(ctx->options->memory_model), .texts = file && *file};
  x.races = checks >> IR_CHECK_RACE & 1;
  x.lives = checks >> IR_CHECK_FREED & 1;
  if (x.races && !x.model->undefined_races)
    engine_note_unknown(ctx, PLACE_NONE, "data races are looked for by --engine=graph with --memory-model=rc11 alone");
  if (parts_asked(ctx, OPT_ENGINE_graph)) {
    search_in_parts(&x);
  } else {
    graph_search_run(&x);
    conclude(&x);
  }
  graph_drop_texts(&x);
  relations_fini(&x.rel);
  vec_free(&x.scratch.from);
  vec_free(&x.scratch.to);
  vec_free(&x.locs);
  map64_fini(&x.loc_index);
  vec_free(&x.tasks);
  sem_out_fini(&x.out);
  sem_out_fini(&x.tried);
  vec_free(&x.live);
}

const engine engine_graph = {
    .name = "graph",
    .help = "threads: execution graphs of a memory model (--memory-model), each once: proves terminating programs",
    .source = "TRUST22",
    .kind = ENGINE_SEARCHES,
    .checks = ENGINE_USUAL_CHECKS & ~(1u << IR_CHECK_UNINIT),
    .schedulers = ENGINE_THREADS,
    .sees_unordered = true,
    .proves = true,
    .follows_runs = true,
    .by_number = true,
    .memory_models = 1u << OPT_MEMORY_MODEL_TSO | 1u << OPT_MEMORY_MODEL_RC11,
    .needs = needs,
    .run = run,
};
