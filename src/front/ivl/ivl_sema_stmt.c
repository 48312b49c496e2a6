// Statements and bodies.
#include "front/ivl/ivl_sema.h"

static void check_stmt(ivl_sema *s, ivl_stmt *st);

static bool good(const ivl_expr *e) { return e->type->kind != IVL_TY_ERROR; }

// --- declarations ----------------------------------------------------------------------------------------------------

void ivl_check_variable(ivl_sema *s, ivl_sym *v) {
  v->type = ivl_resolve(s, v->ref);
  if (v->type->kind == IVL_TY_VOID) {
    diag_error(s->prog->d, v->at, DIAG_IVL_BAD_TYPE, "void", "the type of a variable");
    v->type = s->ty.error;
  }
  if (v->init && v->type->kind == IVL_TY_EVENT) {
    diag_error(s->prog->d, v->init->at, DIAG_IVL_BAD_TYPE, "an event", "initialised");
    v->init = NULL;
  }
  if (v->init) {
    v->init = ivl_initialiser(s, v->init, v->type);
    if (v->is_const && v->init->kind == IVL_EX_CONST && ivl_is_arithmetic(v->type) && good(v->init)) {
      v->has_value = true;
      v->value = v->init->value;
    }
  }
  v->analysed = true;
}

static void check_decl(ivl_sema *s, ivl_stmt *st) {
  for (uint32_t i = 0; i < st->n_decls; i++) {
    ivl_sym *v = st->decls[i];
    // The name is not yet visible in its own initialiser: `int x = x;` means the outer x.
    ivl_check_variable(s, v);
    ivl_declare(s, v);
    vec_push(&s->owner->func->locals, v);
  }
}

// --- control ---------------------------------------------------------------------------------------------------------

static void check_loop_body(ivl_sema *s, ivl_stmt *body) {
  s->loops++;
  s->breakable++;
  check_stmt(s, body);
  s->breakable--;
  s->loops--;
}

static void check_for(ivl_sema *s, ivl_stmt *st) {
  ivl_scope_enter(s);
  if (st->other) check_stmt(s, st->other);
  if (st->a) st->a = ivl_condition(s, st->a);
  for (uint32_t i = 0; i < st->n_exprs; i++) st->exprs[i] = ivl_check(s, st->exprs[i]);
  check_loop_body(s, st->body);
  ivl_scope_leave(s);
}

static void check_switch(ivl_sema *s, ivl_stmt *st) {
  st->a = ivl_value(s, st->a);
  if (good(st->a) && !ivl_is_arithmetic(st->a->type)) {
    diag_error(s->prog->d, st->a->at, DIAG_IVL_OPERAND, "switch", ivl_type_name(s, st->a->type));
    st->a->type = s->ty.error;
  }
  if (good(st->a)) st->a = ivl_convert(s, st->a, ivl_promote(s, st->a->type));
  ivl_stmt *outer = s->in_switch;
  s->in_switch = st;
  s->breakable++;
  check_stmt(s, st->body);
  s->breakable--;
  s->in_switch = outer;
}

static void check_case(ivl_sema *s, ivl_stmt *st) {
  ivl_stmt *sw = s->in_switch;
  if (!sw) {
    diag_error(s->prog->d, st->at, DIAG_IVL_CASE_OUTSIDE, st->word);
    return;
  }
  uint64_t value, line = sw->default_line;
  if (st->kind == IVL_ST_CASE) {
    if (!ivl_const_value(s, &st->a, "a case", &value)) return;
    if (good(sw->a)) st->a = ivl_convert(s, st->a, sw->a->type);
    if (!map64_get(&sw->case_values, st->a->value, &line)) line = 0;
    map64_put(&sw->case_values, st->a->value, st->at.line);
  } else {
    sw->default_line = st->at.line;
  }
  if (line)
    diag_error(s->prog->d, st->at, DIAG_IVL_CASE_TWICE, st->word, (uint32_t)line);
  else
    vec_push(&sw->cases, st);
}

static ivl_label *find_label(const ivl_func *f, const char *name) {
  uint64_t found;
  return map64_get(&f->labels, (uint64_t)(uintptr_t)name, &found) ? (ivl_label *)(uintptr_t)found : NULL;
}

static void check_label(ivl_sema *s, ivl_stmt *st) {
  ivl_func *f = s->owner->func;
  ivl_label *old = find_label(f, st->name);
  if (old) {
    diag_error(s->prog->d, st->at, DIAG_IVL_DUPLICATE, st->name, old->at.line);
    return;
  }
  ivl_label *l = ARENA_NEW(s->prog->mem, ivl_label);
  l->name = st->name;
  l->at = st->at;
  map64_put(&f->labels, (uint64_t)(uintptr_t)st->name, (uint64_t)(uintptr_t)l);
  st->label = l;
}

static void resolve_gotos(ivl_sema *s) {
  const ivl_func *f = s->owner->func;
  for (size_t g = 0; g < s->gotos.len; g++) {
    ivl_stmt *st = s->gotos.data[g];
    st->label = find_label(f, st->name);
    if (st->label) continue;
    const char *best = NULL;
    uint32_t distance = UINT32_MAX;
    for (size_t i = 0; i < f->labels.len; i++)  // in order of declaration
      ivl_nearer(st->name, ((ivl_label *)(uintptr_t)f->labels.entries[i].value)->name, &best, &distance);
    diag_error(s->prog->d, st->name_at, DIAG_IVL_UNKNOWN_LABEL, st->name, ivl_did_you_mean(s, st->name, best));
  }
  vec_clear(&s->gotos);
}

