#include "front/cmin/cmin_lex.h"

#include <stdbool.h>

static const char *const texts[CM_TOK_COUNT] = {
    [CM_TOK_END] = "the end of the file",
    [CM_TOK_BAD] = "a bad token",
    [CM_TOK_NAME] = "a name",
    [CM_TOK_NUMBER] = "a number",
#define TOKEN(name, text) [CM_TOK_##name] = "'" text "'",
#include "front/cmin/cmin_tokens.def"
#undef TOKEN
};

static const spelling tokens[] = {
#define TOKEN(name, text) {text, CM_TOK_##name},
#include "front/cmin/cmin_tokens.def"
#undef TOKEN
};

enum { TOKENS = sizeof tokens / sizeof *tokens };

const char *cm_tok_text(cm_tok_kind kind) { return texts[kind]; }

cm_lexer cm_lex_begin(const char *text, size_t len, interner *names) {
  return (cm_lexer){.at = scan_begin(text, len), .names = names};
}

static bool is_letter(char c) { return scan_is_letter(c) || c == '_'; }

static cm_tok bad(cm_tok t, diag_id problem, const char *text) {
  t.kind = CM_TOK_BAD;
  t.problem = problem;
  t.text = text;
  return t;
}

static const char *text_since(cm_lexer *lx, const char *from) {
  return intern_n(lx->names, from, (size_t)(lx->at.pos - from));
}

static cm_tok lex_word(cm_lexer *lx, cm_tok t) {
  const char *from = lx->at.pos;
  for (char c = *from; is_letter(c) || scan_is_digit(c); c = scan_peek(&lx->at, 0)) scan_skip(&lx->at, 1);
  t.text = text_since(lx, from);
  int kind = scan_word_kind(from, (size_t)(lx->at.pos - from), tokens, TOKENS);
  t.kind = kind == SCAN_NOTHING ? CM_TOK_NAME : (cm_tok_kind)kind;
  return t;
}

// 2^31 is a number here: a sign may stand before it.
static cm_tok lex_number(cm_lexer *lx, cm_tok t) {
  const char *from = lx->at.pos;
  bool large = false;
  for (char c = *from; scan_is_digit(c); c = scan_peek(&lx->at, 0)) {
    t.value = t.value * 10 + (uint64_t)(c - '0');
    if (t.value > (uint64_t)1 << 31) large = true;
    if (large) t.value = 0;
    scan_skip(&lx->at, 1);
  }
  t.kind = CM_TOK_NUMBER;
  t.text = text_since(lx, from);
  return large ? bad(t, DIAG_CM_NUMBER, t.text) : t;
}

static cm_tok lex_sign(cm_lexer *lx, cm_tok t) {
  const char *from = lx->at.pos;
  int kind = scan_sign(&lx->at, tokens, TOKENS);
  if (kind != SCAN_NOTHING) {
    t.kind = (cm_tok_kind)kind;
    return t;
  }
  scan_unknown(&lx->at);
  return bad(t, DIAG_CM_CHARACTER, text_since(lx, from));
}

cm_tok cm_lex_next(cm_lexer *lx) {
  scan opened = lx->at;
  bool closed = scan_blanks(&lx->at, &opened);
  const scan *at = closed ? &lx->at : &opened;
  cm_tok t = {.line = at->line, .col = at->col};
  if (!closed) return bad(t, DIAG_CM_COMMENT, "/*");
  if (scan_at_end(at)) return t;
  if (is_letter(*at->pos)) return lex_word(lx, t);
  if (scan_is_digit(*at->pos)) return lex_number(lx, t);
  return lex_sign(lx, t);
}
