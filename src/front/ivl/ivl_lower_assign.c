// Assignments, with the commutative updates that partial order reduction wants to see [AVPE15].
#include "front/ivl/ivl_lower.h"

typedef struct update {
  ir_rmw op;
  bool negate;
  bool known;
} update;

// The operator as a commutative update: subtraction adds the negated value. Right modulo 2^width of the variable even
// if C computes in a wider type; for bool only where the operation itself is one on bools.
// Where overflow counts, only what cannot overflow in the type in which C computes is an update.
static update update_of(const ivl_lowering *l, ivl_tok_kind op, const ivl_type *variable, const ivl_type *computed) {
  bool is_bool = variable->kind == IVL_TY_BOOL;
  bool sums = op == IVL_TOK_ADD || op == IVL_TOK_SUB || op == IVL_TOK_MUL;
  if (l->prog->exact && sums && (variable->is_signed || computed->is_signed)) return (update){0};
  if (!is_bool && variable->kind != IVL_TY_INT) return (update){0};
  if (is_bool && computed->kind != IVL_TY_BOOL) return (update){0};
  switch ((int)op) {
  case IVL_TOK_ADD: return (update){IR_RMW_ADD, false, !is_bool};
  case IVL_TOK_SUB: return (update){IR_RMW_ADD, true, !is_bool};
  case IVL_TOK_MUL: return (update){IR_RMW_MUL, false, !is_bool};
  case IVL_TOK_AND: return (update){IR_RMW_AND, false, true};
  case IVL_TOK_OR: return (update){IR_RMW_OR, false, true};
  case IVL_TOK_XOR: return (update){IR_RMW_XOR, false, true};
  }
  return (update){0};
}

static bool is_memory(const ivl_expr *target) { return target->kind != IVL_EX_NAME || !ivl_in_register(target->sym); }

static ir_operand negated(ivl_lowering *l, ir_operand v) {
  if (v.kind == IR_OPERAND_INT) return ir_int(l->m, v.type, 0 - v.value);
  return ir_emit_unary(l->m, IR_NEG, v.type, v, l->at);
}

static void emit_update(ivl_lowering *l, update u, ivl_type *variable, ir_operand to, ir_operand v,
                        const ivl_type *from) {
  v = ivl_lower_convert(l, v, from, variable);
  if (u.negate) v = negated(l, v);
  ir_emit_rmw(l->m, u.op, ivl_ir_type(l, variable), to, v, l->at);
}

// --- x = x + e -------------------------------------------------------------------------------------------------------

// Conversions between types of at least the variable's width do not matter modulo 2^width; a cut on the way does.
static const ivl_expr *strip(const ivl_expr *e, uint32_t bits) {
  while (e->kind == IVL_EX_CONVERT && e->type->kind == IVL_TY_INT && e->a->type->kind == IVL_TY_INT &&
         e->type->bits >= bits && e->a->type->bits >= bits)
    e = e->a;
  return e;
}

static bool same_place(const ivl_expr *a, const ivl_expr *b) {
  if (a->kind != b->kind) return false;
  if (a->kind == IVL_EX_NAME) return a->sym == b->sym;
  if (a->kind == IVL_EX_FIELD) return a->field == b->field && same_place(a->a, b->a);
  if (a->kind != IVL_EX_INDEX || a->a->type->kind != IVL_TY_ARRAY) return false;
  bool fixed = a->b->kind == IVL_EX_CONST && b->b->kind == IVL_EX_CONST && a->b->value == b->b->value;
  return fixed && same_place(a->a, b->a);
}

static const ivl_sym *root_of(const ivl_expr *e) {
  while (e->kind != IVL_EX_NAME) e = e->a;
  return e->sym;
}

static bool mentions(const ivl_expr *e, const ivl_sym *v) {
  if (e->kind == IVL_EX_NAME && e->sym == v) return true;
  if ((e->a && mentions(e->a, v)) || (e->b && mentions(e->b, v)) || (e->c && mentions(e->c, v))) return true;
  for (uint32_t i = 0; i < e->n_args; i++)
    if (mentions(e->args[i], v)) return true;
  return false;
}

// The other operand of x = x op e or x = e op x, NULL if the assignment has no such form. A call in e might change x
// between its reading and the addition, so such an e keeps the plain form.
static const ivl_expr *updating_operand(const ivl_lowering *l, const ivl_expr *e, update *u) {
  uint32_t bits = e->a->type->bits;
  const ivl_expr *sum = strip(e->b, bits);
  if (sum->kind != IVL_EX_BINARY || !sum->of_type || !is_memory(e->a)) return NULL;
  *u = update_of(l, sum->op, e->a->type, sum->of_type);
  if (!u->known) return NULL;
  const ivl_expr *rest = NULL;
  if (same_place(e->a, strip(sum->a, bits)))
    rest = sum->b;
  else if (!u->negate && same_place(e->a, strip(sum->b, bits)))
    rest = sum->a;
  if (!rest || (rest->effects & (IVL_DOES_CALL | IVL_DOES_ASSIGN))) return NULL;
  return mentions(rest, root_of(e->a)) ? NULL : rest;
}

