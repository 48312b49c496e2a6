// Expressions of C_min. Binding, weakest first: ? : (to the right), or, and, not, one comparison, + -, * div mod.
#include "front/cmin/cmin_parse.h"

static bool enter(cm_parser *p) {
  if (p->failed) return false;
  if (++p->depth <= CM_MAX_NESTING) return true;
  diag_error(p->prog->d, cm_here(p), DIAG_CM_NESTING, (int)CM_MAX_NESTING);
  cm_fail(p);
  return false;
}

static void leave(cm_parser *p) {
  if (!p->failed) p->depth--;
}

static cm_expr *new_expr(cm_parser *p, cm_expr_kind kind, place at) {
  cm_expr *e = ARENA_NEW(p->prog->mem, cm_expr);
  e->kind = kind;
  e->at = at;
  e->depth = 1;
  return e;
}

static void deepen(cm_parser *p, cm_expr *e, const cm_expr *part) {
  if (p->failed || !part) return;
  if (part->depth + 1 > e->depth) e->depth = part->depth + 1;
  if (e->depth <= CM_MAX_DEPTH) return;
  diag_error(p->prog->d, e->at, DIAG_CM_NESTING, (int)CM_MAX_DEPTH);
  cm_fail(p);
}

static cm_expr *make(cm_parser *p, cm_expr_kind kind, place at, cm_expr *a, cm_expr *b, cm_expr *c) {
  cm_expr *e = new_expr(p, kind, at);
  e->a = a;
  e->b = b;
  e->c = c;
  deepen(p, e, a);
  deepen(p, e, b);
  deepen(p, e, c);
  return e;
}

cm_lexp cm_parse_lexp(cm_parser *p) {
  cm_lexp l = {.form = CM_PATH_VAR, .at = cm_here(p)};
  if (cm_accept(p, CM_TOK_STAR)) l.form = CM_PATH_DEREF;
  place at;
  l.var = cm_find_var(p, "a variable", &at);
  if (l.form == CM_PATH_VAR && cm_accept(p, CM_TOK_ARROW)) {
    l.form = CM_PATH_MEMBER;
    l.member_at = cm_here(p);
    l.member_name = cm_expect_name(p, "the name of a member");
  }
  return l;
}

static cm_expr *number(cm_parser *p, bool negative, place at) {
  cm_expr *e = new_expr(p, CM_NUMBER, at);
  uint64_t value = p->tok.value;
  const char *text = p->tok.text;
  if (!cm_accept(p, CM_TOK_NUMBER)) {
    cm_expected(p, "a number");
  } else if (value > INT32_MAX && !negative) {
    diag_error(p->prog->d, at, DIAG_CM_NUMBER, text);
    cm_fail(p);
  }
  e->value = negative ? -(int64_t)value : (int64_t)value;
  return e;
}

static cm_expr *draw(cm_parser *p, place at) {
  if (!cm_accept(p, CM_TOK_ROUND_OPEN)) return new_expr(p, CM_ND, at);
  cm_expr *from = cm_parse_expr(p);
  cm_expect(p, CM_TOK_COMMA);
  cm_expr *to = cm_parse_expr(p);
  cm_expect(p, CM_TOK_ROUND_CLOSE);
  return make(p, CM_ND, at, from, to, NULL);
}

static cm_expr *with_path(cm_parser *p, cm_expr_kind kind, place at) {
  cm_expr *e = new_expr(p, kind, at);
  e->lexp = cm_parse_lexp(p);
  if (kind == CM_ADDRESS && !p->failed && e->lexp.form == CM_PATH_DEREF) {
    diag_error(p->prog->d, at, DIAG_CM_ADDRESS);
    cm_fail(p);
  }
  return e;
}

static cm_expr *parenthesis(cm_parser *p, cm_expr_kind kind, place at) {
  cm_expect(p, CM_TOK_ROUND_OPEN);
  cm_expr *e = kind == CM_ISFREE ? with_path(p, CM_ISFREE, at) : cm_parse_expr(p);
  cm_expect(p, CM_TOK_ROUND_CLOSE);
  return e;
}

