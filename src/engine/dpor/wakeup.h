// Wake-up trees: which sequences of processes are still to be tried from a state, as an ordered tree per state.
//
// Nodes live in one pool and are named by number, 0 = none; a tree is the number of its first branch. The event that is
// expected of a node is kept to see whether sequences that share it commute; the step itself may turn out otherwise
// (other values are read), which is checked when it runs.
#ifndef ENGINE_DPOR_WAKEUP_H
#define ENGINE_DPOR_WAKEUP_H

#include "engine/trace/touches.h"

typedef struct wakeup_node {
  proc_id proc;
  uint32_t next, child;
  touches *expected;
  bool reversed;     // the second event of a race, which may find other values than it did
  bool relied_on;    // a sequence without this process was put below, because its events commute with the expected one
  uint32_t relying;  // those sequences, if the event is a reversed one
} wakeup_node;

typedef struct wakeup_pool {
  VEC(wakeup_node) nodes;
  uint32_t unused;  // list by `next`
} wakeup_pool;

void wakeup_init(wakeup_pool *w);
void wakeup_fini(wakeup_pool *w);
static inline wakeup_node *wakeup_at(wakeup_pool *w, uint32_t n) { return &w->nodes.data[n]; }
// A branch without children; takes its own reference.
uint32_t wakeup_new(wakeup_pool *w, proc_id p, touches *expected);
// Puts branch n behind the last one of the list *first.
void wakeup_append(wakeup_pool *w, uint32_t *first, uint32_t n);
uint32_t wakeup_copy(wakeup_pool *w, uint32_t first);  // of the branch, those behind it and all below
void wakeup_drop(wakeup_pool *w, uint32_t first);      // likewise
void wakeup_drop_one(wakeup_pool *w, uint32_t n);      // the node alone; what hangs on it has been taken
const char *wakeup_fault(const wakeup_pool *w);  // what is wrong with the pool, all nodes looked at; NULL: nothing
// Puts a single sequence into the tree, below branches of the same processes as far as they go.
void wakeup_merge(wakeup_pool *w, uint32_t *first, uint32_t sequence);

#endif
