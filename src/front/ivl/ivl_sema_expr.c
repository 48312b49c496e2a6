// Expressions: names, types, conversions, folding. Conversions and promotions as in C (pinned); see doc/ivl.md.
#include "front/ivl/ivl_sema.h"

static ivl_expr *error_expr(ivl_sema *s, ivl_expr *e) {
  e->kind = IVL_EX_ERROR;
  e->type = s->ty.error;
  return e;
}

static bool is_error(const ivl_expr *e) { return e->type->kind == IVL_TY_ERROR; }

void ivl_note_effects(ivl_expr *e, uint32_t own) {
  e->effects = own;
  if (e->a) e->effects |= e->a->effects;
  if (e->b) e->effects |= e->b->effects;
  if (e->c) e->effects |= e->c->effects;
  for (uint32_t i = 0; i < e->n_args; i++) e->effects |= e->args[i]->effects;
}

static ivl_expr *wrap(ivl_sema *s, ivl_expr_kind kind, ivl_expr *a, ivl_type *type) {
  ivl_expr *e = ARENA_NEW(s->prog->mem, ivl_expr);
  e->kind = kind;
  e->at = a->at;
  e->begin = a->begin;
  e->end = a->end;
  e->a = a;
  e->type = type;
  ivl_note_effects(e, 0);
  return e;
}

bool ivl_is_lvalue(const ivl_expr *e) {
  while (e->kind == IVL_EX_FIELD) e = e->a;
  return e->kind == IVL_EX_NAME || e->kind == IVL_EX_INDEX || e->kind == IVL_EX_DEREF;
}

// The variable whose object an lvalue lies in, NULL if it is reached through a pointer.
static ivl_sym *root_of(const ivl_expr *e) {
  for (;;) {
    if (e->kind == IVL_EX_NAME) return e->sym;
    if (e->kind == IVL_EX_FIELD || (e->kind == IVL_EX_INDEX && e->a->type->kind == IVL_TY_ARRAY))
      e = e->a;
    else
      return NULL;
  }
}

ivl_expr *ivl_address_of(ivl_sema *s, ivl_expr *e, ivl_type *type) {
  ivl_sym *root = root_of(e);
  if (root) root->address_taken = true;
  return wrap(s, IVL_EX_ADDR, e, type);
}

// --- values and conversions ------------------------------------------------------------------------------------------

ivl_expr *ivl_value(ivl_sema *s, ivl_expr *e) {
  e = ivl_check(s, e);
  switch (e->type->kind) {
  case IVL_TY_VOID:
    diag_error(s->prog->d, e->at, DIAG_IVL_NO_VALUE, e->name ? e->name : "this");
    return error_expr(s, e);
  case IVL_TY_ARRAY: {
    if (e->kind == IVL_EX_NONDET) {
      diag_error(s->prog->d, e->at, DIAG_IVL_SYMBOLIC_PLACE, ivl_type_name(s, e->type));
      return error_expr(s, e);
    }
    ivl_sym *root = root_of(e);
    if (root) root->address_taken = true;
    return wrap(s, IVL_EX_DECAY, e, ivl_pointer_to(s, e->type->elem));
  }
  case IVL_TY_RECORD:
    if (e->kind == IVL_EX_NONDET) {
      diag_error(s->prog->d, e->at, DIAG_IVL_SYMBOLIC_PLACE, ivl_type_name(s, e->type));
      return error_expr(s, e);
    }
    return e;
  case IVL_TY_EVENT:
    diag_error(s->prog->d, e->at, DIAG_IVL_BAD_TYPE, "an event", "used as a value; use its address");
    return error_expr(s, e);
  case IVL_TY_ERROR:
  case IVL_TY_BOOL:
  case IVL_TY_INT:
  case IVL_TY_NULL:
  case IVL_TY_POINTER: break;
  }
  return e;
}

static bool is_null_constant(const ivl_expr *e) {
  return e->kind == IVL_EX_CONST && e->value == 0 && (e->type->kind == IVL_TY_NULL || e->type->kind == IVL_TY_INT);
}

