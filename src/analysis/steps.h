// Static transitions of a SystemC-style program and what each may do [AVPE15].
//
// A static step is the code of one process from a resume point (its entry, or just after a context switch, with the
// chain of call sites) to all next context switches. Its accesses over-approximate every run of it. From them:
//   dep(a, b)  the order of a and b may matter (symmetric; steps of one process are left out: never co-enabled). Beyond
//              the documents: an assumption that fails disables everybody, so a step with one depends on every step
//              that checks something (analysis/draws.h says which assumptions are harmless)
//   ce(a, b)   a may enable b inside a delta cycle: a notifies immediately an event that b began to wait for
// A process with recursive calls that may switch, or with too many contexts, has one step that stands for all of it.
#ifndef ANALYSIS_STEPS_H
#define ANALYSIS_STEPS_H

#include <stdbool.h>
#include <stdint.h>

#include "analysis/flow.h"
#include "base/vec.h"
#include "ir/ir.h"

typedef enum access_mode {
  ACCESS_READ,
  ACCESS_WRITE,
  ACCESS_UPDATE,        // commutative, detail = ir_rmw
  ACCESS_NOTIFY,        // immediate
  ACCESS_NOTIFY_LATER,  // delayed, or cancel
  ACCESS_WAIT,          // may end waiting for this event
  ACCESS_SUSPEND,
  ACCESS_RESUME,  // obj = process
  ACCESS_ASSUME,  // may end the run (an assumption about more than inputs of this step), obj = 0
  ACCESS_CHECK,   // may find a violation, obj = 0
} access_mode;

#define ACCESS_WHOLE UINT64_MAX

typedef struct step_access {
  access_mode mode;
  uint32_t detail;
  uint32_t obj;           // abstract object (analysis/points.h), or process
  uint64_t offset, size;  // size ACCESS_WHOLE: anywhere in the object
} step_access;

typedef struct step_info {
  uint32_t proc;      // 1..n_procs
  uint32_t func, pc;  // resume point in its innermost function
  bool is_summary;    // stands for the whole process
  VEC(step_access) accesses;
  VEC(step_access) wakers;  // events (as ACCESS_WAIT) whose notification makes it runnable
} step_info;

typedef struct steps_options {
  bool as_documented;  // arrays are one location, updates through pointers are plain writes
  bool ieee_pending;   // immediate and delayed notifications of one event do not commute
} steps_options;

typedef struct code_loc {
  uint32_t func, pc;
} code_loc;

typedef struct steps steps;
// `known`: the elaborated design that the steps are found in (consumed); processes and objects then are the state's.
// NULL: all processes are the module's. The result is NULL only for a design with too many contexts.
steps *steps_new(const ir_module *m, const steps_options *o, flow *known);
void steps_free(steps *st);
uint32_t steps_procs(const steps *st);
uint32_t steps_count(const steps *st);  // ids 1..count
const step_info *steps_get(const steps *st, uint32_t step);
// The step a process takes next when its frames, outermost first, stand at `chain` (each caller at the instruction
// after its call): the summary step of the process if it has one.
uint32_t steps_find(const steps *st, uint32_t proc, const code_loc *chain, size_t n);
const uint32_t *steps_deps(const steps *st, uint32_t step, uint32_t *n);      // all b with dep(step, b), ascending
const uint32_t *steps_enablers(const steps *st, uint32_t step, uint32_t *n);  // all a with ce(a, step), ascending
bool steps_dependent(const steps *st, uint32_t a, uint32_t b);
bool access_conflict(const step_access *a, const step_access *b, bool ieee_pending);

#endif
