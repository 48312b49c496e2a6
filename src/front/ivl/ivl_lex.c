#include "front/ivl/ivl_lex.h"

#include <string.h>

static const char *const texts[IVL_TOK_COUNT] = {
    [IVL_TOK_END] = "the end of the file", [IVL_TOK_BAD] = "a bad token",       [IVL_TOK_NAME] = "a name",
    [IVL_TOK_NUMBER] = "a number",         [IVL_TOK_CHARACTER] = "a character",
#define TOKEN(name, text) [IVL_TOK_##name] = "'" text "'",
#include "front/ivl/ivl_tokens.def"
#undef TOKEN
};

static const spelling tokens[] = {
#define TOKEN(name, text) {text, IVL_TOK_##name},
#include "front/ivl/ivl_tokens.def"
#undef TOKEN
};

enum { TOKENS = sizeof tokens / sizeof *tokens };

const char *ivl_tok_text(ivl_tok_kind kind) { return texts[kind]; }

static bool is_letter(char c) { return scan_is_letter(c) || c == '_'; }

static int hex_digit(char c) {
  if (scan_is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

static void finish(scan *at, ivl_tok *t, ivl_tok_kind kind) {
  t->kind = kind;
  t->len = (size_t)(at->pos - t->start);
}

static void bad(scan *at, ivl_tok *t, diag_id problem) {
  finish(at, t, IVL_TOK_BAD);
  t->problem = problem;
}

static void lex_word(scan *at, ivl_tok *t) {
  while (!scan_at_end(at) && (is_letter(*at->pos) || scan_is_digit(*at->pos))) scan_skip(at, 1);
  int kind = scan_word_kind(t->start, (size_t)(at->pos - t->start), tokens, TOKENS);
  finish(at, t, kind == SCAN_NOTHING ? IVL_TOK_NAME : (ivl_tok_kind)kind);
}

static void lex_number(scan *at, ivl_tok *t) {
  unsigned base = 10;
  if (*at->pos == '0' && (scan_peek(at, 1) == 'x' || scan_peek(at, 1) == 'X')) {
    base = 16;
    t->hex = true;
    scan_skip(at, 2);
  }
  bool large = false, malformed = false;
  size_t digits = 0;
  for (; !scan_at_end(at) && (is_letter(*at->pos) || scan_is_digit(*at->pos)); scan_skip(at, 1), digits++) {
    int d = hex_digit(*at->pos);
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
    bad(at, t, DIAG_IVL_NUMBER);
  } else if (large) {
    bad(at, t, DIAG_IVL_TOO_LARGE);
  } else {
    finish(at, t, IVL_TOK_NUMBER);
  }
}

// The value of the escape after the backslash, or -1.
static int lex_escape(scan *at) {
  static const char names[] = "nrtabfv0\\'\"";
  static const char values[] = "\n\r\t\a\b\f\v\0\\'\"";
  char c = scan_peek(at, 0);
  if (c == 'x') {
    int hi = hex_digit(scan_peek(at, 1)), lo = hi < 0 ? -1 : hex_digit(scan_peek(at, 2));
    if (hi < 0) return -1;
    scan_skip(at, lo < 0 ? 2 : 3);
    return lo < 0 ? hi : hi * 16 + lo;
  }
  const char *name = c ? strchr(names, c) : NULL;
  if (!name) return -1;
  scan_skip(at, 1);
  return (unsigned char)values[name - names];
}

static void lex_character(scan *at, ivl_tok *t) {
  scan_skip(at, 1);
  int value = -1;
  bool escaped = false;
  if (!scan_at_end(at) && *at->pos == '\\') {
    scan_skip(at, 1);
    escaped = true;
    value = lex_escape(at);
  } else if (!scan_at_end(at) && *at->pos != '\n' && *at->pos != '\'') {
    value = (unsigned char)*at->pos;
    scan_skip(at, 1);
  }
  if (value >= 0 && scan_peek(at, 0) == '\'') {
    scan_skip(at, 1);
    t->value = (uint64_t)(int64_t)(int8_t)value;
    finish(at, t, IVL_TOK_CHARACTER);
    return;
  }
  bool closed = false;
  while (!scan_at_end(at) && *at->pos != '\n' && *at->pos != ';' && !closed) {
    closed = *at->pos == '\'';
    scan_skip(at, 1);
  }
  bad(at, t, escaped && value < 0 && closed ? DIAG_IVL_ESCAPE : DIAG_IVL_CHARACTER);
}

static void lex_sign(scan *at, ivl_tok *t) {
  scan before = *at;
  int kind = scan_sign(at, tokens, TOKENS);
  char after = scan_peek(at, 0);
  if (kind == IVL_TOK_TIME && (is_letter(after) || scan_is_digit(after))) {
    kind = SCAN_NOTHING;
    *at = before;
  }
  if (kind != SCAN_NOTHING) {
    finish(at, t, (ivl_tok_kind)kind);
    return;
  }
  scan_unknown(at);
  bad(at, t, DIAG_IVL_UNKNOWN_TOKEN);
}

ivl_tok ivl_lex_next(scan *at) {
  scan opened = *at;
  bool closed = scan_blanks(at, &opened);
  const scan *from = closed ? at : &opened;
  ivl_tok t = {.start = from->pos, .line = from->line, .col = from->col};
  if (!closed) {
    bad(at, &t, DIAG_IVL_COMMENT);
  } else if (scan_at_end(at)) {
    finish(at, &t, IVL_TOK_END);
  } else if (is_letter(*at->pos)) {
    lex_word(at, &t);
  } else if (scan_is_digit(*at->pos)) {
    lex_number(at, &t);
  } else if (*at->pos == '\'') {
    lex_character(at, &t);
  } else {
    lex_sign(at, &t);
  }
  return t;
}
