// Pointers that are formed outside of their objects (C17 6.5.6 8, C++ [expr.add]): behind each arithmetic on a pointer a check that the result
// points into a living object or one past its end. To null nothing may be added but zero.
#include "base/place.h"
#include "pass/pass.h"
#include "pass/pass_copy.h"

// Code of libraries and of our own models is not looked at.
static bool is_ours(const ir_instr *i) { return i->op == IR_PTRADD && i->at.file && !place_in_library(i->at.file); }

static bool check(pass_copy *c, const ir_instr *i) {
  if (!is_ours(i)) return false;
  ir_module *to = c->to;
  ir_operand base = pass_copy_operand(c, i->args[0]), by = pass_copy_operand(c, i->args[1]);
  ir_type truth = ir_type_bool(to), word = by.type;
  // Before the addition: the register may be that of the base.
  ir_operand null = ir_emit_binary(to, IR_EQ, truth, base, ir_null(to, base.type), i->at);
  ir_operand none = ir_emit_binary(to, IR_EQ, truth, by, ir_int(to, word, 0), i->at);
  ir_operand stays = ir_emit_binary(to, IR_AND, truth, null, none, i->at);
  pass_copy_instr(c, i);
  ir_operand asked[] = {ir_reg_operand(to, i->dst), ir_int(to, word, 0)};
  ir_reg inside = ir_reg_new(to, NULL, truth, i->at);
  ir_emit(
      to,
      &(ir_instr){
          .op = IR_VALID, .flags = IR_HIDDEN, .type = truth, .dst = inside, .args = asked, .n_args = 2, .at = i->at});
  ir_operand fine = ir_emit_binary(to, IR_OR, truth, stays, ir_reg_operand(to, inside), i->at);
  ir_emit(to, &(ir_instr){.op = IR_CHECK,
                          .sub = IR_CHECK_POINTER,
                          .args = &fine,
                          .n_args = 1,
                          .text = ir_check_message(IR_CHECK_POINTER),
                          .at = i->at});
  return true;
}

static bool wanted(const ir_module *m, uint32_t checks) {
  (void)m;
  return checks >> IR_CHECK_POINTER & 1;
}

static ir_module *run(const ir_module *m) {
  pass_copy c = {.from = m, .before = check};
  pass_copy_module(&c);
  return c.to;
}

const pass pass_pointers = {
    .name = "pointers",
    .help = "checks that pointers stay in their objects",
    .cares = 1u << IR_CHECK_POINTER,
    .wanted = wanted,
    .run = run,
};
