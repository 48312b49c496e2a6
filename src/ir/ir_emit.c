// Appending instructions to the open block.
#include <stdio.h>

#include "base/check.h"
#include "ir/ir_build.h"
#include "ir/ir_int.h"

// Operand types that can be derived are, so that a module says the same after it was printed and read back.
ir_operand ir_own_operand(ir_module *m, ir_operand o) {
  const struct ir_builder *b = m->builder;
  switch (o.kind) {
  case IR_OPERAND_REG:
    if (o.value && o.value < b->regs.len) o.type = b->regs.data[o.value].type;
    break;
  case IR_OPERAND_GLOBAL:
    if (o.value && o.value <= m->n_globals) o.type = ir_type_ptr(m, m->globals[o.value].type);
    break;
  case IR_OPERAND_FUNC: o.type = ir_type_ptr(m, IR_VOID); break;
  case IR_OPERAND_PROC: o.type = ir_type_int(m, 32, true, NULL); break;
  case IR_OPERAND_UPDATE: o.type = IR_VOID; break;
  case IR_OPERAND_NONE:
  case IR_OPERAND_INT:
  case IR_OPERAND_WIDE:
  case IR_OPERAND_NULL: break;
  }
  return o;
}

static bool is_plain_copy(const ir_module *m, const ir_instr *i) {
  if (i->op != IR_ZEXT && i->op != IR_SEXT && i->op != IR_TRUNC) return false;
  return i->n_args == 1 && ir_types_agree(m, i->type, i->args[0].type) && m->types[i->type.id].kind == IR_TYPE_INT;
}

// The instruction as it will be stored: own arrays, texts, places.
static ir_instr own_instr(ir_module *m, const ir_instr *proto) {
  ir_instr i = *proto;
  ir_operand *args = proto->n_args ? ARENA_NEW_N(m->mem, ir_operand, proto->n_args) : NULL;
  for (uint32_t a = 0; a < proto->n_args; a++) args[a] = ir_own_operand(m, proto->args[a]);
  i.args = args;
  i.targets = proto->n_targets ? arena_copy(m->mem, proto->targets, proto->n_targets * sizeof(ir_block)) : NULL;
  if (is_plain_copy(m, &i)) i.op = IR_MOV;
  if (i.text)
    i.text = ir_name(m, i.text);
  else if (i.op == IR_CHECK && i.sub < IR_CHECK_COUNT)
    i.text = ir_name(m, ir_check_message((ir_check)i.sub));
  else if (ir_has_text(&i))
    i.text = ir_name(m, "");
  i.at = ir_own_place(m, i.at);
  return i;
}

// Calls are compared with their callee at once when its parameters stand already, else when the module is frozen.
static bool callee_known(const ir_module *m, const ir_instr *i) {
  const struct ir_builder *b = m->builder;
  uint32_t f = 0;
  if (i->op == IR_REQUEST_UPDATE)
    f = m->updates[i->args[0].value].func.id;
  else if ((i->op == IR_CALL || i->op == IR_SPAWN) && i->args[0].kind == IR_OPERAND_FUNC)
    f = (uint32_t)i->args[0].value;
  return f && (f == b->open.id || b->func_done.data[f]);
}

static const char *scope_problem(const ir_module *m, const ir_instr *i) {
  const struct ir_builder *b = m->builder;
  if (b->current_ended) return "no block is open here: the last one has ended already or none was begun";
  ir_scope s = {.m = m,
                .regs = b->regs.data,
                .n_regs = (uint32_t)(b->regs.len - 1),
                .n_blocks = (uint32_t)(b->blocks.len - 1),
                .result = b->funcs.data[b->open.id].result};
  const char *why = ir_rule_problem(&s, i);
  if (!why && i->op == IR_LANDING && b->code.len != b->blocks.data[b->current.id].first)
    why = "`landing` stands first in its block";
  if (!why && callee_known(m, i)) why = ir_call_problem(m, i);
  return why;
}

const char *ir_emit_problem(ir_module *m, const ir_instr *proto) {
  CHECK(m->builder && m->builder->open.id, "no function is open");
  if ((unsigned)proto->op >= IR_OP_COUNT) return "no such operation";
  arena_mark mark = arena_get_mark(m->mem);
  ir_instr i = own_instr(m, proto);
  const char *why = scope_problem(m, &i);  // an interned text: it outlives the mark
  arena_release(m->mem, mark);
  return why;
}

