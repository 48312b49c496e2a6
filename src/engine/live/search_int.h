// The product of a program and an automaton, and what is kept of it during a search.
#ifndef ENGINE_LIVE_SEARCH_INT_H
#define ENGINE_LIVE_SEARCH_INT_H

#include "base/map64.h"
#include "engine/live/search.h"

#define NOBODY 255  // steps of nobody: the run has ended

// A state of the product: of the program, of the automaton, and whether the run has ended.
typedef struct node {
  uint32_t s, q;
  bool ended;
  bool open;        // on the stack of parts
  uint32_t number;  // in the order of the search; 0: not yet seen
} node;

typedef struct arc {
  uint32_t to;  // node
  uint64_t marks;
  uint8_t proc;
  bool by_chance;
} arc;
typedef VEC(arc) arc_vec;

// What has been seen in a part: marks of the automaton, and processes that cannot step or have stepped.
typedef struct seen {
  uint64_t marks, procs;
} seen;

typedef struct frame {
  uint32_t node;
  size_t first, next;  // its arcs, in search.arcs
} frame;

typedef struct part {
  uint32_t number;  // of its first node
  seen own, entry;  // within it; by the arc that leads to it
} part;

typedef struct search {
  engine_ctx *ctx;
  const live_question *q;
  VEC(node) nodes;  // [0] unused
  map64 index;
  VEC(frame) stack;
  arc_vec arcs;
  VEC(part) parts;
  VEC(uint32_t) open, later;  // nodes of open parts; begins of further searches
  uint32_t count;
  live_moves moves;
  uint64_t never;  // strong fairness: processes that can step nowhere in the part that was found
} search;

void live_put_arcs(search *x, uint32_t from, arc_vec *out);
// Processes of which even weak fairness demands that they step if the run stays at this node.
uint64_t live_demanded_at(const search *x, uint32_t at);
seen live_seen_by(const arc *a);
seen live_both(seen a, seen b);
// All nodes are known: is there a part of them with a strongly fair run (strong.c)? Its nodes are open then, all others are not.
live_answer live_find_strong(search *x);

#endif
