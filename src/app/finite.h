// `allways ir --cfin`, `--candidates`: the finite program that guides a search, conditions that may serve as predicates.
#ifndef APP_FINITE_H
#define APP_FINITE_H

#include "base/str.h"
#include "config/options.h"
#include "ir/ir.h"

// Before a guided search: do --predicates, --memory-config and --distances fit the program? Else an exit status; the reason was printed.
int finite_judge(const ir_module *ir, uint32_t checks, const options *o);

// False: there is none; the reason was printed.
bool finite_print(const ir_module *ir, const options *o, strbuf *out);

#endif
