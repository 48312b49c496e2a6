// Bounding loops (--unwind): a run that enters the body of a loop again after `rounds` rounds is cut by an assumption.
//
// A backward jump goes to a block that begins at or before it in the code, as in doc/semantics-threads.md 2. Each target
// has a counter in a register of its function: forward jumps to it reset the counter, backward ones raise it. What is
// cut is no behaviour of the program that was looked at: whoever uses this grades a SAFE as bounded.
#ifndef PASS_PASS_UNWIND_H
#define PASS_PASS_UNWIND_H

#include "ir/ir.h"

// A new frozen module.
ir_module *pass_unwind(const ir_module *m, uint32_t rounds);

#endif
