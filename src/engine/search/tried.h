// What a step would touch, found by running it on a copy of the state through all its forks.
#ifndef ENGINE_SEARCH_TRIED_H
#define ENGINE_SEARCH_TRIED_H

#include "sem/sem.h"

typedef struct tried_part {
  state *s;
  footprint touched;
} tried_part;  // touched on the way to it, if anybody wants to know

typedef struct tried {
  VEC(tried_part) work;
  sem_out out;
} tried;

void tried_fini(tried *t);
// Replaces *touched by the union over all outcomes of the step of p, which is enabled in s.
void tried_step(tried *t, sem *m, state *s, proc_id p, footprint *touched);

// An outcome of the step, complete and not taken back, that has touched what is wanted; the caller's. NULL: there is none.
state *tried_find(tried *t, sem *m, state *s, proc_id p, bool (*wanted)(void *arg, const footprint *touched),
                  void *arg);

#endif