static bool convertible(const ivl_expr *e, const ivl_type *to) {
  if (ivl_is_arithmetic(to)) return ivl_is_arithmetic(e->type) || (to->kind == IVL_TY_BOOL && ivl_is_scalar(e->type));
  if (to->kind == IVL_TY_POINTER) return is_null_constant(e);
  return false;
}

ivl_expr *ivl_convert(ivl_sema *s, ivl_expr *e, ivl_type *to) {
  if (is_error(e) || to->kind == IVL_TY_ERROR || e->type == to) return e;
  if (!convertible(e, to)) {
    diag_error(s->prog->d, e->at, DIAG_IVL_CONVERT, ivl_type_name(s, e->type), ivl_type_name(s, to));
    return error_expr(s, e);
  }
  if (e->kind == IVL_EX_CONST) {
    ivl_expr *c = arena_copy(s->prog->mem, e, sizeof *e);
    c->value = to->kind == IVL_TY_BOOL ? e->value != 0 : ivl_wrap(to, e->value);
    c->type = to;
    return c;
  }
  return wrap(s, IVL_EX_CONVERT, e, to);
}

ivl_expr *ivl_condition(ivl_sema *s, ivl_expr *e) {
  e = ivl_value(s, e);
  if (is_error(e)) return e;
  if (!ivl_is_scalar(e->type)) {
    diag_error(s->prog->d, e->at, DIAG_IVL_CONDITION, ivl_type_name(s, e->type));
    return error_expr(s, e);
  }
  return ivl_convert(s, e, s->ty.bool_);
}

ivl_expr *ivl_event_operand(ivl_sema *s, ivl_expr *e) {
  e = ivl_check(s, e);
  if (is_error(e)) return e;
  if (e->type->kind != IVL_TY_EVENT) {
    diag_error(s->prog->d, e->at, DIAG_IVL_NEEDS_EVENT, ivl_type_name(s, e->type));
    return error_expr(s, e);
  }
  return ivl_address_of(s, e, ivl_pointer_to(s, e->type));
}

bool ivl_const_value(ivl_sema *s, ivl_expr **e, const char *what, uint64_t *value) {
  *e = ivl_value(s, *e);
  if (is_error(*e)) return false;
  if ((*e)->kind != IVL_EX_CONST || !ivl_is_arithmetic((*e)->type)) {
    diag_error(s->prog->d, (*e)->at, DIAG_IVL_NOT_CONSTANT, what);
    return false;
  }
  *value = (*e)->value;
  return true;
}

static ivl_expr *list_initialiser(ivl_sema *s, ivl_expr *e, ivl_type *to) {
  uint64_t room = to->kind == IVL_TY_ARRAY ? to->count : to->kind == IVL_TY_RECORD ? to->n_fields : 0;
  if (e->n_args > room) {
    diag_error(s->prog->d, e->at, DIAG_IVL_INITIALISER, ivl_type_name(s, to), e->n_args);
    return error_expr(s, e);
  }
  for (uint32_t i = 0; i < e->n_args; i++)
    e->args[i] = ivl_initialiser(s, e->args[i], to->kind == IVL_TY_ARRAY ? to->elem : to->fields[i].type);
  e->type = to;
  ivl_note_effects(e, 0);
  return e;
}

// What a variable, an element or a field of type `to` may be set to as a whole.
ivl_expr *ivl_initialiser(ivl_sema *s, ivl_expr *e, ivl_type *to) {
  if (to->kind == IVL_TY_ERROR) return error_expr(s, e);
  if (e->kind == IVL_EX_LIST) return list_initialiser(s, e, to);
  if (e->kind != IVL_EX_NONDET) return ivl_convert(s, ivl_value(s, e), to);
  e = ivl_check(s, e);
  if (e->type == to || is_error(e)) return e;
  return ivl_convert(s, ivl_value(s, e), to);
}

// --- primary ---------------------------------------------------------------------------------------------------------

