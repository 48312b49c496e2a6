// A path of the graph as formulas, and where its refinement begins; between refine.c, wp.c, horn.c and prune.c.
#ifndef ENGINE_CEGAR_PATH_H
#define ENGINE_CEGAR_PATH_H

#include "engine/cegar/arg.h"

typedef struct path {
  cegar *g;
  id_vec edges, nodes;  // nodes has one more
  size_t last;          // the first `last` steps contradict each other; all of them if it is feasible
  bool *core;           // by step: its guard is needed for the contradiction
  expr_vec guards;      // by step, over inputs alone: the state before the run is one concrete state
} path;

static inline const cedge *path_edge(const path *p, size_t i) { return &p->g->c->edges.data[p->edges.data[i]]; }
static inline const anode *path_node(const path *p, size_t i) { return &p->g->nodes.data[p->nodes.data[i]]; }

// Values along a path, over whatever they began with and over fresh inputs.
typedef struct path_store {
  cegar *g;
  expr *now;  // by variable
} path_store;
expr path_run(path_store *s, const path *p, size_t i);  // makes step i; its guard

smt_answer path_check(path *p);  // fills guards; unsat: last and core too
void path_fini(path *p);
// The term of the state after step i, over the state before it; inputs of the step become fresh.
expr path_back(const path *p, size_t i, expr term);

// Variables that the guards of the core depend on along the path [AAPOR].
bitset path_needs(const path *p);

// New facts; true: the precision grew.
bool refine_variables(path *p);
bool refine_preconditions(path *p, bool whole);
bool refine_interpolants(path *p);  // horn.c

// Begins the graph anew, if the path is not in it then.
bool prune_all(path *p);
// Removes what the new precision shows to be wrong. False: the path is still there.
bool prune_path(path *p, uint32_t old_preds, const bitset *old_tracked);

#endif
