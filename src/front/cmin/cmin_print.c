// The checked tree as text again: one declaration or statement a line, as few parentheses as the grammar needs.
#include "front/cmin/cmin.h"

// How strongly an expression binds: a part that binds weaker than its place demands stands in parentheses.
enum { BIND_COND, BIND_OR, BIND_AND, BIND_NOT, BIND_COMPARISON, BIND_SUM, BIND_PRODUCT, BIND_PRIMARY };

static int op_binds(cm_op op) {
  switch (op) {
  case CM_ADD:
  case CM_SUB: return BIND_SUM;
  case CM_MUL:
  case CM_DIV:
  case CM_MOD: return BIND_PRODUCT;
  case CM_LT:
  case CM_LE:
  case CM_EQ:
  case CM_NE:
  case CM_GE:
  case CM_GT: return BIND_COMPARISON;
  case CM_AND: return BIND_AND;
  case CM_OR: return BIND_OR;
  }
  return BIND_PRIMARY;
}

static int binds(const cm_expr *e) {
  switch (e->kind) {
  case CM_COND: return BIND_COND;
  case CM_NOT: return BIND_NOT;
  case CM_BINARY: return op_binds(e->op);
  case CM_NUMBER:
  case CM_TRUTH:
  case CM_NULL:
  case CM_ND:
  case CM_FAIL:
  case CM_READ:
  case CM_ADDRESS:
  case CM_ISFREE: return BIND_PRIMARY;
  }
  return BIND_PRIMARY;
}

static void put_type(const cm_type *t, strbuf *out) {
  uint32_t stars = 0;
  for (; t->kind == CM_POINTER; t = t->elem) stars++;
  sb_puts(out, t->kind == CM_INT ? "int" : t->kind == CM_BOOL ? "bool" : t->record->name);
  for (; stars; stars--) sb_putc(out, '*');
}

static void put_path(const cm_lexp *p, strbuf *out) {
  if (p->form == CM_PATH_DEREF) sb_putc(out, '*');
  sb_puts(out, p->var->name);
  if (p->form == CM_PATH_MEMBER) sb_printf(out, "->%s", p->member_name);
}

static void put_expr(const cm_expr *e, int least, strbuf *out);

static void put_bare(const cm_expr *e, strbuf *out) {
  int own = binds(e);
  switch (e->kind) {
  case CM_NUMBER: sb_printf(out, "%lld", (long long)e->value); return;
  case CM_TRUTH: sb_puts(out, e->value ? "true" : "false"); return;
  case CM_NULL: sb_puts(out, "null"); return;
  case CM_FAIL: sb_puts(out, "fail"); return;
  case CM_ND:
    sb_puts(out, "nd");
    if (!e->a) return;
    sb_putc(out, '(');
    put_expr(e->a, BIND_COND, out);
    sb_puts(out, ", ");
    put_expr(e->b, BIND_COND, out);
    sb_putc(out, ')');
    return;
  case CM_READ: put_path(&e->lexp, out); return;
  case CM_ADDRESS:
    sb_putc(out, '&');
    put_path(&e->lexp, out);
    return;
  case CM_ISFREE:
    sb_puts(out, "isfree(");
    put_path(&e->lexp, out);
    sb_putc(out, ')');
    return;
  case CM_BINARY:
    // Operations of one level are read from left to right; comparisons do not chain at all.
    put_expr(e->a, own == BIND_COMPARISON ? own + 1 : own, out);
    sb_printf(out, " %s ", e->op == CM_EQ && e->a->type->kind == CM_POINTER ? "==" : cm_op_text(e->op));
    put_expr(e->b, own + 1, out);
    return;
  case CM_NOT:
    sb_puts(out, "not ");
    put_expr(e->a, BIND_NOT, out);
    return;
  case CM_COND:
    put_expr(e->a, BIND_OR, out);
    sb_puts(out, " ? ");
    put_expr(e->b, BIND_COND, out);
    sb_puts(out, " : ");
    put_expr(e->c, BIND_COND, out);
    return;
  }
}

static void put_expr(const cm_expr *e, int least, strbuf *out) {
  bool closed = binds(e) < least;
  if (closed) sb_putc(out, '(');
  put_bare(e, out);
  if (closed) sb_putc(out, ')');
}

static void put_assigns(const cm_stmt *s, strbuf *out) {
  if (s->n_assigns > 1) sb_putc(out, '[');
  for (uint32_t i = 0; i < s->n_assigns; i++) {
    if (i) sb_puts(out, ", ");
    put_path(&s->assigns[i].target, out);
    sb_puts(out, " := ");
    put_expr(s->assigns[i].value, BIND_COND, out);
  }
  if (s->n_assigns > 1) sb_putc(out, ']');
}

static void put_stmt(const cm_stmt *s, strbuf *out) {
  sb_printf(out, "  %s: ", s->label);
  switch (s->kind) {
  case CM_ASSIGN: put_assigns(s, out); break;
  case CM_AWAIT:
    sb_puts(out, "await(");
    put_expr(s->cond, BIND_COND, out);
    sb_puts(out, ", ");
    if (s->n_assigns)
      put_assigns(s, out);
    else
      sb_puts(out, "skip");
    sb_putc(out, ')');
    break;
  case CM_JUMP:
    sb_puts(out, "jump(");
    put_expr(s->cond, BIND_COND, out);
    sb_printf(out, ", %s, %s)", s->yes.name, s->no.name);
    break;
  case CM_NEW: sb_printf(out, "new(%s)", s->var->name); break;
  case CM_DELETE: sb_printf(out, "delete(%s)", s->var->name); break;
  }
  sb_puts(out, ";\n");
}

static void put_var(const cm_var *v, strbuf *out) {
  put_type(v->type, out);
  sb_printf(out, " %s = ", v->name);
  switch (v->type->kind) {
  case CM_BOOL: sb_puts(out, v->init ? "true" : "false"); break;
  case CM_POINTER: sb_puts(out, "null"); break;
  case CM_INT:
  case CM_STRUCT: sb_printf(out, "%lld", (long long)v->init); break;
  }
  sb_puts(out, ";\n");
}

void cm_print(const cm_program *prog, strbuf *out) {
  for (size_t i = 0; i < prog->structs.len; i++) {
    const cm_struct *s = prog->structs.data[i];
    sb_printf(out, "struct %s {", s->name);
    for (size_t k = 0; k < s->members.len; k++) {
      sb_putc(out, ' ');
      put_type(s->members.data[k].type, out);
      sb_printf(out, " %s;", s->members.data[k].name);
    }
    sb_puts(out, " }\n");
  }
  for (size_t i = 0; i < prog->vars.len; i++) put_var(prog->vars.data[i], out);
  for (size_t i = 0; i < prog->threads.len; i++) {
    const cm_thread *t = prog->threads.data[i];
    sb_printf(out, "thread(%llu) {\n", (unsigned long long)t->number);
    for (size_t k = 0; k < t->stmts.len; k++) put_stmt(&t->stmts.data[k], out);
    sb_puts(out, "}\n");
  }
}
