// Words of .air text.
#include <ctype.h>
#include <string.h>

#include "front/air/air_int.h"

static bool is_name_start(char c) { return isalpha((unsigned char)c) || c == '_'; }
static bool is_name_char(char c) { return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '$'; }

// The character n places ahead, 0 at the end (text holds no NUL byte of its own, or it counts as an unknown one).
static char peek(const air_lexer *x, size_t n) { return (size_t)(x->end - x->cur.at) > n ? x->cur.at[n] : '\0'; }

static void complain(air_lexer *x, const air_token *t, diag_id id, const char *text) {
  if (!x->quiet) diag_error(x->d, (place){.file = x->file, .line = t->line, .col = t->col}, id, text);
}

static void skip_blank(air_lexer *x) {
  for (;;) {
    char c = peek(x, 0);
    if (c == ' ' || c == '\t' || c == '\r') {
      x->cur.at++;
    } else if (c == '/' && peek(x, 1) == '/') {
      const char *nl = memchr(x->cur.at, '\n', (size_t)(x->end - x->cur.at));
      x->cur.at = nl ? nl : x->end;
    } else {
      return;
    }
  }
}

static void lex_word(air_lexer *x, air_token *t) {
  t->text = x->cur.at;
  while (is_name_char(peek(x, 0)) || (peek(x, 0) == '-' && isalpha((unsigned char)peek(x, 1)))) x->cur.at++;
  t->len = (size_t)(x->cur.at - t->text);
}

static void lex_number(air_lexer *x, air_token *t) {
  t->text = x->cur.at;
  if (peek(x, 0) == '0' && (peek(x, 1) == 'x' || peek(x, 1) == 'X')) {
    x->cur.at += 2;
    while (isxdigit((unsigned char)peek(x, 0))) x->cur.at++;
  } else {
    while (isdigit((unsigned char)peek(x, 0))) x->cur.at++;
  }
  t->len = (size_t)(x->cur.at - t->text);
}

static bool is_escape(const air_lexer *x) {
  char c = peek(x, 1);
  if (c == 'x') return isxdigit((unsigned char)peek(x, 2)) && isxdigit((unsigned char)peek(x, 3));
  return c == 'n' || c == 't' || c == '\\' || c == '"';
}

// Passes what stands for itself; false: the text ends.
static bool plain_text(air_lexer *x) {
  const char *p = x->cur.at, *end = x->end;
  while (p < end && *p != '"' && *p != '\n' && *p != '\\') p++;
  x->cur.at = p;
  return p < end;
}

static void lex_string(air_lexer *x, air_token *t) {
  x->cur.at++;
  t->text = x->cur.at;
  t->quoted = true;
  const char *why = NULL;
  while (plain_text(x) && *x->cur.at == '\\') {
    if (!is_escape(x)) why = "unknown escape";
    if (peek(x, 1) && peek(x, 1) != '\n') x->cur.at++;
    x->cur.at++;
  }
  t->len = (size_t)(x->cur.at - t->text);
  if (peek(x, 0) == '"')
    x->cur.at++;
  else
    why = "it is not closed";
  if (!why) return;
  complain(x, t, DIAG_AIR_STRING, why);
  t->kind = AIR_BAD;
}

// The n of x#n; what does not fit names nothing.
static void lex_nth(air_lexer *x, air_token *t) {
  if (peek(x, 0) != '#' || !isdigit((unsigned char)peek(x, 1))) return;
  x->cur.at++;
  air_token number = {.kind = AIR_NUMBER};
  lex_number(x, &number);
  if (!air_token_number(&number, &t->nth)) t->nth = UINT64_MAX;
}

static void lex_name(air_lexer *x, air_token *t, air_kind kind) {
  t->kind = kind;
  x->cur.at++;
  if (peek(x, 0) == '"')
    lex_string(x, t);
  else if (isdigit((unsigned char)peek(x, 0)))
    lex_number(x, t);
  else
    lex_word(x, t);
  lex_nth(x, t);
  if (kind == AIR_RECORD && t->kind != AIR_BAD) {
    if (peek(x, 0) == '}') {
      x->cur.at++;
    } else {
      complain(x, t, DIAG_AIR_CHARACTER, "in the name of a record: it ends with }");
      t->kind = AIR_BAD;
    }
  }
}

