// The predicate abstraction of C_fin, explored completely: abstract states, their transitions, distances to the goal
// (symcpp-explicit-symbolic.md 5.4, 5.5).
//
// An abstract state is one location per process and one bit per predicate. What an edge does to a bit is W of the weakest
// precondition by simultaneous substitution (MEND-13), read for all values of the edge's inputs and under its guard:
// either asked per state that is really reached, with full precision (BOOL_FLY), or from cubes of at most `cube_length`
// predicates computed once per edge (BOOL_CUBES). An answer that the solver does not know counts as both.
//
// What always holds: the graph simulates C_fin. It owns its tables; C_fin, terms and solver must live longer.
#ifndef ENGINE_GUIDE_BOOLPROG_H
#define ENGINE_GUIDE_BOOLPROG_H

#include "engine/guide/preds.h"
#include "smt/smt.h"

#define BOOL_INFINITE UINT32_MAX

// Resource units of one question to the solver. Products of variables may cost any time, and the abstraction is right without
// an answer, only coarser.
enum { BOOLPROG_QUESTION = 200000 };

typedef enum bool_mode { BOOL_FLY, BOOL_CUBES } bool_mode;

typedef struct bool_options {
  bool_mode mode;
  uint32_t cube_length;    // BOOL_CUBES: longest cube
  bool drop_inconsistent;  // leave out states whose bits contradict each other
  uint32_t most_states;
  uint64_t most_queries;  // 0: no limit
  uint64_t
      most_effort;  // of the solver (smt_effort), 0: no limit. BOOL_CUBES: further cubes are left out, BOOL_FLY: it is refused
  uint32_t goal;             // bit per ir_check: failing with one of these is the goal
  uint32_t errors;           // bit per ir_check: what else must not be reachable for `safe`
  const volatile int *stop;  // may be NULL
} bool_options;

typedef struct bool_state {
  uint64_t bits;
  uint32_t locs;  // index into loc_table
  uint32_t dist;
} bool_state;

typedef struct bool_edge {
  uint32_t from, to, via;
} bool_edge;  // via: edge of C_fin

typedef struct boolprog {
  cfin *c;
  smt *solver;
  bool_options options;
  preds preds;
  VEC(bool_state) states;
  VEC(bool_edge) log;                    // all transitions
  VEC(uint32_t) loc_table;               // vectors of n_procs locations, each once
  map64 loc_index, state_index;          // hash -> first index + 1
  VEC(uint32_t) loc_chain, state_chain;  // next with the same hash + 1
  VEC(uint32_t) group;                   // by location vector: its first state + 1; then by state
  VEC(uint32_t) group_next;
  struct bool_effects *effects;  // by edge of C_fin
  map64 consistent;              // bits -> answer
  uint32_t *in_first, *in;       // transitions into a state: sources
  bool goal_found, error_found;
  uint64_t queries;
  uint64_t begun_at;    // smt_effort before the first question
  bool cut;             // cubes were left out: it is coarser than it could be
  const char *refused;  // the graph is not complete, or NULL
} boolprog;

boolprog *boolprog_new(cfin *c, smt *solver, const preds *p, const bool_options *options);
void boolprog_free(boolprog *b);
// Without a state; one state more, with its distance. For distances that come from elsewhere: such a graph has no transitions.
boolprog *boolprog_empty(cfin *c, smt *solver, const preds *p, const bool_options *options);
void boolprog_put(boolprog *b, const uint32_t *locs, uint64_t bits, uint32_t dist);

// The state, or UINT32_MAX. locs: one location of C_fin per process, from process 1.
uint32_t boolprog_find(const boolprog *b, const uint32_t *locs, uint64_t bits);
// The least distance of the states with these locations whose bits agree with `bits` where `known` says. False: there is none.
bool boolprog_distance(const boolprog *b, const uint32_t *locs, uint64_t bits, uint64_t known, uint32_t *dist);

// What an edge does in a state with these bits (boolprog_effects.c).
typedef struct bool_effect {
  bool possible;
  uint64_t ones, zeros;  // bits that are set, cleared; other changed ones:
  uint64_t any;
} bool_effect;
struct bool_effects *bool_effects_new(boolprog *b);
void bool_effects_free(struct bool_effects *e);
const bool_effect *bool_effect_of(boolprog *b, uint32_t edge, uint64_t bits);
// Has it asked as much as `most_effort` allows?
bool boolprog_asked_enough(const boolprog *b);
// May a concrete state have these bits?
bool bool_consistent(boolprog *b, uint64_t bits);

#endif
