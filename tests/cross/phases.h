// Does the order of processes within one evaluation phase decide? By enumeration, on the independent interpreter.
#ifndef CROSS_PHASES_H
#define CROSS_PHASES_H

#include "cross/outcome.h"
#include "result/explain_orders.h"

typedef struct phases_result {
  bool complete;  // no bound was hit
  bool gave_up;   // some run ended at something that has no meaning
  bool has_inputs;
  bool differs;  // two orders of one phase under the same inputs leave different things behind:
  char what[300];
  uint64_t runs;
} phases_result;

void phases_run(const ir_module *m, const outcome_options *o, uint64_t max_runs, phases_result *out);

#endif
