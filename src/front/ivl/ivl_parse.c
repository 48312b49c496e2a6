// Declarations, and the parser's dealings with tokens and errors.
#define _GNU_SOURCE  // memmem
#include <string.h>

#include "base/str.h"
#include "front/ivl/ivl_parser.h"

// --- tokens ----------------------------------------------------------------------------------------------------------

place ivl_here(const ivl_parser *p) { return (place){p->prog->file, p->tok.line, p->tok.col}; }

// The text of a token as it may be shown: clipped, bytes that are not printable as \x..
const char *ivl_quote(ivl_parser *p, const ivl_tok *t) {
  strbuf b = {0};
  for (size_t i = 0; i < t->len && i < 40; i++) {
    unsigned char c = (unsigned char)t->start[i];
    if (c >= 0x20 && c < 0x7f)
      sb_putc(&b, (char)c);
    else
      sb_printf(&b, "\\x%02x", c);
  }
  if (t->len > 40) sb_puts(&b, "...");
  const char *text = arena_strdup(p->prog->mem, sb_text(&b));
  sb_fini(&b);
  return text;
}

const char *ivl_found(const ivl_parser *p) {
  if (p->tok.kind != IVL_TOK_NAME && p->tok.kind != IVL_TOK_NUMBER && p->tok.kind != IVL_TOK_CHARACTER)
    return ivl_tok_text(p->tok.kind);
  size_t len = p->tok.len > 40 ? 40 : p->tok.len;
  return arena_printf(p->prog->mem, "'%.*s'", (int)len, p->tok.start);
}

static void stop(ivl_parser *p) {
  p->stop = p->panic = true;
  p->tok = (ivl_tok){.kind = IVL_TOK_END, .start = p->lexer.end, .line = p->tok.line, .col = p->tok.col};
}

// Reads the next good token; bad ones are reported here, once, and skipped.
static void fetch(ivl_parser *p) {
  for (;;) {
    p->tok = ivl_lex_next(&p->lexer);
    if (p->tok.kind != IVL_TOK_BAD) return;
    diag_error(p->prog->d, ivl_here(p), p->tok.problem, ivl_quote(p, &p->tok));
    // What remains of the statement would only be a consequence.
    p->panic = true;
    if (diags_full(p->prog->d)) {
      stop(p);
      return;
    }
  }
}

void ivl_advance(ivl_parser *p) {
  if (p->stop) return;
  p->prev_end = p->tok.start + p->tok.len;
  p->prev_at = (place){p->prog->file, p->tok.line, p->tok.col + (uint32_t)p->tok.len};
  fetch(p);
}

ivl_tok ivl_peek(const ivl_parser *p) {
  scan ahead = p->lexer;
  return ivl_lex_next(&ahead);
}

void ivl_error_expected(ivl_parser *p, const char *what) {
  if (!p->panic) diag_error(p->prog->d, ivl_here(p), DIAG_IVL_EXPECTED, what, ivl_found(p));
  p->panic = true;
  if (diags_full(p->prog->d)) stop(p);
}

bool ivl_accept(ivl_parser *p, ivl_tok_kind kind) {
  if (p->panic || p->tok.kind != kind) return false;
  ivl_advance(p);
  return true;
}

void ivl_expect(ivl_parser *p, ivl_tok_kind kind) {
  if (!ivl_accept(p, kind)) ivl_error_expected(p, ivl_tok_text(kind));
}

// A forgotten ';' at the end of a line is reported there and taken as written: the next line is still looked at.
void ivl_expect_semi(ivl_parser *p) {
  if (ivl_accept(p, IVL_TOK_SEMI) || p->panic) return;
  if (p->tok.line > p->prev_at.line && p->tok.kind != IVL_TOK_END) {
    diag_error(p->prog->d, p->prev_at, DIAG_IVL_EXPECTED, "';'", "the end of the line");
    if (diags_full(p->prog->d)) stop(p);
    return;
  }
  ivl_error_expected(p, "';'");
}

const char *ivl_expect_name(ivl_parser *p, const char *what) {
  if (p->panic || p->tok.kind != IVL_TOK_NAME) {
    ivl_error_expected(p, what);
    return intern(p->prog->names, "?");
  }
  const char *name = intern_n(p->prog->names, p->tok.start, p->tok.len);
  ivl_advance(p);
  return name;
}

