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

static void run(engine_ctx *ctx) {
  sem_options *o = &ctx->sem->options;
  const char *file = ctx->options->trace_set;
  graph_search x = {.ctx = ctx, .model = memory_model_get(ctx->options->memory_model), .texts = file && *file};
  o->footprints = o->orders = o->weak = true;
  o->spin = ctx->options->spin == OPT_SPIN_AWAIT;
  x.races = o->checks >> IR_CHECK_RACE & 1;
  if (x.races && !x.model->undefined_races)
    engine_note_unknown(ctx, PLACE_NONE, "data races are looked for by --engine=graph with --memory-model=rc11 alone");
  graph_search_run(&x);
  o->spin = o->orders = o->weak = false;
  judge_races(&x);
  graph_write_texts(&x);
  relations_fini(&x.rel);
  vec_free(&x.scratch.from);
  vec_free(&x.scratch.to);
  vec_free(&x.locs);
  map64_fini(&x.loc_index);
  vec_free(&x.tasks);
  sem_out_fini(&x.out);
  sem_out_fini(&x.tried);
  vec_free(&x.live);
  engine_conclude(ctx);
}

const engine engine_graph = {
    .name = "graph",
    .help = "threads: execution graphs of a memory model (--memory-model), each once: proves terminating programs",
    .source = "TRUST22",
    .kind = ENGINE_SEARCHES,
    .checks = ENGINE_USUAL_CHECKS & ~(1u << IR_CHECK_LEAK | 1u << IR_CHECK_UNINIT),
    .schedulers = ENGINE_THREADS,
    .sees_unordered = true,
    .proves = true,
    .follows_runs = true,
    .by_number = true,
    .weak_memory = true,
    .run = run,
};
