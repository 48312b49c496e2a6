// The text form of a module (.air). doc/ir.md defines it; front/air reads it back.
#ifndef IR_IR_PRINT_H
#define IR_IR_PRINT_H

#include "base/str.h"
#include "ir/ir.h"

void ir_print(const ir_module *m, strbuf *out);
// One instruction as in the text form, without newline; for logs and error messages.
void ir_print_instr(const ir_module *m, const ir_func_info *f, const ir_instr *i, strbuf *out);

#endif
