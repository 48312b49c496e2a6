// Shared by the files that check one program.
#ifndef CROSS_CHECK_INT_H
#define CROSS_CHECK_INT_H

#include "cross/check.h"
#include "cross/outcome.h"
#include "result/result.h"

typedef struct job {
  const check_options *o;
  check_report *r;
  const ir_module *m;
  outcome_options how;
  outcome oracle;
  uint64_t paths;  // symbolic runs, if the exploration was complete
  bool explored;
  const char *safe_says;  // who proved the program safe, NULL: nobody yet
} job;

// Notes the failure; always false.
bool check_fail(job *j, check_kind kind, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

// Runs naive, stateless without reduction and other configurations; compares each answer with what is known.
bool check_engines(job *j);
// The engine for determinism against the enumeration of all orders of all phases.
void check_determinism(job *j);
// What stateless without reduction says about another module.
verdict check_verdict_of(job *j, const ir_module *m);

#endif
