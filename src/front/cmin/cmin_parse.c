// The grammar of doc/cmin.md, by recursive descent: declarations, threads, statements.
#include "front/cmin/cmin_parse.h"

place cm_here(const cm_parser *p) { return (place){p->prog->file, p->tok.line, p->tok.col}; }

void cm_fail(cm_parser *p) {
  p->failed = true;
  p->tok = (cm_tok){.kind = CM_TOK_END, .line = p->tok.line, .col = p->tok.col};
}

void cm_advance(cm_parser *p) {
  if (p->failed) return;
  p->tok = cm_lex_next(&p->lexer);
  if (p->tok.kind != CM_TOK_BAD) return;
  diag_error(p->prog->d, cm_here(p), p->tok.problem, p->tok.text);
  cm_fail(p);
}

void cm_expected(cm_parser *p, const char *what) {
  if (p->failed) return;
  bool has_text = p->tok.kind == CM_TOK_NAME || p->tok.kind == CM_TOK_NUMBER;
  const char *found = has_text ? arena_printf(p->prog->mem, "'%.64s'", p->tok.text) : cm_tok_text(p->tok.kind);
  diag_error(p->prog->d, cm_here(p), DIAG_CM_EXPECTED, what, found);
  cm_fail(p);
}

bool cm_accept(cm_parser *p, cm_tok_kind kind) {
  if (p->failed || p->tok.kind != kind) return false;
  cm_advance(p);
  return true;
}

void cm_expect(cm_parser *p, cm_tok_kind kind) {
  if (!cm_accept(p, kind)) cm_expected(p, cm_tok_text(kind));
}

const char *cm_expect_name(cm_parser *p, const char *what) {
  const char *name = p->tok.text;
  if (cm_accept(p, CM_TOK_NAME)) return name;
  cm_expected(p, what);
  return NULL;
}

static void twice(cm_parser *p, place at, const char *name, place first) {
  diag_error(p->prog->d, at, DIAG_CM_TWICE, name, first.line);
  cm_fail(p);
}

// --- declarations ----------------------------------------------------------------------------------------------------

// A struct may be mentioned before it is declared; the checker looks whether it ever is.
static cm_struct *mention_struct(cm_parser *p, const char *name, place at) {
  uint64_t index;
  if (map64_get(&p->structs, (uintptr_t)name, &index)) return p->prog->structs.data[index];
  cm_struct *s = ARENA_NEW(p->prog->mem, cm_struct);
  s->name = name;
  s->at = at;
  s->type = (cm_type){.kind = CM_STRUCT, .record = s};
  map64_put(&p->structs, (uintptr_t)name, p->prog->structs.len);
  vec_push(&p->prog->structs, s);
  return s;
}

static cm_type *parse_type(cm_parser *p) {
  cm_type *t = &p->prog->t_int;
  place at = cm_here(p);
  if (cm_accept(p, CM_TOK_BOOL)) {
    t = &p->prog->t_bool;
  } else if (!cm_accept(p, CM_TOK_INT)) {
    const char *name = cm_expect_name(p, "a type");
    if (p->failed) return t;
    t = &mention_struct(p, name, at)->type;
  }
  for (uint32_t stars = 0; cm_accept(p, CM_TOK_STAR); stars++) {
    if (stars == CM_MAX_STARS) {
      diag_error(p->prog->d, at, DIAG_CM_NESTING, (int)CM_MAX_STARS);
      cm_fail(p);
    }
    t = cm_pointer_to(p->prog, t);
  }
  return t;
}

static void parse_struct(cm_parser *p) {
  place at = cm_here(p);
  const char *name = cm_expect_name(p, "the name of a struct");
  if (p->failed) return;
  cm_struct *s = mention_struct(p, name, at);
  if (s->declared) {
    twice(p, at, name, s->at);
    return;
  }
  s->declared = true;
  s->at = at;
  cm_expect(p, CM_TOK_BRACE_OPEN);
  while (!p->failed && p->tok.kind != CM_TOK_BRACE_CLOSE) {
    cm_member m = {.type = parse_type(p), .at = cm_here(p)};
    m.name = cm_expect_name(p, "the name of a member");
    cm_expect(p, CM_TOK_SEMICOLON);
    for (size_t i = 0; i < s->members.len && !p->failed; i++) {
      if (s->members.data[i].name == m.name) twice(p, m.at, m.name, s->members.data[i].at);
    }
    vec_push(&s->members, m);
  }
  cm_expect(p, CM_TOK_BRACE_CLOSE);
  cm_accept(p, CM_TOK_SEMICOLON);
}

