// The engine `lockset`: no data race, because every two accesses are separated by a mutex, by atomic regions, or by the
// start and the end of a process (analysis/guards.h). Nothing is run and no value is looked at, so size does not matter to it; a race that
// only values exclude is possible to it.
#include "analysis/guards.h"
#include "engine/engine.h"

static void prove_use(engine_ctx *ctx) {
  guards *g = guards_new(ctx->ir);
  place at = PLACE_NONE;
  bool misuse = guards_find_misuse(g, &at);
  if (misuse) engine_note_unknown(ctx, at, "misuse of synchronisation is possible as far as locks and joins tell");
  const char *why = guards_gave_up(g, &at);
  if (why) engine_note_unknown(ctx, at, why);
  result_add_assumption(ctx->result,
                        "no misuse of synchronisation by an access outside of its object (valid-memsafety)");
  guards_free(g);
}

static void prove(engine_ctx *ctx) {
  guards *g = guards_new(ctx->ir);
  place at = PLACE_NONE;
  bool race = guards_find_race(g, &at);
  if (race) engine_note_unknown(ctx, at, "a data race is possible as far as locks, regions and joins tell");
  const char *why = guards_gave_up(g, &at);
  if (why) engine_note_unknown(ctx, at, why);
  // Such an access is another property's business; here it could be one to anything.
  result_add_assumption(ctx->result, "no data race by an access outside of its object (valid-memsafety)");
  guards_free(g);
}

static void run(engine_ctx *ctx) {
  if (ctx->sem->options.checks == 1u << IR_CHECK_MISUSE)
    prove_use(ctx);
  else if (!ctx->sem->options.checks)
    log_line(ctx->log, LOG_INFO, "nothing can be violated");
  else if (ctx->sem->options.checks & ~(1u << IR_CHECK_RACE))
    engine_note_unknown(ctx, PLACE_NONE,
                        "this engine looks for data races alone, or for misuse of synchronisation alone");
  else
    prove(ctx);
  engine_conclude(ctx);
}

const engine engine_lockset = {
    .name = "lockset",
    .help = "no data races, by mutexes, atomic regions and the order of start and join, without running anything",
    .source = "ERASER97",
    .kind = ENGINE_OVERAPPROXIMATES,
    .checks = 1u << IR_CHECK_RACE | 1u << IR_CHECK_MISUSE,
    .schedulers = ENGINE_THREADS,
    .sees_unordered = true,
    .proves = true,
    .run = run,
};
