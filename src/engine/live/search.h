// Is there a run of the program that an automaton accepts, and that is fair? The product is explored on the fly, depth first, and its
// strongly connected parts are put together as they are found (Couvreur, FM 1999): marks of automaton edges and of processes are
// united, and a part that has all of them holds a run. So each process is one acceptance set, and their number costs bits, not states.
#ifndef ENGINE_LIVE_SEARCH_H
#define ENGINE_LIVE_SEARCH_H

#include "engine/live/space.h"

// An edge of the automaton: it reads the state of the program before the step.
typedef struct live_move {
  uint32_t to;
  uint64_t marks;
} live_move;
typedef VEC(live_move) live_moves;

typedef enum live_ends {
  LIVE_ENDS_WAITING,  // only the run counts whose last state has processes that wait for ever; it stays there
  LIVE_ENDS_ALL,      // every run that ends stays in its last state
} live_ends;

// Which runs count.
typedef enum live_fairness {
  LIVE_ALL_RUNS,
  LIVE_WEAK,    // who can step from some point on always does so again and again
  LIVE_STRONG,  // who can step again and again does so again and again
} live_fairness;

typedef struct live_question {
  space *sp;
  // Appends the moves of automaton state q (0 is the initial one) in a state of the program.
  void (*moves)(void *arg, uint32_t s, uint32_t q, live_moves *out);
  void *arg;
  uint64_t marks;  // all of them must come again and again
  live_fairness fair;
  bool stop_is_end;  // who stands at `stop` ends the program, at some time; else it has ended, and nobody else
  live_ends ends;
} live_question;

// A way to a state and round back to it. Only steps of the program; with an empty loop the run ends.
typedef struct live_lasso {
  uint32_t first;  // the initial state
  VEC(space_edge) steps;
  size_t loop;      // the first step of the loop
  uint32_t inside;  // a state of the automaton in the loop
} live_lasso;

typedef enum live_answer { LIVE_NO, LIVE_YES, LIVE_STOPPED } live_answer;
live_answer live_search(engine_ctx *ctx, const live_question *q, live_lasso *out);
void live_lasso_fini(live_lasso *l);

#endif
