// Predicates in the grammar that preds_parse reads.
#include "engine/guide/preds.h"

#include <string.h>

enum { MOST_DEPTH = 60 };

static void print(const cfin *c, expr e, unsigned depth, strbuf *out);

static void print_pair(const cfin *c, expr e, const char *op, unsigned depth, strbuf *out) {
  sb_putc(out, '(');
  print(c, expr_arg(c->terms, e, 0), depth + 1, out);
  sb_puts(out, op);
  print(c, expr_arg(c->terms, e, 1), depth + 1, out);
  sb_putc(out, ')');
}

static void print_constant(const cfin *c, expr e, strbuf *out) {
  uint32_t width = expr_width(c->terms, e);
  uint64_t v = expr_const_u64(c->terms, e);
  if (width == 1)
    sb_puts(out, v ? "true" : "false");
  else if (width <= 64)
    sb_printf(out, "%lld", (long long)((int64_t)(v << (64 - width)) >> (64 - width)));
  else
    expr_print(c->terms, e, out);
}

static void print(const cfin *c, expr e, unsigned depth, strbuf *out) {
  const expr_table *t = c->terms;
  uint32_t v = cfin_var_of(c, e);
  if (v) {
    const char *name = c->vars.data[v].name;
    if (c->vars.data[v].proc || c->vars.data[v].index)
      sb_puts(out, name);
    else
      sb_printf(out, "not isfree%s", name + strlen("taken"));  // the bit of a slot
    return;
  }
  if (expr_is_const(t, e)) {
    print_constant(c, e, out);
    return;
  }
  switch (depth > MOST_DEPTH ? -1 : (int)expr_get_op(t, e)) {
  case EXPR_EQ: print_pair(c, e, " = ", depth, out); return;
  case EXPR_SLT:
  case EXPR_ULT: print_pair(c, e, " < ", depth, out); return;
  case EXPR_ADD: print_pair(c, e, " + ", depth, out); return;
  case EXPR_MUL: print_pair(c, e, " * ", depth, out); return;
  case EXPR_AND: print_pair(c, e, expr_width(t, e) == 1 ? " and " : " & ", depth, out); return;
  case EXPR_OR: print_pair(c, e, expr_width(t, e) == 1 ? " or " : " | ", depth, out); return;
  case EXPR_NOT:
    if (expr_width(t, e) != 1) break;
    sb_puts(out, "not ");
    print(c, expr_arg(t, e, 0), depth + 1, out);
    return;
  }
  expr_print(t, e, out);
}

void preds_print(const cfin *c, expr e, strbuf *out) { print(c, e, 0, out); }
