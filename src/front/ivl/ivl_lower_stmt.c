// Statements: structured control becomes blocks and branches.
#include "front/ivl/ivl_lower.h"

bool ivl_dead(const ivl_lowering *l) { return ir_block_ended(l->m); }

static ir_block block_of(ivl_lowering *l, ivl_target *t) {
  if (!t->made) {
    t->block = ir_block_new(l->m);
    t->made = true;
  }
  return t->block;
}

void ivl_jump(ivl_lowering *l, ivl_target *to) {
  if (!ivl_dead(l)) ir_emit_jump(l->m, block_of(l, to), l->at);
}

void ivl_begin(ivl_lowering *l, ivl_target *t) {
  if (!t->made) return;
  if (!ivl_dead(l)) ir_emit_jump(l->m, t->block, l->at);
  ir_block_begin(l->m, t->block);
}

static void lower_live(ivl_lowering *l, ivl_stmt *s);

// --- control ---------------------------------------------------------------------------------------------------------

static void lower_if(ivl_lowering *l, ivl_stmt *s) {
  ivl_target yes = {0}, no = {0}, end = {0};
  ivl_lower_condition(l, s->a, &yes, &no);
  ivl_begin(l, &yes);
  ivl_lower_stmt(l, s->body);
  if (s->other) {
    ivl_jump(l, &end);
    ivl_begin(l, &no);
    ivl_lower_stmt(l, s->other);
    ivl_begin(l, &end);
  } else {
    ivl_begin(l, &no);
  }
}

typedef struct outer_loop {
  ivl_target *break_to, *continue_to;
} outer_loop;

static outer_loop enter_loop(ivl_lowering *l, ivl_target *break_to, ivl_target *continue_to) {
  outer_loop old = {l->break_to, l->continue_to};
  l->break_to = break_to;
  l->continue_to = continue_to;
  return old;
}

static void leave_loop(ivl_lowering *l, outer_loop old) {
  l->break_to = old.break_to;
  l->continue_to = old.continue_to;
}

// while and for: for the latter `continue` goes to the steps.
static void lower_while(ivl_lowering *l, ivl_stmt *s) {
  place at = s->at;
  ivl_target head = {0}, body = {0}, step = {0}, end = {0};
  // Everything in the head of the loop has the place of the loop.
  if (s->kind == IVL_ST_FOR && s->other) lower_live(l, s->other);
  block_of(l, &head);
  ivl_begin(l, &head);
  if (s->a && !(s->a->kind == IVL_EX_CONST && s->a->value)) {
    ivl_lower_condition(l, s->a, &body, &end);
    ivl_begin(l, &body);
  }
  outer_loop old = enter_loop(l, &end, s->kind == IVL_ST_FOR ? &step : &head);
  ivl_lower_stmt(l, s->body);
  leave_loop(l, old);
  l->at = at;
  ivl_begin(l, &step);
  if (!ivl_dead(l))
    for (uint32_t i = 0; i < s->n_exprs; i++) ivl_lower_effect(l, s->exprs[i]);
  ivl_jump(l, &head);
  ivl_begin(l, &end);
}

static void lower_do(ivl_lowering *l, ivl_stmt *s) {
  place at = s->at;
  ivl_target head = {0}, cond = {0}, end = {0};
  block_of(l, &head);
  ivl_begin(l, &head);
  outer_loop old = enter_loop(l, &end, &cond);
  ivl_lower_stmt(l, s->body);
  leave_loop(l, old);
  l->at = at;
  ivl_begin(l, &cond);
  if (!ivl_dead(l)) ivl_lower_condition(l, s->a, &head, &end);
  ivl_begin(l, &end);
}

static void lower_switch(ivl_lowering *l, ivl_stmt *s) {
  ivl_target end = {0};
  uint32_t n = 1;
  ir_operand *args = MEM_NEW_N(ir_operand, s->cases.len + 1);
  ir_block *targets = MEM_NEW_N(ir_block, s->cases.len + 1);
  args[0] = ivl_lower_value(l, s->a);
  for (size_t i = 0; i < s->cases.len; i++) {
    ivl_stmt *c = s->cases.data[i];
    c->block = ir_block_new(l->m);
    if (c->kind == IVL_ST_DEFAULT) {
      targets[0] = c->block;
      continue;
    }
    args[n] = ir_int(l->m, ivl_ir_type(l, s->a->type), c->a->value);
    targets[n++] = c->block;
  }
  if (!targets[0].id) targets[0] = block_of(l, &end);
  ir_emit(l->m,
          &(ir_instr){.op = IR_SWITCH, .n_args = n, .args = args, .n_targets = n, .targets = targets, .at = l->at});
  mem_free(args);
  mem_free(targets);
  outer_loop old = enter_loop(l, &end, l->continue_to);
  ivl_lower_stmt(l, s->body);
  leave_loop(l, old);
  ivl_begin(l, &end);
}

static void lower_case(ivl_lowering *l, const ivl_stmt *s) {
  ivl_target here = {s->block, true};
  ivl_begin(l, &here);
}

static ivl_target *label_target(ivl_lowering *l, ivl_label *label, ivl_target *t) {
  if (!label->has_block) {
    label->block = ir_block_new(l->m);
    label->has_block = true;
  }
  *t = (ivl_target){label->block, true};
  return t;
}

