// The states of a program as numbers, made when they are asked for: who goes where, who can step, what holds.
//
// States are compared exactly; inputs are enumerated as the engine naive does. A state is kept until its successors are known; then only
// numbers are left of it. A way through the numbers is made to states again by running it (space_walk).
#ifndef ENGINE_LIVE_SPACE_H
#define ENGINE_LIVE_SPACE_H

#include "engine/engine.h"

enum { SPACE_MOST_PROCS = 63 };

// p steps from one state to another. By chance: something happens in the step for no reason (nondet.spurious).
typedef struct space_edge {
  uint32_t to;
  uint8_t proc;
  bool by_chance;
} space_edge;

// p is inside of one execution of a loop that has a way out, in the frame of this depth.
typedef struct space_stay {
  uint32_t proc, depth, func, loop;
} space_stay;

typedef struct space_state {
  state *s;               // until the successors are known
  uint32_t first, count;  // its edges
  uint32_t first_stay, n_stays;
  uint64_t idle;     // bit per process: it cannot step
  uint64_t stopped;  // it stands at `stop`: the program may end at once
  uint64_t cut;      // it stands at an assumption that fails
  uint64_t holds;    // bit per observer: what it waits for holds
  bool expanded;
  bool final;       // nobody can step
  bool unfinished;  // and somebody has not ended
} space_state;

typedef struct space space;

// stays: whether it is asked where processes stand (space_state.first_stay).
space *space_new(engine_ctx *ctx, bool stays);
void space_free(space *sp);
// The numbers of the states after the elaboration.
typedef VEC(uint32_t) space_ids;
const space_ids *space_initial(const space *sp);
// Valid until the next state is made.
const space_state *space_get(const space *sp, uint32_t id);
const space_edge *space_edges(space *sp, uint32_t id, uint32_t *n);  // makes them; valid until the next call
uint32_t space_stay_at(const space *sp, uint32_t k);                 // the number of the stay
const space_stay *space_stay_get(const space *sp, uint32_t number);
place space_stay_place(space *sp, uint32_t number);
uint64_t space_observers(const space *sp);  // bit per process
bool space_meets_chance(const space *sp);   // some step happens for no reason
size_t space_count(const space *sp);
size_t space_bytes(const space *sp);
// Runs the way: from the initial state `first` by these edges. The last state (a new reference), or NULL: it was not found again.
state *space_walk(space *sp, uint32_t first, const space_edge *way, size_t n);

#endif