static ivl_expr *check_const(ivl_sema *s, ivl_expr *e) {
  switch ((int)e->op) {
  case IVL_TOK_TRUE:
  case IVL_TOK_FALSE: e->type = s->ty.bool_; return e;
  case IVL_TOK_NULL: e->type = s->ty.null; return e;
  case IVL_TOK_CHARACTER: e->type = s->ty.char_; return e;
  }
  if (e->value <= INT32_MAX)
    e->type = s->ty.int_;
  else if (e->hex && e->value <= UINT32_MAX)
    e->type = s->ty.uint;
  else if (e->value <= INT64_MAX)
    e->type = s->ty.i64;
  else
    e->type = s->ty.u64;
  return e;
}

static ivl_expr *check_name(ivl_sema *s, ivl_expr *e) {
  ivl_sym *sym = ivl_find(s, e->name, e->at, IVL_SYM_GLOBAL);
  if (!sym) return error_expr(s, e);
  if (!sym->analysed) {
    diag_error(s->prog->d, e->at, DIAG_IVL_LATER, sym->name);
    return error_expr(s, e);
  }
  e->sym = sym;
  e->type = sym->type;
  if (sym->has_value) {
    e->kind = IVL_EX_CONST;
    e->value = sym->value;
  }
  return e;
}

static ivl_expr *check_nondet(ivl_sema *s, ivl_expr *e) {
  e->type = ivl_resolve(s, e->of);
  if (is_error(e)) return error_expr(s, e);
  if (!ivl_can_be_symbolic(e->type) || ivl_inputs_of(e->type) > IVL_MAX_INPUTS) {
    diag_error(s->prog->d, e->at, DIAG_IVL_SYMBOLIC, ivl_type_name(s, e->type));
    return error_expr(s, e);
  }
  e->effects = IVL_DOES_CALL;
  return e;
}

static ivl_expr *check_new(ivl_sema *s, ivl_expr *e) {
  ivl_type *of = ivl_resolve(s, e->of);
  if (e->a) e->a = ivl_convert(s, ivl_value(s, e->a), s->ty.i64);
  if (of->kind == IVL_TY_ERROR || (e->a && is_error(e->a))) return error_expr(s, e);
  if (of->kind == IVL_TY_VOID) {
    diag_error(s->prog->d, e->at, DIAG_IVL_BAD_TYPE, "void", "allocated");
    return error_expr(s, e);
  }
  e->of_type = of;
  e->type = ivl_pointer_to(s, of);
  ivl_note_effects(e, IVL_DOES_CALL);
  return e;
}

// --- postfix and unary -----------------------------------------------------------------------------------------------

static ivl_expr *check_index(ivl_sema *s, ivl_expr *e) {
  e->a = ivl_check(s, e->a);
  e->b = ivl_value(s, e->b);
  if (is_error(e->a) || is_error(e->b)) return error_expr(s, e);
  ivl_type_kind base = e->a->type->kind;
  if ((base != IVL_TY_ARRAY && base != IVL_TY_POINTER) || !ivl_is_arithmetic(e->b->type) ||
      e->a->kind == IVL_EX_NONDET) {
    diag_error(s->prog->d, e->at, DIAG_IVL_OPERANDS, "[]", ivl_type_name(s, e->a->type), ivl_type_name(s, e->b->type));
    return error_expr(s, e);
  }
  e->b = ivl_convert(s, e->b, ivl_promote(s, e->b->type));
  e->type = e->a->type->elem;
  uint32_t own = base == IVL_TY_POINTER ? IVL_DOES_DEREF : IVL_DOES_INDEX;
  if (base == IVL_TY_ARRAY && e->b->kind == IVL_EX_CONST && e->b->value < e->a->type->count) own = 0;
  ivl_note_effects(e, own);
  return e;
}

