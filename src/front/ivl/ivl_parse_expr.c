// Expressions: precedence and associativity as in C. Every function returns a node, also after an error.
#include "front/ivl/ivl_parser.h"

ivl_expr *ivl_expr_new(ivl_parser *p, ivl_expr_kind kind, place at) {
  ivl_expr *e = ARENA_NEW(p->prog->mem, ivl_expr);
  e->kind = kind;
  e->at = at;
  e->height = 1;
  e->begin = p->tok.start;
  e->end = p->prev_end;
  return e;
}

ivl_expr **ivl_copy_exprs(ivl_parser *p, ivl_expr_vec *v, uint32_t *n) {
  *n = (uint32_t)v->len;
  ivl_expr **out = v->len ? arena_copy(p->prog->mem, v->data, v->len * sizeof *v->data) : NULL;
  vec_free(v);
  return out;
}

// Puts a child below e; the tree may not grow higher than later walks can recurse.
static void grow(ivl_parser *p, ivl_expr *e, const ivl_expr *child) {
  if (child->height < e->height) return;
  e->height = child->height + 1;
  if (e->height > IVL_MAX_HEIGHT) ivl_too_deep(p, IVL_MAX_HEIGHT);
}

static ivl_expr *finish(ivl_parser *p, ivl_expr *e, const char *begin) {
  e->begin = begin;
  e->end = p->prev_end;
  if (e->a) grow(p, e, e->a);
  if (e->b) grow(p, e, e->b);
  if (e->c) grow(p, e, e->c);
  for (uint32_t i = 0; i < e->n_args; i++) grow(p, e, e->args[i]);
  return e;
}

static ivl_expr *parse_unary(ivl_parser *p);
static ivl_expr *parse_binary(ivl_parser *p, ivl_expr *left, int min);

// --- primary and postfix ---------------------------------------------------------------------------------------------

static ivl_expr *parse_nondet(ivl_parser *p) {
  ivl_expr *e = ivl_expr_new(p, IVL_EX_NONDET, ivl_here(p));
  const char *begin = p->tok.start;
  ivl_advance(p);
  ivl_expect(p, IVL_TOK_LPAREN);
  e->of = ivl_parse_type(p);
  ivl_parse_dims(p, e->of);
  ivl_expect(p, IVL_TOK_RPAREN);
  return finish(p, e, begin);
}

static ivl_expr *parse_new(ivl_parser *p) {
  ivl_expr *e = ivl_expr_new(p, IVL_EX_NEW, ivl_here(p));
  const char *begin = p->tok.start;
  ivl_advance(p);
  e->of = ivl_parse_type(p);
  if (ivl_accept(p, IVL_TOK_LBRACKET)) {
    e->a = ivl_parse_expr(p);
    ivl_expect(p, IVL_TOK_RBRACKET);
  } else if (ivl_accept(p, IVL_TOK_LPAREN)) {
    ivl_expect(p, IVL_TOK_RPAREN);
  }
  return finish(p, e, begin);
}

static ivl_expr *parse_call(ivl_parser *p, const char *name, place at, const char *begin) {
  ivl_expr *e = ivl_expr_new(p, IVL_EX_CALL, at);
  e->name = name;
  ivl_expr_vec args = {0};
  if (!ivl_accept(p, IVL_TOK_RPAREN)) {
    do vec_push(&args, ivl_parse_expr(p));
    while (ivl_accept(p, IVL_TOK_COMMA));
    ivl_expect(p, IVL_TOK_RPAREN);
  }
  e->args = ivl_copy_exprs(p, &args, &e->n_args);
  return finish(p, e, begin);
}

static ivl_expr *parse_literal(ivl_parser *p) {
  ivl_expr *e = ivl_expr_new(p, IVL_EX_CONST, ivl_here(p));
  const char *begin = p->tok.start;
  e->op = p->tok.kind;
  e->value = p->tok.kind == IVL_TOK_TRUE ? 1 : p->tok.value;
  e->hex = p->tok.hex;
  ivl_advance(p);
  return finish(p, e, begin);
}

static ivl_expr *parse_name(ivl_parser *p) {
  place at = ivl_here(p);
  const char *begin = p->tok.start;
  const char *name = ivl_expect_name(p, "a name");
  if (ivl_accept(p, IVL_TOK_LPAREN)) return parse_call(p, name, at, begin);
  ivl_expr *e = ivl_expr_new(p, IVL_EX_NAME, at);
  e->name = name;
  return finish(p, e, begin);
}

