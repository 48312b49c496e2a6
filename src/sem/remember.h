// Steps that are known without being run (sem_memo.c).
#ifndef SEM_REMEMBER_H
#define SEM_REMEMBER_H

#include "sem/sem.h"

// Steps of processes that read the same parts of the state as an earlier one are not run again (sem_memo.c): for searches that put
// every state into one exact store before they step it. The successors are the same.
void sem_remember_steps(sem *m);
void sem_forget_steps(sem *m);  // when the search ends: another may run with other options
size_t sem_remembered_bytes(const sem *m);
// The entry that the step of p from s, which is in the store, leads to, if that is known without making it; else 0. Then it counts as
// executed.
uint32_t sem_step_known(sem *m, state *s, proc_id p, state_store *st);

#endif
