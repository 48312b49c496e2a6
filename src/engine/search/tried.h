// What a step would touch, found by running it on a copy of the state through all its forks.
#ifndef ENGINE_SEARCH_TRIED_H
#define ENGINE_SEARCH_TRIED_H

#include "sem/sem.h"

typedef struct tried {
  VEC(state *) work;
  sem_out out;
} tried;

void tried_fini(tried *t);
// Replaces *touched by the union over all outcomes of the step of p, which is enabled in s.
void tried_step(tried *t, sem *m, state *s, proc_id p, footprint *touched);

#endif
