// Execution graphs: what each process did, in its order (sequenced before), which write each read reads from, and the order of the writes of each place
// (modification order).
//
// Events lie in the order in which they were executed, in which every write comes before the reads that read from it. That is not the order in which
// they were added: a read that was made to read from a later write keeps its place in that order (`stamp`).
// An event that reads and writes at once (update) is one event with two stamps, because its write is added anew when its read is revisited.
#ifndef ENGINE_GRAPH_GRAPH_H
#define ENGINE_GRAPH_GRAPH_H

#include "engine/engine.h"
#include "sem/weak.h"

#define GRAPH_NONE UINT32_MAX  // reads from the initial value; first in the modification order

typedef enum event_kind {
  EVENT_READ,
  EVENT_WRITE,
  EVENT_UPDATE,
  EVENT_FENCE,
  EVENT_SPAWN,  // `other`: the process that was made
  EVENT_END,    // of its process
  EVENT_JOIN,   // `other`: the process that has ended
  EVENT_DIE,    // `other`: the object that ended
} event_kind;

typedef struct event {
  event_kind kind;
  ir_ordering order;  // of atomic accesses and of fences
  bool atomic;
  bool lock;      // of an object of synchronisation, which fences have nothing to do with
  bool shared;    // ... and synchronises with none of its kind: read-write locks, for reading
  bool placed;    // WRITE, UPDATE: it has its place in the modification order
  bool blank;     // what it wrote is indeterminate, or its object ended in the same step
  bool block;     // part of a copy or fill
  bool reusable;  // DIE: an allocation behind it may get its address, and that can be seen
  proc_id proc;
  uint32_t step;
  uint32_t loc;  // accesses
  uint32_t rf;   // reads: the write, or GRAPH_NONE
  uint32_t mo_next, mo_prev;
  uint32_t read_stamp, write_stamp;
  uint32_t other;
  value v;  // what it wrote; of a mutex: is it held?
  place at;
} event;

// Steps are what the step interface makes; each has at most one access that others can see, its first event.
typedef struct graph_step {
  proc_id proc;
  uint32_t first, n;  // events
  bool blocked;       // a lock that found the mutex held: nothing was executed
  bool
      missing;  // an operation on a mutex that another one has overtaken: nothing was executed, it can only be revisited for
  bool makes;           // an object that may get the address of an ended one
  bool inside;          // it goes on with an atomic region that another step began
  bool spurious, woke;  // the only input that decides in it is whether a thread wakes without a reason; it does
  uint8_t n_choices, choices[6];  // which way it went where inputs decide
  state *after;                   // NULL: missing
  state *own;                     // regions that write: what they left, whatever is newer; else NULL
} graph_step;

typedef struct graph_loc {
  bool known, blank;  // blank: the initial value is indeterminate
  value init;
  uint32_t mo_first, mo_last;
} graph_loc;

typedef struct graph {
  VEC(event) events;
  VEC(graph_step) steps;
  VEC(graph_loc) locs;
  state *start;    // before the first step
  uint32_t stamp;  // the next one
  uint32_t level;  // of a divided search: graphs with several successors on the way here
} graph;

graph *graph_new(state *start);  // takes the reference
graph *graph_copy(const graph *g);
void graph_free(graph *g);  // NULL: nothing

void graph_step_ref(graph_step *s);  // one owner more of its states
state *graph_state(const graph *g);  // borrowed: behind the last step that was executed
// The first event of the last step.
static inline event *graph_last(graph *g) { return &g->events.data[vec_last(&g->steps).first]; }
static inline bool event_reads(const event *e) { return e->kind == EVENT_READ || e->kind == EVENT_UPDATE; }
static inline bool event_writes(const event *e) { return e->kind == EVENT_WRITE || e->kind == EVENT_UPDATE; }
static inline bool event_is_access(const event *e) { return e->kind <= EVENT_UPDATE; }

const char *graph_fault(const graph *g);  // graph_fault.c: what is wrong with it, all events looked at; NULL: nothing
graph_loc *graph_loc_at(graph *g, uint32_t loc);
// Puts the write behind another one of its place, or first.
void graph_place(graph *g, uint32_t e, uint32_t behind);
// The newest write of the place in modification order; the initial value: GRAPH_NONE.
static inline uint32_t graph_newest(const graph *g, uint32_t loc) { return g->locs.data[loc].mo_last; }
// The update that reads from this write (of this place), or GRAPH_NONE. Updates without a place count, but for `except`.
uint32_t graph_updater(const graph *g, uint32_t loc, uint32_t w, uint32_t except);

#endif
