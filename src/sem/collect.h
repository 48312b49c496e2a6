// Collection of terms (sem_collect.c, expr.h). A search that holds no terms but those of its states, and of the states it has
// stored (matcher_mark), may have the others collected between two steps; all terms that exist when it begins are kept.
#ifndef SEM_COLLECT_H
#define SEM_COLLECT_H

#include "sem/sem.h"

typedef struct sem_marks sem_marks;
void sem_keep_terms(sem *m);
static inline bool sem_collection_due(const sem *m) {
  return expr_collection_due(m->terms, m->looked_at) || m->options.collect_always ||
         smt_collection_due(m->solver, m->looked_at);
}
// `roots` calls sem_mark_state for every state that will be used again, and sem_mark_pathcond likewise.
void sem_collect(sem *m, void (*roots)(void *arg, sem_marks *x), void *arg);
void sem_mark_state(sem_marks *x, const state *s);  // s may be NULL
void sem_mark_pathcond(sem_marks *x, pathcond *pc);
void sem_marks_count(sem_marks *x, uint64_t looked_at);  // what another holder had to look at

#endif
