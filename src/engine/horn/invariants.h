// Facts for the points of a product: guessed from runs and by the Horn engine, kept where the solver proves them bit by bit.
//
// Of the guesses the largest part is searched that holds at the start and that all rules keep (a fact that a rule does not
// keep is dropped, until nothing changes); what it says where a rule leads to the error must exclude the rule. The solver
// decides all of that on bit-vectors and arrays, an unknown answer drops a fact or ends the attempt. So nothing rests on the
// runs, on the Horn engine, nor on reading bit-vectors as integers.
//
// First what runs suggest. It often excludes errors of single steps (bounds of arrays), and then all points that lead to those
// alone: a process that stands still where an assumption failed is of no interest any more. The Horn engine is asked about the
// rest, with what is proved already.
#ifndef ENGINE_HORN_INVARIANTS_H
#define ENGINE_HORN_INVARIANTS_H

#include "engine/horn/product.h"

typedef enum prove_end { PROVE_DONE, PROVE_FAILED, PROVE_EFFORT } prove_end;

typedef struct invariants {
  product *p;
  expr_vec *at;     // by point
  bool *due;        // by point: its rules may lose what they kept
  uint64_t effort;  // of a question
} invariants;

// Guesses for a new product. FAILED: one of the runs reaches the error.
prove_end invariants_begin(invariants *x, product *p, bool with_arrays);
void invariants_drop(invariants *x);
// DONE: the facts that the rules keep exclude the error. FAILED: they do not; rules that they exclude are gone. EFFORT: called again it goes on.
prove_end invariants_check(invariants *x);
// Asks the Horn engine about the rest, with so much effort (units of Z3), and checks its answer to the end.
prove_end invariants_by_horn(invariants *x, uint64_t effort);
bool invariants_gap_is_open(const product *p);

#endif