// --- assignment ------------------------------------------------------------------------------------------------------

static ir_operand store(ivl_lowering *l, const ivl_expr *target, ir_operand to, ir_operand v) {
  if (!is_memory(target)) {
    ir_emit_to(l->m, target->sym->reg, IR_MOV, &v, 1, l->at);
    return ir_reg_operand(l->m, target->sym->reg);
  }
  ir_emit_store(l->m, ivl_ir_type(l, target->type), to, v, l->at);
  return v;
}

static ir_operand load(ivl_lowering *l, const ivl_expr *target, ir_operand from) {
  if (!is_memory(target)) return ir_reg_operand(l->m, target->sym->reg);
  return ir_emit_unary(l->m, IR_LOAD, ivl_ir_type(l, target->type), from, l->at);
}

// The address comes before the value, as everything in an expression goes from left to right.
static ir_operand target_address(ivl_lowering *l, const ivl_expr *target, const ivl_expr *later) {
  return is_memory(target) ? ivl_keep(l, ivl_lower_address(l, target), later) : ivl_bool(l, false);
}

static ir_operand compound(ivl_lowering *l, const ivl_expr *e, bool used) {
  ivl_type *t = e->a->type;
  ir_operand to = target_address(l, e->a, e->b);
  ir_operand v = ivl_lower_value(l, e->b);
  update u = update_of(l, e->op, t, e->of_type);
  if (!used && u.known && is_memory(e->a)) {
    emit_update(l, u, t, to, v, e->b->type);
    return v;
  }
  ir_operand old = load(l, e->a, to), result;
  if (t->kind == IVL_TY_POINTER) {
    result = ivl_lower_pointer_step(l, t, old, e->b, v, e->op == IVL_TOK_SUB);
  } else {
    old = ivl_lower_convert(l, old, t, e->of_type);
    result = ivl_lower_binary(l, e->op, e->of_type, old, e->b, v);
    result = ivl_lower_convert(l, result, e->of_type, t);
  }
  return store(l, e->a, to, result);
}

static ir_operand plain(ivl_lowering *l, const ivl_expr *e, bool used) {
  ivl_type *t = e->a->type;
  if (t->kind == IVL_TY_ARRAY || t->kind == IVL_TY_RECORD) {
    ivl_addr to = {ivl_keep(l, ivl_lower_address(l, e->a), e->b), 0};
    ivl_lower_init(l, to, t, e->b, l->hint, false);
    return to.base;
  }
  update u;
  const ivl_expr *rest = used ? NULL : updating_operand(l, e, &u);
  ir_operand to = target_address(l, e->a, e->b);
  if (rest) {
    ir_operand v = ivl_lower_value(l, rest);
    emit_update(l, u, t, to, v, rest->type);
    return v;
  }
  return store(l, e->a, to, ivl_lower_value(l, e->b));
}

// The result is the value assigned, or the address of the record assigned to.
ir_operand ivl_lower_assign(ivl_lowering *l, const ivl_expr *e, bool used) {
  const char *outer = l->hint;
  l->hint = ivl_source_text(l, e->a);
  ir_operand v = e->op == IVL_TOK_SET ? plain(l, e, used) : compound(l, e, used);
  l->hint = outer;
  return v;
}

// The type in which ++ and -- compute. C computes those of types shorter than int in int, where they cannot overflow,
// and cuts the result: the same as wrapping.
static ir_type step_type(ivl_lowering *l, ivl_type *t) {
  bool wraps = l->prog->exact && t->kind == IVL_TY_INT && t->bits < 32;
  return wraps ? ir_type_int(l->m, t->bits, false, NULL) : ivl_ir_type(l, t);
}

// ++ and --
ir_operand ivl_lower_step(ivl_lowering *l, const ivl_expr *e, bool used) {
  ivl_type *t = e->a->type;
  bool minus = e->op == IVL_TOK_DEC;
  ir_operand to = target_address(l, e->a, NULL);
  if (!used && t->kind == IVL_TY_INT && is_memory(e->a)) {
    ir_type it = step_type(l, t);
    ir_emit_rmw(l->m, IR_RMW_ADD, it, to, ir_int(l->m, it, minus ? UINT64_MAX : 1), l->at);
    return to;
  }
  ir_operand old = load(l, e->a, to), new_value;
  if (used && e->postfix && !is_memory(e->a)) old = ir_emit_unary(l->m, IR_MOV, old.type, old, l->at);
  if (t->kind == IVL_TY_POINTER) {
    uint64_t size = ir_type_get(l->m, ivl_ir_type(l, t->elem))->size;
    ir_operand bytes = ir_int(l->m, l->t_offset, minus ? 0 - size : size);
    new_value = ir_emit_binary(l->m, IR_PTRADD, ivl_ir_type(l, t), old, bytes, l->at);
  } else {
    ir_type it = step_type(l, t);
    new_value = ir_emit_binary(l->m, minus ? IR_SUB : IR_ADD, it, old, ir_int(l->m, it, 1), l->at);
  }
  new_value = store(l, e->a, to, new_value);
  return e->postfix ? old : new_value;
}