static void parse_initial(cm_parser *p, cm_var *v) {
  bool negative = cm_accept(p, CM_TOK_MINUS);
  cm_tok t = p->tok;
  place at = cm_here(p);
  if (!negative && (cm_accept(p, CM_TOK_TRUE) || cm_accept(p, CM_TOK_FALSE) || cm_accept(p, CM_TOK_NULL))) {
    v->init = t.kind == CM_TOK_TRUE;
    bool fits = t.kind == CM_TOK_NULL ? v->type->kind == CM_POINTER : v->type->kind == CM_BOOL;
    if (!fits) diag_error(p->prog->d, at, DIAG_CM_INITIAL, v->name, cm_type_text(p->prog, v->type));
  } else if (cm_accept(p, CM_TOK_NUMBER)) {
    v->init = negative ? -(int64_t)t.value : (int64_t)t.value;
    if (v->init > INT32_MAX) diag_error(p->prog->d, at, DIAG_CM_NUMBER, t.text);
    if (v->init && v->type->kind != CM_INT) {
      diag_error(p->prog->d, at, DIAG_CM_INITIAL, v->name, cm_type_text(p->prog, v->type));
    }
  } else {
    cm_expected(p, "a constant");
  }
}

static void parse_var(cm_parser *p) {
  cm_var *v = ARENA_NEW(p->prog->mem, cm_var);
  place type_at = cm_here(p);
  v->type = parse_type(p);
  v->at = cm_here(p);
  v->name = cm_expect_name(p, "the name of a variable");
  if (!p->failed && v->type->kind == CM_STRUCT)
    diag_error(p->prog->d, type_at, DIAG_CM_BY_VALUE, v->type->record->name);
  cm_expect(p, CM_TOK_EQUAL);
  parse_initial(p, v);
  cm_expect(p, CM_TOK_SEMICOLON);
  uint64_t index;
  if (p->failed) return;
  if (map64_get(&p->vars, (uintptr_t)v->name, &index)) {
    twice(p, v->at, v->name, p->prog->vars.data[index]->at);
    return;
  }
  map64_put(&p->vars, (uintptr_t)v->name, p->prog->vars.len);
  vec_push(&p->prog->vars, v);
}

cm_var *cm_find_var(cm_parser *p, const char *what, place *at) {
  *at = cm_here(p);
  const char *name = cm_expect_name(p, what);
  uint64_t index;
  if (name && map64_get(&p->vars, (uintptr_t)name, &index)) return p->prog->vars.data[index];
  if (!p->failed) {
    diag_error(p->prog->d, *at, DIAG_CM_UNKNOWN, "variable", name);
    cm_fail(p);
  }
  return NULL;
}

// --- statements ------------------------------------------------------------------------------------------------------

static cm_assign parse_assign(cm_parser *p) {
  cm_assign a = {.target = cm_parse_lexp(p)};
  cm_expect(p, CM_TOK_ASSIGN);
  a.value = cm_parse_expr(p);
  return a;
}

static void parse_assigns(cm_parser *p, cm_stmt *s) {
  VEC(cm_assign) list = {0};
  bool many = cm_accept(p, CM_TOK_SQUARE_OPEN);
  do vec_push(&list, parse_assign(p));
  while (many && cm_accept(p, CM_TOK_COMMA));
  if (many) cm_expect(p, CM_TOK_SQUARE_CLOSE);
  s->n_assigns = (uint32_t)list.len;
  s->assigns = arena_copy(p->prog->mem, list.data, list.len * sizeof *list.data);
  vec_free(&list);
}

static void parse_await(cm_parser *p, cm_stmt *s) {
  s->kind = CM_AWAIT;
  cm_expect(p, CM_TOK_ROUND_OPEN);
  s->cond = cm_parse_expr(p);
  cm_expect(p, CM_TOK_COMMA);
  if (!cm_accept(p, CM_TOK_SKIP)) parse_assigns(p, s);
  cm_expect(p, CM_TOK_ROUND_CLOSE);
}

static cm_target parse_target(cm_parser *p) {
  cm_target t = {.at = cm_here(p)};
  t.name = cm_expect_name(p, "a label");
  return t;
}

