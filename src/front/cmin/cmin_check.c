// Types, members and labels of C_min (doc/cmin.md 2). A constant 0 takes the type that is wanted where it stands; null and
// fail have no other. One mistake hides nothing: a part that has no type is passed over by what contains it.
#include "base/map64.h"
#include "front/cmin/cmin.h"

typedef struct checker {
  cm_program *prog;
  map64 labels;  // interned name -> thread << 32 | statement
  uint32_t thread;
  bool in_guard;
} checker;

static const char *type_text(checker *c, const cm_type *t) { return cm_type_text(c->prog, t); }

// --- structs ---------------------------------------------------------------------------------------------------------

static void check_struct(checker *c, cm_struct *s, uint32_t depth);

static uint64_t cells_of(checker *c, cm_type *t, uint32_t depth) {
  if (t->kind != CM_STRUCT) return 1;
  check_struct(c, t->record, depth + 1);
  return t->record->cells;
}

static void check_struct(checker *c, cm_struct *s, uint32_t depth) {
  diags *d = c->prog->d;
  if (s->layout == CM_LAYOUT_DONE) return;
  if (s->layout == CM_LAYOUT_BEGUN) {
    diag_error(d, s->at, DIAG_CM_HOLDS_ITSELF, s->name);
    return;
  }
  s->layout = CM_LAYOUT_BEGUN;
  if (!s->declared) {
    diag_error(d, s->at, DIAG_CM_UNKNOWN, "struct", s->name);
  } else if (s->members.len == 0) {
    diag_error(d, s->at, DIAG_CM_EMPTY, s->name);
  } else if (depth > CM_MAX_NESTING) {
    diag_error(d, s->at, DIAG_CM_NESTING, (int)CM_MAX_NESTING);
  } else {
    for (size_t i = 0; i < s->members.len; i++) s->cells += cells_of(c, s->members.data[i].type, depth);
    if (s->cells > CM_MAX_CELLS) {
      diag_error(d, s->at, DIAG_CM_SIZE, s->name, (int)CM_MAX_CELLS);
      s->cells = 1;
    }
  }
  s->layout = CM_LAYOUT_DONE;
}

// --- paths -----------------------------------------------------------------------------------------------------------

static const cm_type *pointee(const cm_var *v) { return v->type->kind == CM_POINTER ? v->type->elem : NULL; }

static void needs(checker *c, const cm_var *v, place at, const char *what) {
  diag_error(c->prog->d, at, DIAG_CM_POINTER, v->name, type_text(c, v->type), what);
}

static void find_member(checker *c, cm_lexp *l) {
  const cm_type *elem = pointee(l->var);
  if (!elem || elem->kind != CM_STRUCT) {
    needs(c, l->var, l->at, "a pointer to a struct");
    return;
  }
  const cm_struct *s = elem->record;
  for (uint32_t i = 0; i < s->members.len; i++) {
    if (s->members.data[i].name != l->member_name) continue;
    l->member = i;
    l->type = s->members.data[i].type;
    return;
  }
  diag_error(c->prog->d, l->member_at, DIAG_CM_MEMBER, s->name, l->member_name);
}

static void check_lexp(checker *c, cm_lexp *l) {
  switch (l->form) {
  case CM_PATH_VAR: l->type = l->var->type; return;
  case CM_PATH_DEREF:
    if (l->var->type->kind == CM_POINTER)
      l->type = l->var->type->elem;
    else
      needs(c, l->var, l->at, "a pointer");
    return;
  case CM_PATH_MEMBER: find_member(c, l); return;
  }
}

// What is read or written is one cell.
static void check_cell(checker *c, cm_lexp *l) {
  check_lexp(c, l);
  if (!l->type || l->type->kind != CM_STRUCT) return;
  diag_error(c->prog->d, l->at, DIAG_CM_TYPE, "an int, a bool or a pointer", type_text(c, l->type));
  l->type = NULL;
}

