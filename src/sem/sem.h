// The step interface: waist 2. All engines begin here; they choose steps and never interpret instructions.
//
// A `sem` binds a frozen module to a scheduler (SystemC kernel or free interleaving), a term table and a solver.
// A step runs one process from where it stands to its next context switch (SystemC) or to just before its next
// visible operation (interleaving). A step that meets a symbolic branch with two feasible sides, or a check that may
// fail, stops there and yields *interrupted* successors; the only enabled process of an interrupted state is the
// interrupted one, and stepping it goes on. So forks need no recursion and bounded memory, and the counting rule of
// [AVPE15] is: one transition per call of sem_step.
//
// A wrapper (engine/trace/checked.h) puts its own table of operations in front of the scheduler's.
#ifndef SEM_SEM_H
#define SEM_SEM_H

#include "analysis/steps.h"
#include "ir/ir.h"
#include "ir/ir_claims.h"
#include "sem/footprint.h"
#include "smt/smt.h"
#include "state/state.h"
#include "state/store.h"

// Names of objects made by `new` (sem_heap.c): by process and place; by type and lowest free number, so that the order in
// which objects of different types are made does not matter; or so, and compared up to a renaming (sem_canon.c).
typedef enum sem_heap { SEM_HEAP_SITE, SEM_HEAP_TYPE, SEM_HEAP_EXACT } sem_heap;

// What an engine needs of steps beside their successors (engine.needs); asked for when it begins, given back when it ends.
typedef struct sem_needs {
  sem_heap heap;
  bool footprints;   // record them
  bool spin;         // free interleaving, with footprints: who goes round in a loop that does nothing is parked
  bool orders;       // with footprints: what atomic accesses and fences order is in them (engine/trace/order.h)
  bool mixed;        // with orders: what is read atomically may also be written plainly (sem_spin.c)
  bool weak;         // with orders: for execution graphs (weak.h)
  bool outputs;      // sem_out.printed says what is printed
  bool small_sizes;  // objects of symbolic size are small where they can be: to look for one run, never to prove
  bool aside;        // what is run is no run of the program that anybody looks at: claims are not marked
} sem_needs;

// The program's meaning and its limits: the same for all engines.
typedef struct sem_options {
  uint32_t checks;     // bit per ir_check: which kinds are violations; others end the path UNKNOWN if they
                       // leave no defined continuation (memory errors), and are skipped otherwise
  bool pending_multi;  // --pending=multi: keep all pending notifications instead of IEEE's one per event
  const uint8_t *
      may_wait;  // SystemC, by process: it may wait for ever, neither deadlock nor starvation; NULL: nobody may. Not copied
  uint32_t n_may_wait;
  bool has_input_range;  // --input-range: every input lies in [lo, hi] (compared in the input's signedness)
  int64_t input_lo, input_hi;
  uint32_t unwind;           // --unwind: the module cuts loops after so many rounds; 0: it does not
  uint64_t step_limit;       // instructions per transition, 0 = none; beyond: UNKNOWN "non-terminating transition"
  uint32_t depth_limit;      // call frames per process; beyond: UNKNOWN "recursion"
  uint32_t address_objects;  // --address-objects: so many objects may have addresses at once
  bool
      address_reuse;  // --address-reuse: a heap object may lie where an ended one has been; else they count as different
  bool
      address_bytes;  // the module marks objects, too, whose addresses are looked at through other types (pass reuse_bytes)
  uint32_t fan_out;     // largest domain of a symbolic delay, bound, pointer index... that is forked over
  bool collect_always;  // terms are collected whenever they may be: for tests (ALLWAYS_COLLECT in the environment)
  bool merge;           // SystemC: states are merged where the arms of a branch meet (sem_merge.c)
  bool as_documented;   // no liveness in the key, no normal forms of our own
  ir_claims *claims;    // of the module: runs mark those that they come through; NULL: nobody asks
  sem_needs needs;      // to begin with
} sem_options;
sem_options sem_default_options(void);

typedef enum sem_kind {
  SEM_NEXT,         // the step is complete
  SEM_INTERRUPTED,  // stopped inside the step; step the same process again
  SEM_FINAL,        // the run is over: nothing is enabled any more (after clean-up)
  SEM_CUT,          // an assumption is unsatisfiable here: no behaviour
  SEM_VIOLATION,    // `check` fails at `at`; the state's path condition includes the failure
  SEM_UNKNOWN,      // cannot go on: `message` says why (unsupported, limit, solver), `at` where
} sem_kind;

typedef struct sem_succ {
  sem_kind kind;
  state *s;             // owned by the receiver of the sem_out (sem_out_clear drops it); NULL for SEM_CUT
  ir_check check;       // SEM_VIOLATION
  bool uncertain;       // the solver said unknown on the way: only replay can confirm
  const char *message;  // SEM_VIOLATION, SEM_UNKNOWN; lives as long as the sem
  place at;
} sem_succ;