static void parse_jump(cm_parser *p, cm_stmt *s) {
  s->kind = CM_JUMP;
  cm_expect(p, CM_TOK_ROUND_OPEN);
  s->cond = cm_parse_expr(p);
  cm_expect(p, CM_TOK_COMMA);
  s->yes = parse_target(p);
  cm_expect(p, CM_TOK_COMMA);
  s->no = parse_target(p);
  cm_expect(p, CM_TOK_ROUND_CLOSE);
}

static void parse_memory(cm_parser *p, cm_stmt *s, cm_stmt_kind kind) {
  s->kind = kind;
  cm_expect(p, CM_TOK_ROUND_OPEN);
  s->var = cm_find_var(p, "a pointer variable", &s->var_at);
  cm_expect(p, CM_TOK_ROUND_CLOSE);
}

static cm_stmt parse_stmt(cm_parser *p) {
  cm_stmt s = {.kind = CM_ASSIGN, .label_at = cm_here(p)};
  s.label = cm_expect_name(p, "a label or '}'");
  cm_expect(p, CM_TOK_COLON);
  s.at = cm_here(p);
  if (cm_accept(p, CM_TOK_AWAIT)) {
    parse_await(p, &s);
  } else if (cm_accept(p, CM_TOK_JUMP)) {
    parse_jump(p, &s);
  } else if (cm_accept(p, CM_TOK_NEW)) {
    parse_memory(p, &s, CM_NEW);
  } else if (cm_accept(p, CM_TOK_DELETE)) {
    parse_memory(p, &s, CM_DELETE);
  } else if (p->tok.kind == CM_TOK_NAME || p->tok.kind == CM_TOK_STAR || p->tok.kind == CM_TOK_SQUARE_OPEN) {
    parse_assigns(p, &s);
  } else {
    cm_expected(p, "a statement");
  }
  cm_accept(p, CM_TOK_SEMICOLON);
  return s;
}

static void parse_thread(cm_parser *p) {
  cm_thread *t = ARENA_NEW(p->prog->mem, cm_thread);
  t->at = cm_here(p);
  cm_advance(p);
  cm_expect(p, CM_TOK_ROUND_OPEN);
  place number_at = cm_here(p);
  t->number = p->tok.value;
  if (!cm_accept(p, CM_TOK_NUMBER)) cm_expected(p, "the number of the thread");
  cm_expect(p, CM_TOK_ROUND_CLOSE);
  cm_expect(p, CM_TOK_BRACE_OPEN);
  vec_push(&p->prog->threads, t);
  do vec_push(&t->stmts, parse_stmt(p));
  while (!p->failed && p->tok.kind != CM_TOK_BRACE_CLOSE);
  cm_expect(p, CM_TOK_BRACE_CLOSE);
  if (p->failed) return;
  for (size_t i = 0; i + 1 < p->prog->threads.len; i++) {
    const cm_thread *other = p->prog->threads.data[i];
    if (other->number != t->number) continue;
    twice(p, number_at, arena_printf(p->prog->mem, "thread %llu", (unsigned long long)t->number), other->at);
    return;
  }
  if (p->prog->threads.len <= CM_MAX_THREADS) return;
  diag_error(p->prog->d, t->at, DIAG_CM_THREADS, (int)CM_MAX_THREADS);
  cm_fail(p);
}

void cm_parse(cm_program *prog, const char *text, size_t len) {
  cm_parser p = {.prog = prog, .lexer = cm_lex_begin(text, len, prog->names)};
  cm_advance(&p);
  while (cm_accept(&p, CM_TOK_STRUCT)) parse_struct(&p);
  while (p.tok.kind == CM_TOK_INT || p.tok.kind == CM_TOK_BOOL || p.tok.kind == CM_TOK_NAME) parse_var(&p);
  while (p.tok.kind == CM_TOK_THREAD) parse_thread(&p);
  if (!p.failed && p.tok.kind != CM_TOK_END) {
    bool begun = prog->vars.len > 0;
    cm_expected(&p, prog->threads.len ? "a thread"
                    : begun           ? "a variable or a thread"
                                      : "a struct, a variable or a thread");
  } else if (!p.failed && prog->threads.len == 0) {
    cm_expected(&p, "a thread");
  }
  map64_fini(&p.structs);
  map64_fini(&p.vars);
}
