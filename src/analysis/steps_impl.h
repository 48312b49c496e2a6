// Inside of analysis/steps: contexts, accesses of an instruction, relations. Included by src/analysis/steps*.c only.
#ifndef ANALYSIS_STEPS_IMPL_H
#define ANALYSIS_STEPS_IMPL_H

#include "analysis/draws.h"
#include "analysis/flow.h"
#include "analysis/points.h"
#include "analysis/steps.h"
#include "base/map64.h"

// A calling context: the function and where it returns to in its caller's context. Context 0 is "none".
typedef struct context {
  uint32_t proc, parent, func, ret_pc, depth;
  uint32_t flow;  // the context of analysis/flow.h, if the steps come from there
} context;

typedef VEC(uint32_t) id_vec;

// What a context of a function that does not wait may touch itself, and whom it calls (contexts of analysis/flow.h).
typedef struct below {
  bool known;
  VEC(step_access) accesses;
  id_vec calls;
} below;

struct steps {
  const ir_module *m;
  steps_options options;
  flow *flow;    // what is known of an elaborated design; NULL: `pts` is what is known
  below *below;  // by context of the flow
  points *pts;
  uint32_t n_procs, n_objects;
  draws *draws;
  VEC(step_info) list;      // [0] unused
  id_vec context_of_step;   // parallel to list; 0 for summaries
  VEC(context) contexts;    // [0] unused
  map64 context_of;         // (parent, call pc, callee) -> context
  map64 step_of;            // (context, pc) -> step
  uint32_t *root;           // process -> its outermost context
  uint32_t *summary;        // process -> summary step, 0 if it has steps of its own
  id_vec *deps, *enablers;  // per step
};

// Adds what instruction i may touch; of context `ctx`, or of function f in general (0).
typedef struct step_site {
  steps *st;
  ir_func f;
  uint32_t flow;
  step_info *s;
} step_site;
void step_collect(const step_site *at, const ir_instr *i);
void step_kernel_accesses(const step_site *at, const ir_instr *i);
// Adds what a call may touch that enters context `ctx` of the flow, with all that it calls.
void step_collect_below(steps *st, step_info *s, map64 *seen, uint32_t ctx);
// Sorts what was added and leaves out repetitions.
void step_accesses_done(step_info *s);
// Fills in deps and enablers of all steps.
void steps_relate(steps *st);

#endif
