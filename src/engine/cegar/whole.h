// The reduced product of the automata as points and rules (engine/horn/product.h), and proofs about it.
//
// Points are the nodes of the graph that the reduction explores when nothing is known of the data, rules its edges; those
// that make no difference are put together. The graph with facts of its points as data parts is complete and without error
// (cegar-por.md 4.4).
#ifndef ENGINE_CEGAR_WHOLE_H
#define ENGINE_CEGAR_WHOLE_H

#include "engine/cegar/arg.h"
#include "engine/horn/invariants.h"

enum { WHOLE_MOST_NODES = 20000 };

// Of a finished graph without data, where `errors` are the nodes to be excluded. Without gaps: they are known not to be reached, and
// steps that may come first do so. False: it is too large.
typedef struct product_options {
  bool without_gaps, apart;
} product_options;
bool whole_product(product *p, cegar *g, const id_vec *errors, product_options o);

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

// Looks for facts that prove the program and checks them bit by bit (prove.c). The graph of `g`, the same at each call, has just
// begun and a precision that knows nothing. Until the effort of its slice is spent, or so much of the Horn engine (units of Z3):
// EFFORT, called again it goes on.
typedef struct prover prover;
prover *prover_new(void);
void prover_free(prover *v);
prove_end prover_run(prover *v, cegar *g, uint64_t effort);

#endif
