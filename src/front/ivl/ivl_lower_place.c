// Objects: addresses, initialisation, assignment, calls.
#include "front/ivl/ivl_lower.h"

bool ivl_in_register(const ivl_sym *v) {
  if (v->kind == IVL_SYM_GLOBAL || v->address_taken || v->by_reference) return false;
  return v->type->kind == IVL_TY_INT || v->type->kind == IVL_TY_BOOL || v->type->kind == IVL_TY_POINTER;
}

// --- addresses -------------------------------------------------------------------------------------------------------

ir_operand ivl_addr_operand(ivl_lowering *l, ivl_addr a, ivl_type *pointee) {
  if (a.base.kind == IR_OPERAND_GLOBAL)
    return ir_global_addr(l->m, (ir_global){(uint32_t)a.base.value}, a.base.offset + a.offset);
  if (a.offset == 0) return a.base;
  ir_type t = ir_type_ptr(l->m, ivl_ir_type(l, pointee));
  return ir_emit_binary(l->m, IR_PTRADD, t, a.base, ir_int(l->m, l->t_offset, a.offset), l->at);
}

static uint64_t size_of(ivl_lowering *l, ivl_type *t) { return ir_type_get(l->m, ivl_ir_type(l, t))->size; }

static ivl_addr array_element(ivl_lowering *l, const ivl_expr *e) {
  ivl_type *array = e->a->type;
  ivl_addr base = ivl_lower_place(l, e->a);
  if (e->b->kind == IVL_EX_CONST && e->b->value < array->count) {
    base.offset += e->b->value * size_of(l, array->elem);
    return base;
  }
  base.base = ivl_keep(l, base.base, e->b);
  ir_operand index = ivl_lower_value(l, e->b);
  // The index is at least 32 bits wide and the size far smaller: one unsigned comparison covers negative ones.
  bool constant = index.kind == IR_OPERAND_INT;
  ir_operand inside = constant ? ivl_bool(l, false)
                               : ir_emit_binary(l->m, IR_ULT, l->t_bool, index, ir_int(l->m, index.type, array->count),
                                                l->at);
  ivl_emit_check(l, IR_CHECK_BOUNDS, inside,
                 arena_printf(l->prog->mem, "%s: index outside 0..%llu", ivl_source_text(l, e),
                              (unsigned long long)array->count - 1));
  if (constant) return base;
  if (l->guarded) {
    ir_operand zero = ir_int(l->m, index.type, 0);
    index = ir_emit_value(l->m, IR_SELECT, index.type, (ir_operand[]){l->guard, index, zero}, 3, l->at);
  }
  ir_operand start = ivl_addr_operand(l, base, array);
  ivl_type pointer = {.kind = IVL_TY_POINTER, .elem = array->elem};
  return (ivl_addr){ivl_lower_pointer_step(l, &pointer, start, e->b, index, false), 0};
}

static ivl_addr pointed_element(ivl_lowering *l, const ivl_expr *e) {
  ir_operand p = ivl_keep(l, ivl_lower_value(l, e->a), e->b);
  ir_operand index = ivl_lower_value(l, e->b);
  if (index.kind == IR_OPERAND_INT && index.value == 0) return (ivl_addr){p, 0};
  return (ivl_addr){ivl_lower_pointer_step(l, e->a->type, p, e->b, index, false), 0};
}

// Where an lvalue, or a record that is a value, lies.
ivl_addr ivl_lower_place(ivl_lowering *l, const ivl_expr *e) {
  switch (e->kind) {
  case IVL_EX_NAME:
    if (e->sym->kind == IVL_SYM_GLOBAL) return (ivl_addr){ir_global_addr(l->m, e->sym->global, 0), 0};
    return (ivl_addr){ir_reg_operand(l->m, e->sym->reg), 0};
  case IVL_EX_FIELD: {
    ivl_addr a = ivl_lower_place(l, e->a);
    a.offset += ir_type_get(l->m, ivl_ir_type(l, e->a->type))->fields[e->field].offset;
    return a;
  }
  case IVL_EX_INDEX: return e->a->type->kind == IVL_TY_ARRAY ? array_element(l, e) : pointed_element(l, e);
  case IVL_EX_DEREF: return (ivl_addr){ivl_lower_value(l, e->a), 0};
  case IVL_EX_CALL: return (ivl_addr){ivl_lower_call(l, e), 0};
  case IVL_EX_ASSIGN: return (ivl_addr){ivl_lower_assign(l, e, true), 0};
  case IVL_EX_CONVERT: return ivl_lower_place(l, e->a);
  case IVL_EX_CONST:
  case IVL_EX_TIME:
  case IVL_EX_NONDET:
  case IVL_EX_NEW:
  case IVL_EX_UNARY:
  case IVL_EX_BINARY:
  case IVL_EX_LOGIC:
  case IVL_EX_COND:
  case IVL_EX_STEP:
  case IVL_EX_ADDR:
  case IVL_EX_CAST:
  case IVL_EX_DECAY:
  case IVL_EX_COPY:
  case IVL_EX_LIST:
  case IVL_EX_ERROR: break;
  }
  UNREACHABLE("the analysis lets only lvalues and record values come here");
}