ir_instr *ir_emit(ir_module *m, const ir_instr *proto) {
  struct ir_builder *b = m->builder;
  CHECK(b && b->open.id, "no function is open");
  CHECK((unsigned)proto->op < IR_OP_COUNT, "no such operation");
  ir_instr i = own_instr(m, proto);
  const char *why = scope_problem(m, &i);
  if (why) {
    char text[512];
    snprintf(text, sizeof text, "%s:%u: `%s` in function %s: %s", i.at.file ? i.at.file : "?", i.at.line,
             ir_op_text(i.op), b->funcs.data[b->open.id].name, why);
    CHECK(!why, text);
  }
  vec_push(&b->code, i);
  b->current_ended = ir_op_ends_block(i.op);
  return &vec_last(&b->code);
}

ir_operand ir_emit_value(ir_module *m, ir_op op, ir_type type, const ir_operand *args, uint32_t n, place at) {
  ir_type result = op == IR_LOCAL || op == IR_NEW || op == IR_SHADOW ? ir_type_ptr(m, type) : type;
  ir_reg dst = ir_reg_new(m, NULL, result, at);
  ir_emit(m, &(ir_instr){.op = op, .type = type, .dst = dst, .n_args = n, .args = args, .at = at});
  return ir_reg_operand(m, dst);
}

ir_operand ir_emit_unary(ir_module *m, ir_op op, ir_type type, ir_operand a, place at) {
  return ir_emit_value(m, op, type, &a, 1, at);
}

ir_operand ir_emit_binary(ir_module *m, ir_op op, ir_type type, ir_operand a, ir_operand b, place at) {
  return ir_emit_value(m, op, type, (ir_operand[]){a, b}, 2, at);
}

void ir_emit_to(ir_module *m, ir_reg dst, ir_op op, const ir_operand *args, uint32_t n, place at) {
  ir_type type = ir_reg_type(m, dst);
  if (op == IR_LOCAL || op == IR_NEW || op == IR_SHADOW) type = m->types[type.id].elem;
  ir_emit(m, &(ir_instr){.op = op, .type = type, .dst = dst, .n_args = n, .args = args, .at = at});
}

void ir_emit_void(ir_module *m, ir_op op, uint32_t sub, const ir_operand *args, uint32_t n, place at) {
  ir_emit(m, &(ir_instr){.op = op, .sub = sub, .n_args = n, .args = args, .at = at});
}

void ir_emit_store(ir_module *m, ir_type type, ir_operand ptr, ir_operand value, place at) {
  ir_emit(m, &(ir_instr){.op = IR_STORE, .type = type, .n_args = 2, .args = (ir_operand[]){ptr, value}, .at = at});
}

void ir_emit_rmw(ir_module *m, ir_rmw op, ir_type type, ir_operand ptr, ir_operand value, place at) {
  ir_emit(
      m, &(ir_instr){.op = IR_RMW, .sub = op, .type = type, .n_args = 2, .args = (ir_operand[]){ptr, value}, .at = at});
}

void ir_emit_jump(ir_module *m, ir_block to, place at) {
  ir_emit(m, &(ir_instr){.op = IR_JUMP, .n_targets = 1, .targets = &to, .at = at});
}

void ir_emit_branch(ir_module *m, ir_operand cond, ir_block yes, ir_block no, place at) {
  ir_emit(m,
          &(ir_instr){
              .op = IR_BRANCH, .n_args = 1, .args = &cond, .n_targets = 2, .targets = (ir_block[]){yes, no}, .at = at});
}

void ir_emit_check(ir_module *m, ir_check kind, ir_operand cond, const char *message, place at) {
  ir_emit(m, &(ir_instr){.op = IR_CHECK, .sub = kind, .n_args = 1, .args = &cond, .text = message, .at = at});
}

void ir_emit_unsupported(ir_module *m, const char *what, place at) {
  ir_emit(m, &(ir_instr){.op = IR_UNSUPPORTED, .text = what, .at = at});
}