static void check_return(ivl_sema *s, ivl_stmt *st) {
  ivl_type *result = s->owner->type;
  bool returns = result && result->kind != IVL_TY_VOID;
  if (!st->a) {
    if (returns && result->kind != IVL_TY_ERROR)
      diag_error(s->prog->d, st->at, DIAG_IVL_RETURN_NOTHING, ivl_type_name(s, result));
    return;
  }
  if (!returns) {
    diag_error(s->prog->d, st->at, DIAG_IVL_RETURN_VALUE, s->owner->name);
    return;
  }
  st->a = ivl_convert(s, ivl_value(s, st->a), result);
}

static void check_jump(ivl_sema *s, const ivl_stmt *st) {
  bool is_break = st->kind == IVL_ST_BREAK;
  if (is_break ? s->breakable : s->loops) return;
  diag_error(s->prog->d, st->at, DIAG_IVL_BREAK, st->word, is_break ? " or switch" : "");
}

// --- kernel operations -----------------------------------------------------------------------------------------------

static ivl_expr *check_time(ivl_sema *s, ivl_expr *e) { return ivl_convert(s, ivl_value(s, e), s->ty.i64); }

static void check_notify(ivl_sema *s, ivl_stmt *st) {
  st->a = ivl_event_operand(s, st->a);
  if (st->b)
    st->b = check_time(s, st->b);
  else if (!s->owner->func->first_notify)
    s->owner->func->first_notify = st;
}

static void note_wait(ivl_sema *s, const ivl_stmt *st) {
  if (!s->owner->func->first_wait) s->owner->func->first_wait = st;
}

static void check_delete(ivl_sema *s, ivl_stmt *st) {
  st->a = ivl_value(s, st->a);
  if (good(st->a) && st->a->type->kind != IVL_TY_POINTER)
    diag_error(s->prog->d, st->a->at, DIAG_IVL_OPERAND, "delete", ivl_type_name(s, st->a->type));
}

static void check_kernel(ivl_sema *s, ivl_stmt *st) {
  if (st->kind == IVL_ST_WAIT) {
    st->a = ivl_event_operand(s, st->a);
    note_wait(s, st);
  } else if (st->kind == IVL_ST_WAIT_TIME) {
    st->a = check_time(s, st->a);
    note_wait(s, st);
  } else if (st->kind == IVL_ST_NOTIFY) {
    check_notify(s, st);
  } else if (st->kind == IVL_ST_START) {
    if (st->a) st->a = check_time(s, st->a);
    if (!s->owner->func->first_start) s->owner->func->first_start = st;
  } else if (st->kind == IVL_ST_REQUEST_UPDATE) {
    st->sym = ivl_find(s, st->name, st->name_at, IVL_SYM_UPDATE);
  } else {
    st->sym = ivl_find(s, st->name, st->name_at, IVL_SYM_THREAD);
    if (st->kind == IVL_ST_SUSPEND && !s->owner->func->first_suspend) s->owner->func->first_suspend = st;
  }
}

static void check_block(ivl_sema *s, ivl_stmt *st) {
  // A row of labels with its statement is a block without a scope of its own, but declares nothing either.
  ivl_scope_enter(s);
  for (uint32_t i = 0; i < st->n_list; i++) check_stmt(s, st->list[i]);
  ivl_scope_leave(s);
}

static void check_stmt(ivl_sema *s, ivl_stmt *st) {
  if (diags_full(s->prog->d)) return;
  switch (st->kind) {
  case IVL_ST_EMPTY: return;
  case IVL_ST_BLOCK: check_block(s, st); return;
  case IVL_ST_DECL: check_decl(s, st); return;
  case IVL_ST_EXPR:
    if (st->a) st->a = ivl_check(s, st->a);
    for (uint32_t i = 0; i < st->n_exprs; i++) st->exprs[i] = ivl_check(s, st->exprs[i]);
    return;
  case IVL_ST_IF:
    st->a = ivl_condition(s, st->a);
    ivl_scope_enter(s);
    check_stmt(s, st->body);
    ivl_scope_leave(s);
    ivl_scope_enter(s);
    if (st->other) check_stmt(s, st->other);
    ivl_scope_leave(s);
    return;
  case IVL_ST_WHILE:
  case IVL_ST_DO:
    st->a = ivl_condition(s, st->a);
    ivl_scope_enter(s);
    check_loop_body(s, st->body);
    ivl_scope_leave(s);
    return;
  case IVL_ST_FOR: check_for(s, st); return;
  case IVL_ST_SWITCH: check_switch(s, st); return;
  case IVL_ST_CASE:
  case IVL_ST_DEFAULT: check_case(s, st); return;
  case IVL_ST_BREAK:
  case IVL_ST_CONTINUE: check_jump(s, st); return;
  case IVL_ST_GOTO: vec_push(&s->gotos, st); return;
  case IVL_ST_LABEL: check_label(s, st); return;
  case IVL_ST_RETURN: check_return(s, st); return;
  case IVL_ST_ASSUME:
  case IVL_ST_ASSERT: st->a = ivl_condition(s, st->a); return;
  case IVL_ST_DELETE: check_delete(s, st); return;
  case IVL_ST_WAIT:
  case IVL_ST_WAIT_TIME:
  case IVL_ST_NOTIFY:
  case IVL_ST_SUSPEND:
  case IVL_ST_RESUME:
  case IVL_ST_REQUEST_UPDATE:
  case IVL_ST_START: check_kernel(s, st); return;
  }
}

void ivl_check_body(ivl_sema *s, ivl_sym *func) {
  s->owner = func;
  s->loops = s->breakable = 0;
  s->in_switch = NULL;
  ivl_scope_enter(s);
  for (uint32_t i = 0; i < func->func->n_params; i++) ivl_declare(s, func->func->params[i]);
  check_block(s, func->func->body);
  ivl_scope_leave(s);
  resolve_gotos(s);
  s->owner = NULL;
}
