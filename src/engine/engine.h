// Engines: ways of exploring a program through the step interface. An engine is one folder and one line in the
// registry; engines do not know each other.
#ifndef ENGINE_ENGINE_H
#define ENGINE_ENGINE_H

#include "config/options.h"
#include "result/result.h"
#include "sem/sem.h"

// Limits of a run. Ask limits_hit between steps: cheap (the clock is read every few thousand calls).
typedef struct limits {
  double deadline;            // clock_wall() seconds, 0 = none
  uint64_t max_rss;           // bytes, 0 = none
  uint64_t max_transitions;   // 0 = none
  uint64_t max_depth;         // steps per run, 0 = none
  volatile int *stop;         // set by a signal (value: the signal number)
  uint32_t countdown;
  const char *hit;            // NULL or why the run must end ("time limit of 10 s", "interrupted", ...)
} limits;
// True once a limit of the whole run is reached; l->hit says which.
bool limits_hit(limits *l, uint64_t transitions);

typedef struct engine_ctx {
  const ir_module *ir;
  sem *sem;
  const options *options;
  limits *limits;
  result *result;             // counters are raised here as the run goes on (the progress line reads them)
  void (*progress)(void *arg, const result *r, uint64_t depth, uint64_t waiting);  // may be NULL; call it often, it is cheap
  void *progress_arg;
} engine_ctx;

typedef struct engine {
  const char *name, *help;
  bool proves;                // may answer SAFE with grade proved
  bool enumerates_inputs;     // honours --input-range
  void (*run)(engine_ctx *ctx);   // fills ctx->result: verdict, grade, reason, limits, schedule, inputs
} engine;

const engine *engine_find(const char *name);
const engine *const *engine_all(void);       // NULL-terminated

// Records a violation found at the end of `schedule` in state s: verdict UNSAFE, violation, inputs from a model of the
// path condition. False if no model is known (then the caller goes on and the verdict can be UNKNOWN at best).
bool engine_violation(engine_ctx *ctx, const sem_succ *v, const uint32_t *schedule, size_t n);

extern const engine engine_naive;
extern const engine engine_stateless;

#endif