static air_kind sigil_kind(const air_lexer *x) {
  char next = peek(x, 1);
  if (!is_name_start(next) && next != '"' && !(peek(x, 0) == '%' && isdigit((unsigned char)next))) return AIR_BAD;
  switch (peek(x, 0)) {
  case '%': return AIR_REG;
  case '@': return AIR_GLOBAL;
  case '&': return AIR_FUNC;
  case '$': return AIR_PROC;
  case '~': return AIR_UPDATE;
  case '{': return AIR_RECORD;
  }
  return AIR_BAD;
}

static bool is_known(const air_lexer *x) {
  char c = peek(x, 0);
  return isalnum((unsigned char)c) || (c && strchr(" \t\r\n_\"%@&$~=,:(){}[]*'+-!/", c));
}

static void lex_unknown(air_lexer *x, air_token *t) {
  t->kind = AIR_BAD;
  t->text = x->cur.at;
  do x->cur.at++;
  while (x->cur.at < x->end && !is_known(x));
  strbuf text = {0};
  unsigned char c = (unsigned char)*t->text;
  if (c > 32 && c < 127)
    sb_printf(&text, "'%c'", c);
  else
    sb_printf(&text, "(byte 0x%02x)", c);
  complain(x, t, DIAG_AIR_CHARACTER, sb_text(&text));
  sb_fini(&text);
}

air_token air_next(air_lexer *x) {
  skip_blank(x);
  air_token t = {.kind = AIR_END, .nth = 1, .line = x->cur.line, .text = x->cur.at};
  size_t col = (size_t)(x->cur.at - x->cur.line_start) + 1;
  t.col = col > UINT32_MAX ? UINT32_MAX : (uint32_t)col;
  if (x->cur.at >= x->end) return t;
  char c = peek(x, 0);
  if (c == '\n') {
    t.kind = AIR_NEWLINE;
    x->cur.line_start = ++x->cur.at;
    x->cur.line++;
  } else if (is_name_start(c)) {
    t.kind = AIR_WORD;
    lex_word(x, &t);
  } else if (isdigit((unsigned char)c)) {
    t.kind = AIR_NUMBER;
    lex_number(x, &t);
  } else if (c == '"') {
    t.kind = AIR_STRING;
    lex_string(x, &t);
  } else if (sigil_kind(x) != AIR_BAD) {
    lex_name(x, &t, sigil_kind(x));
  } else if (c == '-' && peek(x, 1) == '>') {
    t.kind = AIR_ARROW;
    t.len = 2;
    x->cur.at += 2;
  } else if (c && strchr("=,:(){}[]*'+-!", c)) {
    t.kind = AIR_MARK;
    t.mark = c;
    t.len = 1;
    x->cur.at++;
  } else {
    lex_unknown(x, &t);
  }
  return t;
}

static unsigned hex_value(char c) {
  return (unsigned)(isdigit((unsigned char)c) ? c - '0' : tolower((unsigned char)c) - 'a' + 10);
}

void air_unescape(const air_token *t, strbuf *out) {
  const char *at = t->text, *end = at + t->len;
  while (at < end) {
    const char *mark = t->quoted ? memchr(at, '\\', (size_t)(end - at)) : NULL;
    if (!mark || mark + 1 == end) mark = end;
    sb_putn(out, at, (size_t)(mark - at));
    at = mark;
    if (at == end) return;
    char c = at[1];
    at += 2;
    if (c == 'x' && end - at >= 2) {
      sb_putc(out, (char)(hex_value(at[0]) * 16 + hex_value(at[1])));
      at += 2;
    } else {
      sb_putc(out, c == 'n' ? '\n' : c == 't' ? '\t' : c);
    }
  }
}