static ivl_expr *parse_primary(ivl_parser *p) {
  const char *begin = p->tok.start;
  if (!p->panic) switch ((int)p->tok.kind) {
    case IVL_TOK_NUMBER:
    case IVL_TOK_CHARACTER:
    case IVL_TOK_TRUE:
    case IVL_TOK_FALSE:
    case IVL_TOK_NULL: return parse_literal(p);
    case IVL_TOK_NAME:
      if (ivl_is_class(p, &p->tok)) break;
      return parse_name(p);
    case IVL_TOK_TIME: {
      ivl_expr *e = ivl_expr_new(p, IVL_EX_TIME, ivl_here(p));
      ivl_advance(p);
      return finish(p, e, begin);
    }
    case IVL_TOK_QUESTION: return parse_nondet(p);
    case IVL_TOK_NEW: return parse_new(p);
    case IVL_TOK_LPAREN: {
      ivl_advance(p);
      ivl_expr *e = ivl_parse_expr(p);
      ivl_expect(p, IVL_TOK_RPAREN);
      e->begin = begin;
      e->end = p->prev_end;
      return e;
    }
    }
  if (!p->panic) diag_error(p->prog->d, ivl_here(p), DIAG_IVL_EXPECTED_EXPR, ivl_found(p));
  p->panic = true;
  return ivl_expr_new(p, IVL_EX_ERROR, ivl_here(p));
}

static ivl_expr *parse_postfix(ivl_parser *p, ivl_expr *e) {
  const char *begin = e->begin;
  while (!p->panic) {
    place at = ivl_here(p);
    ivl_expr *n;
    switch ((int)p->tok.kind) {
    case IVL_TOK_LBRACKET:
      n = ivl_expr_new(p, IVL_EX_INDEX, e->at);
      ivl_advance(p);
      n->a = e;
      n->b = ivl_parse_expr(p);
      ivl_expect(p, IVL_TOK_RBRACKET);
      break;
    case IVL_TOK_ARROW:
      n = ivl_expr_new(p, IVL_EX_DEREF, e->at);
      n->a = e;
      e = finish(p, n, begin);
      // fall through
    case IVL_TOK_DOT:
      n = ivl_expr_new(p, IVL_EX_FIELD, e->at);
      ivl_advance(p);
      n->a = e;
      n->name = ivl_expect_name(p, "the name of a field");
      break;
    case IVL_TOK_INC:
    case IVL_TOK_DEC:
      n = ivl_expr_new(p, IVL_EX_STEP, at);
      n->op = p->tok.kind;
      n->postfix = true;
      n->a = e;
      ivl_advance(p);
      break;
    default: return e;
    }
    e = finish(p, n, begin);
  }
  return e;
}

// --- unary -----------------------------------------------------------------------------------------------------------

static bool at_cast(const ivl_parser *p) {
  if (p->tok.kind != IVL_TOK_LPAREN) return false;
  ivl_tok next = ivl_peek(p);
  return (next.kind >= IVL_TOK_BOOL && next.kind <= IVL_TOK_VOID) || ivl_is_class(p, &next);
}

static ivl_expr_kind unary_kind(ivl_tok_kind op) {
  if (op == IVL_TOK_MUL) return IVL_EX_DEREF;
  if (op == IVL_TOK_AND) return IVL_EX_ADDR;
  if (op == IVL_TOK_INC || op == IVL_TOK_DEC) return IVL_EX_STEP;
  return IVL_EX_UNARY;
}

static ivl_expr *parse_prefix(ivl_parser *p) {
  const char *begin = p->tok.start;
  if (at_cast(p)) {
    ivl_expr *e = ivl_expr_new(p, IVL_EX_CAST, ivl_here(p));
    ivl_advance(p);
    e->of = ivl_parse_type(p);
    ivl_expect(p, IVL_TOK_RPAREN);
    e->a = parse_unary(p);
    return finish(p, e, begin);
  }
  switch ((int)p->tok.kind) {
  case IVL_TOK_SUB:
  case IVL_TOK_ADD:
  case IVL_TOK_NOT:
  case IVL_TOK_LNOT:
  case IVL_TOK_MUL:
  case IVL_TOK_AND:
  case IVL_TOK_INC:
  case IVL_TOK_DEC: {
    ivl_expr *e = ivl_expr_new(p, unary_kind(p->tok.kind), ivl_here(p));
    e->op = p->tok.kind;
    ivl_advance(p);
    e->a = parse_unary(p);
    return finish(p, e, begin);
  }
  }
  return parse_postfix(p, parse_primary(p));
}

static ivl_expr *parse_unary(ivl_parser *p) {
  if (!ivl_enter(p, IVL_UNARY_UNITS)) return ivl_expr_new(p, IVL_EX_ERROR, ivl_here(p));
  ivl_expr *e = parse_prefix(p);
  ivl_leave(p, IVL_UNARY_UNITS);
  return e;
}

// --- binary, conditional, assignment ---------------------------------------------------------------------------------