ir_operand ivl_lower_address(ivl_lowering *l, const ivl_expr *e) {
  return ivl_addr_operand(l, ivl_lower_place(l, e), e->type);
}

// --- whole objects ---------------------------------------------------------------------------------------------------

void ivl_lower_copy(ivl_lowering *l, ivl_addr to, const ivl_expr *from) {
  ir_operand src = ivl_lower_address(l, from);
  ir_operand dst = ivl_addr_operand(l, to, from->type);
  ir_operand args[] = {dst, src, ir_int(l->m, l->t_i64, size_of(l, from->type))};
  ir_emit_void(l->m, IR_COPY, 0, args, 3, l->at);
}

void ivl_lower_zero(ivl_lowering *l, ivl_addr to, ivl_type *t) {
  ir_operand p = ivl_addr_operand(l, to, t);
  if (t->kind == IVL_TY_EVENT) return;
  if (t->kind == IVL_TY_ARRAY || t->kind == IVL_TY_RECORD) {
    ir_operand args[] = {p, ir_int(l->m, l->t_u8, 0), ir_int(l->m, l->t_i64, size_of(l, t))};
    ir_emit_void(l->m, IR_FILL, 0, args, 3, l->at);
    return;
  }
  ir_type it = ivl_ir_type(l, t);
  ir_emit_store(l->m, it, p, t->kind == IVL_TY_POINTER ? ir_null(l->m, it) : ir_int(l->m, it, 0), l->at);
}

static ivl_addr plus(ivl_addr a, uint64_t offset) {
  a.offset += offset;
  return a;
}

static void draw_scalar(ivl_lowering *l, ivl_addr to, ivl_type *t, const char *name) {
  ir_type it = ivl_ir_type(l, t);
  ir_reg dst = ir_reg_new(l->m, NULL, it, l->at);
  ir_emit(l->m, &(ir_instr){.op = IR_NONDET, .type = it, .dst = dst, .text = name, .at = l->at});
  ir_emit_store(l->m, it, ivl_addr_operand(l, to, t), ir_reg_operand(l->m, dst), l->at);
}

// Symbolic objects: integers of an array (of any dimension) are one symbolic array, fields and bools are inputs each.
static void draw(ivl_lowering *l, ivl_addr to, ivl_type *t, const char *name) {
  ivl_type *leaf = t;
  uint64_t count = 1;
  for (; leaf->kind == IVL_TY_ARRAY; leaf = leaf->elem) count *= leaf->count;
  if (t->kind == IVL_TY_ARRAY && leaf->kind == IVL_TY_INT) {
    ir_type flat = ir_type_array(l->m, ivl_ir_type(l, leaf), count);
    ir_operand p = ivl_addr_operand(l, to, t);
    ir_emit(l->m, &(ir_instr){.op = IR_NONDET_MEM, .type = flat, .n_args = 1, .args = &p, .text = name, .at = l->at});
  } else if (t->kind == IVL_TY_ARRAY) {
    for (uint64_t i = 0; i < t->count; i++)
      draw(l, plus(to, i * size_of(l, t->elem)), t->elem,
           arena_printf(l->prog->mem, "%s[%llu]", name, (unsigned long long)i));
  } else if (t->kind == IVL_TY_RECORD) {
    for (uint32_t i = 0; i < t->n_fields; i++)
      draw(l, plus(to, ir_type_get(l->m, ivl_ir_type(l, t))->fields[i].offset), t->fields[i].type,
           arena_printf(l->prog->mem, "%s.%s", name, t->fields[i].name));
  } else {
    draw_scalar(l, to, t, name);
  }
}

