// Statements: the core and the surface syntax of [AVPE15].
#include "front/ivl/ivl_parser.h"

static ivl_stmt *parse_stmt(ivl_parser *p);

static ivl_stmt *new_stmt(ivl_parser *p, ivl_stmt_kind kind) {
  ivl_stmt *s = ARENA_NEW(p->prog->mem, ivl_stmt);
  s->kind = kind;
  s->at = ivl_here(p);
  s->word = intern_n(p->prog->names, p->tok.start, p->tok.len);
  return s;
}

static bool contains_label(const ivl_stmt *s) { return s && s->has_label; }

// --- control ---------------------------------------------------------------------------------------------------------

// Signs that cannot begin a statement: after `if (a)` they continue the condition of `if (a) == b goto L;`.
static bool continues_condition(ivl_tok_kind kind) {
  switch ((int)kind) {
  case IVL_TOK_EQ:
  case IVL_TOK_NE:
  case IVL_TOK_LT:
  case IVL_TOK_GT:
  case IVL_TOK_LE:
  case IVL_TOK_GE:
  case IVL_TOK_LAND:
  case IVL_TOK_LOR:
  case IVL_TOK_ADD:
  case IVL_TOK_DIV:
  case IVL_TOK_REM:
  case IVL_TOK_OR:
  case IVL_TOK_XOR:
  case IVL_TOK_SHL:
  case IVL_TOK_SHR:
  case IVL_TOK_QUESTION:
  case IVL_TOK_DOT:
  case IVL_TOK_ARROW:
  case IVL_TOK_LBRACKET: return true;
  }
  return false;
}

static ivl_expr *parse_condition(ivl_parser *p, bool *bare) {
  *bare = p->tok.kind != IVL_TOK_LPAREN;
  if (*bare) return ivl_parse_expr(p);
  const char *begin = p->tok.start;
  ivl_advance(p);
  ivl_expr *e = ivl_parse_expr(p);
  ivl_expect(p, IVL_TOK_RPAREN);
  e->begin = begin;
  e->end = p->prev_end;
  if (p->panic || !continues_condition(p->tok.kind)) return e;
  *bare = true;
  return ivl_parse_rest(p, e);
}

static ivl_stmt *parse_if(ivl_parser *p) {
  ivl_stmt *s = new_stmt(p, IVL_ST_IF);
  ivl_advance(p);
  bool bare;
  s->a = parse_condition(p, &bare);
  if (bare && p->tok.kind != IVL_TOK_GOTO) ivl_error_expected(p, "'goto'");
  if (p->panic) return s;
  s->body = parse_stmt(p);
  s->has_label = contains_label(s->body);
  if (!ivl_accept(p, IVL_TOK_ELSE)) return s;
  if (!p->panic && p->tok.kind == IVL_TOK_IF) {
    if (!ivl_enter(p, IVL_ELSE_UNITS)) return s;
    s->other = parse_if(p);
    ivl_leave(p, IVL_ELSE_UNITS);
  } else {
    s->other = parse_stmt(p);
  }
  s->has_label = s->has_label || contains_label(s->other);
  return s;
}

static ivl_expr *parse_parenthesised(ivl_parser *p) {
  ivl_expect(p, IVL_TOK_LPAREN);
  ivl_expr *e = ivl_parse_expr(p);
  ivl_expect(p, IVL_TOK_RPAREN);
  return e;
}

static ivl_stmt *parse_while(ivl_parser *p) {
  ivl_stmt *s = new_stmt(p, IVL_ST_WHILE);
  ivl_advance(p);
  s->a = parse_parenthesised(p);
  if (p->panic) return s;
  s->body = parse_stmt(p);
  s->has_label = contains_label(s->body);
  return s;
}

static ivl_stmt *parse_do(ivl_parser *p) {
  ivl_stmt *s = new_stmt(p, IVL_ST_DO);
  ivl_advance(p);
  s->body = parse_stmt(p);
  s->has_label = contains_label(s->body);
  ivl_expect(p, IVL_TOK_WHILE);
  s->a = parse_parenthesised(p);
  ivl_expect_semi(p);
  return s;
}

static bool at_declaration(const ivl_parser *p) {
  if (p->tok.kind == IVL_TOK_CONST || ivl_at_type(p)) return true;
  return p->tok.kind == IVL_TOK_NAME && ivl_peek(p).kind == IVL_TOK_NAME;  // an unknown type, reported later
}

