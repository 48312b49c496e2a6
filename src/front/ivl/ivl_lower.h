// Shared by the files of the lowering: analysed tree -> IR.
//
// Scalar locals whose address is never taken are named registers; all other locals are objects made once at the
// beginning of their function (and zeroed where they are declared), so that a loop does not pile up objects.
// Every instruction carries the place of its statement. Blocks are made when something jumps to them: code that
// nothing reaches is not emitted, functions that nothing calls are not either.
#ifndef FRONT_IVL_IVL_LOWER_H
#define FRONT_IVL_IVL_LOWER_H

#include "front/ivl/ivl.h"
#include "ir/ir_build.h"

typedef struct ivl_target {
  ir_block block;
  bool made;
} ivl_target;

typedef struct ivl_lowering {
  ivl_program *prog;
  ir_module *m;
  ir_type t_bool, t_i64, t_u64, t_u8;
  ir_type t_offset;  // address arithmetic: without a source name, it is none of the program
  place at;          // of the current statement
  const char *hint;  // name for the inputs drawn by the current expression
  bool guarded;      // checks hold only where `guard` is true (right operand of && and the like)
  ir_operand guard;
  ivl_sym *func;
  ir_operand result;  // address for a record result
  ivl_target *break_to, *continue_to;
  ivl_sym_vec worklist;  // functions used and not yet lowered
} ivl_lowering;

// An address in two parts, so that constant offsets add up.
typedef struct ivl_addr {
  ir_operand base;
  uint64_t offset;
} ivl_addr;

ir_type ivl_ir_type(ivl_lowering *l, ivl_type *t);
ir_func ivl_ir_func(ivl_lowering *l, ivl_sym *f);
const char *ivl_source_text(ivl_lowering *l, const ivl_expr *e);  // one line, clipped, outer parentheses removed

// --- expressions
ir_operand ivl_lower_value(ivl_lowering *l, const ivl_expr *e);  // scalars
void ivl_lower_effect(ivl_lowering *l, const ivl_expr *e);       // value not needed
void ivl_lower_condition(ivl_lowering *l, const ivl_expr *e, ivl_target *yes, ivl_target *no);
ivl_addr ivl_lower_place(ivl_lowering *l, const ivl_expr *e);
ir_operand ivl_addr_operand(ivl_lowering *l, ivl_addr a, ivl_type *pointee);
ir_operand ivl_lower_address(ivl_lowering *l, const ivl_expr *e);
ir_operand ivl_lower_binary(ivl_lowering *l, ivl_tok_kind op, ivl_type *t, ir_operand a, const ivl_expr *b,
                            ir_operand bv);
ir_operand ivl_lower_pointer_step(ivl_lowering *l, ivl_type *pointer, ir_operand p, const ivl_expr *index,
                                  ir_operand iv, bool minus);
ir_operand ivl_lower_convert(ivl_lowering *l, ir_operand v, const ivl_type *from, ivl_type *to);
ir_operand ivl_lower_assign(ivl_lowering *l, const ivl_expr *e, bool used);
ir_operand ivl_lower_step(ivl_lowering *l, const ivl_expr *e, bool used);
ir_operand ivl_lower_call(ivl_lowering *l, const ivl_expr *e);
ir_operand ivl_keep(ivl_lowering *l, ir_operand v, const ivl_expr *later);  // safe from assignments in `later`
void ivl_emit_check(ivl_lowering *l, ir_check kind, ir_operand cond, const char *text);
ir_operand ivl_bool(ivl_lowering *l, bool value);

// --- objects
bool ivl_in_register(const ivl_sym *v);
void ivl_lower_init(ivl_lowering *l, ivl_addr to, ivl_type *t, const ivl_expr *init, const char *name, bool is_zero);
void ivl_lower_copy(ivl_lowering *l, ivl_addr to, const ivl_expr *from);
void ivl_lower_zero(ivl_lowering *l, ivl_addr to, ivl_type *t);
void ivl_lower_variable(ivl_lowering *l, ivl_sym *v);

// --- statements
void ivl_lower_stmt(ivl_lowering *l, ivl_stmt *s);
void ivl_jump(ivl_lowering *l, ivl_target *to);
void ivl_begin(ivl_lowering *l, ivl_target *t);  // binds a target here; nothing if nobody jumps there
bool ivl_dead(const ivl_lowering *l);

#endif