// --- expressions -----------------------------------------------------------------------------------------------------

static cm_type *check_expr(checker *c, cm_expr *e, cm_type *want);

// Takes the type that is wanted, whatever it is.
static bool is_flexible(const cm_expr *e) {
  switch (e->kind) {
  case CM_NUMBER: return e->value == 0;
  case CM_NULL:
  case CM_FAIL: return true;
  case CM_COND: return is_flexible(e->b) && is_flexible(e->c);
  case CM_TRUTH:
  case CM_ND:
  case CM_READ:
  case CM_ADDRESS:
  case CM_ISFREE:
  case CM_BINARY:
  case CM_NOT: return false;
  }
  return false;
}

// Two expressions of one type, perhaps a wanted one.
static cm_type *check_pair(checker *c, cm_expr *a, cm_expr *b, cm_type *want) {
  if (want) {
    check_expr(c, a, want);
    check_expr(c, b, want);
    return want;
  }
  cm_expr *first = is_flexible(a) ? b : a;
  cm_type *t = check_expr(c, first, NULL);
  if (t) check_expr(c, first == a ? b : a, t);
  return t;
}

static cm_type *check_binary(checker *c, cm_expr *e) {
  cm_type *t_int = &c->prog->t_int, *t_bool = &c->prog->t_bool;
  switch (e->op) {
  case CM_ADD:
  case CM_SUB:
  case CM_MUL:
  case CM_DIV:
  case CM_MOD: return check_pair(c, e->a, e->b, t_int);
  case CM_LT:
  case CM_LE:
  case CM_GE:
  case CM_GT: check_pair(c, e->a, e->b, t_int); return t_bool;
  case CM_EQ:
  case CM_NE: check_pair(c, e->a, e->b, NULL); return t_bool;
  case CM_AND:
  case CM_OR: check_pair(c, e->a, e->b, t_bool); return t_bool;
  }
  return NULL;
}

static cm_type *check_draw(checker *c, cm_expr *e) {
  if (c->in_guard) diag_error(c->prog->d, e->at, DIAG_CM_GUARD_INPUT);
  if (e->a) check_pair(c, e->a, e->b, &c->prog->t_int);
  return &c->prog->t_int;
}

static cm_type *check_zero(checker *c, cm_expr *e, cm_type *want) {
  if (!want || want->kind == CM_INT) return &c->prog->t_int;
  if (want->kind == CM_STRUCT) return NULL;
  e->kind = want->kind == CM_BOOL ? CM_TRUTH : CM_NULL;
  return want;
}

static cm_type *check_null(checker *c, cm_expr *e, cm_type *want) {
  if (want && want->kind == CM_POINTER) return want;
  if (want)
    diag_error(c->prog->d, e->at, DIAG_CM_TYPE, type_text(c, want), "null");
  else
    diag_error(c->prog->d, e->at, DIAG_CM_NULL);
  return NULL;
}

static cm_type *check_address(checker *c, cm_expr *e) {
  check_lexp(c, &e->lexp);
  return e->lexp.type ? cm_pointer_to(c->prog, e->lexp.type) : NULL;
}

static cm_type *type_of(checker *c, cm_expr *e, cm_type *want) {
  switch (e->kind) {
  case CM_NUMBER: return e->value == 0 ? check_zero(c, e, want) : &c->prog->t_int;
  case CM_TRUTH: return &c->prog->t_bool;
  case CM_NULL: return check_null(c, e, want);
  case CM_FAIL: return want ? want : &c->prog->t_int;
  case CM_ND: return check_draw(c, e);
  case CM_READ: check_cell(c, &e->lexp); return e->lexp.type;
  case CM_ADDRESS: return check_address(c, e);
  case CM_ISFREE: check_lexp(c, &e->lexp); return &c->prog->t_bool;
  case CM_BINARY: return check_binary(c, e);
  case CM_NOT: check_expr(c, e->a, &c->prog->t_bool); return &c->prog->t_bool;
  case CM_COND: check_expr(c, e->a, &c->prog->t_bool); return check_pair(c, e->b, e->c, want);
  }
  return NULL;
}

