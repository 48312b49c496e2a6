#include "front/ivl/ivl_lex.h"

#include <string.h>

static const char *const texts[IVL_TOK_COUNT] = {
    [IVL_TOK_END] = "the end of the file", [IVL_TOK_BAD] = "a bad token",       [IVL_TOK_NAME] = "a name",
    [IVL_TOK_NUMBER] = "a number",         [IVL_TOK_CHARACTER] = "a character",
#define IVL_KEYWORD(name, text) [IVL_TOK_##name] = "'" text "'",
#define IVL_PUNCT(name, text) [IVL_TOK_##name] = "'" text "'",
#include "front/ivl/ivl_tokens.def"
#undef IVL_KEYWORD
#undef IVL_PUNCT
};

typedef struct word {
  const char *text;
  uint32_t len;
  ivl_tok_kind kind;
} word;

static const word keywords[] = {
#define IVL_KEYWORD(name, text) {text, sizeof text - 1, IVL_TOK_##name},
#define IVL_PUNCT(name, text)
#include "front/ivl/ivl_tokens.def"
#undef IVL_KEYWORD
#undef IVL_PUNCT
};

static const word puncts[] = {
#define IVL_KEYWORD(name, text)
#define IVL_PUNCT(name, text) {text, sizeof text - 1, IVL_TOK_##name},
#include "front/ivl/ivl_tokens.def"
#undef IVL_KEYWORD
#undef IVL_PUNCT
};

#define COUNT(a) (sizeof(a) / sizeof *(a))

const char *ivl_tok_text(ivl_tok_kind kind) { return texts[kind]; }

ivl_lexer ivl_lex_begin(const char *text, size_t len) {
  ivl_lexer lx = {text, text + len, 1, 1};
  // Editors on some systems put a byte-order mark first.
  if (len >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) lx.pos += 3;
  return lx;
}

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static int hex_digit(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

static char peek(const ivl_lexer *lx, size_t ahead) {
  return (size_t)(lx->end - lx->pos) > ahead ? lx->pos[ahead] : '\0';
}

static void skip(ivl_lexer *lx) {
  if (*lx->pos == '\n') {
    lx->line++;
    lx->col = 1;
  } else {
    lx->col++;
  }
  lx->pos++;
}

static void skip_n(ivl_lexer *lx, size_t n) {
  lx->pos += n;
  lx->col += (uint32_t)n;
}

// Skips blanks and comments. False: a comment is not closed; the lexer is then at the end of the text and *opened
// is where the comment began.
static bool skip_blanks(ivl_lexer *lx, ivl_lexer *opened) {
  while (lx->pos < lx->end) {
    char c = *lx->pos;
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f') {
      skip(lx);
    } else if (c == '/' && peek(lx, 1) == '/') {
      while (lx->pos < lx->end && *lx->pos != '\n') skip(lx);
    } else if (c == '/' && peek(lx, 1) == '*') {
      *opened = *lx;
      skip_n(lx, 2);
      while (lx->pos < lx->end && !(*lx->pos == '*' && peek(lx, 1) == '/')) skip(lx);
      if (lx->pos >= lx->end) return false;
      skip_n(lx, 2);
    } else {
      break;
    }
  }
  return true;
}

static void finish(ivl_lexer *lx, ivl_tok *t, ivl_tok_kind kind) {
  t->kind = kind;
  t->len = (size_t)(lx->pos - t->start);
}

static void bad(ivl_lexer *lx, ivl_tok *t, diag_id problem) {
  finish(lx, t, IVL_TOK_BAD);
  t->problem = problem;
}

static void lex_word(ivl_lexer *lx, ivl_tok *t) {
  while (lx->pos < lx->end && (is_letter(*lx->pos) || is_digit(*lx->pos))) skip(lx);
  finish(lx, t, IVL_TOK_NAME);
  for (size_t i = 0; i < COUNT(keywords); i++)
    if (keywords[i].len == t->len && keywords[i].text[0] == *t->start &&
        memcmp(keywords[i].text, t->start, t->len) == 0) {
      t->kind = keywords[i].kind;
      return;
    }
}