typedef struct sem_out {
  VEC(sem_succ) succs;     // true branch first; before it one that can only fail
  footprint touched;       // of the whole step so far, forks included (empty unless asked for)
  VEC(state *) newcomers;  // own parts of processes in a crowd that this call has made (views.h)
  uint32_t forks;          // 1 if this call ended in a symbolic branch
  uint64_t printed;        // hash of what this call has printed, 0: nothing, or nobody asked
  bool deadlock;           // notification phase found unfinished waiting processes and nothing pending (information)
  bool blocked;            // threads: the run ends here, and somebody still waits for its turn
} sem_out;
void sem_out_clear(sem_out *o);  // drops the states still in it; keeps the memory
void sem_out_fini(sem_out *o);
// What is wrong with the outcomes of a step; NULL: nothing.
const char *sem_out_fault(const sem_out *o);

typedef struct sem sem;
struct sem_ops {
  state *(*initial)(sem *m);
  void (*enabled)(sem *m, const state *s, proc_vec *out);
  void (*step)(sem *m, state *s, proc_id p, sem_out *out);
  void (*free)(sem *m);
  void (*waits)(sem *m, const state *s, proc_id p, footprint *out);  // may be NULL
};
// SEM_UNKNOWN: the address of a heap object that may be freed is looked at in a way that the pass `reuse` does not see: the module that the pass
// reuse_bytes makes is needed.
#define SEM_BYTES_OF_ADDRESS \
  "the address of an object that may be freed is looked at through another type (--address-reuse=bytes)"

// SEM_UNKNOWN: what the pass `guarded` took for data is part of an object of synchronisation: steps are needed that it left out.
#define SEM_DATA_IS_MUTEX \
  "an object of synchronisation may be overwritten by what was taken for data (--visible=shared)"

struct sem {  // first member of every implementation
  const struct sem_ops *ops;
  const ir_module *ir;
  expr_table *terms;
  smt *solver;
  const sem_options options;
  sem_needs needs;           // at present
  const volatile int *stop;  // set by signals and the time limit; a long step then ends SEM_UNKNOWN "interrupted"
  uint64_t instructions;     // executed so far
  uint64_t looked_at;        // what the last collection of terms had to look at: parts, values, terms of stored states
  const char *cut_off;       // runs were ended that a model does not follow: a SAFE is bounded. NULL: none
  bool kept_blank;           // a load that may meet indeterminate bytes (IR_UNINIT) has met some
  bool long_rounds;  // deadlocks: a process that may be waiting in a loop was not followed to the end of a round
  bool one_layout;   // more objects than options.address_objects had addresses at once: the further ones got one each
  bool locals_apart,
      heap_apart;  // addresses were compared, of local or of heap objects, that count as different although one may lie where the other has been
  bool
      bases_dropped;  // addresses of ended objects were forgotten that something may depend on: a counterexample is to be confirmed
  const struct sem_ops *inner;  // wrapped operations (engine/trace/checked.h); NULL: nothing is wrapped
  void *wrapper;
};

// By ir->scheduler. States must die before their sem.
sem *sem_new(const ir_module *ir, expr_table *terms, smt *solver, const sem_options *options);
void sem_free(sem *m);

// The state before elaboration. New reference.
static inline state *sem_initial(sem *m) { return m->ops->initial(m); }
// Appends the processes that may step in s, in declaration order; nothing iff the run is over.
static inline void sem_enabled(sem *m, const state *s, proc_vec *out) { m->ops->enabled(m, s, out); }
// Runs p from s. Consumes the caller's reference to s (a state with one owner is changed in place: fork before if
// it is still needed). Fills `out`, which the caller has cleared.
static inline void sem_step(sem *m, state *s, proc_id p, sem_out *out) {
  DCHECK(!out->succs.len && !out->newcomers.len, "what an earlier step left must be cleared");
  m->ops->step(m, s, p, out);
  DCHECK(!sem_out_fault(out), "outcomes are what sem_kind says");
}
// Free interleaving: what the process p, live but not enabled in s, waits for: the mutex it wants to acquire, the places its
// guard reads. Nothing for others.
static inline void sem_waits(sem *m, const state *s, proc_id p, footprint *out) {
  if (m->ops->waits) m->ops->waits(m, s, p, out);
}

// Changes whenever a run has met something that got a name or a number of this interpreter, which states then hold (processes and objects
// that are made, layouts), or that later runs are judged by. States of two processes compare as long as it is what it was when they were one.
uint64_t sem_learnt(const sem *m);

bool sem_interrupted(const state *s);                          // inside a step
const char *sem_proc_name(sem *m, const state *s, proc_id p);  // "kernel" for 0
// The process that spawned p and the ordinal of that spawn, counting from 1; false: p is static or unknown.
bool sem_proc_origin(const sem *m, proc_id p, proc_id *parent, uint32_t *k);
// Was the last step of p taken back, so that it is no part of the run that led to s? (doc/semantics-threads.md 2)
bool sem_undone(const state *s, proc_id p);
// Where process p stands: its frames, outermost first, each with the code index it goes on at. Nothing if it has ended.
typedef VEC(code_loc) sem_chain;
void sem_location(sem *m, const state *s, proc_id p, sem_chain *out);
// Was padding written with other values than it holds? It counts as indeterminate then: only replay can confirm a violation.
bool sem_padding_lost(const sem *m);

#endif
