// What the elaboration of a program leaves behind, and what may follow from there (sem_flow.c).
#ifndef SEM_START_H
#define SEM_START_H

#include "analysis/flow.h"
#include "sem/sem.h"

// SystemC: the design as the elaboration leaves it, right before the initialisation of the first start; a new reference.
// NULL: the elaboration does not come there in one way (it forks, fails, ends, calls a process).
state *sem_elaborated(sem *m);
// What every process may do from there on, or NULL: *why says what keeps the analysis from it (analysis/flow.h).
flow *sem_flow(sem *m, const char **why);

#endif
