// Processes that are forked to share a search, and what they have in common whatever they share: limits that hold for their sum, a result that
// each sends, and the certainty that one which dies is noticed.
//
// Processes, because nothing below is made for threads: each has its own terms, solver and states, as they were when it was forked.
#ifndef ENGINE_PARTS_WORKERS_H
#define ENGINE_PARTS_WORKERS_H

#include <stdio.h>
#include <sys/types.h>

#include "engine/engine.h"

enum { WORKERS_MOST = 64 };

typedef struct worker {
  pid_t pid;       // 0: it has ended
  FILE *file;      // its result
  result *result;  // NULL: it has not said all it had to say
} worker;

typedef struct workers {
  engine_ctx *ctx;
  uint32_t n;
  worker list[WORKERS_MOST];
  bool *whole;         // shared: by worker, all that it had to say is there
  const char *failed;  // why SAFE cannot be said, whatever the others find
} workers;

// As many as --jobs asks for.
void workers_init(workers *w, engine_ctx *ctx);
// Starts all of them; body ends with workers_send. False: not all could be started.
bool workers_start(workers *w, void (*body)(void *arg, uint32_t me), void *arg);
// Until all have ended, one has failed, or a limit is hit; then none is left. show: again and again while they work.
void workers_wait(workers *w, void (*show)(void *arg), void *arg);
void workers_fini(workers *w);
// In a worker, last of all: its result goes to the first process.
_Noreturn void workers_send(workers *w, uint32_t me);
// Assumptions, limits and notes of a worker become those of ctx->result.
void workers_take_texts(const workers *w, const result *from);

// Adds sign times what stands elsewhere until the end of a run (app/driver.c): counters of the interpreter and of the solver.
void workers_add_elsewhere(const engine_ctx *ctx, counters *to, uint64_t sign);

// Memory that processes share, zeroed. NULL: there is none.
void *workers_share(size_t size);

#endif
