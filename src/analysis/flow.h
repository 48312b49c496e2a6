// What a program may do from a given moment on, when the contents of that moment are known: which addresses each
// register may hold in each calling context, whom calls may reach, which code is reached at all.
//
// A design that was built by running constructors is known when the simulation starts: every port is bound, every
// table of virtual functions filled in. From there this analysis runs all processes, updates and the rest of the
// entry function on sets of values, until nothing grows. It over-approximates every run from that moment, in every
// schedule: memory has one set per place, whoever writes it and whenever; functions that may wait have
// one context per chain of calls, calls of others share contexts (flow_calls.c).
//
// A value is a set of atoms. (0, c): the integer c; (0, FLOW_ANY): some integer that is no address; (o, k): the
// address of byte k of object o; (o, FLOW_ANY): an address in o. Integers that carry addresses are atoms like
// pointers. Only what was an address before can become one: an access through an integer that is none fails
// (doc/ir.md 4).
#ifndef ANALYSIS_FLOW_H
#define ANALYSIS_FLOW_H

#include <stdbool.h>
#include <stdint.h>

#include "ir/ir.h"

#define FLOW_ANY UINT64_MAX
#define FLOW_FUNC 0x80000000u  // objects at and above are functions: base + function number

typedef struct flow_atom {
  uint64_t offset;
  uint32_t obj;
} flow_atom;

// One cell of memory at that moment.
typedef void flow_cell_fn(void *to, uint64_t offset, uint64_t size, flow_atom value);

// The moment. Frames stand outermost first, each at the instruction it goes on at (a caller: behind its call); regs
// [1..n_regs] of its function. proc 0 is the entry function.
typedef struct flow_frame {
  uint32_t func, pc;
  const flow_atom *regs;
} flow_frame;
typedef struct flow_stack {
  uint32_t proc;
  const flow_frame *frames;
  uint32_t n;
} flow_stack;
typedef struct flow_mark {
  uint32_t who;
  flow_atom at;
} flow_mark;
typedef struct flow_seed {
  uint32_t n_objects;  // objects 1..n_objects may exist
  uint32_t n_procs;
  const flow_stack *stacks;
  uint32_t n_stacks;
  const flow_mark *requested;
  uint32_t n_requested;  // updates that are due, with their argument
  const flow_mark *armed;
  uint32_t n_armed;  // processes that have not begun, with an event that begins them
  // Calls each(to, ...) for the cells of obj that overlap [from, end), ascending.
  void (*cells)(void *arg, uint32_t obj, uint64_t from, uint64_t end, flow_cell_fn *each, void *to);
  void *arg;
} flow_seed;

typedef struct flow flow;

// NULL: the program does what is not analysed here (makes or switches to processes while it runs, recursion that
// waits, too many contexts); nothing is known then, *why says what. The seed is needed only during the call.
flow *flow_new(const ir_module *m, const flow_seed *seed, const char **why);
void flow_free(flow *f);

uint32_t flow_objects(const flow *f);  // highest object number: the seed's, then one per context and `local` or `new`
uint32_t flow_procs(const flow *f);
uint32_t flow_contexts(const flow *f);  // highest context number
// Contexts are numbers from 1. Of a process; of a call at pc; 0: not reached.
uint32_t flow_root(const flow *f, uint32_t proc);
uint32_t flow_callee(const flow *f, uint32_t ctx, uint32_t pc, uint32_t func);
uint32_t flow_func(const flow *f, uint32_t ctx);
// A context of a function that does not wait: it may stand for several chains, and no process ever stands in it.
bool flow_shared(const flow *f, uint32_t ctx);
bool flow_returns(const flow *f, uint32_t ctx);  // may return
bool flow_throws(const flow *f, uint32_t ctx);   // an exception may leave it
bool flow_reached(const flow *f, uint32_t ctx, uint32_t pc);
// The atoms of an operand; of the pointers in memory that a reached `wait` over an array reads.
const flow_atom *flow_operand(const flow *f, uint32_t ctx, const ir_operand *o, uint32_t *n);
const flow_atom *flow_listed(const flow *f, uint32_t ctx, uint32_t pc, uint32_t *n);
// The events that begin a process: calls each for every one.
void flow_each_armed(const flow *f, uint32_t proc, void (*each)(void *to, flow_atom event), void *to);
// Does one process alone touch the object's memory, or does nobody write to it?
bool flow_unshared(const flow *f, uint32_t obj);
bool flow_may_be_freed(const flow *f, uint32_t obj);

// Who may still notify an event of an object of the seed, at once or later, by himself or by an update that he requests
// (flow_wakes.c): code from pc of ctx on until it returns, with `behind` from behind the call at pc; an update that is
// requested; the rest of the entry function.
bool flow_may_notify(flow *f, uint32_t ctx, uint32_t pc, bool behind, flow_atom event);
bool flow_update_may_notify(flow *f, uint32_t update, flow_atom argument, flow_atom event);
bool flow_entry_may_notify(flow *f, flow_atom event);

#endif