void ivl_too_deep(ivl_parser *p, int limit) {
  if (!p->stop) diag_error(p->prog->d, ivl_here(p), DIAG_IVL_NESTING, limit);
  stop(p);
}

bool ivl_enter(ivl_parser *p, uint32_t units) {
  if (p->depth + units > IVL_MAX_LEVELS * IVL_LEVEL) {
    ivl_too_deep(p, IVL_MAX_LEVELS);
    return false;
  }
  p->depth += units;
  return true;
}

void ivl_leave(ivl_parser *p, uint32_t units) { p->depth -= units; }

void ivl_skip_balanced(ivl_parser *p) {
  uint64_t open = 0;
  do {
    if (p->tok.kind == IVL_TOK_LBRACE) open++;
    if (p->tok.kind == IVL_TOK_RBRACE) open--;
    if (p->tok.kind == IVL_TOK_END) return;
    ivl_advance(p);
  } while (open > 0);
}

// --- types -----------------------------------------------------------------------------------------------------------

bool ivl_is_class(const ivl_parser *p, const ivl_tok *t) {
  if (t->kind != IVL_TOK_NAME || p->classes.len == 0) return false;
  const char *name = intern_n(p->prog->names, t->start, t->len);
  return map64_get(&p->classes, (uint64_t)(uintptr_t)name, NULL);
}

static bool is_type_token(const ivl_parser *p, const ivl_tok *t) {
  return (t->kind >= IVL_TOK_BOOL && t->kind <= IVL_TOK_VOID) || ivl_is_class(p, t);
}

bool ivl_at_type(const ivl_parser *p) { return is_type_token(p, &p->tok); }

ivl_typeref *ivl_parse_base(ivl_parser *p) {
  ivl_typeref *t = ARENA_NEW(p->prog->mem, ivl_typeref);
  t->at = ivl_here(p);
  t->base = p->tok.kind;
  if (ivl_at_type(p) || p->tok.kind == IVL_TOK_NAME) {
    t->name = intern_n(p->prog->names, p->tok.start, p->tok.len);
    if (!p->panic) ivl_advance(p);
  } else {
    t->base = IVL_TOK_INT;
    ivl_error_expected(p, "a type");
  }
  return t;
}

void ivl_parse_stars(ivl_parser *p, ivl_typeref *t) {
  for (; ivl_accept(p, IVL_TOK_MUL); t->stars++)
    if (t->stars >= IVL_MAX_POINTERS) ivl_too_deep(p, IVL_MAX_POINTERS);
}

ivl_typeref *ivl_parse_type(ivl_parser *p) {
  ivl_typeref *t = ivl_parse_base(p);
  ivl_parse_stars(p, t);
  return t;
}

void ivl_parse_dims(ivl_parser *p, ivl_typeref *t) {
  ivl_expr_vec dims = {0};
  while (ivl_accept(p, IVL_TOK_LBRACKET)) {
    vec_push(&dims, ivl_parse_expr(p));
    ivl_expect(p, IVL_TOK_RBRACKET);
  }
  t->dims = ivl_copy_exprs(p, &dims, &t->n_dims);
}

// --- declarations ----------------------------------------------------------------------------------------------------

static ivl_sym *new_sym(ivl_parser *p, ivl_sym_kind kind, const char *name, place at) {
  ivl_sym *s = ARENA_NEW(p->prog->mem, ivl_sym);
  s->kind = kind;
  s->name = name;
  s->at = at;
  return s;
}

static ivl_sym **copy_syms(ivl_parser *p, ivl_sym_vec *v, uint32_t *n) {
  *n = (uint32_t)v->len;
  ivl_sym **out = v->len ? arena_copy(p->prog->mem, v->data, v->len * sizeof *v->data) : NULL;
  vec_free(v);
  return out;
}

static ivl_typeref *own_typeref(ivl_parser *p, const ivl_typeref *base) {
  return arena_copy(p->prog->mem, base, sizeof *base);
}

void ivl_parse_declarators(ivl_parser *p, const ivl_typeref *base, bool is_const, ivl_sym_kind kind, ivl_sym_vec *out) {
  do {
    ivl_typeref *ref = own_typeref(p, base);
    ivl_parse_stars(p, ref);
    place at = ivl_here(p);
    ivl_sym *s = new_sym(p, kind, ivl_expect_name(p, "a name"), at);
    ivl_parse_dims(p, ref);
    s->ref = ref;
    s->is_const = is_const;
    if (ivl_accept(p, IVL_TOK_SET)) s->init = ivl_parse_initialiser(p);
    if (!p->panic) vec_push(out, s);
  } while (ivl_accept(p, IVL_TOK_COMMA));
}

