// Copying a module with a hook per instruction: what most passes consist of.
//
// Types, globals, functions, registers, processes, updates and blocks keep their ids, so that operands of the original
// mean the same in the copy and both can be looked at side by side. Without a hook the copy prints like the original.
#ifndef PASS_PASS_COPY_H
#define PASS_PASS_COPY_H

#include "ir/ir_build.h"

typedef struct pass_copy {
  const ir_module *from;
  ir_module *to;  // the function and block being copied are open in it
  ir_func func;   // being copied
  // Called before each instruction; it may emit into c->to and make registers and blocks there. True: it has taken care
  // of the instruction itself, which is then not copied. NULL: nothing is added.
  bool (*before)(struct pass_copy *c, const ir_instr *i);
  void *arg;          // the pass's own
  bool plain_fields;  // no field is a constant any more
} pass_copy;

// Fills c->to with a copy of c->from, not frozen.
void pass_copy_module(pass_copy *c);
// Copies one instruction as it is; for hooks that put something after it.
void pass_copy_instr(pass_copy *c, const ir_instr *i);
// The same with the flag `hidden`.
void pass_copy_hidden(pass_copy *c, const ir_instr *i);
// An operand of the original for use in the copy.
ir_operand pass_copy_operand(pass_copy *c, ir_operand o);

#endif