static void lex_number(ivl_lexer *lx, ivl_tok *t) {
  unsigned base = 10;
  if (*lx->pos == '0' && (peek(lx, 1) == 'x' || peek(lx, 1) == 'X')) {
    base = 16;
    t->hex = true;
    skip_n(lx, 2);
  }
  bool large = false, malformed = false;
  size_t digits = 0;
  for (; lx->pos < lx->end && (is_letter(*lx->pos) || is_digit(*lx->pos)); skip(lx), digits++) {
    int d = hex_digit(*lx->pos);
    if (d < 0 || d >= (int)base) {
      malformed = true;
      continue;
    }
    if (t->value > (UINT64_MAX - (unsigned)d) / base) large = true;
    t->value = t->value * base + (unsigned)d;
  }
  // Pinned: decimal literals are int, else i64; a leading zero would mean octal to a C programmer.
  if (base == 10 && t->value > INT64_MAX) large = true;
  if (base == 10 && digits > 1 && *t->start == '0') malformed = true;
  if (malformed || digits == 0) {
    bad(lx, t, DIAG_IVL_NUMBER);
  } else if (large) {
    bad(lx, t, DIAG_IVL_TOO_LARGE);
  } else {
    finish(lx, t, IVL_TOK_NUMBER);
  }
}

// The value of the escape after the backslash, or -1.
static int lex_escape(ivl_lexer *lx) {
  static const char names[] = "nrtabfv0\\'\"";
  static const char values[] = "\n\r\t\a\b\f\v\0\\'\"";
  char c = peek(lx, 0);
  if (c == 'x') {
    int hi = hex_digit(peek(lx, 1)), lo = hi < 0 ? -1 : hex_digit(peek(lx, 2));
    if (hi < 0) return -1;
    skip_n(lx, lo < 0 ? 2 : 3);
    return lo < 0 ? hi : hi * 16 + lo;
  }
  const char *at = c ? strchr(names, c) : NULL;
  if (!at) return -1;
  skip_n(lx, 1);
  return (unsigned char)values[at - names];
}

static void lex_character(ivl_lexer *lx, ivl_tok *t) {
  skip_n(lx, 1);
  int value = -1;
  bool escaped = false;
  if (lx->pos < lx->end && *lx->pos == '\\') {
    skip_n(lx, 1);
    escaped = true;
    value = lex_escape(lx);
  } else if (lx->pos < lx->end && *lx->pos != '\n' && *lx->pos != '\'') {
    value = (unsigned char)*lx->pos;
    skip_n(lx, 1);
  }
  if (value >= 0 && peek(lx, 0) == '\'') {
    skip_n(lx, 1);
    t->value = (uint64_t)(int64_t)(int8_t)value;
    finish(lx, t, IVL_TOK_CHARACTER);
    return;
  }
  bool closed = false;
  while (lx->pos < lx->end && *lx->pos != '\n' && *lx->pos != ';' && !closed) {
    closed = *lx->pos == '\'';
    skip_n(lx, 1);
  }
  bad(lx, t, escaped && value < 0 && closed ? DIAG_IVL_ESCAPE : DIAG_IVL_CHARACTER);
}

static void lex_unknown(ivl_lexer *lx, ivl_tok *t) {
  // One report for a run of bytes outside ASCII (a character of several bytes, a binary file).
  do skip(lx);
  while (lx->pos < lx->end && (unsigned char)*t->start >= 0x80 && (unsigned char)*lx->pos >= 0x80);
  bad(lx, t, DIAG_IVL_UNKNOWN_TOKEN);
}

static bool fits(const ivl_lexer *lx, const word *w) {
  for (uint32_t i = 0; i < w->len; i++)
    if (peek(lx, i) != w->text[i]) return false;
  return true;
}

static void lex_punct(ivl_lexer *lx, ivl_tok *t) {
  for (size_t i = 0; i < COUNT(puncts); i++)
    if (puncts[i].text[0] == *lx->pos && fits(lx, &puncts[i])) {
      char after = peek(lx, puncts[i].len);
      if (puncts[i].kind == IVL_TOK_TIME && (is_letter(after) || is_digit(after))) break;
      skip_n(lx, puncts[i].len);
      finish(lx, t, puncts[i].kind);
      return;
    }
  lex_unknown(lx, t);
}

ivl_tok ivl_lex_next(ivl_lexer *lx) {
  ivl_lexer opened = *lx;
  bool closed = skip_blanks(lx, &opened);
  ivl_tok t = {.start = lx->pos, .line = lx->line, .col = lx->col};
  if (!closed) {
    t.start = opened.pos;
    t.line = opened.line;
    t.col = opened.col;
    bad(lx, &t, DIAG_IVL_COMMENT);
  } else if (lx->pos >= lx->end) {
    finish(lx, &t, IVL_TOK_END);
  } else if (is_letter(*lx->pos)) {
    lex_word(lx, &t);
  } else if (is_digit(*lx->pos)) {
    lex_number(lx, &t);
  } else if (*lx->pos == '\'') {
    lex_character(lx, &t);
  } else {
    lex_punct(lx, &t);
  }
  return t;
}
