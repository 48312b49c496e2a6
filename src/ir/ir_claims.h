// The assumptions and assertions of a program, by their places, and which of them runs have come through. A proof in which an
// assumption is never passed, or an assertion never reached, says less than it seems to. For --coverage lines and arms of
// branches, too, where pass_marks.c has marked them.
//
// Several instructions may have one place (instances of a template, inlined copies, the parts of a condition): it counts as
// reached if one of them was. Places in libraries and in models are nobody's claims. An assertion whose condition is the
// constant false stands for an error: that it is never reached is what it claims.
#ifndef IR_IR_CLAIMS_H
#define IR_IR_CLAIMS_H

#include "ir/ir.h"

typedef enum ir_claim_kind { IR_CLAIM_ASSUME, IR_CLAIM_ASSERT, IR_CLAIM_LINE, IR_CLAIM_ARM } ir_claim_kind;

typedef struct ir_claim {
  ir_claim_kind kind;
  uint32_t arm;  // ARM: which one
  place at;
  uint64_t count;  // how often steps have come through
  bool reached;    // a run has passed the assumption, come to the assertion
  bool doubtful;   // so it seems, but nobody knows whether the run exists
} ir_claim;

typedef struct ir_claims {
  ir_claim *list;  // by kind and place
  uint32_t n;
  uint32_t open;  // how many are not reached
  uint32_t **at;  // by function and index of an instruction: the claim + 1, 0: none; NULL: the function has none
  uint32_t n_funcs;
} ir_claims;

// Of a module as it was read: where a pass has changed branches into selects, instructions are executed that no run comes to.
// `asserts`: assertions too. The module must live as long.
ir_claims *ir_claims_of(const ir_module *m, bool asserts);
bool ir_has_claims(const ir_module *m, bool asserts);
void ir_claims_free(ir_claims *c);  // c may be NULL
// The instruction of a claim + 1, or 0.
static inline uint32_t ir_claim_at(const ir_claims *c, uint32_t func, uint32_t pc) {
  return c->at[func] ? c->at[func][pc] : 0;
}
// A run has come through this instruction of a claim: an assumption that holds, a condition of an assertion that is looked at.
void ir_claim_see(ir_claims *c, uint32_t func, uint32_t pc, bool certain);

#endif
