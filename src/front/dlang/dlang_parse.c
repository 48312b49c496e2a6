// The grammar of doc/dlang.md, by recursive descent. The first error ends the parsing: in so small a language what follows
// it says nothing new.
#include "base/map64.h"
#include "front/dlang/dlang.h"
#include "front/dlang/dlang_lex.h"

typedef struct parser {
  dl_program *prog;
  dl_lexer lexer;
  dl_tok tok;
  uint32_t depth;
  bool failed;
  map64 vars;  // interned name -> index
} parser;

static place here(const parser *p) { return (place){p->prog->file, p->tok.line, p->tok.col}; }

static void report_bad(parser *p) {
  if (p->tok.problem == DIAG_DL_SIZE) {
    diag_error(p->prog->d, here(p), DIAG_DL_SIZE);
  } else {
    diag_error(p->prog->d, here(p), p->tok.problem, p->tok.text);
  }
}

// After an error the text has no more tokens.
static void fail(parser *p) {
  p->failed = true;
  p->tok = (dl_tok){.kind = DL_TOK_END, .line = p->tok.line, .col = p->tok.col};
}

static void advance(parser *p) {
  if (p->failed) return;
  p->tok = dl_lex_next(&p->lexer);
  if (p->tok.kind != DL_TOK_BAD) return;
  report_bad(p);
  fail(p);
}

static void expected(parser *p, const char *what) {
  if (p->failed) return;
  bool has_text = p->tok.kind == DL_TOK_NAME || p->tok.kind == DL_TOK_NUMBER;
  const char *found = has_text ? arena_printf(p->prog->mem, "'%.64s'", p->tok.text) : dl_tok_text(p->tok.kind);
  diag_error(p->prog->d, here(p), DIAG_DL_EXPECTED, what, found);
  fail(p);
}

static bool accept(parser *p, dl_tok_kind kind) {
  if (p->failed || p->tok.kind != kind) return false;
  advance(p);
  return true;
}

static void expect(parser *p, dl_tok_kind kind) {
  if (!accept(p, kind)) expected(p, dl_tok_text(kind));
}

static uint64_t expect_number(parser *p, const char *what) {
  uint64_t value = p->tok.value;
  if (!accept(p, DL_TOK_NUMBER)) {
    expected(p, what);
    return 0;
  }
  return value;
}

static const char *expect_name(parser *p, const char *what) {
  const char *name = p->tok.text;
  if (accept(p, DL_TOK_NAME)) return name;
  expected(p, what);
  return NULL;
}

static bool enter(parser *p) {
  if (p->failed) return false;
  if (++p->depth <= DL_MAX_NESTING) return true;
  diag_error(p->prog->d, here(p), DIAG_DL_NESTING, (int)DL_MAX_NESTING);
  fail(p);
  return false;
}

static void leave(parser *p) {
  if (!p->failed) p->depth--;
}

// --- declarations ----------------------------------------------------------------------------------------------------------

static dl_var *find_var(parser *p, const char *name, place at) {
  uint64_t index;
  if (name && map64_get(&p->vars, (uintptr_t)name, &index)) return p->prog->vars.data[index];
  if (!p->failed) {
    diag_error(p->prog->d, at, DIAG_DL_UNKNOWN, name);
    fail(p);
  }
  return NULL;
}

static void add_var(parser *p, dl_var *v) {
  uint64_t index;
  if (p->failed) return;
  if (map64_get(&p->vars, (uintptr_t)v->name, &index)) {
    diag_error(p->prog->d, v->at, DIAG_DL_TWICE, v->name, p->prog->vars.data[index]->at.line);
    fail(p);
    return;
  }
  map64_put(&p->vars, (uintptr_t)v->name, p->prog->vars.len);
  vec_push(&p->prog->vars, v);
}

static void declaration(parser *p) {
  dl_var *v = ARENA_NEW(p->prog->mem, dl_var);
  v->storage = accept(p, DL_TOK_LOCAL) ? DL_LOCAL : accept(p, DL_TOK_CONST) ? DL_CONST : DL_SHARED;
  v->at = here(p);
  v->name = expect_name(p, "the name of a variable");
  place length_at = here(p);
  v->length = expect_number(p, "a length (1 for a scalar)");
  if (!p->failed && (v->length < 1 || v->length > DL_MAX_LENGTH)) {
    diag_error(p->prog->d, length_at, DIAG_DL_LENGTH, (unsigned)DL_MAX_LENGTH);
    fail(p);
  }
  VEC(int64_t) values = {0};
  while (!p->failed && p->tok.kind == DL_TOK_NUMBER) {
    vec_push(&values, (int64_t)p->tok.value);
    advance(p);
  }
  if (!p->failed && values.len > v->length) {
    diag_error(p->prog->d, v->at, DIAG_DL_VALUES, v->name, (unsigned)v->length, (unsigned)values.len);
    fail(p);
  }
  v->n_init = (uint32_t)values.len;
  v->init = arena_copy(p->prog->mem, values.data, values.len * sizeof(int64_t));
  vec_free(&values);
  add_var(p, v);
}

