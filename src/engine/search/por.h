// Static partial order reduction: which of the enabled processes need be explored in a state [AVPE15].
//
// All three kinds compute a persistent set from the static steps (analysis/steps.h):
//   CT     closes a start transition under dependence; a disabled dependent one makes it give up (all enabled)
//   STUB1  a disabled one is replaced by what can enable it (nes1)
//   STUB2  a disabled one that its process has not reached yet is replaced by the process's next step, else nes1
// -MIN computes the set for each enabled start and keeps the smallest. Preserve assertion violations in stateless
// search of terminating programs; stateful search needs a cycle proviso on top (4.5).
#ifndef ENGINE_SEARCH_POR_H
#define ENGINE_SEARCH_POR_H

#include "analysis/steps.h"
#include "engine/engine.h"

// FUTURE is for free interleaving (por_threads.h), the others need the static steps of a SystemC model.
typedef enum por_kind { POR_NONE, POR_CT, POR_STUB1, POR_STUB2, POR_FUTURE } por_kind;

typedef struct por por;

// A program that builds its design is analysed as its elaboration leaves it; where that cannot be (analysis/flow.h) there
// are no steps and every choice is all.
por *por_new(const ir_module *m, sem *semantics, por_kind kind, bool minimal);
void por_free(por *p);
bool por_reduces(const por *p);        // false: the kind that always chooses all
const steps *por_steps(const por *p);  // NULL: there are none, because of
const char *por_why(const por *p);
// The static step that process p takes next in s; 0 if it has ended.
uint32_t por_next(por *p, const state *s, proc_id proc);
// In s process p waits. Are the steps of process `by` the only ones that can wake it inside this delta cycle?
bool por_only_waker(por *p, const state *s, proc_id waiting, proc_id by);
// Appends a persistent subset of the n enabled processes, in their order; all of them when no reduction applies (one
// enabled process, the kernel, an interrupted step).
void por_select(por *p, state *s, const proc_id *enabled, size_t n, proc_vec *out);
// The same, beginning at an enabled process that is not among `done`, which are left out. The union with persistent sets
// that were chosen before is persistent.
void por_select_further(por *p, const state *s, const proc_id *enabled, size_t n, const proc_id *done, size_t n_done,
                        proc_vec *out);
// Appends enabled processes without which process `blocked`, which is not enabled in s, cannot become enabled inside
// this delta cycle: the enabled part of the stubborn set of its next step. Nothing: it cannot at all.
void por_enabling(por *p, const state *s, const proc_id *enabled, size_t n, proc_id blocked, proc_vec *out);
bool por_among(const proc_id *list, size_t n, proc_id p);

#endif