static void parse_class(ivl_parser *p) {
  ivl_advance(p);
  place at = ivl_here(p);
  ivl_sym *s = new_sym(p, IVL_SYM_CLASS, ivl_expect_name(p, "the name of the class"), at);
  ivl_sym_vec fields = {0};
  ivl_expect(p, IVL_TOK_LBRACE);
  while (!p->panic && p->tok.kind != IVL_TOK_RBRACE && p->tok.kind != IVL_TOK_END) {
    ivl_typeref *base = ivl_parse_base(p);
    ivl_parse_declarators(p, base, false, IVL_SYM_LOCAL, &fields);
    ivl_expect_semi(p);
  }
  ivl_expect(p, IVL_TOK_RBRACE);
  ivl_accept(p, IVL_TOK_SEMI);
  s->fields = copy_syms(p, &fields, &s->n_fields);
  if (!p->panic) vec_push(&p->prog->decls, s);
}

static void parse_body(ivl_parser *p, ivl_sym *s) {
  if (p->tok.kind != IVL_TOK_LBRACE) {
    ivl_error_expected(p, "'{'");
    return;
  }
  s->func->body = ivl_parse_block(p);
  ivl_accept(p, IVL_TOK_SEMI);
  vec_push(&p->prog->decls, s);
}

static ivl_func *new_func(ivl_parser *p) {
  ivl_func *f = ARENA_NEW(p->prog->mem, ivl_func);
  vec_push(&p->prog->funcs, f);
  return f;
}

static void parse_process(ivl_parser *p, ivl_sym_kind kind) {
  ivl_advance(p);
  place at = ivl_here(p);
  ivl_sym *s = new_sym(
      p, kind, ivl_expect_name(p, kind == IVL_SYM_THREAD ? "the name of the thread" : "the name of the update"), at);
  s->func = new_func(p);
  if (kind == IVL_SYM_THREAD && p->tok.kind == IVL_TOK_NAME) {
    static const char marker[] = "dont_initialize";
    if (p->tok.len == sizeof marker - 1 && memcmp(p->tok.start, marker, p->tok.len) == 0) {
      s->func->dont_initialize = true;
      ivl_advance(p);
    }
  }
  // `thread T() { }` is accepted: threads are functions without parameters.
  if (ivl_accept(p, IVL_TOK_LPAREN)) ivl_expect(p, IVL_TOK_RPAREN);
  parse_body(p, s);
}

static void parse_main(ivl_parser *p) {
  place at = ivl_here(p);
  ivl_advance(p);
  ivl_sym *s = new_sym(p, IVL_SYM_MAIN, intern(p->prog->names, "main"), at);
  s->func = new_func(p);
  if (ivl_accept(p, IVL_TOK_LPAREN)) ivl_expect(p, IVL_TOK_RPAREN);
  parse_body(p, s);
}

static void parse_params(ivl_parser *p, ivl_func *f) {
  ivl_sym_vec params = {0};
  ivl_expect(p, IVL_TOK_LPAREN);
  bool none = p->tok.kind == IVL_TOK_RPAREN;
  if (p->tok.kind == IVL_TOK_VOID && ivl_peek(p).kind == IVL_TOK_RPAREN) {
    ivl_advance(p);
    none = true;
  }
  if (!none) do {
      ivl_typeref *ref = ivl_parse_type(p);
      place at = ivl_here(p);
      ivl_sym *s = new_sym(p, IVL_SYM_PARAM, ivl_expect_name(p, "the name of a parameter"), at);
      // `int a[]` and `int a[4]` are pointers, as in C; further dimensions belong to the element.
      if (p->tok.kind == IVL_TOK_LBRACKET && ivl_peek(p).kind == IVL_TOK_RBRACKET) {
        ivl_advance(p);
        ivl_advance(p);
        ivl_parse_dims(p, ref);
        if (ref->n_dims > 0) ivl_error_expected(p, "a parameter with one dimension");
        ref->stars++;
      } else {
        ivl_parse_dims(p, ref);
      }
      s->ref = ref;
      vec_push(&params, s);
    } while (ivl_accept(p, IVL_TOK_COMMA));
  ivl_expect(p, IVL_TOK_RPAREN);
  f->params = copy_syms(p, &params, &f->n_params);
}

