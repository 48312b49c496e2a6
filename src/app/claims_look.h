// Where do runs come? Random runs and small searches of their own, which mark the claims that they come through (ir/ir_claims.h).
#ifndef APP_CLAIMS_LOOK_H
#define APP_CLAIMS_LOOK_H

#include "ir/ir_claims.h"
#include "replay/machine.h"
#include "result/result.h"
#include "sem/sem.h"

// Nothing that is seen at a place; to look for them costs the reductions.
#define CHECKS_OF_WHOLE_RUNS                                                                     \
  (1u << IR_CHECK_DEADLOCK | 1u << IR_CHECK_RACE | 1u << IR_CHECK_LEAK | 1u << IR_CHECK_UNINIT | \
   1u << IR_CHECK_DETERMINISM | 1u << IR_CHECK_STARVATION | 1u << IR_CHECK_ROBUST | IR_CHECKS_OF_ENDLESS_RUNS)

typedef struct claims_budget {
  uint32_t runs, run_steps;
  uint64_t instructions, transitions;
  uint64_t effort;  // of the solver
} claims_budget;

typedef struct claims_look {
  const ir_module *ir;
  ir_claims *claims;  // of ir; the caller's
  uint32_t checks;    // violations end runs
  uint64_t seed;
  claims_budget budget;
  machine_options machine;
  sem_options sem;
  expr_table *terms;
  smt *solver;
  const volatile int *stop;
  bool complete;  // a search has come to its end: what it has not marked, no run comes to
} claims_look;

// A run that violates one of the checks; it has ended the look.
typedef struct claims_violation {
  ir_check check;
  const char *text;  // what, and where: the look's arena
} claims_violation;

// Random runs, then searches for what they have not marked; until nothing is left. True: a run violates something, *seen says what.
bool claims_look_around(claims_look *l, arena *mem, claims_violation *seen);

#endif
