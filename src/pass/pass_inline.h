// Straight functions are put in place of their calls; part of if-conversion (pass_select.c), which makes functions
// straight and needs arms without calls.
#ifndef PASS_PASS_INLINE_H
#define PASS_PASS_INLINE_H

#include "ir/ir.h"

// Is it computed without effect, whatever its operands are?
bool pass_is_pure(const ir_module *m, const ir_instr *i);
// One round over all calls; the copy is not frozen. *inlined: how many. NULL: none, and no copy.
ir_module *pass_inline_round(const ir_module *m, uint32_t *inlined);

#endif
