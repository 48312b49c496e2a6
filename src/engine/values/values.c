// The engine `values`: no described value violates a check, so none does in any run (values.h).
#include "engine/values/values.h"

#define KIND(name) (1u << IR_CHECK_##name)
#define JUDGED                                                                                                    \
  (KIND(ASSERT) | KIND(BOUNDS) | KIND(NULL) | KIND(FREED) | KIND(DOUBLE_FREE) | KIND(READ_ONLY) | KIND(OVERLAP) | \
   KIND(LEAK) | KIND(DIV) | KIND(OVERFLOW) | KIND(UNINIT) | KIND(EXCEPTION) | KIND(UNREACH) | KIND(GOAL) | KIND(FAIL))

void values_give_up(values *v, const char *why) {
  if (!v->given_up) engine_note_unknown(v->ctx, v->i ? v->i->at : PLACE_NONE, why);
  v->given_up = true;
}

void values_unproved(values *v, const char *what) {
  if (v->judging) values_give_up(v, what);
}

static void close_all(values *v) {
  for (uint32_t f = 1; f <= v->m->n_funcs; f++) {
    if (v->graphs[f]) cfg_free(v->graphs[f]);
    bitset_fini(&v->cycles[f]);
    mem_free(v->before[f]);
  }
  for (size_t i = 0; i < v->sets.len; i++) mem_free(v->sets.data[i].data);
  for (size_t i = 0; i < v->objects.len; i++) vec_free(&v->objects.data[i].c.slots);
  mem_free(v->graphs);
  mem_free(v->cycles);
  mem_free(v->before);
  vec_free(&v->sets);
  vec_free(&v->objects);
  vec_free(&v->contexts);
  vec_free(&v->roots);
  vec_free(&v->locks);
  vec_free(&v->spoiled);
  vec_free(&v->thresholds);
  counted_free(v->counted);
  bitset_fini(&v->torn);
  map64_fini(&v->set_index);
  map64_fini(&v->context_index);
}

static void run(engine_ctx *ctx) {
  values v = {.ctx = ctx, .m = ctx->ir};
  vflow_run(&v);
  close_all(&v);
  engine_conclude(ctx);
}

const engine engine_values = {
    .name = "values",
    .help = "checks that hold for all values that variables can have, without running anything",
    .source = "AI77",
    .kind = ENGINE_OVERAPPROXIMATES,
    .checks = JUDGED,
    .schedulers = ENGINE_THREADS,
    .proves = true,
    .run = run,
};