static cm_expr *primary(cm_parser *p) {
  place at = cm_here(p);
  if (p->tok.kind == CM_TOK_NUMBER) return number(p, false, at);
  if (cm_accept(p, CM_TOK_MINUS)) return number(p, true, at);
  if (p->tok.kind == CM_TOK_TRUE || p->tok.kind == CM_TOK_FALSE) {
    cm_expr *e = new_expr(p, CM_TRUTH, at);
    e->value = p->tok.kind == CM_TOK_TRUE;
    cm_advance(p);
    return e;
  }
  if (cm_accept(p, CM_TOK_NULL)) return new_expr(p, CM_NULL, at);
  if (cm_accept(p, CM_TOK_FAIL)) return new_expr(p, CM_FAIL, at);
  if (cm_accept(p, CM_TOK_ND)) return draw(p, at);
  if (cm_accept(p, CM_TOK_ISFREE)) return parenthesis(p, CM_ISFREE, at);
  if (cm_accept(p, CM_TOK_ADDRESS)) return with_path(p, CM_ADDRESS, at);
  if (p->tok.kind == CM_TOK_ROUND_OPEN) return parenthesis(p, CM_NUMBER, at);
  if (p->tok.kind == CM_TOK_NAME || p->tok.kind == CM_TOK_STAR) return with_path(p, CM_READ, at);
  cm_expected(p, "an expression");
  return new_expr(p, CM_NUMBER, at);
}

// Levels of binary operations, strongest first.
enum { LEVEL_PRODUCT, LEVEL_SUM, LEVEL_COMPARISON, LEVEL_NOT, LEVEL_AND, LEVEL_OR };

static int operation(cm_tok_kind kind, cm_op *op) {
  switch ((int)kind) {
  case CM_TOK_STAR: *op = CM_MUL; return LEVEL_PRODUCT;
  case CM_TOK_DIV: *op = CM_DIV; return LEVEL_PRODUCT;
  case CM_TOK_MOD: *op = CM_MOD; return LEVEL_PRODUCT;
  case CM_TOK_PLUS: *op = CM_ADD; return LEVEL_SUM;
  case CM_TOK_MINUS: *op = CM_SUB; return LEVEL_SUM;
  case CM_TOK_LESS: *op = CM_LT; return LEVEL_COMPARISON;
  case CM_TOK_LESS_EQUAL: *op = CM_LE; return LEVEL_COMPARISON;
  case CM_TOK_EQUAL:
  case CM_TOK_SAME: *op = CM_EQ; return LEVEL_COMPARISON;
  case CM_TOK_DIFFERENT: *op = CM_NE; return LEVEL_COMPARISON;
  case CM_TOK_GREATER_EQUAL: *op = CM_GE; return LEVEL_COMPARISON;
  case CM_TOK_GREATER: *op = CM_GT; return LEVEL_COMPARISON;
  case CM_TOK_AND: *op = CM_AND; return LEVEL_AND;
  case CM_TOK_OR: *op = CM_OR; return LEVEL_OR;
  }
  return -1;
}

static cm_expr *binary(cm_parser *p, int level);

// A chain of `not` is as deep as it is long, but needs no recursion to be read.
static cm_expr *negation(cm_parser *p) {
  VEC(place) signs = {0};
  while (!p->failed && p->tok.kind == CM_TOK_NOT) {
    vec_push(&signs, cm_here(p));
    cm_advance(p);
  }
  cm_expr *e = binary(p, LEVEL_COMPARISON);
  while (signs.len && !p->failed) e = make(p, CM_NOT, vec_pop(&signs), e, NULL, NULL);
  vec_free(&signs);
  return e;
}

static cm_expr *below(cm_parser *p, int level) {
  if (level == LEVEL_PRODUCT) return primary(p);
  return level == LEVEL_AND ? negation(p) : binary(p, level - 1);
}

static cm_expr *binary(cm_parser *p, int level) {
  cm_expr *a = below(p, level);
  cm_op op = CM_ADD;
  while (!p->failed && operation(p->tok.kind, &op) == level) {
    place at = cm_here(p);
    cm_advance(p);
    cm_expr *e = make(p, CM_BINARY, at, a, below(p, level), NULL);
    e->op = op;
    a = e;
    if (level == LEVEL_COMPARISON) break;  // a < b < c is a mistake
  }
  return a;
}

cm_expr *cm_parse_expr(cm_parser *p) {
  if (!enter(p)) return new_expr(p, CM_NUMBER, cm_here(p));
  cm_expr *e = binary(p, LEVEL_OR);
  place at = cm_here(p);
  if (cm_accept(p, CM_TOK_QUESTION)) {
    cm_expr *yes = cm_parse_expr(p);
    cm_expect(p, CM_TOK_COLON);
    e = make(p, CM_COND, at, e, yes, cm_parse_expr(p));
  }
  leave(p);
  return e;
}