static ivl_expr *check_field(ivl_sema *s, ivl_expr *e) {
  e->a = ivl_check(s, e->a);
  if (is_error(e->a)) return error_expr(s, e);
  ivl_type *t = e->a->type;
  // `p.f` for a pointer p means p->f: a class value in the documents is a reference to its fields.
  if (t->kind == IVL_TY_POINTER && t->elem->kind == IVL_TY_RECORD) {
    e->a = wrap(s, IVL_EX_DEREF, e->a, t->elem);
    ivl_note_effects(e->a, IVL_DOES_DEREF);
    t = t->elem;
  }
  if (t->kind != IVL_TY_RECORD) {
    diag_error(s->prog->d, e->at, DIAG_IVL_OPERAND, ".", ivl_type_name(s, t));
    return error_expr(s, e);
  }
  if (e->a->kind == IVL_EX_NONDET) {
    diag_error(s->prog->d, e->at, DIAG_IVL_SYMBOLIC_PLACE, ivl_type_name(s, t));
    return error_expr(s, e);
  }
  ivl_layout_class(s, t->record);
  while (e->field < t->n_fields && t->fields[e->field].name != e->name) e->field++;
  if (e->field == t->n_fields) {
    const char *best = NULL;
    uint32_t distance = UINT32_MAX;
    for (uint32_t i = 0; i < t->n_fields; i++) ivl_nearer(e->name, t->fields[i].name, &best, &distance);
    diag_error(s->prog->d, e->at, DIAG_IVL_UNKNOWN_FIELD, t->name, e->name, ivl_did_you_mean(s, e->name, best));
    return error_expr(s, e);
  }
  e->type = t->fields[e->field].type;
  ivl_note_effects(e, 0);
  return e;
}

static ivl_expr *check_deref(ivl_sema *s, ivl_expr *e) {
  e->a = ivl_value(s, e->a);
  if (is_error(e->a)) return error_expr(s, e);
  if (e->a->type->kind != IVL_TY_POINTER) {
    diag_error(s->prog->d, e->at, DIAG_IVL_OPERAND, "*", ivl_type_name(s, e->a->type));
    return error_expr(s, e);
  }
  e->type = e->a->type->elem;
  if (e->type->kind == IVL_TY_RECORD) ivl_layout_class(s, e->type->record);
  ivl_note_effects(e, IVL_DOES_DEREF);
  return e;
}

static ivl_expr *check_addr(ivl_sema *s, ivl_expr *e) {
  e->a = ivl_check(s, e->a);
  if (is_error(e->a)) return error_expr(s, e);
  ivl_sym *root = root_of(e->a);
  if (!ivl_is_lvalue(e->a) || (root && root->is_const)) {
    diag_error(s->prog->d, e->at, DIAG_IVL_NOT_ADDRESSABLE);
    return error_expr(s, e);
  }
  if (root) root->address_taken = true;
  e->type = ivl_pointer_to(s, e->a->type);
  ivl_note_effects(e, 0);
  return e;
}

static const char *op_text(ivl_tok_kind op) { return ivl_tok_text(op); }

static ivl_expr *check_unary(ivl_sema *s, ivl_expr *e) {
  if (e->op == IVL_TOK_LNOT) {
    e->a = ivl_condition(s, e->a);
    e->type = s->ty.bool_;
  } else {
    e->a = ivl_value(s, e->a);
    if (is_error(e->a)) return error_expr(s, e);
    if (!ivl_is_arithmetic(e->a->type)) {
      diag_error(s->prog->d, e->at, DIAG_IVL_OPERAND, op_text(e->op), ivl_type_name(s, e->a->type));
      return error_expr(s, e);
    }
    e->type = ivl_promote(s, e->a->type);
    e->a = ivl_convert(s, e->a, e->type);
  }
  if (is_error(e->a)) return error_expr(s, e);
  if (e->op == IVL_TOK_ADD) return e->a;
  bool may_overflow = e->op == IVL_TOK_SUB && e->type->is_signed;
  bool kept = s->prog->exact && may_overflow && ivl_overflows(IVL_TOK_SUB, e->type, 0, e->a->value);
  if (e->a->kind == IVL_EX_CONST && !kept) {
    uint64_t v = e->a->value;
    e->value = e->op == IVL_TOK_LNOT ? !v : ivl_wrap(e->type, e->op == IVL_TOK_NOT ? ~v : 0 - v);
    e->kind = IVL_EX_CONST;
    e->a = NULL;
    may_overflow = false;
  }
  ivl_note_effects(e, may_overflow ? IVL_DOES_COMPUTE : 0);
  return e;
}