static void init_list(ivl_lowering *l, ivl_addr to, ivl_type *t, const ivl_expr *list, const char *name) {
  for (uint32_t i = 0; i < list->n_args; i++) {
    bool array = t->kind == IVL_TY_ARRAY;
    uint64_t offset = array ? i * size_of(l, t->elem) : ir_type_get(l->m, ivl_ir_type(l, t))->fields[i].offset;
    const char *part = array ? arena_printf(l->prog->mem, "%s[%u]", name, i)
                             : arena_printf(l->prog->mem, "%s.%s", name, t->fields[i].name);
    ivl_lower_init(l, plus(to, offset), array ? t->elem : t->fields[i].type, list->args[i], part, true);
  }
}

// Sets the object at `to`. is_zero: it is known to be zero already.
void ivl_lower_init(ivl_lowering *l, ivl_addr to, ivl_type *t, const ivl_expr *init, const char *name, bool is_zero) {
  const char *outer = l->hint;
  l->hint = name;
  if (init->kind == IVL_EX_LIST) {
    if (!is_zero) ivl_lower_zero(l, to, t);
    init_list(l, to, t, init, name);
  } else if (init->kind == IVL_EX_NONDET && (t->kind == IVL_TY_ARRAY || t->kind == IVL_TY_RECORD)) {
    draw(l, to, t, name);
  } else if (t->kind == IVL_TY_RECORD) {
    ivl_lower_copy(l, to, init);
  } else {
    ir_operand v = ivl_lower_value(l, init);
    ir_emit_store(l->m, ivl_ir_type(l, t), ivl_addr_operand(l, to, t), v, l->at);
  }
  l->hint = outer;
}

// A local declaration, executed: an uninitialised one is zero each time (pinned 5).
void ivl_lower_variable(ivl_lowering *l, ivl_sym *v) {
  if (v->has_value && !v->address_taken) return;
  if (!ivl_in_register(v)) {
    ivl_addr to = {ir_reg_operand(l->m, v->reg), 0};
    if (v->init)
      ivl_lower_init(l, to, v->type, v->init, v->name, false);
    else
      ivl_lower_zero(l, to, v->type);
    return;
  }
  const char *outer = l->hint;
  l->hint = v->name;
  ir_type t = ivl_ir_type(l, v->type);
  ir_operand value;
  if (v->init)
    value = ivl_lower_value(l, v->init);
  else
    value = v->type->kind == IVL_TY_POINTER ? ir_null(l->m, t) : ir_int(l->m, t, 0);
  ir_emit_to(l->m, v->reg, IR_MOV, &value, 1, l->at);
  l->hint = outer;
}

// --- calls -----------------------------------------------------------------------------------------------------------

// Arguments from left to right (pinned 6). The result is the value, or the address of a record.
ir_operand ivl_lower_call(ivl_lowering *l, const ivl_expr *e) {
  const ivl_func *f = e->sym->func;
  ir_operand *args = MEM_NEW_N(ir_operand, e->n_args + 2);
  uint32_t n = 0;
  args[n++] = ir_func_addr(l->m, ivl_ir_func(l, e->sym));
  if (e->temp) args[n++] = ir_reg_operand(l->m, e->temp->reg);
  const char *outer = l->hint;
  for (uint32_t i = 0; i < e->n_args; i++) {
    l->hint = f->params[i]->name;
    ir_operand v = ivl_lower_value(l, e->args[i]);
    for (uint32_t k = i + 1; k < e->n_args; k++)
      if (e->args[k]->effects & IVL_DOES_ASSIGN) {
        v = ivl_keep(l, v, e->args[k]);
        break;
      }
    args[n++] = v;
  }
  l->hint = outer;
  ir_operand result = e->temp ? args[1] : ivl_bool(l, false);
  if (e->type->kind == IVL_TY_VOID || e->temp)
    ir_emit_void(l->m, IR_CALL, 0, args, n, l->at);
  else
    result = ir_emit_value(l->m, IR_CALL, ivl_ir_type(l, e->type), args, n, l->at);
  mem_free(args);
  return result;
}
