// `allways ir --cfin`, `--candidates`: the finite program that guides a search, conditions that may serve as predicates.
#ifndef APP_FINITE_H
#define APP_FINITE_H

#include "base/str.h"
#include "config/options.h"
#include "ir/ir.h"

// False: there is none; the reason was printed.
bool finite_print(const ir_module *ir, const options *o, strbuf *out);

#endif
