// Runs that never end: a stem and a loop.
#ifndef RESULT_EXPLAIN_LASSO_H
#define RESULT_EXPLAIN_LASSO_H

#include "result/result.h"

// Runs r->schedule with r->inputs, which are those of the stem and of one round, and the loop two times more. The states between the
// rounds must be equal; each process must step in the loop, or be unable to step somewhere in it, unless r->unfair; and the run must
// violate the property. NULL: it is so, and r->violation says by whom and how. Else why not: text of r->mem, or constant.
const char *lasso_judge(const ir_module *m, const machine_options *base, result *r);

#endif