static void lower_return(ivl_lowering *l, const ivl_stmt *s) {
  if (!s->a) {
    ir_emit_void(l->m, IR_RETURN, 0, NULL, 0, l->at);
    return;
  }
  const char *outer = l->hint;
  l->hint = l->func->name;
  if (s->a->type->kind == IVL_TY_RECORD) {
    ivl_lower_copy(l, (ivl_addr){l->result, 0}, s->a);
    ir_emit_void(l->m, IR_RETURN, 0, NULL, 0, l->at);
  } else {
    ir_operand v = ivl_lower_value(l, s->a);
    ir_emit_void(l->m, IR_RETURN, 0, &v, 1, l->at);
  }
  l->hint = outer;
}

// --- kernel and verification -----------------------------------------------------------------------------------------

static void lower_kernel(ivl_lowering *l, const ivl_stmt *s) {
  ir_operand args[2];
  uint32_t n = 0;
  if (s->a) args[n++] = ivl_keep(l, ivl_lower_value(l, s->a), s->b);
  if (s->b) args[n++] = ivl_lower_value(l, s->b);
  if (s->kind == IVL_ST_WAIT) {
    ir_emit_void(l->m, IR_WAIT, 0, args, n, l->at);
  } else if (s->kind == IVL_ST_WAIT_TIME) {
    ir_emit_void(l->m, IR_WAIT, IR_WAIT_TIMEOUT, args, n, l->at);
  } else if (s->kind == IVL_ST_NOTIFY) {
    ir_emit_void(l->m, s->b ? IR_NOTIFY_AFTER : IR_NOTIFY, 0, args, n, l->at);
  } else if (s->kind == IVL_ST_START) {
    ir_emit_void(l->m, IR_START, IR_START_IVL, args, n, l->at);
  } else if (s->kind == IVL_ST_REQUEST_UPDATE) {
    args[0] = ir_upd_operand(l->m, s->sym->upd);
    ir_emit_void(l->m, IR_REQUEST_UPDATE, 0, args, 1, l->at);
  } else {
    args[0] = ir_proc_operand(l->m, s->sym->proc);
    ir_emit_void(l->m, s->kind == IVL_ST_SUSPEND ? IR_SUSPEND : IR_RESUME, 0, args, 1, l->at);
  }
}

static void lower_verification(ivl_lowering *l, const ivl_stmt *s) {
  const char *text = ivl_source_text(l, s->a);
  ir_operand v = ivl_lower_value(l, s->a);
  if (s->kind == IVL_ST_ASSERT)
    ir_emit_check(l->m, IR_CHECK_ASSERT, v, text, l->at);
  else
    ir_emit_void(l->m, IR_ASSUME, 0, &v, 1, l->at);
}

// --- all statements --------------------------------------------------------------------------------------------------

static void lower_live(ivl_lowering *l, ivl_stmt *s) {
  ivl_target t;
  switch (s->kind) {
  case IVL_ST_EMPTY:
  case IVL_ST_BLOCK:
  case IVL_ST_LABEL:
  case IVL_ST_CASE:
  case IVL_ST_DEFAULT: return;
  case IVL_ST_DECL:
    for (uint32_t i = 0; i < s->n_decls; i++) ivl_lower_variable(l, s->decls[i]);
    return;
  case IVL_ST_EXPR:
    if (s->a) ivl_lower_effect(l, s->a);
    for (uint32_t i = 0; i < s->n_exprs; i++) ivl_lower_effect(l, s->exprs[i]);
    return;
  case IVL_ST_IF: lower_if(l, s); return;
  case IVL_ST_WHILE:
  case IVL_ST_FOR: lower_while(l, s); return;
  case IVL_ST_DO: lower_do(l, s); return;
  case IVL_ST_SWITCH: lower_switch(l, s); return;
  case IVL_ST_BREAK: ivl_jump(l, l->break_to); return;
  case IVL_ST_CONTINUE: ivl_jump(l, l->continue_to); return;
  case IVL_ST_GOTO: ivl_jump(l, label_target(l, s->label, &t)); return;
  case IVL_ST_RETURN: lower_return(l, s); return;
  case IVL_ST_ASSUME:
  case IVL_ST_ASSERT: lower_verification(l, s); return;
  case IVL_ST_WAIT:
  case IVL_ST_WAIT_TIME:
  case IVL_ST_NOTIFY:
  case IVL_ST_SUSPEND:
  case IVL_ST_RESUME:
  case IVL_ST_REQUEST_UPDATE:
  case IVL_ST_START: lower_kernel(l, s); return;
  case IVL_ST_DELETE: {
    ir_operand p = ivl_lower_value(l, s->a);
    ir_emit_void(l->m, IR_FREE, 0, &p, 1, l->at);
    return;
  }
  }
}

void ivl_lower_stmt(ivl_lowering *l, ivl_stmt *s) {
  if (ivl_dead(l) && !s->has_label) return;
  l->at = s->at;
  l->hint = NULL;
  if (s->kind == IVL_ST_BLOCK) {
    for (uint32_t i = 0; i < s->n_list; i++) ivl_lower_stmt(l, s->list[i]);
  } else if (s->kind == IVL_ST_LABEL) {
    ivl_target t;
    ivl_begin(l, label_target(l, s->label, &t));
  } else if (s->kind == IVL_ST_CASE || s->kind == IVL_ST_DEFAULT) {
    lower_case(l, s);
  } else {
    // Nothing comes here, but a label inside is reached from elsewhere.
    if (ivl_dead(l)) ir_block_begin(l->m, ir_block_new(l->m));
    lower_live(l, s);
  }
}
