// Inside of analysis/flow: sets of atoms, memory, contexts. Included by src/analysis/flow*.c only.
#ifndef ANALYSIS_FLOW_IMPL_H
#define ANALYSIS_FLOW_IMPL_H

#include "analysis/flow.h"
#include "analysis/live.h"
#include "analysis/restart.h"
#include "base/bitset.h"
#include "base/map64.h"
#include "base/vec.h"

// --- sets: hash-consed, by number; 0 is the empty set ---------------------------------------------------------------

typedef uint32_t flow_set;
typedef VEC(flow_atom) flow_atoms;

typedef struct flow_span {
  uint32_t first, n, next;
} flow_span;  // next: another set with the same hash

typedef struct flow_sets {
  flow_atoms pool;
  VEC(flow_span) list;                       // [0] the empty set
  map64 by_hash, joined, blurred, computed;  // the last: operations on pairs of sets
  uint64_t work;                             // how much was done so far, roughly in nanoseconds
} flow_sets;

void sets_init(flow_sets *s);
void sets_fini(flow_sets *s);
// Sorted, without repetitions and without what a FLOW_ANY among them covers; long lists are widened. Changes `atoms`.
flow_set sets_make(flow_sets *s, flow_atoms *atoms);
flow_set sets_one(flow_sets *s, flow_atom a);
flow_set sets_join(flow_sets *s, flow_set a, flow_set b);
const flow_atom *sets_atoms(const flow_sets *s, flow_set a, uint32_t *n);
// All addresses in it with unknown offsets, and an unknown integer.
flow_set sets_blur(flow_sets *s, flow_set a);

// --- memory ---------------------------------------------------------------------------------------------------------

typedef struct flow_entry {
  uint64_t offset, size;
  flow_set set;
} flow_entry;
typedef struct flow_object {
  VEC(flow_entry) entries;  // written at known places
  flow_set smear;           // written somewhere
  flow_set initial_all;     // what it held at first, anywhere; 0: not asked for yet
  flow_set fresh;           // objects made by `local` and `new`: what they begin with; 0: the seed knows
  uint32_t toucher;         // 0: nobody; 1 + process; TOUCHED_BY_MANY
  VEC(uint32_t) readers;    // contexts
  bool written, freed;
} flow_object;
#define TOUCHED_BY_MANY UINT32_MAX

// --- contexts -------------------------------------------------------------------------------------------------------

// Where a function reads its registers, and where it reads memory or what was thrown.
typedef struct flow_uses {
  uint32_t *first;  // by register: begin of its part of `at`; NULL: not looked for yet
  uint32_t *at;     // code indices
  VEC(uint32_t) outside;
} flow_uses;

typedef struct flow_caller {
  uint32_t ctx, pc;
} flow_caller;

// An update function with the object that it is requested for, and its outermost context.
typedef struct flow_channel {
  uint32_t update, root, next;
  flow_atom argument;
} flow_channel;

// The events that code from some place on may notify (flow_wakes.c).
typedef struct flow_wakes {
  flow_atoms events;
} flow_wakes;

typedef struct flow_context {
  uint32_t proc, func, depth;
  uint32_t root;             // outermost context of its process or update
  uint32_t parent, call_pc;  // whom it was made for
  VEC(flow_caller) callers;  // everybody, the parent among them
  flow_set *regs;            // 1..n_regs
  bitset reached;            // code indices
  flow_set result;
  bitset worklist;  // reached code to be looked at again: something that it reads has grown
  bool dirty;       // `worklist` is not empty
  bool is_update;   // the outermost one of an update
  bool begun;       // its frame existed at the moment of the seed
  bool shared;      // of a function that does not wait: may stand for several chains of calls
  bool recursive;   // stands for deeper calls of its function too
  bool returns, throws;
  bool lands;  // is among `landed`
} flow_context;

struct flow {
  const ir_module *m;
  flow_seed seed;
  flow_sets sets;
  VEC(flow_object) objects;    // [0] unused
  VEC(flow_context) contexts;  // [0] unused
  map64 context_of;            // (parent, call pc, callee)
  map64 shared;                // (root, function, arguments), as one number -> context
  map64 apart;                 // (root, function) -> how many contexts it has
  bool *waits;                 // by function: may wait, as far as is known; not owned
  VEC(uint32_t) landed;        // contexts that look at what was thrown
  map64 made;                  // (context, pc) -> object
  map64 listed;                // (context, pc) of a wait over an array -> set of its events
  uint32_t *roots;             // by process
  VEC(flow_channel) channels;  // [0] unused
  map64 channel_of;            // hash of update and argument -> the newest channel with it
  VEC(flow_wakes) wakes;       // found so far
  map64 wakes_at;              // (context, pc) -> index
  VEC(flow_mark) armed;
  flow_set *self;  // by process: the argument it was made with
  flow_set thrown, integer, zero;
  const live_info *live;  // not owned, as `waits`; both while it runs only
  restarts *restarts;
  flow_uses *uses;   // by function
  map64 reads;       // (object, context) that are among the readers
  uint32_t current;  // context that is being looked at
  bool gave_up;
  const char *why;
};

void flow_give_up(flow *f, const char *why);
// The context of an update for an argument; 0: never requested for it.
uint32_t flow_update_root(const flow *f, uint32_t update, flow_atom argument);
void flow_wakes_free(flow *f);

// Calls (flow_calls.c).
// Functions that may wait: at first those that do so themselves; then also who was found to call them. True: more.
bool *flow_waits_new(const ir_module *m);
bool flow_find_waits(flow *f);
uint32_t flow_context_new(flow *f, uint32_t proc, uint32_t parent, uint32_t func, uint32_t call_pc);
void flow_bind(flow *f, uint32_t parent, uint32_t pc, uint32_t func, uint32_t ctx);
void flow_look_again(flow *f, uint32_t ctx);  // something outside of its registers has grown
void flow_uses_free(flow *f);
void flow_reach(flow *f, uint32_t ctx, uint32_t pc);
void flow_reach_block(flow *f, uint32_t ctx, ir_block b);
void flow_assign(flow *f, uint32_t ctx, uint32_t reg, flow_set v);
void flow_call(flow *f, uint32_t ctx, uint32_t pc, const ir_instr *i);
void flow_leave(flow *f, uint32_t ctx, flow_set result);
void flow_unwind(flow *f, uint32_t ctx, flow_set thrown);
flow_set flow_land(flow *f, uint32_t ctx);

flow_set flow_memory_read(flow *f, uint32_t obj, uint64_t offset, uint64_t size);
void flow_memory_write(flow *f, uint32_t obj, uint64_t offset, uint64_t size, flow_set v);
// Everything between: what lies in [from, from + bytes) of one object reaches [to, ...) of another.
void flow_memory_copy(flow *f, flow_atom to, flow_atom from, uint64_t bytes);

flow_set flow_eval_value(flow *f, const ir_instr *i, const flow_set *args);  // operations on values
flow_set flow_eval_operand(flow *f, uint32_t ctx, const ir_operand *o);

#endif
