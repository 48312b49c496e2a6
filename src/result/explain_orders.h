// Two orders of one evaluation phase: do they leave the same behind? (--property=determinism, doc/engines.md)
#ifndef RESULT_EXPLAIN_ORDERS_H
#define RESULT_EXPLAIN_ORDERS_H

#include "result/result.h"

typedef struct left_value {
  const char *key, *shown, *same, *value;
} left_value;  // as in machine_observed
typedef VEC(left_value) left_vec;

// Everything that can be observed of the machine, sorted by key; texts are of `mem`.
void orders_look(const ir_module *ir, const machine *m, arena *mem, left_vec *out);
// r->trace and r->second_trace are two orders that leave a and b behind. NULL: they differ in something that is not
// among r->allowed; the violation's message says what and its place is where the orders part. Else why they do not.
const char *orders_differ(result *r, const left_vec *a, const left_vec *b);

#endif