static ivl_expr *check_cast(ivl_sema *s, ivl_expr *e) {
  ivl_type *to = ivl_resolve(s, e->of);
  ivl_expr *a = ivl_value(s, e->a);
  if (to->kind == IVL_TY_ERROR || is_error(a)) return error_expr(s, e);
  ivl_expr *c = ivl_convert(s, a, to);
  // A cast yields a value, also to the type that was there already.
  return c == a && ivl_is_lvalue(c) ? wrap(s, IVL_EX_CONVERT, a, to) : c;
}

static ivl_expr *check_cond(ivl_sema *s, ivl_expr *e) {
  e->a = ivl_condition(s, e->a);
  e->b = ivl_value(s, e->b);
  e->c = ivl_value(s, e->c);
  if (is_error(e->a) || is_error(e->b) || is_error(e->c)) return error_expr(s, e);
  ivl_type *b = e->b->type, *c = e->c->type, *t = NULL;
  if (b == c && ivl_is_scalar(b))
    t = b;
  else if (ivl_is_arithmetic(b) && ivl_is_arithmetic(c))
    t = ivl_common(s, b, c);
  else if (b->kind == IVL_TY_POINTER && is_null_constant(e->c))
    t = b;
  else if (c->kind == IVL_TY_POINTER && is_null_constant(e->b))
    t = c;
  if (!t) {
    diag_error(s->prog->d, e->at, DIAG_IVL_OPERANDS, "?:", ivl_type_name(s, b), ivl_type_name(s, c));
    return error_expr(s, e);
  }
  e->b = ivl_convert(s, e->b, t);
  e->c = ivl_convert(s, e->c, t);
  e->type = t;
  if (e->a->kind == IVL_EX_CONST) return e->a->value ? e->b : e->c;
  ivl_note_effects(e, 0);
  return e;
}

static ivl_expr *check_logic(ivl_sema *s, ivl_expr *e) {
  e->a = ivl_condition(s, e->a);
  e->b = ivl_condition(s, e->b);
  if (is_error(e->a) || is_error(e->b)) return error_expr(s, e);
  e->type = s->ty.bool_;
  if (e->a->kind == IVL_EX_CONST) {
    bool decided = (e->op == IVL_TOK_LOR) == (e->a->value != 0);
    return decided ? e->a : e->b;
  }
  ivl_note_effects(e, 0);
  return e;
}

ivl_expr *ivl_check(ivl_sema *s, ivl_expr *e) {
  if (e->type) return e;
  switch (e->kind) {
  case IVL_EX_ERROR: return error_expr(s, e);
  case IVL_EX_CONST: return check_const(s, e);
  case IVL_EX_NAME: return check_name(s, e);
  case IVL_EX_TIME: e->type = s->ty.u64; return e;
  case IVL_EX_NONDET: return check_nondet(s, e);
  case IVL_EX_NEW: return check_new(s, e);
  case IVL_EX_UNARY: return check_unary(s, e);
  case IVL_EX_BINARY: return ivl_check_binary(s, e);
  case IVL_EX_LOGIC: return check_logic(s, e);
  case IVL_EX_COND: return check_cond(s, e);
  case IVL_EX_ASSIGN: return ivl_check_assign(s, e);
  case IVL_EX_STEP: return ivl_check_step(s, e);
  case IVL_EX_CALL: return ivl_check_call(s, e);
  case IVL_EX_INDEX: return check_index(s, e);
  case IVL_EX_FIELD: return check_field(s, e);
  case IVL_EX_DEREF: return check_deref(s, e);
  case IVL_EX_ADDR: return check_addr(s, e);
  case IVL_EX_CAST: return check_cast(s, e);
  case IVL_EX_LIST: diag_error(s->prog->d, e->at, DIAG_IVL_EXPECTED_EXPR, "'{'"); return error_expr(s, e);
  case IVL_EX_CONVERT:
  case IVL_EX_DECAY:
  case IVL_EX_COPY: break;
  }
  return e;
}