static void parse_function_or_variable(ivl_parser *p) {
  bool is_const = ivl_accept(p, IVL_TOK_CONST);
  ivl_typeref *base = ivl_parse_base(p);
  scan ahead = p->lexer;
  ivl_tok t = p->tok;
  for (int i = 0; t.kind == IVL_TOK_MUL && i <= IVL_MAX_POINTERS; i++) t = ivl_lex_next(&ahead);
  if (t.kind == IVL_TOK_NAME && ivl_lex_next(&ahead).kind == IVL_TOK_LPAREN && !is_const) {
    ivl_parse_stars(p, base);
    place at = ivl_here(p);
    ivl_sym *s = new_sym(p, IVL_SYM_FUNC, ivl_expect_name(p, "the name of the function"), at);
    s->ref = base;
    s->func = new_func(p);
    parse_params(p, s->func);
    // A declaration without body only announces a function that may be used before its definition anyway.
    if (ivl_accept(p, IVL_TOK_SEMI)) return;
    if (!p->panic) parse_body(p, s);
    return;
  }
  ivl_sym_vec vars = {0};
  ivl_parse_declarators(p, base, is_const, IVL_SYM_GLOBAL, &vars);
  ivl_expect_semi(p);
  for (size_t i = 0; i < vars.len; i++) vec_push(&p->prog->decls, vars.data[i]);
  vec_free(&vars);
}

static void parse_decl(ivl_parser *p) {
  switch ((int)p->tok.kind) {
  case IVL_TOK_CLASS: parse_class(p); return;
  case IVL_TOK_THREAD: parse_process(p, IVL_SYM_THREAD); return;
  case IVL_TOK_UPDATE: parse_process(p, IVL_SYM_UPDATE); return;
  case IVL_TOK_MAIN: parse_main(p); return;
  case IVL_TOK_SEMI: ivl_advance(p); return;
  case IVL_TOK_CONST: parse_function_or_variable(p); return;
  }
  ivl_tok next = ivl_peek(p);
  if (ivl_at_type(p) || (p->tok.kind == IVL_TOK_NAME && next.kind == IVL_TOK_NAME)) {
    parse_function_or_variable(p);
  } else {
    if (!p->panic) diag_error(p->prog->d, ivl_here(p), DIAG_IVL_EXPECTED_DECL, ivl_found(p));
    p->panic = true;
  }
}

// To the next token that can begin a declaration at the outermost level.
static void skip_declaration(ivl_parser *p) {
  while (p->tok.kind != IVL_TOK_END) {
    switch ((int)p->tok.kind) {
    case IVL_TOK_SEMI: ivl_advance(p); return;
    case IVL_TOK_LBRACE: ivl_skip_balanced(p); return;
    case IVL_TOK_CLASS:
    case IVL_TOK_THREAD:
    case IVL_TOK_UPDATE:
    case IVL_TOK_MAIN: return;
    }
    ivl_advance(p);
  }
}

// Class names must be known before the first use, and a class may be used above its declaration.
static void collect_classes(ivl_parser *p, const char *text, size_t len) {
  if (!memmem(text, len, "class", 5)) return;
  scan lx = scan_begin(text, len);
  for (ivl_tok t = ivl_lex_next(&lx); t.kind != IVL_TOK_END; t = ivl_lex_next(&lx)) {
    if (t.kind != IVL_TOK_CLASS) continue;
    t = ivl_lex_next(&lx);
    if (t.kind == IVL_TOK_NAME) {
      const char *name = intern_n(p->prog->names, t.start, t.len);
      map64_put(&p->classes, (uint64_t)(uintptr_t)name, 1);
    }
    if (t.kind == IVL_TOK_END) break;
  }
}

void ivl_parse(ivl_program *prog, const char *text, size_t len) {
  ivl_parser p = {.prog = prog, .lexer = scan_begin(text, len), .prev_end = text};
  collect_classes(&p, text, len);
  fetch(&p);
  while (p.tok.kind != IVL_TOK_END) {
    const char *before = p.tok.start;
    if (!p.panic) parse_decl(&p);
    if (p.panic && !p.stop) {
      if (p.tok.start == before) ivl_advance(&p);
      skip_declaration(&p);
      p.panic = false;
    }
    if (diags_full(prog->d)) stop(&p);
  }
  map64_fini(&p.classes);
}
