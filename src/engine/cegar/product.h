// The reduced product of the automata as one system of points and rules, and proofs about it.
//
// Points are the nodes of the graph that the reduction explores when nothing is known of the data, rules its edges; those
// that make no difference are put together. Whoever gives each point a fact that the rules keep, and that no rule to the error
// satisfies, has proved the program: the graph with these facts as data parts is complete and without error (cegar-por.md 4.4).
#ifndef ENGINE_CEGAR_PRODUCT_H
#define ENGINE_CEGAR_PRODUCT_H

#include "engine/cegar/arg.h"

typedef struct prule {
  uint32_t from, to;  // points
  expr guard;
  expr *values;     // by variable of the product, after it
  expr_vec inputs;  // fresh values
  bool gone;
  bool taken;  // by a run on concrete values
} prule;
typedef VEC(prule) prule_vec;

enum { POINT_START = 0, POINT_ERROR = 1, POINT_GAP = 2, FIRST_POINT = 3 };

// Where no fact may hold. Gaps are told apart: where none is reached, more is known about the other errors (movers.c).
static inline bool point_is_bad(uint32_t point) { return point == POINT_ERROR || point == POINT_GAP; }

typedef struct product {
  cegar *g;
  id_vec vars;  // those on which some guard depends
  expr_vec syms;
  uint32_t n_points;
  prule_vec rules;
  bool apart;    // rules that give different values are not joined
  bitset *live;  // by point: positions in `vars` whose values matter from there on
} product;

enum { PRODUCT_MOST_NODES = 20000 };

// Of a finished graph without data, where `errors` are the nodes to be excluded. Without gaps: they are known not to be reached, and
// steps that may come first do so. False: it is too large.
typedef struct product_options {
  bool without_gaps, apart;
} product_options;
bool product_new(product *p, cegar *g, const id_vec *errors, product_options o);
void product_fini(product *p);

// Rules that cannot lead to the error are dropped, others put together; points keep their numbers.
void product_simplify(product *p);

// Inside of the product: parallel rules become one, points that no loop needs are left out (product_join.c).
void product_join(product *p);
void product_free_rule(prule *r);
void product_fresh_inputs(cegar *g, const expr_vec *inputs, expr_vec *out);

// movers.c: who may go before all others at a node, and when
typedef struct mover {
  uint32_t inst, rank;
  expr when;
} mover;
typedef VEC(mover) mover_vec;
typedef struct movers movers;
movers *movers_new(cegar *g, const id_vec *vars);  // those that matter; no gap is reached
void movers_free(movers *m);
void movers_of(movers *m, const anode *n, mover_vec *out);  // in their order

// The conjuncts of a condition, without those in `out` already.
void product_split(expr_table *t, expr e, expr_vec *out);

// Candidates for facts, by point (product_guess.c, product_imply.c). The first marks the rules that its runs take.
typedef VEC(model *) state_rows;  // some states of a point, at most 64
void product_guess_states(const product *p, expr_vec *at, bool with_arrays);
void product_guess_passed(const product *p, expr_vec *at);
void product_guess_implied(const product *p, const state_rows *rows, expr_vec *at);

typedef enum prove_end { PROVE_DONE, PROVE_FAILED, PROVE_EFFORT } prove_end;

// Looks for facts that prove the program and checks them bit by bit (prove.c). The graph of `g`, the same at each call, has just
// begun and a precision that knows nothing. Until the effort of its slice is spent, or so much of the Horn engine (units of Z3):
// EFFORT, called again it goes on.
typedef struct prover prover;
prover *prover_new(void);
void prover_free(prover *v);
prove_end prover_run(prover *v, cegar *g, uint64_t effort);

#endif
