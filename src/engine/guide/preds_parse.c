// Reading predicates. Names stand for variables of C_fin: `x`, `r.f`, `a[3]`, `C.x[1]`, `int[2]`; `isfree(C[1])`; `&name` and
// `top` are addresses; numbers take the width of what they meet.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "engine/guide/preds.h"
#include "engine/search/terms.h"

enum { MOST_DEPTH = 200 };

typedef struct parser {
  cfin *c;
  const char *at;
  const char *why;
  uint32_t depth;
} parser;

typedef struct operand {
  expr e;  // none: the number
  uint64_t number;
  bool is_unsigned;
} operand;

static operand parse_or(parser *p);

static operand fail(parser *p, const char *why) {
  if (!p->why) p->why = why;
  return (operand){.number = 0};
}

static void skip(parser *p) {
  while (*p->at && isspace((unsigned char)*p->at)) p->at++;
}

static bool is_name(char ch) { return isalnum((unsigned char)ch) || ch == '_'; }

// Words are not followed by a letter.
static bool take(parser *p, const char *text) {
  skip(p);
  size_t n = strlen(text);
  if (strncmp(p->at, text, n)) return false;
  if (is_name(text[0]) && is_name(p->at[n])) return false;
  p->at += n;
  return true;
}

static expr with_width(parser *p, operand o, uint32_t width) {
  return expr_some(o.e) ? o.e : expr_const(p->c->terms, width, o.number);
}

// Two operands as terms of one width; a condition without a variable gets some width.
static bool same_width(parser *p, operand a, operand b, expr *x, expr *y) {
  expr_table *t = p->c->terms;
  uint32_t width = expr_some(a.e) ? expr_width(t, a.e) : expr_some(b.e) ? expr_width(t, b.e) : 64;
  *x = with_width(p, a, width);
  *y = with_width(p, b, width);
  if (expr_width(t, *x) == expr_width(t, *y)) return true;
  fail(p, "operands of different widths");
  return false;
}

static const char *take_name(parser *p) {
  skip(p);
  const char *from = p->at;
  if (!isalpha((unsigned char)*from) && *from != '_') return NULL;
  while (is_name(*p->at) || *p->at == '.' || *p->at == '[' || *p->at == ']') p->at++;
  return arena_strndup(p->c->mem, from, (size_t)(p->at - from));
}

static operand variable(parser *p, const char *name) {
  uint32_t v = cfin_var_named(p->c, name);
  if (!v) return fail(p, arena_printf(p->c->mem, "no variable is called `%s`", name));
  const fvar *x = &p->c->vars.data[v];
  bool is_unsigned = x->type.id && ir_type_get(p->c->ir, x->type)->kind == IR_TYPE_INT &&
                     !ir_type_get(p->c->ir, x->type)->is_signed;
  return (operand){.e = x->fixed ? x->init : x->sym, .is_unsigned = is_unsigned};
}

static operand parse_free(parser *p) {
  if (!take(p, "(")) return fail(p, "expected `(`");
  const char *name = take_name(p);
  if (!name || !take(p, ")")) return fail(p, "expected the name of a slot and `)`");
  operand taken = variable(p, arena_printf(p->c->mem, "taken(%s)", name));
  return p->why ? taken : (operand){.e = expr_not(p->c->terms, taken.e)};
}

static operand parse_address(parser *p) {
  const char *name = take_name(p);
  uint32_t v = name ? cfin_var_named(p->c, name) : 0;
  if (!v || !p->c->vars.data[v].index) return fail(p, "expected the name of a variable in memory");
  return (operand){.e = cfin_address(p->c, p->c->vars.data[v].index), .is_unsigned = true};
}

static operand parse_primary(parser *p) {
  skip(p);
  if (take(p, "(")) {
    operand o = parse_or(p);
    if (!take(p, ")")) return fail(p, "expected `)`");
    return o;
  }
  if (isdigit((unsigned char)*p->at)) {
    char *end;
    uint64_t n = strtoull(p->at, &end, 0);
    p->at = end;
    return (operand){.number = n};
  }
  if (take(p, "true")) return (operand){.e = expr_bool(p->c->terms, true)};
  if (take(p, "false")) return (operand){.e = expr_bool(p->c->terms, false)};
  if (take(p, "null")) return (operand){.number = 0};
  if (take(p, "top")) return (operand){.e = cfin_address(p->c, p->c->top), .is_unsigned = true};
  if (take(p, "isfree")) return parse_free(p);
  if (*p->at == '&' && p->at[1] != '&') {
    p->at++;
    return parse_address(p);
  }
  const char *name = take_name(p);
  return name ? variable(p, name) : fail(p, "expected a value");
}

static operand parse_unary(parser *p) {
  if (++p->depth > MOST_DEPTH) return fail(p, "nested too deeply");
  operand o;
  skip(p);
  if (take(p, "-")) {
    o = parse_unary(p);
    if (expr_some(o.e))
      o.e = expr_neg(p->c->terms, o.e);
    else
      o.number = -o.number;
  } else if (take(p, "not") || (*p->at == '!' && p->at[1] != '=' && take(p, "!"))) {
    o = parse_unary(p);
    o = (operand){.e = expr_not(p->c->terms, with_width(p, o, 1))};
  } else {
    o = parse_primary(p);
  }
  p->depth--;
  return o;
}

