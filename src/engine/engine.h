// Engines: ways of exploring a program through the step interface. An engine is one folder and one line in the
// registry (config/engines.h); engines do not know each other (what they share lives in engine/search).
//
// An engine receives everything it may use in an engine_ctx and fills ctx->result: verdict, grade, reason, limits and,
// for UNSAFE, the schedule and the inputs. It may end at any limit; what it then knows is an honest UNKNOWN.
#ifndef ENGINE_ENGINE_H
#define ENGINE_ENGINE_H

#include "base/log.h"
#include "config/options.h"
#include "replay/machine.h"
#include "result/result.h"
#include "sem/sem.h"

// Limits of a run. Ask limits_hit between steps: cheap (clock and memory are read every few hundred calls).
typedef struct limits {
  double deadline;           // clock_wall() seconds, 0 = none
  uint64_t max_rss;          // bytes, 0 = none
  uint64_t max_transitions;  // 0 = none
  uint64_t max_effort;       // smt_effort of the solver, 0 = none
  const smt *solver;         // with max_effort
  const volatile int *stop;  // non-zero: a signal asked to stop; may be NULL
  double timeout_s;          // for the message
  uint64_t transitions;      // counted so far
  uint64_t polls;            // questions so far
  const char *hit;           // NULL, or why the run must end ("time limit of 10 s", ...)
} limits;
#define LIMIT_STOPPED "interrupted"  // by `stop`; whoever has set it knows why
// True once a limit of the whole run is reached; l->hit says which. Whoever makes a step counts it in l->transitions.
bool limits_hit(limits *l);

typedef struct engine_ctx {
  const ir_module *ir;
  sem *sem;
  const options *options;
  limits *limits;
  result *result;  // counters are raised here as the run goes on (the progress line reads them)
  void (*progress)(void *arg, const result *r, uint64_t depth, uint64_t waiting);  // may be NULL; cheap
  void *progress_arg;
  const logger *log;  // may be NULL
  // The program prepared for fewer checks than sem's; lives as long as the result. May be NULL: there is no other form.
  const ir_module *(*prepare)(void *arg, uint32_t checks);
  void *prepare_arg;
} engine_ctx;

// What an answer of an engine is worth.
typedef enum engine_kind {
  ENGINE_SEARCHES,          // follows runs of the program: finds and proves
  ENGINE_FINDS,             // follows some of the runs first: what it has left out is no statement about the program
  ENGINE_REFINES,           // an abstraction that is refined: finds and proves, by questions to the solver
  ENGINE_OVERAPPROXIMATES,  // proves; what it cannot prove says nothing about the program
  ENGINE_CHOOSES,           // runs others
} engine_kind;

enum {
  ENGINE_THREADS = 1u << IR_SCHED_INTERLEAVE,
  ENGINE_KERNEL = 1u << IR_SCHED_SYSTEMC,
  ENGINE_ALL_CHECKS = (1u << IR_CHECK_COUNT) - 1,
  ENGINE_USUAL_CHECKS = ENGINE_ALL_CHECKS & ~(1u << IR_CHECK_DETERMINISM | 1u << IR_CHECK_ROBUST |
                                              IR_CHECKS_OF_ENDLESS_RUNS),  // what runs show one by one
};

// Reductions and orders of search that are not of one engine alone. `auto` and `none` suit all.
enum {
  ENGINE_USUAL_POR = (1u << OPT_POR_LOCAL) - 1,
  ENGINE_USUAL_SEARCH = 1u << OPT_SEARCH_DFS | 1u << OPT_SEARCH_BFS | 1u << OPT_SEARCH_BEST | 1u << OPT_SEARCH_WASTAR,
};

// The contract: help, refusals and auto's plan follow from it; nothing else knows what an engine can do.
typedef struct engine {
  const char *name, *help;
  const char *source;  // tag of the paper it comes from in doc/papers.md, or NULL
  engine_kind kind;
  uint32_t checks;         // that it can look for; if others are asked for, it ends UNKNOWN
  uint32_t schedulers;     // bits of ir_scheduler: programs that it is for
  bool enumerates;         // inputs one by one, where the others keep them symbolic
  bool sees_unordered;     // races of accesses that are never next to each other in a run, too
  bool proves;             // may answer SAFE with grade proved
  bool follows_runs;       // its executions and states are those of the program, not of an abstraction
  bool plain_steps;        // what others are compared with: each shared access begins a step, and no states are merged
  bool by_number;          // events of a run are named by process and number: steps must be the same in every order
  uint32_t memory_models;  // bits of the values of --memory-model beside sc for which its answers hold
  uint32_t por,
      search;  // bits of the values of --por and --search that it takes; 0: ENGINE_USUAL_POR, ENGINE_USUAL_SEARCH
  const char *(*objection)(const options *o);          // why these options do not go together, or NULL; may be NULL
  void (*needs)(const engine_ctx *ctx, sem_needs *n);  // of the steps, while it runs; NULL: nothing but successors
  uint32_t blind;  // checks that it does not look for, though they are asked for by default: then they are left out
  void (*run)(engine_ctx *ctx);
} engine;

const engine *engine_find(const char *name);
// The first engine that looks for this check.
const engine *engine_for(ir_check c);
// Runs the engine, or says why it is not for this program or these checks.
void engine_run(const engine *e, engine_ctx *ctx);
const engine *const *engine_all(void);  // NULL-terminated

// The enabled processes of s in the order the options ask for (--order).
void engine_enabled(const engine_ctx *ctx, const state *s, proc_vec *out);

// Options of the concrete interpreter that match those of ctx->sem.
machine_options engine_machine_options(const engine_ctx *ctx);

// Records a violation found at the end of `schedule`: verdict UNSAFE, violation, inputs from a model of the path
// condition. False: no model is known, or the solver was unsure on the way and re-execution does not confirm it; then
// ctx->result is left without verdict and the reason is noted as with engine_note_unknown.
bool engine_violation(engine_ctx *ctx, const sem_succ *v, const uint32_t *schedule, size_t n);

// The same with given values of the inputs, and without a second look.
void engine_counterexample(engine_ctx *ctx, const sem_succ *v, const uint32_t *schedule, size_t n, const model *values);
void engine_forget_violation(result *r);  // it was not confirmed

// A complete run, for the log: the processes in the order of their steps. Ask first whether log_wants(ctx->log, LOG_DEBUG).
void engine_log_execution(const engine_ctx *ctx, const uint32_t *schedule, size_t n);

// Remembers the first reason for which SAFE can no longer be said.
void engine_note_unknown(engine_ctx *ctx, place at, const char *reason);

// Closes a search that found no violation: UNKNOWN if a limit was hit or a reason noted, else SAFE with the grade that
// the limits in force allow. A place that cannot be followed is a better reason than a limit: more time would not help.
void engine_conclude(engine_ctx *ctx);
// Names the limits under which the program was looked at at all (--unwind, --input-range). True: there are some.
bool engine_name_restrictions(engine_ctx *ctx);

#endif