static ivl_stmt *parse_local(ivl_parser *p) {
  ivl_stmt *s = new_stmt(p, IVL_ST_DECL);
  bool is_const = ivl_accept(p, IVL_TOK_CONST);
  ivl_typeref *base = ivl_parse_base(p);
  ivl_sym_vec vars = {0};
  ivl_parse_declarators(p, base, is_const, IVL_SYM_LOCAL, &vars);
  s->n_decls = (uint32_t)vars.len;
  s->decls = vars.len ? arena_copy(p->prog->mem, vars.data, vars.len * sizeof *vars.data) : NULL;
  vec_free(&vars);
  return s;
}

static ivl_stmt *parse_expr_list(ivl_parser *p) {
  ivl_stmt *s = new_stmt(p, IVL_ST_EXPR);
  ivl_expr_vec list = {0};
  do vec_push(&list, ivl_parse_expr(p));
  while (ivl_accept(p, IVL_TOK_COMMA));
  s->exprs = ivl_copy_exprs(p, &list, &s->n_exprs);
  return s;
}

static ivl_stmt *parse_for(ivl_parser *p) {
  ivl_stmt *s = new_stmt(p, IVL_ST_FOR);
  ivl_advance(p);
  ivl_expect(p, IVL_TOK_LPAREN);
  if (p->panic) return s;
  if (p->tok.kind != IVL_TOK_SEMI) s->other = at_declaration(p) ? parse_local(p) : parse_expr_list(p);
  ivl_expect(p, IVL_TOK_SEMI);
  if (!p->panic && p->tok.kind != IVL_TOK_SEMI) s->a = ivl_parse_expr(p);
  ivl_expect(p, IVL_TOK_SEMI);
  if (!p->panic && p->tok.kind != IVL_TOK_RPAREN) {
    ivl_stmt *steps = parse_expr_list(p);
    s->exprs = steps->exprs;
    s->n_exprs = steps->n_exprs;
  }
  ivl_expect(p, IVL_TOK_RPAREN);
  if (p->panic) return s;
  s->body = parse_stmt(p);
  s->has_label = contains_label(s->body);
  return s;
}

static ivl_stmt *parse_switch(ivl_parser *p) {
  ivl_stmt *s = new_stmt(p, IVL_ST_SWITCH);
  ivl_advance(p);
  s->a = parse_parenthesised(p);
  if (p->panic) return s;
  vec_push(&p->prog->switches, s);
  s->body = parse_stmt(p);
  s->has_label = contains_label(s->body);
  return s;
}

static ivl_stmt *parse_case(ivl_parser *p) {
  ivl_stmt *s = new_stmt(p, p->tok.kind == IVL_TOK_CASE ? IVL_ST_CASE : IVL_ST_DEFAULT);
  ivl_advance(p);
  if (s->kind == IVL_ST_CASE) s->a = ivl_parse_expr(p);
  ivl_expect(p, IVL_TOK_COLON);
  s->has_label = true;
  return s;
}

static ivl_stmt *parse_label(ivl_parser *p) {
  ivl_stmt *s = new_stmt(p, IVL_ST_LABEL);
  s->name = s->word;
  s->name_at = s->at;
  s->has_label = true;
  ivl_advance(p);
  ivl_expect(p, IVL_TOK_COLON);
  return s;
}

// --- simple statements -----------------------------------------------------------------------------------------------

static ivl_stmt *parse_operand(ivl_parser *p, ivl_stmt_kind kind) {
  ivl_stmt *s = new_stmt(p, kind);
  ivl_advance(p);
  s->a = ivl_parse_expr(p);
  ivl_expect_semi(p);
  return s;
}

static ivl_stmt *parse_named(ivl_parser *p, ivl_stmt_kind kind, const char *what) {
  ivl_stmt *s = new_stmt(p, kind);
  ivl_advance(p);
  bool paren = kind != IVL_ST_GOTO && ivl_accept(p, IVL_TOK_LPAREN);
  s->name_at = ivl_here(p);
  s->name = ivl_expect_name(p, what);
  if (paren) ivl_expect(p, IVL_TOK_RPAREN);
  ivl_expect_semi(p);
  return s;
}

static ivl_stmt *parse_jump(ivl_parser *p, ivl_stmt_kind kind) {
  ivl_stmt *s = new_stmt(p, kind);
  ivl_advance(p);
  ivl_expect_semi(p);
  return s;
}

