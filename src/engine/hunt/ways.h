// How the search came to its states: steps as a tree, each pointing back, so that a path costs one entry per step. A way also
// knows which processes have begun on it: of a crowd (many equal processes made in a loop) only a few may.
#ifndef ENGINE_HUNT_WAYS_H
#define ENGINE_HUNT_WAYS_H

#include "base/map64.h"
#include "base/vec.h"
#include "sem/sem.h"

typedef struct way {
  uint32_t before;  // the way without its last step
  uint32_t begun;   // the newest way to here whose last step was the first of its process that others can notice
  uint32_t newest;  // the newest way to here whose last step has only begun its process
  uint32_t peers;   // on such a way: processes of its function that there are
  proc_id proc;     // who made the last step
} way;

typedef struct ways {
  VEC(way) list;    // [0]: nothing has been done
  map64 functions;  // process -> the function it runs, + 1
  map64 fresh;      // scratch: function -> processes of it that have not begun
  sem_chain chain;  // scratch
} ways;

void ways_init(ways *w);
void ways_fini(ways *w);
// The way that goes on from `before` with a step of p in s.
uint32_t ways_add(ways *w, sem *semantics, uint32_t before, const state *s, proc_id p);
// If the last step has begun a process, the number of those of its function, and who has made it; else 0.
uint32_t ways_peers(const ways *w, const sem *semantics, uint32_t at, proc_id *parent);
// The processes in the order of their steps.
void ways_schedule(const ways *w, uint32_t at, proc_vec *out);

// How many processes of one function may run: of more than `fresh` that have not begun only the first, and none once `begun` of
// them have; who makes more than `many` is not interrupted meanwhile, and nobody makes more than `last`.
// Behind `alike` of them only the first way to begin is looked at.
typedef struct crew {
  uint32_t fresh, begun, many, last, alike;
} crew;
// Keeps those of the enabled processes of s, to which `at` leads, that the crew allows. True: some were dropped.
bool ways_few(ways *w, sem *semantics, crew most, const state *s, uint32_t at, proc_vec *enabled);

#endif