// Name, number of processes, variables.
static uint64_t declarations(parser *p) {
  expect(p, DL_TOK_LESS);
  accept(p, DL_TOK_STRING);
  uint64_t n = expect_number(p, "the number of processes");
  while (accept(p, DL_TOK_COMMA)) {
    if (p->tok.kind == DL_TOK_GREATER) break;
    declaration(p);
  }
  expect(p, DL_TOK_GREATER);
  return n;
}

// --- expressions -----------------------------------------------------------------------------------------------------------

static dl_expr *expression(parser *p);

static dl_expr *new_expr(parser *p, dl_expr_kind kind, place at) {
  dl_expr *e = ARENA_NEW(p->prog->mem, dl_expr);
  e->kind = kind;
  e->at = at;
  e->depth = 1;
  return e;
}

static void deepen(parser *p, dl_expr *e, const dl_expr *part) {
  if (p->failed || !part) return;
  if (part->depth + 1 > e->depth) e->depth = part->depth + 1;
  if (e->depth <= DL_MAX_DEPTH) return;
  diag_error(p->prog->d, e->at, DIAG_DL_NESTING, (int)DL_MAX_DEPTH);
  fail(p);
}

// A scalar, or an element of an array.
static dl_expr *reference(parser *p) {
  dl_expr *e = new_expr(p, DL_VAR, here(p));
  const char *name = expect_name(p, "a variable");
  e->var = find_var(p, name, e->at);
  if (accept(p, DL_TOK_SQUARE_OPEN)) {
    e->index = expression(p);
    expect(p, DL_TOK_SQUARE_CLOSE);
    deepen(p, e, e->index);
  } else if (!p->failed && e->var->length != 1) {
    diag_error(p->prog->d, e->at, DIAG_DL_ARRAY, e->var->name, (unsigned)e->var->length);
    fail(p);
  }
  return e;
}

static dl_expr *target(parser *p) {
  dl_expr *e = reference(p);
  if (!p->failed && e->var->storage == DL_CONST) {
    diag_error(p->prog->d, e->at, DIAG_DL_CONSTANT, e->var->name);
    fail(p);
  }
  return e;
}

static dl_expr *swap(parser *p) {
  dl_expr *e = new_expr(p, DL_CAS, here(p));
  expect(p, DL_TOK_CAS);
  expect(p, DL_TOK_ROUND_OPEN);
  e->target = target(p);
  expect(p, DL_TOK_COMMA);
  e->a = expression(p);
  expect(p, DL_TOK_COMMA);
  e->b = expression(p);
  expect(p, DL_TOK_ROUND_CLOSE);
  deepen(p, e, e->target);
  deepen(p, e, e->a);
  deepen(p, e, e->b);
  return e;
}

static dl_expr *primary(parser *p) {
  if (p->tok.kind == DL_TOK_NUMBER) {
    dl_expr *e = new_expr(p, DL_NUMBER, here(p));
    e->value = (int64_t)p->tok.value;
    advance(p);
    return e;
  }
  if (p->tok.kind == DL_TOK_NAME) return reference(p);
  if (p->tok.kind == DL_TOK_CAS) return swap(p);
  if (accept(p, DL_TOK_ROUND_OPEN)) {
    dl_expr *e = expression(p);
    expect(p, DL_TOK_ROUND_CLOSE);
    return e;
  }
  expected(p, "an expression");
  return new_expr(p, DL_NUMBER, here(p));
}

static bool operation(const parser *p, bool sums, ir_op *op) {
  switch ((int)p->tok.kind) {
  case DL_TOK_PLUS: *op = IR_ADD; return sums;
  case DL_TOK_MINUS: *op = IR_SUB; return sums;
  case DL_TOK_TIMES: *op = IR_MUL; return !sums;
  case DL_TOK_OVER: *op = IR_SDIV; return !sums;
  case DL_TOK_MODULO: *op = IR_SREM; return !sums;
  }
  return false;
}

static dl_expr *binary(parser *p, bool sums) {
  dl_expr *a = sums ? binary(p, false) : primary(p);
  ir_op op;
  while (!p->failed && operation(p, sums, &op)) {
    dl_expr *e = new_expr(p, DL_BINARY, here(p));
    advance(p);
    e->op = op;
    e->a = a;
    e->b = sums ? binary(p, false) : primary(p);
    deepen(p, e, e->a);
    deepen(p, e, e->b);
    a = e;
  }
  return a;
}

static dl_expr *expression(parser *p) {
  if (!enter(p)) return new_expr(p, DL_NUMBER, here(p));
  dl_expr *e = binary(p, true);
  leave(p);
  return e;
}

static dl_cond condition(parser *p) {
  dl_cond c = {.a = expression(p)};
  if (accept(p, DL_TOK_LESS)) {
    c.op = DL_LESS;
  } else if (accept(p, DL_TOK_GREATER)) {
    c.op = DL_GREATER;
  } else if (accept(p, DL_TOK_EQUAL)) {
    c.op = DL_EQUAL;
  } else {
    expected(p, "'<', '>' or '=='");
  }
  c.b = expression(p);
  return c;
}

