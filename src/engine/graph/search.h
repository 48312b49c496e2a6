// Stateless exploration of execution graphs: every graph that the memory model allows, each once, in memory that grows with the graph and not with their number
// (Kokologiannakis, Marmanis, Gladstein and Vafeiadis, POPL 2022).
//
// The next event is that of the first process that can go on. A read is tried with each write of its place; a write at each place of the modification order, and then every read of its
// place that does not lie before it may be *revisited*: made to read from it, in the graph without what was added behind the read and does not lie before the write. That is
// done only from the graph in which what is taken out was added in the one canonical way (every read reads the newest write, every write became the newest), so that no graph is made twice.
#ifndef ENGINE_GRAPH_SEARCH_H
#define ENGINE_GRAPH_SEARCH_H

#include "base/map64.h"
#include "base/str.h"
#include "engine/graph/model.h"
#include "engine/parts/parts.h"

// A place in memory, a mutex, or what models keep of an object in memory. All accesses of a place in memory have one size.
typedef enum location_kind { LOCATION_MEMORY, LOCATION_MUTEX, LOCATION_REGION } location_kind;
typedef struct location {
  weak_op op;
  location_kind kind;
} location;

typedef VEC(graph *) graph_vec;

typedef struct graph_search {
  engine_ctx *ctx;
  const memory_model *model;
  relations rel;
  edges scratch;
  VEC(location) locs;
  map64 loc_index;
  graph_vec tasks;   // graphs to go on with
  parts *parts;      // may be NULL: the search is not divided
  size_t unit_base;  // the unit that is explored ends when so many tasks are left
  sem_out out, tried;
  proc_vec live;
  u32_vec map;
  bool violation;
  bool texts;
  VEC(char *) lines;  // canonical forms of the complete graphs
  bool races;         // they are violations
  bool lives;  // accesses that nothing orders behind the making of their object, or before its end, are violations
  bool race;   // one was seen in a complete graph
  place race_at[2];
} graph_search;

// One way that a step can go.
typedef struct outcome {
  graph *g;       // with the step, NULL: dropped
  bool violates;  // `v` tells how; the step has no state
  sem_succ v;
} outcome;
typedef VEC(outcome) outcome_vec;

// --- steps (execute.c)
// The next operation of p behind the graph; before processes were made nothing is seen by others.
void graph_next(graph_search *x, const graph *g, proc_id p, weak_op *op);
weak_kind graph_next_kind(graph_search *x, const graph *g,
                          proc_id p);  // the same, but a region may prove to be something else
// The number of the place that op accesses. False: it overlaps another one of the graph; that is noted.
bool graph_location(graph_search *x, const graph *g, const weak_op *op, uint32_t *loc);
// Runs the step of p, which begins with op and reads from rf if it reads, from the end of a copy of g. As `like` went, or, if that is NULL, in all ways; the access keeps
// the stamps of `was`, if that is not NULL.
void graph_execute(graph_search *x, graph *g, proc_id p, const weak_op *op, uint32_t rf, const graph_step *like,
                   const event *was, outcome_vec *out);
// Places the write e behind another one; memory shows the newest.
void graph_settle(graph_search *x, graph *g, uint32_t e, uint32_t behind);

void graph_show(graph_search *x, graph *g);  // the same for all places

// --- atomic regions (region.c)
void graph_try_region(graph_search *x, const state *s, proc_id p, weak_op *op);  // completes op
// The state in which the object stands as the write left it.
const state *graph_region_source(const graph *g, uint32_t w);
void graph_region_event(const graph_search *x, const weak_op *op, const footprint *f, event *e);  // kind and ordering

// --- writes (revisit.c)
// The first write that waits for its place, or GRAPH_NONE.
uint32_t graph_waiting(const graph *g);
void graph_branch_write(graph_search *x, graph *g);  // takes g

// --- the search (search.c)
bool graph_consistent(graph_search *x, const graph *g);
void graph_push(graph_search *x, graph *g);                         // takes it; with writes that wait or without
void graph_violated(graph_search *x, graph *g, const sem_succ *v);  // takes g; v stays the caller's
void graph_gives_up(graph_search *x, place at, const char *what);
void graph_search_run(graph_search *x);  // from the beginning; what it finds is added to what was found before

// --- the end of a graph (finish.c)
void graph_look_for_races(graph_search *x, const graph *g);
void graph_complete(graph_search *x, graph *g);  // takes g
void graph_drop_texts(graph_search *x);
void graph_write_texts(graph_search *x);

#endif