static ivl_stmt *parse_empty(ivl_parser *p) {
  ivl_stmt *s = new_stmt(p, IVL_ST_EMPTY);
  ivl_advance(p);
  return s;
}

// return [expr], start [expr]; `start()` is `start`.
static ivl_stmt *parse_optional(ivl_parser *p, ivl_stmt_kind kind) {
  ivl_stmt *s = new_stmt(p, kind);
  ivl_advance(p);
  if (kind == IVL_ST_START && p->tok.kind == IVL_TOK_LPAREN && ivl_peek(p).kind == IVL_TOK_RPAREN) {
    ivl_advance(p);
    ivl_advance(p);
  }
  bool ends = p->tok.kind == IVL_TOK_SEMI || p->tok.kind == IVL_TOK_RBRACE;
  if (!p->panic && !ends) s->a = ivl_parse_expr(p);
  ivl_expect_semi(p);
  return s;
}

// notify e; notify e, d; notify(e); notify(e, d); notify (e), d;
static ivl_stmt *parse_notify(ivl_parser *p) {
  ivl_stmt *s = new_stmt(p, IVL_ST_NOTIFY);
  ivl_advance(p);
  if (p->tok.kind != IVL_TOK_LPAREN) {
    s->a = ivl_parse_expr(p);
  } else {
    const char *begin = p->tok.start;
    ivl_advance(p);
    s->a = ivl_parse_expr(p);
    if (ivl_accept(p, IVL_TOK_COMMA)) {
      s->b = ivl_parse_expr(p);
      ivl_expect(p, IVL_TOK_RPAREN);
      ivl_expect_semi(p);
      return s;
    }
    ivl_expect(p, IVL_TOK_RPAREN);
    s->a->begin = begin;
    s->a->end = p->prev_end;
    if (!p->panic) s->a = ivl_parse_rest(p, s->a);
  }
  if (ivl_accept(p, IVL_TOK_COMMA)) s->b = ivl_parse_expr(p);
  ivl_expect_semi(p);
  return s;
}

static ivl_stmt *parse_simple(ivl_parser *p) {
  ivl_stmt *s = at_declaration(p) ? parse_local(p) : new_stmt(p, IVL_ST_EXPR);
  if (s->kind == IVL_ST_EXPR) s->a = ivl_parse_expr(p);
  ivl_expect_semi(p);
  return s;
}

static ivl_stmt *parse_any(ivl_parser *p) {
  switch ((int)p->tok.kind) {
  case IVL_TOK_LBRACE: return ivl_parse_block(p);
  case IVL_TOK_SEMI: return parse_empty(p);
  case IVL_TOK_IF: return parse_if(p);
  case IVL_TOK_WHILE: return parse_while(p);
  case IVL_TOK_DO: return parse_do(p);
  case IVL_TOK_FOR: return parse_for(p);
  case IVL_TOK_SWITCH: return parse_switch(p);
  case IVL_TOK_BREAK: return parse_jump(p, IVL_ST_BREAK);
  case IVL_TOK_CONTINUE: return parse_jump(p, IVL_ST_CONTINUE);
  case IVL_TOK_GOTO: return parse_named(p, IVL_ST_GOTO, "a label");
  case IVL_TOK_RETURN: return parse_optional(p, IVL_ST_RETURN);
  case IVL_TOK_START: return parse_optional(p, IVL_ST_START);
  case IVL_TOK_ASSUME: return parse_operand(p, IVL_ST_ASSUME);
  case IVL_TOK_ASSERT: return parse_operand(p, IVL_ST_ASSERT);
  case IVL_TOK_WAIT:
  case IVL_TOK_WAIT_EVENT: return parse_operand(p, IVL_ST_WAIT);
  case IVL_TOK_WAIT_TIME:
  case IVL_TOK_DELAY: return parse_operand(p, IVL_ST_WAIT_TIME);
  case IVL_TOK_DELETE: return parse_operand(p, IVL_ST_DELETE);
  case IVL_TOK_NOTIFY: return parse_notify(p);
  case IVL_TOK_SUSPEND: return parse_named(p, IVL_ST_SUSPEND, "the name of a thread");
  case IVL_TOK_RESUME: return parse_named(p, IVL_ST_RESUME, "the name of a thread");
  case IVL_TOK_REQUEST_UPDATE: return parse_named(p, IVL_ST_REQUEST_UPDATE, "the name of an update");
  }
  return parse_simple(p);
}

