// Binary operators, assignments and calls.
#include "front/ivl/ivl_sema.h"

static ivl_expr *fail(ivl_sema *s, ivl_expr *e) {
  e->kind = IVL_EX_ERROR;
  e->type = s->ty.error;
  return e;
}

static bool is_error(const ivl_expr *e) { return e->type->kind == IVL_TY_ERROR; }

static ivl_expr *bad_operands(ivl_sema *s, ivl_expr *e) {
  diag_error(s->prog->d, e->at, DIAG_IVL_OPERANDS, ivl_tok_text(e->op), ivl_type_name(s, e->a->type),
             ivl_type_name(s, e->b->type));
  return fail(s, e);
}

static bool is_comparison(ivl_tok_kind op) {
  return op == IVL_TOK_EQ || op == IVL_TOK_NE || op == IVL_TOK_LT || op == IVL_TOK_GT || op == IVL_TOK_LE ||
         op == IVL_TOK_GE;
}

static bool is_equality(ivl_tok_kind op) { return op == IVL_TOK_EQ || op == IVL_TOK_NE; }
static bool is_bitwise(ivl_tok_kind op) { return op == IVL_TOK_AND || op == IVL_TOK_OR || op == IVL_TOK_XOR; }
static bool is_shift(ivl_tok_kind op) { return op == IVL_TOK_SHL || op == IVL_TOK_SHR; }

// The type an operator computes in. Bitwise operators and (in)equality of two bools stay bool: the value is the one
// that C's promotion to int yields, and no conversion back is needed.
static ivl_type *operation_type(ivl_sema *s, ivl_tok_kind op, ivl_type *a, ivl_type *b) {
  if (a->kind == IVL_TY_BOOL && b->kind == IVL_TY_BOOL && (is_bitwise(op) || is_equality(op))) return a;
  if (is_shift(op)) return ivl_promote(s, a);
  return ivl_common(s, a, b);
}

static uint32_t division_effect(const ivl_expr *e) {
  if (e->op != IVL_TOK_DIV && e->op != IVL_TOK_REM) return 0;
  return e->b->kind == IVL_EX_CONST && e->b->value != 0 ? 0 : IVL_DOES_DIVIDE;
}

// --- pointers --------------------------------------------------------------------------------------------------------

static bool is_null_like(const ivl_expr *e) {
  return e->kind == IVL_EX_CONST && e->value == 0 && e->type->kind != IVL_TY_BOOL;
}

static ivl_expr *check_pointer_binary(ivl_sema *s, ivl_expr *e) {
  ivl_type *a = e->a->type, *b = e->b->type;
  bool pa = a->kind == IVL_TY_POINTER, pb = b->kind == IVL_TY_POINTER;
  if (is_comparison(e->op)) {
    if (is_equality(e->op)) {
      if (pa && !pb && is_null_like(e->b))
        e->b = ivl_convert(s, e->b, a);
      else if (pb && !pa && is_null_like(e->a))
        e->a = ivl_convert(s, e->a, b);
    }
    if (e->a->type != e->b->type) return bad_operands(s, e);
    e->type = s->ty.bool_;
  } else if (e->op == IVL_TOK_ADD && pb && ivl_is_arithmetic(a)) {
    ivl_expr *swap = e->a;
    e->a = e->b;
    e->b = ivl_convert(s, swap, ivl_promote(s, a));
    e->type = b;
  } else if ((e->op == IVL_TOK_ADD || e->op == IVL_TOK_SUB) && pa && ivl_is_arithmetic(b)) {
    e->b = ivl_convert(s, e->b, ivl_promote(s, b));
    e->type = a;
  } else if (e->op == IVL_TOK_SUB && pa && a == b) {
    e->type = s->ty.i64;
  } else {
    return bad_operands(s, e);
  }
  ivl_note_effects(e, 0);
  return e;
}

// --- arithmetic ------------------------------------------------------------------------------------------------------

