// Formulas of temporal logic (--ltl): for each condition of the formula a process that waits until it holds, as the observer of a goal does
// (pass_goal.h). Nobody lets these processes step: in a state the condition is true exactly if its observer could. So the conditions mean the
// same to both interpreters, and what they read counts as read by another process: no write to it is hidden in a step.
#ifndef PASS_PASS_LTL_H
#define PASS_PASS_LTL_H

#include "base/str.h"
#include "ir/ir.h"

#define PASS_LTL_SOURCE "--ltl"  // name of the text of the formula among the sources of the module

// A new frozen module whose last processes are the observers, in the order of the formula's conditions; or NULL: `error` says why the formula
// is none for this program.
ir_module *pass_ltl(const ir_module *m, const char *formula, strbuf *error);

#endif
