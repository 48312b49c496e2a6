// The engine `lockset`: no data race, because every two accesses are separated by a mutex, by atomic regions, or by the
// start and the end of a process. Nothing is run and no value is looked at, so size does not matter to it; a race that only values
// exclude is possible to it.
#include "engine/lockset/lockset.h"

#include "base/mem.h"

void lockset_give_up(lockset *l, place at, const char *why) {
  if (!l->given_up) engine_note_unknown(l->ctx, at, why);
  l->given_up = true;
}

static void close_all(lockset *l) {
  for (size_t i = 0; i < l->classes.len; i++) vec_free(&l->classes.data[i].roots);
  for (uint32_t f = 1; f <= l->m->n_funcs; f++)
    if (l->graphs[f]) cfg_free(l->graphs[f]);
  mem_free(l->graphs);
  mem_free(l->follows);
  vec_free(&l->classes);
  vec_free(&l->sites);
  vec_free(&l->contexts);
  vec_free(&l->locks);
  vec_free(&l->accesses);
  map64_fini(&l->index);
  map64_fini(&l->known);
  callgraph_free(l->calls);
  points_free(l->pts);
}

static void prove(lockset *l) {
  l->pts = points_new(l->m);
  l->calls = callgraph_new(l->m);
  l->graphs = MEM_NEW_N(cfg *, l->m->n_funcs + 1);
  if (lockset_find_sites(l)) lockset_flow(l);
  if (!l->given_up) lockset_pairs(l);
  // Such an access is another property's business; here it could be one to anything.
  result_add_assumption(l->ctx->result, "no data race by an access outside of its object (valid-memsafety)");
  close_all(l);
}

static void run(engine_ctx *ctx) {
  lockset l = {.ctx = ctx, .m = ctx->ir};
  if (ctx->ir->scheduler != IR_SCHED_INTERLEAVE) engine_note_unknown(ctx, PLACE_NONE, "only programs with threads have data races");
  else if (ctx->sem->options.checks & ~(1u << IR_CHECK_RACE)) engine_note_unknown(ctx, PLACE_NONE, "this engine looks for data races alone");
  else prove(&l);
  engine_conclude(ctx);
}

const engine engine_lockset = {
    .name = "lockset",
    .help = "no data races, by mutexes, atomic regions and the order of start and join, without running anything",
    .proves = true,
    .run = run,
};
