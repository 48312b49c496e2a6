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

typedef struct flow_span { uint32_t first, n, next; } flow_span;  // next: another set with the same hash

typedef struct flow_sets {
  flow_atoms pool;
  VEC(flow_span) list;  // [0] the empty set
  map64 by_hash, joined, blurred, computed;  // the last: operations on pairs of sets
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

typedef struct flow_entry { uint64_t offset, size; flow_set set; } flow_entry;
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

typedef struct flow_context {
  uint32_t proc, parent, func, call_pc, depth;
  flow_set *regs;     // 1..n_regs
  bitset reached;     // code indices
  bool dirty;
  bool is_update;     // the outermost one of an update
  bool begun;         // its frame existed at the moment of the seed
  bool recursive;     // stands for deeper calls of its function too; `again` lists where these return to
  VEC(uint64_t) again;  // context, code index of the call
} flow_context;

struct flow {
  const ir_module *m;
  flow_seed seed;
  flow_sets sets;
  VEC(flow_object) objects;     // [0] unused
  VEC(flow_context) contexts;   // [0] unused
  map64 context_of;             // (parent, call pc, callee)
  map64 made;                   // (context, pc) -> object
  map64 listed;                 // (context, pc) of a wait over an array -> set of its events
  uint32_t *roots;              // by process
  uint32_t *update_roots;       // by update
  VEC(flow_mark) armed;
  flow_set *self;               // by process: the argument it was made with
  flow_set thrown, integer, zero;
  live_info *live;
  restarts *restarts;
  map64 reads;                  // (object, context) that are among the readers
  uint32_t current;             // context that is being looked at
  bool gave_up;
  const char *why;
};

flow_set flow_memory_read(flow *f, uint32_t obj, uint64_t offset, uint64_t size);
void flow_memory_write(flow *f, uint32_t obj, uint64_t offset, uint64_t size, flow_set v);
// Everything between: what lies in [from, from + bytes) of one object reaches [to, ...) of another.
void flow_memory_copy(flow *f, flow_atom to, flow_atom from, uint64_t bytes);

flow_set flow_eval_value(flow *f, const ir_instr *i, const flow_set *args);  // operations on values
flow_set flow_eval_operand(flow *f, uint32_t ctx, const ir_operand *o);

#endif