static operand arithmetic(parser *p, ir_op op, operand a, operand b) {
  expr_table *t = p->c->terms;
  expr x, y;
  if (p->why || !same_width(p, a, b, &x, &y)) return a;
  expr r = terms_binary(t, op, x, y);
  if (!expr_some(a.e) && !expr_some(b.e)) return (operand){.number = expr_const_u64(t, r)};
  return (operand){.e = r, .is_unsigned = a.is_unsigned || b.is_unsigned};
}

static operand parse_product(parser *p) {
  operand a = parse_unary(p);
  while (!p->why) {
    if (take(p, "*"))
      a = arithmetic(p, IR_MUL, a, parse_unary(p));
    else if (take(p, "div") || take(p, "/"))
      a = arithmetic(p, IR_SDIV, a, parse_unary(p));
    else if (take(p, "mod") || take(p, "%"))
      a = arithmetic(p, IR_SREM, a, parse_unary(p));
    else
      break;
  }
  return a;
}

static operand parse_sum(parser *p) {
  operand a = parse_product(p);
  while (!p->why) {
    if (take(p, "+"))
      a = arithmetic(p, IR_ADD, a, parse_product(p));
    else if (take(p, "-"))
      a = arithmetic(p, IR_SUB, a, parse_product(p));
    else
      break;
  }
  return a;
}

typedef enum relation { REL_EQ, REL_NE, REL_LE, REL_GE, REL_LT, REL_GT } relation;

static operand compare(parser *p, relation r, operand a, operand b) {
  expr_table *t = p->c->terms;
  expr x, y;
  if (p->why || !same_width(p, a, b, &x, &y)) return a;
  bool u = a.is_unsigned || b.is_unsigned;
  expr e = EXPR_NONE;
  switch (r) {
  case REL_EQ: e = expr_eq(t, x, y); break;
  case REL_NE: e = expr_ne(t, x, y); break;
  case REL_LT: e = u ? expr_ult(t, x, y) : expr_slt(t, x, y); break;
  case REL_GT: e = u ? expr_ult(t, y, x) : expr_slt(t, y, x); break;
  case REL_LE: e = u ? expr_ule(t, x, y) : expr_sle(t, x, y); break;
  case REL_GE: e = u ? expr_ule(t, y, x) : expr_sle(t, y, x); break;
  }
  return (operand){.e = e};
}

static operand parse_comparison(parser *p) {
  static const struct {
    const char *text;
    relation r;
  } relations[] = {{"==", REL_EQ}, {"<>", REL_NE}, {"!=", REL_NE}, {"<=", REL_LE},
                   {">=", REL_GE}, {"=", REL_EQ},  {"<", REL_LT},  {">", REL_GT}};
  operand a = parse_sum(p);
  for (size_t k = 0; k < sizeof relations / sizeof *relations && !p->why; k++)
    if (take(p, relations[k].text)) return compare(p, relations[k].r, a, parse_sum(p));
  return a;
}

static operand logical(parser *p, bool is_and, operand a, operand b) {
  expr_table *t = p->c->terms;
  expr x = with_width(p, a, 1), y = with_width(p, b, 1);
  if (p->why) return a;
  if (expr_width(t, x) != 1 || expr_width(t, y) != 1) return fail(p, "`and`, `or` join conditions");
  return (operand){.e = is_and ? expr_and(t, x, y) : expr_or(t, x, y)};
}

static operand parse_and(parser *p) {
  operand a = parse_comparison(p);
  while (!p->why && (take(p, "and") || take(p, "&&"))) a = logical(p, true, a, parse_comparison(p));
  return a;
}

static operand parse_or(parser *p) {
  if (++p->depth > MOST_DEPTH) return fail(p, "nested too deeply");
  operand a = parse_and(p);
  while (!p->why && (take(p, "or") || take(p, "||"))) a = logical(p, false, a, parse_and(p));
  p->depth--;
  return a;
}

bool preds_parse_one(cfin *c, const char *text, expr *out, const char **why) {
  parser p = {.c = c, .at = text};
  operand o = parse_or(&p);
  skip(&p);
  if (!p.why && *p.at) fail(&p, arena_printf(c->mem, "unexpected `%s`", p.at));
  if (!p.why) *out = with_width(&p, o, 1);
  if (!p.why && expr_width(c->terms, *out) != 1) fail(&p, "a predicate is a condition");
  if (why) *why = p.why;
  return !p.why;
}

// `name:` in front is for the reader.
static const char *without_label(const char *s) {
  const char *e = s;
  while (is_name(*e)) e++;
  return e > s && *e == ':' && e[1] != '=' ? e + 1 : s;
}

bool preds_parse(cfin *c, const char *text, preds *out, const char **why) {
  for (unsigned line = 1; *text; line++) {
    size_t n = strcspn(text, "\n");
    char *s = arena_strndup(c->mem, text, n);
    text += n + (text[n] == '\n');
    s[strcspn(s, "#\r")] = 0;
    s += strspn(s, " \t");
    if (!*s) continue;
    expr e;
    const char *reason = NULL;
    if (preds_parse_one(c, without_label(s), &e, &reason) && !preds_add(c, out, e)) reason = "too many predicates";
    if (!reason) continue;
    *why = arena_printf(c->mem, "line %u: %s", line, reason);
    return false;
  }
  return true;
}