// Labels and cases stand before a statement; a row of them is parsed in a loop, not by recursion.
static ivl_stmt *parse_labelled(ivl_parser *p) {
  VEC(ivl_stmt *) row = {0};
  ivl_stmt *block = new_stmt(p, IVL_ST_BLOCK);
  block->has_label = true;
  for (;;) {
    if (p->panic) break;
    if (p->tok.kind == IVL_TOK_CASE || p->tok.kind == IVL_TOK_DEFAULT)
      vec_push(&row, parse_case(p));
    else if (p->tok.kind == IVL_TOK_NAME && ivl_peek(p).kind == IVL_TOK_COLON)
      vec_push(&row, parse_label(p));
    else
      break;
  }
  // A declaration after a label belongs to the surrounding block, as does a label before '}'.
  bool last = p->panic || p->tok.kind == IVL_TOK_RBRACE || at_declaration(p);
  if (!last) vec_push(&row, parse_stmt(p));
  block->n_list = (uint32_t)row.len;
  block->list = row.len ? arena_copy(p->prog->mem, row.data, row.len * sizeof *row.data) : NULL;
  vec_free(&row);
  return block;
}

static bool at_label(const ivl_parser *p) {
  if (p->tok.kind == IVL_TOK_CASE || p->tok.kind == IVL_TOK_DEFAULT) return true;
  return p->tok.kind == IVL_TOK_NAME && ivl_peek(p).kind == IVL_TOK_COLON;
}

// After an error: behind the next ';' or before a token that begins or ends something.
static void skip_statement(ivl_parser *p) {
  while (p->tok.kind != IVL_TOK_END) {
    switch ((int)p->tok.kind) {
    case IVL_TOK_SEMI: ivl_advance(p); return;
    case IVL_TOK_LBRACE: ivl_skip_balanced(p); return;
    case IVL_TOK_RBRACE:
    case IVL_TOK_IF:
    case IVL_TOK_WHILE:
    case IVL_TOK_FOR:
    case IVL_TOK_SWITCH:
    case IVL_TOK_DO:
    case IVL_TOK_RETURN:
    case IVL_TOK_GOTO:
    case IVL_TOK_ASSERT:
    case IVL_TOK_ASSUME:
    case IVL_TOK_WAIT:
    case IVL_TOK_WAIT_TIME:
    case IVL_TOK_NOTIFY:
    case IVL_TOK_START:
    case IVL_TOK_CASE:
    case IVL_TOK_DEFAULT:
    case IVL_TOK_THREAD:
    case IVL_TOK_UPDATE:
    case IVL_TOK_MAIN:
    case IVL_TOK_CLASS: return;
    }
    ivl_advance(p);
  }
}

static ivl_stmt *parse_stmt(ivl_parser *p) {
  const char *before = p->tok.start;
  if (!ivl_enter(p, IVL_LEVEL)) return new_stmt(p, IVL_ST_EMPTY);
  ivl_stmt *s = at_label(p) ? parse_labelled(p) : parse_any(p);
  ivl_leave(p, IVL_LEVEL);
  if (p->panic && !p->stop) {
    if (p->tok.start == before) ivl_advance(p);
    skip_statement(p);
    p->panic = p->stop;
  }
  return s;
}

ivl_stmt *ivl_parse_block(ivl_parser *p) {
  ivl_stmt *s = new_stmt(p, IVL_ST_BLOCK);
  ivl_expect(p, IVL_TOK_LBRACE);
  VEC(ivl_stmt *) list = {0};
  while (!p->panic && p->tok.kind != IVL_TOK_RBRACE && p->tok.kind != IVL_TOK_END) {
    // A declaration keyword inside a block means that a '}' is missing above.
    if (p->tok.kind == IVL_TOK_THREAD || p->tok.kind == IVL_TOK_MAIN || p->tok.kind == IVL_TOK_UPDATE) break;
    ivl_stmt *inner = parse_stmt(p);
    s->has_label = s->has_label || inner->has_label;
    vec_push(&list, inner);
  }
  s->n_list = (uint32_t)list.len;
  s->list = list.len ? arena_copy(p->prog->mem, list.data, list.len * sizeof *list.data) : NULL;
  vec_free(&list);
  ivl_expect(p, IVL_TOK_RBRACE);
  return s;
}
