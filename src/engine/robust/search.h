// Stored-state search of all interleavings with a monitor (monitor.h) in the key: cycles close. Exploring is that of threads under sequential consistency; a step that nobody else can
// see is made alone, unless it leads back to what was seen.
#ifndef ENGINE_ROBUST_SEARCH_H
#define ENGINE_ROBUST_SEARCH_H

#include "base/map64.h"
#include "engine/engine.h"
#include "engine/robust/monitor.h"
#include "state/keyset.h"

// A place in memory, a mutex, or what models keep of an object; as in execution graphs. ENDS: who ends objects of which the address may be used again.
typedef enum site_kind { SITE_MEMORY, SITE_MUTEX, SITE_REGION, SITE_ENDS } site_kind;
typedef struct site {
  weak_op op;
  site_kind kind;
  bool plain;  // somebody accesses it other than atomically, or its object may end: who accessed it counts
} site;

#define NO_SITE UINT32_MAX

// A step on the way to a state.
typedef struct taken {
  proc_id proc;
  uint32_t site;  // NO_SITE: no access
  bool reads, writes;
  uint32_t block;  // bytes of a part of a copy or fill, else 0
} taken;

typedef struct node {
  state *s;
  monitor *m;
  size_t way;  // steps that led here
  taken last;  // the last of them
  proc_vec choices;
  size_t next;
  bool alone;  // the first choice is made alone if it leads to something new
} node;

typedef struct robust_search {
  engine_ctx *ctx;
  bool asked;   // --property=robust
  bool judges;  // a SAFE must hold for RC11: nothing may be allowed beyond interleavings, no race be undefined
  bool races;   // a data race is a reason not to say SAFE
  VEC(site) sites;
  map64 site_index;
  VEC(uint32_t) objects;  // of places, beside global ones: when they are made counts
  bool again;             // something was learnt that earlier states should have told: the search begins anew
  state_store *states;
  keyset seen;
  byte_vec key;
  VEC(node) stack;
  VEC(taken) way;
  sem_out out;
  proc_vec live;
  state_store *rounds;  // states before and after a step that goes round
  bool violation;
} robust_search;

// --- sites (sites.c)
// The number of the place that op accesses. False: it overlaps another one; that is noted.
bool robust_site(robust_search *x, const weak_op *op, uint32_t *n);
uint32_t robust_ends(robust_search *x,
                     const weak_op *op);  // of an allocation or end of an object, the place for op->lives
void robust_gives_up(robust_search *x, place at, const char *what);

// --- steps (follow.c)
// The monitor behind a step of p from s, with monitor m, to `after`, which has touched `f`; t says what it was. NULL: no part of an execution graph.
monitor *robust_follow(robust_search *x, const state *s, const monitor *m, proc_id p, const weak_op *op,
                       const footprint *f, const state *after, taken *t);
void robust_next(robust_search *x, const state *s, proc_id p, weak_op *op);

// --- what RC11 allows (allowed.c)
// May the step find or do something that no interleaving shows? Then that is a violation, or a reason not to say SAFE.
void robust_judge(robust_search *x, const state *s, const monitor *m, proc_id p, const weak_op *op);
void robust_judge_region(robust_search *x, const monitor *m, proc_id p, const weak_op *op, uint32_t site);

#endif
