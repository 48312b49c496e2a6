// Footprints of executed steps, each distinct one kept once, and the graph of stored states they connect.
#ifndef ENGINE_SEARCH_EFFECTS_H
#define ENGINE_SEARCH_EFFECTS_H

#include "base/map64.h"
#include "sem/footprint.h"

typedef struct step_effect {
  proc_id proc;
  footprint touched;
  uint32_t next;
} step_effect;  // next: same hash

typedef struct effects {
  VEC(step_effect) list;  // [0] unused
  map64 by_hash;
  map64 dependent;  // cached answers by pair
  bool ieee_pending;
} effects;

void effects_init(effects *e, bool ieee_pending);
void effects_fini(effects *e);
uint32_t effects_intern(effects *e, proc_id proc, const footprint *f);  // copies f
// Do the two steps, of different processes, depend on each other?
bool effects_dependent(effects *e, uint32_t a, uint32_t b);

// G_V: edges between stored states; effect 0 = a kernel step (the delta cycle ends there).
typedef struct effect_edge {
  uint32_t to, effect, next;
} effect_edge;
typedef struct effect_graph {
  VEC(uint32_t) first;     // by state: its first edge
  VEC(effect_edge) edges;  // [0] unused
} effect_graph;

void effect_graph_fini(effect_graph *g);
void effect_graph_add(effect_graph *g, uint32_t from, uint32_t to, uint32_t effect);

#endif
