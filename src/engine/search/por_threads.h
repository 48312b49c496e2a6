// Persistent sets for free interleaving: what the other processes may still touch decides who must run.
//
// A set T of processes is closed if for every member p: if p is enabled, nobody outside T may ever touch what p's next step
// touches; if p is disabled, nobody outside T may ever enable it. Then no run of the others affects the next steps of the
// members: the enabled members are a persistent set. "May ever touch" comes from the code that each process still has
// before it (analysis/future.h), with the call stack of the state. Keeps assertion violations, deadlocks and data races
// (doc/semantics-threads.md 5), with the cycle proviso in stateful search.
#ifndef ENGINE_SEARCH_POR_THREADS_H
#define ENGINE_SEARCH_POR_THREADS_H

#include "engine/engine.h"

typedef struct por_threads por_threads;

por_threads *por_threads_new(const ir_module *m, sem *semantics);
void por_threads_free(por_threads *p);
// Appends a persistent subset of the n enabled processes, in their order; all of them if none is smaller.
void por_threads_select(por_threads *p, state *s, const proc_id *enabled, size_t n, proc_vec *out);

#endif
