// Stateless search with dynamic partial order reduction for free interleaving: the records that its parts share.
//
// Source: Abdulla, Aronsson, Jonsson, Sagonas, "Source Sets: A Foundation for Optimal Dynamic Partial Order Reduction",
// JACM 64(4), 2017: source sets with sleep sets (algorithm 1), wake-up trees (algorithm 2).
//
// The path is a stack of nodes, one per state, and the trace (trace.h); event i is the step that was made from node i.
// A node keeps its state as long as another process may have to run from it, so nothing is executed twice to come back.
//
// Why it is sound. Fix the value of every input, by process and by how many it drew before: the program is then
// deterministic, and its executions are what the search meets when it always follows the outcomes (forks of a step)
// that agree with these values. For each such choice the tree that is explored obeys the two rules of source
// sets: (1) a node with an enabled process that is not asleep runs at least one; (2) for each race of each explored
// maximal execution, a process that can begin a reversal of it (a weak initial) is run from the node before the race, or
// was asleep there. What the forks need:
// - A process falls asleep when all outcomes of its step have been explored, with what all of them touched, and wakes
//   when a step conflicts with any of them. Later path conditions are stronger, so later outcomes are among these.
// - Wake-up trees are told of each order with the touches of one outcome, and their leaving out (a sleeping process that
//   commutes with a reversal covers it) rests on all of them being right. So a fork behind a choice of processes
//   ends them: the search begins again with source sets, which leave out by initials of the very reversal only.
// - A branch that cannot be followed belongs to an await that turned out not to hold: it is dropped.
// - A reversal is left out because of a waiting branch only if the branch begins it: by the same process, or (wake-up
//   trees) by a process that does not occur in it and whose expected event commutes with all of it. In the second case
//   the event is compared when it runs; if it touches more than expected the reversals that relied on it are put
//   back, or the node is expanded (all enabled processes, nobody asleep behind them).
// - A reversed event whose accesses depend on values (cas, trylock, await, atomic region) is executed aside in its new
//   place, so that the decisions rest on what it touches there, and on whether it can run there at all. So are steps of a
//   process that was alone, which are several steps where others are live.
#ifndef ENGINE_DPOR_SEARCH_H
#define ENGINE_DPOR_SEARCH_H

#include "engine/dpor/regions.h"
#include "engine/dpor/wakeup.h"
#include "engine/engine.h"
#include "engine/parts/parts.h"
#include "engine/search/race.h"
#include "engine/trace/book.h"
#include "engine/trace/order.h"
#include "engine/trace/trace.h"

typedef struct sleeper {
  proc_id proc;
  touches *touched;  // by one outcome of its step; the others stand beside it
  bool whole;        // false: a limit cut something below, so it was run here but must not sleep further down
} sleeper;

// A successor that waits to be entered; touched NULL: inside a step, to be stepped again.
typedef struct outcome {
  state *s;
  touches *touched;
} outcome;

typedef struct search_node {
  state *s;  // NULL: there never was a choice here
  uint32_t first_enabled, n_enabled;
  uint32_t first_sleeper;  // those of the top node reach to the end
  uint32_t n_outcomes;     // of `running`, on top of the stack of outcomes
  uint32_t branches;       // wake-up tree
  uint32_t advice;         // what the successors of `running` get as theirs
  touches *expected;       // what `running` was expected to touch, if others rely on it
  uint32_t relying;        // those that do, all of them if relied_reversed
  proc_id running;
  bool relied_reversed;
  bool runs, started, expand;
  bool trunk;                 // of a divided search: everybody is run from here
  bool unit, foreign;         // what is below is a unit, of another part
  uint32_t level;             // nodes with a choice on the way here
  bool whole, running_whole;  // nothing was cut below the node, below the running process
} search_node;

typedef struct reversal {
  uint32_t event;
  proc_id proc;
  touches *touched;
  bool gone, aside;
} reversal;

typedef struct search {
  engine_ctx *ctx;
  bool chasing;  // some guard reads other places in other states (chase.h)
  bool optimal;  // wake-up trees, races looked at when an execution ends; else source sets
  uint64_t max_depth;
  bool stop_at_truncation;
  trace trace;
  order *order;  // NULL: accesses that are not next to each other in any run do not race
  VEC(search_node) nodes;
  proc_vec enabled;
  VEC(sleeper) sleepers;
  VEC(outcome) outcomes;
  wakeup_pool wakeup;
  guard_groups groups;
  region_table regions;
  VEC(reversal) sequence;   // scratch: the reversal that is looked at
  VEC(reversal) rehearsed;  // scratch: the same, executed aside
  VEC(uint32_t) schedule;   // scratch
  footprint waits;          // scratch
  sem_out out, other;
  proc_vec able;        // scratch
  pathcond *condition;  // of the state that was entered last
  race_finder *races;
  trace_book *book;  // may be NULL
  parts *parts;      // may be NULL: the search is not divided
  // Outcome
  bool violation, limit, restart;
  bool forked;  // wake-up trees met a fork behind a choice of processes: source sets are to be used
  uint64_t truncated;
} search;

static inline bool search_enabled(const search *d, const search_node *n, proc_id p) {
  for (uint32_t i = 0; i < n->n_enabled; i++) {
    if (d->enabled.data[n->first_enabled + i] == p) return true;
  }
  return false;
}
static inline size_t search_sleepers_end(const search *d, size_t node) {
  return node + 1 < d->nodes.len ? d->nodes.data[node + 1].first_sleeper : d->sleepers.len;
}

// Sees to it that the races of event j are reversed; of the execution's events those before `end` may come along.
void search_reverse_event(search *d, uint32_t j, uint32_t end);
// What an event of p touches whose step has the footprint f, which is extended. d->restart: something new was learnt.
touches *search_touches(search *d, proc_id p, footprint *f);
void search_run(search *d);  // d->groups and d->regions are kept
// Reports the data race between two events of the path, of which the second is the last; true if it is one.
bool search_report_race(search *d, const trace_race *r);
// The same by happens-before, between an earlier event and the last one, which has led to s.
bool search_report_unordered(search *d, state *s);
// Steps p from s (consumed) to its end along the outcomes that agree with the execution's values; what it touched is in
// d->other. NULL: it did not end regularly.
state *search_step_along(search *d, state *s, proc_id p);
bool search_can_run(search *d, const state *s, proc_id p);
// Makes the steps of d->sequence from the node before the race; they then stand there with what they touch in this
// order, which d->rehearsed owns. False: the second event cannot be run there.
bool search_rehearse(search *d, const trace_race *r);
void search_forget_rehearsal(search *d);

#endif
