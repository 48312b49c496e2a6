// Inside of the room: the growing tables of a module that is being built, and the rules shared by builder and checker.
#ifndef IR_IR_INT_H
#define IR_IR_INT_H

#include "base/map64.h"
#include "base/vec.h"
#include "ir/ir.h"

typedef VEC(ir_init) ir_init_vec;

// A block of the open function. `number` is its place in the order of beginning, 0 while it has not begun.
typedef struct ir_block_draft {
  uint32_t number, first, count;
} ir_block_draft;

struct ir_builder {
  VEC(ir_type_info) types;
  map64 type_index;  // structural hash -> type; equal hashes probe upwards
  uint32_t n_completed;
  VEC(ir_func_info) funcs;
  VEC(bool) func_done;
  VEC(ir_global_info) globals;
  VEC(ir_init_vec) inits;  // by global
  VEC(ir_proc_info) procs;
  VEC(ir_upd_info) updates;
  VEC(ir_source) sources;
  // The open function.
  ir_func open;
  bool has_locals;  // a register that is no parameter exists
  VEC(ir_reg_info) regs;
  VEC(ir_block_draft) blocks;
  VEC(uint32_t) order;  // block ids in the order of their beginning
  VEC(ir_instr) code;
  ir_block current;
  bool current_ended;
  const char *problem;  // found at the end of a function, told by ir_freeze
};

// What typing needs to know of the function around an instruction.
typedef struct ir_scope {
  const ir_module *m;
  const ir_reg_info *regs;
  uint32_t n_regs, n_blocks;
  ir_type result;
} ir_scope;

// The typing rules of doc/ir.md for one instruction, except those that compare a call with its callee.
const char *ir_rule_problem(const ir_scope *s, const ir_instr *i);
const char *ir_init_problem(const ir_module *m, ir_type type, const ir_init *init);

void ir_builder_new(ir_module *m);
void ir_builder_free(ir_module *m);
place ir_own_place(ir_module *m, place at);
ir_operand ir_own_operand(ir_module *m, ir_operand o);  // with the type that follows from the operand
bool ir_has_text(const ir_instr *i);

#endif
