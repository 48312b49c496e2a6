// Which step of a confirmed counterexample decides that it fails.
#ifndef RESULT_EXPLAIN_CRITICAL_H
#define RESULT_EXPLAIN_CRITICAL_H

#include "result/result.h"

// Sets r->critical if a search from the states of the trace ends within a fixed effort.
void critical_find(const ir_module *ir, const machine_options *base, result *r);

#endif