// NULL: a mistake was reported.
static cm_type *check_expr(checker *c, cm_expr *e, cm_type *want) {
  e->type = type_of(c, e, want);
  if (!e->type || !want || e->type == want) return e->type;
  diag_error(c->prog->d, e->at, DIAG_CM_TYPE, type_text(c, want), type_text(c, e->type));
  return NULL;
}

// --- statements ------------------------------------------------------------------------------------------------------

static void check_target(checker *c, cm_target *t, bool never) {
  uint64_t found;
  if (t->name[0] == '_' && !t->name[1]) {
    if (!never) diag_error(c->prog->d, t->at, DIAG_CM_NOWHERE);
    t->index = UINT32_MAX;
  } else if (!map64_get(&c->labels, (uintptr_t)t->name, &found)) {
    diag_error(c->prog->d, t->at, DIAG_CM_UNKNOWN, "label", t->name);
  } else if (found >> 32 != c->thread) {
    diag_error(c->prog->d, t->at, DIAG_CM_FOREIGN, t->name);
  } else {
    t->index = (uint32_t)found;
  }
}

static void check_assigns(checker *c, cm_stmt *s) {
  for (uint32_t i = 0; i < s->n_assigns; i++) {
    cm_assign *a = &s->assigns[i];
    check_cell(c, &a->target);
    check_expr(c, a->value, a->target.type);
  }
}

static void check_stmt(checker *c, cm_stmt *s) {
  bool fixed;
  switch (s->kind) {
  case CM_ASSIGN: check_assigns(c, s); return;
  case CM_AWAIT:
    c->in_guard = true;
    check_expr(c, s->cond, &c->prog->t_bool);
    c->in_guard = false;
    check_assigns(c, s);
    return;
  case CM_JUMP:
    check_expr(c, s->cond, &c->prog->t_bool);
    fixed = s->cond->kind == CM_TRUTH;
    check_target(c, &s->yes, fixed && !s->cond->value);
    check_target(c, &s->no, fixed && s->cond->value);
    return;
  case CM_NEW:
  case CM_DELETE:
    if (s->var->type->kind != CM_POINTER) needs(c, s->var, s->var_at, "a pointer");
    return;
  }
}

static void collect_labels(checker *c) {
  for (uint32_t t = 0; t < c->prog->threads.len; t++) {
    const cm_thread *thread = c->prog->threads.data[t];
    for (uint32_t i = 0; i < thread->stmts.len; i++) {
      const cm_stmt *s = &thread->stmts.data[i];
      uint64_t found;
      if (s->label[0] == '_' && !s->label[1]) {
        diag_error(c->prog->d, s->label_at, DIAG_CM_NOWHERE);
      } else if (map64_get(&c->labels, (uintptr_t)s->label, &found)) {
        const cm_stmt *first = &c->prog->threads.data[found >> 32]->stmts.data[(uint32_t)found];
        diag_error(c->prog->d, s->label_at, DIAG_CM_TWICE, s->label, first->label_at.line);
      } else {
        map64_put(&c->labels, (uintptr_t)s->label, (uint64_t)t << 32 | i);
      }
    }
  }
}

void cm_check(cm_program *prog) {
  checker c = {.prog = prog};
  for (size_t i = 0; i < prog->structs.len && !diags_full(prog->d); i++) check_struct(&c, prog->structs.data[i], 0);
  collect_labels(&c);
  for (uint32_t t = 0; t < prog->threads.len; t++) {
    cm_thread *thread = prog->threads.data[t];
    c.thread = t;
    for (uint32_t i = 0; i < thread->stmts.len && !diags_full(prog->d); i++) check_stmt(&c, &thread->stmts.data[i]);
  }
  map64_fini(&c.labels);
}
