// Inside of the depth-first search: what it is made of, for searches that share one (crew.c).
#ifndef ENGINE_SEARCH_DFS_IMPL_H
#define ENGINE_SEARCH_DFS_IMPL_H

#include "engine/search/dfs.h"
#include "engine/search/race.h"

// How a state was reached from the one before: any process can go there again.
typedef struct dfs_way {
  proc_id proc;
  uint32_t index;   // of the successor
  uint32_t number;  // that the store gave to the state; 0: inside a step
} dfs_way;

typedef struct dfs_node {
  state *s;                     // NULL once the last choice has taken it
  uint32_t first, count, next;  // its choices in dfs.choices
  uint32_t schedule_len;        // steps that lead here
  uint32_t ways_len;            // ways to the node before
  dfs_way way;                  // from there
  uint64_t depth;               // calls of sem_step that lead here
  bool expanded, reached;       // reached: by `way`
  bool given;                   // to another process: it is popped when it is on top
} dfs_node;

typedef struct dfs {
  engine_ctx *ctx;
  const dfs_policy *policy;
  VEC(dfs_node) stack;
  proc_vec choices;  // of the expanded nodes, stacked
  VEC(uint32_t) schedule;
  VEC(dfs_way) ways;  // stacked likewise
  state_vec admitted;
  sem_out out;
  race_finder *races;
  dfs_outcome outcome;
} dfs;

void dfs_init(dfs *d, engine_ctx *ctx, const dfs_policy *policy);  // with the initial state
void dfs_fini(dfs *d);
bool dfs_finished(dfs *d);
void dfs_advance(dfs *d);  // one step, or a node without any
void dfs_expand(dfs *d, dfs_node *n);
void dfs_pop(dfs *d);

#endif