static uint32_t overflow_effect(const ivl_expr *e, const ivl_type *t) {
  bool may = e->op == IVL_TOK_ADD || e->op == IVL_TOK_SUB || e->op == IVL_TOK_MUL || e->op == IVL_TOK_DIV ||
             e->op == IVL_TOK_REM || e->op == IVL_TOK_SHL;
  return may && t->kind == IVL_TY_INT && t->is_signed ? IVL_DOES_COMPUTE : 0;
}

// A folded constant cannot overflow any more: where that counts, only harmless operations are folded.
static bool fold_operands(ivl_sema *s, const ivl_expr *e, const ivl_type *t, uint64_t *out) {
  if (e->a->kind != IVL_EX_CONST || e->b->kind != IVL_EX_CONST) return false;
  if (s->prog->exact && overflow_effect(e, t) && ivl_overflows(e->op, t, e->a->value, e->b->value)) return false;
  return ivl_fold_binary(e->op, t, e->a->value, e->b->value, out);
}

ivl_expr *ivl_check_binary(ivl_sema *s, ivl_expr *e) {
  e->a = ivl_value(s, e->a);
  e->b = ivl_value(s, e->b);
  if (is_error(e->a) || is_error(e->b)) return fail(s, e);
  ivl_type *a = e->a->type, *b = e->b->type;
  bool pointers = a->kind == IVL_TY_POINTER || b->kind == IVL_TY_POINTER || a->kind == IVL_TY_NULL ||
                  b->kind == IVL_TY_NULL;
  if (pointers) return check_pointer_binary(s, e);
  if (!ivl_is_arithmetic(a) || !ivl_is_arithmetic(b)) return bad_operands(s, e);
  ivl_type *t = operation_type(s, e->op, a, b);
  e->of_type = t;
  e->type = is_comparison(e->op) ? s->ty.bool_ : t;
  e->a = ivl_convert(s, e->a, t);
  // The amount of a shift keeps its own type, lest a large one be cut to a small one.
  e->b = ivl_convert(s, e->b, is_shift(e->op) ? ivl_promote(s, b) : t);
  uint64_t folded;
  if (fold_operands(s, e, t, &folded)) {
    e->kind = IVL_EX_CONST;
    e->value = ivl_wrap(e->type, folded);
    e->a = e->b = NULL;
    e->effects = 0;
    return e;
  }
  ivl_note_effects(e, division_effect(e) | overflow_effect(e, t));
  return e;
}

// --- assignment ------------------------------------------------------------------------------------------------------

static const ivl_sym *constant_in(const ivl_expr *e) {
  for (;;) {
    if (e->kind == IVL_EX_NAME || e->kind == IVL_EX_CONST) return e->sym && e->sym->is_const ? e->sym : NULL;
    if (e->kind == IVL_EX_FIELD || (e->kind == IVL_EX_INDEX && e->a->type->kind == IVL_TY_ARRAY))
      e = e->a;
    else
      return NULL;
  }
}

static bool check_target(ivl_sema *s, const ivl_expr *target, place at) {
  const ivl_sym *constant = constant_in(target);
  if (constant) {
    diag_error(s->prog->d, at, DIAG_IVL_CONSTANT, constant->name);
    return false;
  }
  if (!ivl_is_lvalue(target) || target->type->kind == IVL_TY_EVENT) {
    diag_error(s->prog->d, at, DIAG_IVL_NOT_LVALUE);
    return false;
  }
  return true;
}

static ivl_expr *check_compound(ivl_sema *s, ivl_expr *e) {
  ivl_type *a = e->a->type;
  e->b = ivl_value(s, e->b);
  if (is_error(e->b)) return fail(s, e);
  ivl_type *b = e->b->type;
  if (a->kind == IVL_TY_POINTER && (e->op == IVL_TOK_ADD || e->op == IVL_TOK_SUB) && ivl_is_arithmetic(b)) {
    e->b = ivl_convert(s, e->b, ivl_promote(s, b));
    e->of_type = a;
  } else if (ivl_is_arithmetic(a) && ivl_is_arithmetic(b)) {
    e->of_type = operation_type(s, e->op, a, b);
    e->b = ivl_convert(s, e->b, is_shift(e->op) ? ivl_promote(s, b) : e->of_type);
  } else {
    return bad_operands(s, e);
  }
  e->type = a;
  ivl_note_effects(e, IVL_DOES_ASSIGN | division_effect(e));
  return e;
}

