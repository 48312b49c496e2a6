// The execution that is being explored, as a partial order: events with vector clocks, and its races.
//
// Event i is the i-th step of the path. Happens-before is kept by clocks: clock(j)[p] is the number of the last event of
// process p, plus one, that happens before or is j. Conflicting earlier accesses are found through the last accesses of
// each memory cell, never by walking the path. Adding and removing events works like a stack.
//
// A *race* is a pair of events of different processes that are ordered by their own conflict alone: no third event lies
// between them in the partial order. Not reversible are: spawn and the first event of the child, the end of a process
// and a join, a release and the acquisition it allowed, a write and the await it enabled (doc/semantics-threads.md 5).
// What an acquisition races with is therefore the acquisition before it, and what an await races with is any
// earlier write of its guard that it does not need: the list below holds them all, latest first, and who knows
// the states picks from it.
#ifndef ENGINE_TRACE_TRACE_H
#define ENGINE_TRACE_TRACE_H

#include "base/map64.h"
#include "engine/trace/touches.h"

typedef enum race_kind { RACE_ACCESS, RACE_LOCK, RACE_AWAIT } race_kind;

typedef struct trace_race {
  uint32_t first, second;
  uint8_t kind;
  bool data;  // some pair of conflicting accesses is not atomic on both sides
} trace_race;

typedef struct trace_event {
  proc_id proc;
  touches *touched;
  uint32_t previous;     // event of the same process before, plus one
  uint32_t first_entry;  // in `entries`
  uint32_t first_race, n_races;
  uint32_t candidate;  // where it stands in `candidates`, if it does
} trace_event;

// One access in the list of its cell. Numbers are plus one, 0 = none.
typedef struct trace_entry {
  acc a;
  uint32_t event, cell;
  uint32_t before, write_before;  // in the same cell: the access before, the latest write before
} trace_entry;

typedef struct trace {
  VEC(trace_event) events;
  VEC(trace_race) races;
  VEC(uint32_t) clocks;  // rows of `stride`
  uint32_t stride;
  VEC(trace_entry) entries;
  VEC(uint32_t) cells;  // the last access of each
  map64 cell_of;
  VEC(uint32_t) last;        // by process: its last event, plus one
  VEC(uint32_t) spawned_by;  // by process: the event that made it, plus one
  VEC(trace_race) candidates;
  VEC(uint32_t) releases;    // events that a lock waited for
  VEC(uint32_t) everything;  // events that depend on every other
} trace;

void trace_init(trace *t);
void trace_fini(trace *t);
void trace_clear(trace *t);
// Appends an event of p (takes a reference of its own on `touched`); its races are the last n_races of `races`.
void trace_push(trace *t, proc_id p, touches *touched);
void trace_pop(trace *t);
const char *trace_fault(const trace *t);  // what is wrong with it, all events looked at; NULL: nothing

static inline bool trace_before(const trace *t, uint32_t i, uint32_t j) {
  return t->clocks.data[(size_t)j * t->stride + t->events.data[i].proc] > i;
}

#endif
