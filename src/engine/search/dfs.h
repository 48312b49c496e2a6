// Depth-first search over the step interface, shared by the engines that differ only in which states they go on from.
//
// The search keeps an explicit stack of states (structure shared), counts by the rule of [AVPE15], stops
// at the first confirmed violation or limit, and hands every completed state to the policy, which says what to do
// with it. Interrupted states (inside a step) are continued without asking.
#ifndef ENGINE_SEARCH_DFS_H
#define ENGINE_SEARCH_DFS_H

#include "engine/engine.h"

typedef VEC(state *) state_vec;

typedef struct dfs_policy {
  // Takes the completed state s (ownership) and appends the states to explore from there, first one first. May
  // append nothing (already visited), s itself, or several (inputs enumerated).
  void (*admit)(void *arg, engine_ctx *ctx, state *s, state_vec *out);
  // Does the step of p from s lead to a state from which nothing is to be explored? Then it is not made, and counts. May be NULL.
  bool (*leads_nowhere)(void *arg, engine_ctx *ctx, state *s, proc_id p);
  // Only of searches that processes share (crew.h). numbers: by which the store knows the states that were admitted last; number_of: by which it
  // knows a state; 0: it did not know it. each: takes s and appends the states that would be admitted if none were known.
  const uint32_t *(*numbers)(void *arg);
  uint32_t (*number_of)(void *arg, engine_ctx *ctx, state *s);
  void (*each)(void *arg, engine_ctx *ctx, state *s, state_vec *out);
  void *arg;
  uint64_t max_depth;       // calls of sem_step per run; 0 = none. Longer runs are truncated.
  bool stop_at_truncation;  // the first truncated run ends the search
  bool collects;            // `arg` holds no terms: those that no state needs may be collected
} dfs_policy;

typedef struct dfs_outcome {
  bool violation;      // recorded in ctx->result
  bool limit;          // ctx->limits->hit
  uint64_t truncated;  // runs cut by max_depth
} dfs_outcome;

dfs_outcome dfs_run(engine_ctx *ctx, const dfs_policy *policy);

// Says in the result that runs were cut at max_depth: the limit, and a reason if there is none yet.
void dfs_note_depth(engine_ctx *ctx, uint64_t max_depth);

#endif