ivl_expr *ivl_check_assign(ivl_sema *s, ivl_expr *e) {
  e->a = ivl_check(s, e->a);
  if (is_error(e->a)) {
    ivl_check(s, e->b);
    return fail(s, e);
  }
  if (!check_target(s, e->a, e->a->at)) return fail(s, e);
  if (e->op != IVL_TOK_SET) return check_compound(s, e);
  if (e->a->type->kind == IVL_TY_ARRAY && e->b->kind != IVL_EX_NONDET) {
    e->b = ivl_check(s, e->b);
    return is_error(e->b) ? fail(s, e) : bad_operands(s, e);
  }
  e->b = ivl_initialiser(s, e->b, e->a->type);
  if (is_error(e->b)) return fail(s, e);
  e->type = e->a->type;
  ivl_note_effects(e, IVL_DOES_ASSIGN);
  return e;
}

ivl_expr *ivl_check_step(ivl_sema *s, ivl_expr *e) {
  e->a = ivl_check(s, e->a);
  if (is_error(e->a) || !check_target(s, e->a, e->a->at)) return fail(s, e);
  ivl_type_kind k = e->a->type->kind;
  if (k != IVL_TY_INT && k != IVL_TY_POINTER) {
    diag_error(s->prog->d, e->at, DIAG_IVL_OPERAND, ivl_tok_text(e->op), ivl_type_name(s, e->a->type));
    return fail(s, e);
  }
  e->type = e->a->type;
  ivl_note_effects(e, IVL_DOES_ASSIGN);
  return e;
}

// --- calls -----------------------------------------------------------------------------------------------------------

// An object of the calling function's frame for a record that is passed or returned by value.
static ivl_sym *new_temp(ivl_sema *s, ivl_type *type, place at) {
  ivl_sym *t = ARENA_NEW(s->prog->mem, ivl_sym);
  t->kind = IVL_SYM_LOCAL;
  t->name = intern(s->prog->names, "copy");
  t->at = at;
  t->type = type;
  t->analysed = true;
  vec_push(s->owner ? &s->owner->func->locals : s->init_locals, t);
  return t;
}

static ivl_expr *check_argument(ivl_sema *s, ivl_expr *arg, const ivl_sym *param) {
  if (param->type->kind == IVL_TY_EVENT) return ivl_event_operand(s, arg);
  arg = ivl_convert(s, ivl_value(s, arg), param->type);
  if (is_error(arg) || param->type->kind != IVL_TY_RECORD) return arg;
  ivl_expr *copy = arena_copy(s->prog->mem, arg, sizeof *arg);
  copy->kind = IVL_EX_COPY;
  copy->a = arg;
  copy->b = copy->c = NULL;
  copy->n_args = 0;
  copy->temp = new_temp(s, param->type, arg->at);
  return copy;
}

ivl_expr *ivl_check_call(ivl_sema *s, ivl_expr *e) {
  ivl_sym *f = ivl_find(s, e->name, e->at, IVL_SYM_FUNC);
  if (!f) {
    for (uint32_t i = 0; i < e->n_args; i++) e->args[i] = ivl_check(s, e->args[i]);
    return fail(s, e);
  }
  if (f->func->n_params != e->n_args) {
    diag_error(s->prog->d, e->at, DIAG_IVL_ARGUMENTS, f->name, f->func->n_params, e->n_args);
    return fail(s, e);
  }
  bool good = true;
  for (uint32_t i = 0; i < e->n_args; i++) {
    e->args[i] = check_argument(s, e->args[i], f->func->params[i]);
    good = good && !is_error(e->args[i]);
  }
  vec_push(s->owner ? &s->owner->func->callees : s->init_callees, f);
  e->sym = f;
  e->type = f->type;
  if (!good) return fail(s, e);
  if (e->type->kind == IVL_TY_RECORD) e->temp = new_temp(s, e->type, e->at);
  ivl_note_effects(e, IVL_DOES_CALL);
  return e;
}
