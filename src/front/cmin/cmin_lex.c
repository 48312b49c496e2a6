#include "front/cmin/cmin_lex.h"

#include <stdbool.h>
#include <string.h>

static const char *const texts[CM_TOK_COUNT] = {
    [CM_TOK_END] = "the end of the file", [CM_TOK_BAD] = "a bad token",
    [CM_TOK_NAME] = "a name",             [CM_TOK_NUMBER] = "a number",
#define CM_WORD(name, text) [CM_TOK_##name] = "'" text "'",
#define CM_SIGN(name, text) [CM_TOK_##name] = "'" text "'",
#include "front/cmin/cmin_tokens.def"
#undef CM_WORD
#undef CM_SIGN
};

typedef struct spelling {
  const char *text;
  cm_tok_kind kind;
} spelling;

static const spelling words[] = {
#define CM_WORD(name, text) {text, CM_TOK_##name},
#define CM_SIGN(name, text)
#include "front/cmin/cmin_tokens.def"
#undef CM_WORD
#undef CM_SIGN
};

static const spelling signs[] = {
#define CM_WORD(name, text)
#define CM_SIGN(name, text) {text, CM_TOK_##name},
#include "front/cmin/cmin_tokens.def"
#undef CM_WORD
#undef CM_SIGN
};

#define COUNT(a) (sizeof(a) / sizeof *(a))

const char *cm_tok_text(cm_tok_kind kind) { return texts[kind]; }

cm_lexer cm_lex_begin(const char *text, size_t len, interner *names) {
  return (cm_lexer){.pos = text, .end = text + len, .line = 1, .col = 1, .names = names};
}

static char peek(const cm_lexer *lx, size_t ahead) {
  return (size_t)(lx->end - lx->pos) > ahead ? lx->pos[ahead] : '\0';
}

static void skip(cm_lexer *lx) {
  lx->col++;
  if (*lx->pos == '\n') {
    lx->line++;
    lx->col = 1;
  }
  lx->pos++;
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f'; }
static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static cm_tok bad(cm_tok t, diag_id problem, const char *text) {
  t.kind = CM_TOK_BAD;
  t.problem = problem;
  t.text = text;
  return t;
}

// Blanks and comments; false: the comment at t has no end.
static bool skip_blanks(cm_lexer *lx, cm_tok *t) {
  while (lx->pos < lx->end) {
    if (is_blank(*lx->pos)) {
      skip(lx);
    } else if (*lx->pos == '/' && peek(lx, 1) == '/') {
      while (lx->pos < lx->end && *lx->pos != '\n') skip(lx);
    } else if (*lx->pos == '/' && peek(lx, 1) == '*') {
      t->line = lx->line;
      t->col = lx->col;
      skip(lx);
      skip(lx);
      while (lx->pos < lx->end && !(*lx->pos == '*' && peek(lx, 1) == '/')) skip(lx);
      if (lx->pos == lx->end) return false;
      skip(lx);
      skip(lx);
    } else {
      break;
    }
  }
  return true;
}

static cm_tok lex_word(cm_lexer *lx, cm_tok t) {
  const char *from = lx->pos;
  while (is_letter(peek(lx, 0)) || is_digit(peek(lx, 0))) skip(lx);
  t.kind = CM_TOK_NAME;
  t.text = intern_n(lx->names, from, (size_t)(lx->pos - from));
  for (size_t i = 0; i < COUNT(words); i++) {
    if (strcmp(words[i].text, t.text) == 0) t.kind = words[i].kind;
  }
  return t;
}

// 2^31 is a number here: a sign may stand before it.
static cm_tok lex_number(cm_lexer *lx, cm_tok t) {
  const char *from = lx->pos;
  bool large = false;
  while (is_digit(peek(lx, 0))) {
    t.value = t.value * 10 + (uint64_t)(*lx->pos - '0');
    if (t.value > (uint64_t)1 << 31) large = true;
    if (large) t.value = 0;
    skip(lx);
  }
  t.kind = CM_TOK_NUMBER;
  t.text = intern_n(lx->names, from, (size_t)(lx->pos - from));
  return large ? bad(t, DIAG_CM_NUMBER, t.text) : t;
}

static cm_tok lex_sign(cm_lexer *lx, cm_tok t) {
  for (size_t i = 0; i < COUNT(signs); i++) {
    size_t len = strlen(signs[i].text);
    if ((size_t)(lx->end - lx->pos) < len || memcmp(lx->pos, signs[i].text, len) != 0) continue;
    for (size_t k = 0; k < len; k++) skip(lx);
    t.kind = signs[i].kind;
    return t;
  }
  const char *from = lx->pos;
  // One report for a run of bytes outside ASCII.
  do skip(lx);
  while (lx->pos < lx->end && (unsigned char)*from >= 0x80 && (unsigned char)*lx->pos >= 0x80);
  return bad(t, DIAG_CM_CHARACTER, intern_n(lx->names, from, (size_t)(lx->pos - from)));
}

cm_tok cm_lex_next(cm_lexer *lx) {
  cm_tok t = {0};
  if (!skip_blanks(lx, &t)) return bad(t, DIAG_CM_COMMENT, "/*");
  t.line = lx->line;
  t.col = lx->col;
  if (lx->pos == lx->end) return t;
  if (is_letter(*lx->pos)) return lex_word(lx, t);
  if (is_digit(*lx->pos)) return lex_number(lx, t);
  return lex_sign(lx, t);
}