static int precedence(ivl_tok_kind op) {
  switch ((int)op) {
  case IVL_TOK_MUL:
  case IVL_TOK_DIV:
  case IVL_TOK_REM: return 10;
  case IVL_TOK_ADD:
  case IVL_TOK_SUB: return 9;
  case IVL_TOK_SHL:
  case IVL_TOK_SHR: return 8;
  case IVL_TOK_LT:
  case IVL_TOK_GT:
  case IVL_TOK_LE:
  case IVL_TOK_GE: return 7;
  case IVL_TOK_EQ:
  case IVL_TOK_NE: return 6;
  case IVL_TOK_AND: return 5;
  case IVL_TOK_XOR: return 4;
  case IVL_TOK_OR: return 3;
  case IVL_TOK_LAND: return 2;
  case IVL_TOK_LOR: return 1;
  }
  return 0;
}

static ivl_expr *parse_binary(ivl_parser *p, ivl_expr *left, int min) {
  while (!p->panic) {
    int prec = precedence(p->tok.kind);
    if (prec == 0 || prec < min) break;
    bool logic = p->tok.kind == IVL_TOK_LAND || p->tok.kind == IVL_TOK_LOR;
    ivl_expr *e = ivl_expr_new(p, logic ? IVL_EX_LOGIC : IVL_EX_BINARY, ivl_here(p));
    e->op = p->tok.kind;
    ivl_advance(p);
    e->a = left;
    e->b = parse_binary(p, parse_unary(p), prec + 1);
    left = finish(p, e, left->begin);
  }
  return left;
}

static ivl_tok_kind assignment_operator(ivl_tok_kind kind) {
  switch ((int)kind) {
  case IVL_TOK_SET: return IVL_TOK_SET;
  case IVL_TOK_SHL_SET: return IVL_TOK_SHL;
  case IVL_TOK_SHR_SET: return IVL_TOK_SHR;
  case IVL_TOK_ADD_SET: return IVL_TOK_ADD;
  case IVL_TOK_SUB_SET: return IVL_TOK_SUB;
  case IVL_TOK_MUL_SET: return IVL_TOK_MUL;
  case IVL_TOK_DIV_SET: return IVL_TOK_DIV;
  case IVL_TOK_REM_SET: return IVL_TOK_REM;
  case IVL_TOK_AND_SET: return IVL_TOK_AND;
  case IVL_TOK_OR_SET: return IVL_TOK_OR;
  case IVL_TOK_XOR_SET: return IVL_TOK_XOR;
  }
  return IVL_TOK_END;
}

static ivl_expr *parse_after_binary(ivl_parser *p, ivl_expr *left) {
  if (p->panic) return left;
  if (p->tok.kind == IVL_TOK_QUESTION) {
    ivl_expr *e = ivl_expr_new(p, IVL_EX_COND, ivl_here(p));
    ivl_advance(p);
    e->a = left;
    e->b = ivl_parse_expr(p);
    ivl_expect(p, IVL_TOK_COLON);
    e->c = ivl_parse_expr(p);
    return finish(p, e, left->begin);
  }
  ivl_tok_kind op = assignment_operator(p->tok.kind);
  if (op == IVL_TOK_END) return left;
  ivl_expr *e = ivl_expr_new(p, IVL_EX_ASSIGN, ivl_here(p));
  e->op = op;
  ivl_advance(p);
  e->a = left;
  e->b = ivl_parse_expr(p);
  return finish(p, e, left->begin);
}

ivl_expr *ivl_parse_rest(ivl_parser *p, ivl_expr *primary) {
  return parse_after_binary(p, parse_binary(p, parse_postfix(p, primary), 1));
}

ivl_expr *ivl_parse_expr(ivl_parser *p) {
  if (!ivl_enter(p, IVL_EXPR_UNITS)) return ivl_expr_new(p, IVL_EX_ERROR, ivl_here(p));
  ivl_expr *e = parse_after_binary(p, parse_binary(p, parse_unary(p), 1));
  ivl_leave(p, IVL_EXPR_UNITS);
  return e;
}

ivl_expr *ivl_parse_initialiser(ivl_parser *p) {
  if (p->panic || p->tok.kind != IVL_TOK_LBRACE) return ivl_parse_expr(p);
  ivl_expr *e = ivl_expr_new(p, IVL_EX_LIST, ivl_here(p));
  if (!ivl_enter(p, IVL_LEVEL)) return e;
  const char *begin = p->tok.start;
  ivl_advance(p);
  ivl_expr_vec args = {0};
  while (!p->panic && p->tok.kind != IVL_TOK_RBRACE) {
    vec_push(&args, ivl_parse_initialiser(p));
    if (!ivl_accept(p, IVL_TOK_COMMA)) break;
  }
  ivl_expect(p, IVL_TOK_RBRACE);
  e->args = ivl_copy_exprs(p, &args, &e->n_args);
  ivl_leave(p, IVL_LEVEL);
  return finish(p, e, begin);
}