// --- statements ------------------------------------------------------------------------------------------------------------

static dl_stmt *block(parser *p, dl_tok_kind end);

static void key(parser *p, const char *name) {
  const char *found = expect_name(p, name);
  if (!p->failed && found != intern(p->prog->names, name)) {
    diag_error(p->prog->d, here(p), DIAG_DL_EXPECTED, name, found);
    fail(p);
  }
  expect(p, DL_TOK_IS);
}

static dl_indexer *indexer(parser *p) {
  dl_indexer *x = ARENA_NEW(p->prog->mem, dl_indexer);
  expect(p, DL_TOK_ROUND_OPEN);
  key(p, "max");
  x->max = reference(p);
  expect(p, DL_TOK_COMMA);
  key(p, "size");
  x->size = reference(p);
  expect(p, DL_TOK_COMMA);
  key(p, "m");
  x->m = target(p);
  expect(p, DL_TOK_COMMA);
  key(p, "w");
  x->w = target(p);
  expect(p, DL_TOK_COMMA);
  key(p, "h");
  x->h = target(p);
  expect(p, DL_TOK_COMMA);
  key(p, "target");
  place at = here(p);
  x->table = find_var(p, expect_name(p, "an array"), at);
  if (!p->failed && x->table->storage != DL_SHARED) {
    diag_error(p->prog->d, at, DIAG_DL_TABLE, x->table->name);
    fail(p);
  }
  expect(p, DL_TOK_COMMA);
  key(p, "nprocs");
  x->nprocs = (int64_t)expect_number(p, "a number");
  expect(p, DL_TOK_ROUND_CLOSE);
  return x;
}

static void conditional(parser *p, dl_stmt *s) {
  s->cond = condition(p);
  if (!accept(p, DL_TOK_THEN)) return;
  expect(p, DL_TOK_BRACE_OPEN);
  s->then_part = block(p, DL_TOK_BRACE_CLOSE);
  if (!accept(p, DL_TOK_ELSE)) return;
  expect(p, DL_TOK_BRACE_OPEN);
  s->else_part = block(p, DL_TOK_BRACE_CLOSE);
}

static dl_stmt *statement(parser *p) {
  dl_stmt *s = ARENA_NEW(p->prog->mem, dl_stmt);
  s->at = here(p);
  if (p->tok.kind == DL_TOK_CAS) {
    s->kind = DL_SWAP;
    s->value = swap(p);
  } else if (accept(p, DL_TOK_INDEXER)) {
    s->kind = DL_INDEXER;
    s->indexer = indexer(p);
  } else if (accept(p, DL_TOK_IF)) {
    s->kind = DL_IF;
    conditional(p, s);
  } else if (accept(p, DL_TOK_WHILE)) {
    s->kind = DL_WHILE;
    s->cond = condition(p);
    expect(p, DL_TOK_BRACE_OPEN);
    s->then_part = block(p, DL_TOK_BRACE_CLOSE);
  } else if (accept(p, DL_TOK_ASSERT)) {
    s->kind = DL_ASSERT;
    s->cond = condition(p);
  } else if (accept(p, DL_TOK_AWAIT)) {
    s->kind = DL_AWAIT;
    s->cond = condition(p);
  } else if (p->tok.kind == DL_TOK_NAME) {
    s->kind = DL_ASSIGN;
    s->target = target(p);
    expect(p, DL_TOK_ASSIGN);
    s->value = expression(p);
  } else {
    expected(p, "a statement");
  }
  return s;
}

// At least one statement, up to and including the end.
static dl_stmt *block(parser *p, dl_tok_kind end) {
  if (!enter(p)) return NULL;
  dl_stmt *first = statement(p), *last = first;
  while (!p->failed && p->tok.kind != end) {
    last->next = statement(p);
    last = last->next;
  }
  expect(p, end);
  leave(p);
  return first;
}

static void processes(parser *p, uint64_t announced) {
  while (!p->failed && p->tok.kind != DL_TOK_END) {
    dl_process x = {.at = here(p)};
    expect(p, DL_TOK_SQUARE_OPEN);
    x.body = block(p, DL_TOK_SQUARE_CLOSE);
    vec_push(&p->prog->processes, x);
  }
  if (p->failed) return;
  size_t n = p->prog->processes.len;
  if (n == 0) {
    expected(p, "a process '[ ... ]'");
  } else if (n != announced || n > DL_MAX_PROCESSES) {
    diag_error(p->prog->d, here(p), DIAG_DL_PROCESSES, (unsigned long long)announced, n, (int)DL_MAX_PROCESSES);
  }
}

void dl_parse(dl_program *prog, const char *text, size_t len) {
  parser p = {.prog = prog, .lexer = dl_lex_begin(text, len, prog->names)};
  advance(&p);
  uint64_t announced = declarations(&p);
  processes(&p, announced);
  map64_fini(&p.vars);
  dl_lex_end(&p.lexer);
}
