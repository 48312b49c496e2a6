#include "front/dlang/dlang_lex.h"

#include <string.h>

// Rounds of one repetition, and tokens of the unrolled program: more is a slip of the pen and would exhaust memory.
enum { MAX_ROUNDS = 65536, MAX_TOKENS = 4000000 };

static const char *const texts[DL_TOK_COUNT] = {
    [DL_TOK_END] = "the end of the file", [DL_TOK_BAD] = "a bad token",  [DL_TOK_NAME] = "a name",
    [DL_TOK_NUMBER] = "a number",         [DL_TOK_STRING] = "a string",
#define DL_WORD(name, text) [DL_TOK_##name] = "'" text "'",
#define DL_SIGN(name, text) [DL_TOK_##name] = "'" text "'",
#include "front/dlang/dlang_tokens.def"
#undef DL_WORD
#undef DL_SIGN
};

typedef struct spelling {
  const char *text;
  dl_tok_kind kind;
} spelling;

static const spelling words[] = {
#define DL_WORD(name, text) {text, DL_TOK_##name},
#define DL_SIGN(name, text)
#include "front/dlang/dlang_tokens.def"
#undef DL_WORD
#undef DL_SIGN
};

static const spelling signs[] = {
#define DL_WORD(name, text)
#define DL_SIGN(name, text) {text, DL_TOK_##name},
#include "front/dlang/dlang_tokens.def"
#undef DL_WORD
#undef DL_SIGN
};

#define COUNT(a) (sizeof(a) / sizeof *(a))

const char *dl_tok_text(dl_tok_kind kind) { return texts[kind]; }

dl_lexer dl_lex_begin(const char *text, size_t len, interner *names) {
  return (dl_lexer){.at = {text, 1, 1}, .end = text + len, .names = names};
}

void dl_lex_end(dl_lexer *lx) { sb_fini(&lx->word); }

static char peek(const dl_lexer *lx, size_t ahead) {
  return (size_t)(lx->end - lx->at.pos) > ahead ? lx->at.pos[ahead] : '\0';
}

static void skip(dl_lexer *lx) {
  lx->at.col++;
  if (*lx->at.pos == '\n') {
    lx->at.line++;
    lx->at.col = 1;
  }
  lx->at.pos++;
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f'; }
static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static void skip_blanks(dl_lexer *lx) {
  while (lx->at.pos < lx->end) {
    if (is_blank(*lx->at.pos)) {
      skip(lx);
    } else if (*lx->at.pos == '/' && peek(lx, 1) == '/') {
      while (lx->at.pos < lx->end && *lx->at.pos != '\n') skip(lx);
    } else {
      return;
    }
  }
}

static dl_tok bad(dl_tok t, diag_id problem, const char *text) {
  t.kind = DL_TOK_BAD;
  t.problem = problem;
  t.text = text;
  return t;
}

// Takes one character of a word; `$` stands for the round.
static void take(dl_lexer *lx) {
  if (*lx->at.pos == '$') {
    sb_printf(&lx->word, "%llu", (unsigned long long)lx->round);
  } else {
    sb_putc(&lx->word, *lx->at.pos);
  }
  skip(lx);
}

static dl_tok lex_word(dl_lexer *lx, dl_tok t) {
  sb_clear(&lx->word);
  for (char c = peek(lx, 0); is_letter(c) || is_digit(c) || c == '-' || c == '_' || (c == '$' && lx->repeating); c = peek(lx, 0)) {
    take(lx);
  }
  t.kind = DL_TOK_NAME;
  t.text = intern(lx->names, sb_text(&lx->word));
  for (size_t i = 0; i < COUNT(words); i++) {
    if (strcmp(words[i].text, t.text) == 0) t.kind = words[i].kind;
  }
  return t;
}

static dl_tok lex_number(dl_lexer *lx, dl_tok t) {
  sb_clear(&lx->word);
  while (is_digit(peek(lx, 0)) || (peek(lx, 0) == '$' && lx->repeating)) take(lx);
  t.kind = DL_TOK_NUMBER;
  t.text = intern(lx->names, sb_text(&lx->word));
  for (const char *c = t.text; *c; c++) {
    if (t.value > (INT64_MAX - (uint64_t)(*c - '0')) / 10) return bad(t, DIAG_DL_NUMBER, t.text);
    t.value = t.value * 10 + (uint64_t)(*c - '0');
  }
  return t;
}

static dl_tok lex_string(dl_lexer *lx, dl_tok t) {
  skip(lx);
  sb_clear(&lx->word);
  while (lx->at.pos < lx->end && *lx->at.pos != '"' && *lx->at.pos != '\n') take(lx);
  t.text = intern(lx->names, sb_text(&lx->word));
  if (peek(lx, 0) != '"') return bad(t, DIAG_DL_STRING, t.text);
  skip(lx);
  t.kind = DL_TOK_STRING;
  return t;
}

static dl_tok lex_sign(dl_lexer *lx, dl_tok t) {
  for (size_t i = 0; i < COUNT(signs); i++) {
    size_t len = strlen(signs[i].text);
    if ((size_t)(lx->end - lx->at.pos) < len || memcmp(lx->at.pos, signs[i].text, len) != 0) continue;
    for (size_t k = 0; k < len; k++) skip(lx);
    t.kind = signs[i].kind;
    return t;
  }
  const char *from = lx->at.pos;
  // One report for a run of bytes outside ASCII.
  do skip(lx);
  while (lx->at.pos < lx->end && (unsigned char)*from >= 0x80 && (unsigned char)*lx->at.pos >= 0x80);
  return bad(t, DIAG_DL_CHARACTER, intern_n(lx->names, from, (size_t)(lx->at.pos - from)));
}

// A repetition of no rounds: its text is passed over. False: it has no end.
static bool pass_over(dl_lexer *lx) {
  for (;;) {
    skip_blanks(lx);
    if (lx->at.pos >= lx->end) return false;
    bool ends = *lx->at.pos == '}' && peek(lx, 1) == '>';
    skip(lx);
    if (!ends) continue;
    skip(lx);
    return true;
  }
}

static bool begin_repetition(dl_lexer *lx, dl_tok *t) {
  const char *problem = NULL;
  if (lx->repeating) problem = "a repetition stands inside of another";
  skip(lx);
  skip(lx);
  skip_blanks(lx);
  uint64_t rounds = 0;
  if (!is_digit(peek(lx, 0)) && !problem) problem = "a repetition begins with a number";
  for (; is_digit(peek(lx, 0)); skip(lx)) rounds = rounds > MAX_ROUNDS ? rounds : rounds * 10 + (uint64_t)(peek(lx, 0) - '0');
  if (rounds > MAX_ROUNDS && !problem) problem = "a repetition has at most 65536 rounds";
  if (!problem && rounds == 0 && !pass_over(lx)) problem = "the repetition is not closed";
  if (problem) {
    *t = bad(*t, DIAG_DL_REPETITION, problem);
    return false;
  }
  if (rounds == 0) return true;
  lx->repeating = true;
  lx->round = 0;
  lx->rounds = rounds;
  lx->again = lx->at;
  return true;
}

static void end_round(dl_lexer *lx) {
  skip(lx);
  skip(lx);
  if (++lx->round < lx->rounds) {
    lx->at = lx->again;
  } else {
    lx->repeating = false;
  }
}

dl_tok dl_lex_next(dl_lexer *lx) {
  for (;;) {
    skip_blanks(lx);
    dl_tok t = {.line = lx->at.line, .col = lx->at.col};
    if (lx->at.pos >= lx->end) {
      if (lx->repeating) return bad(t, DIAG_DL_REPETITION, "the repetition is not closed");
      return t;
    }
    char c = *lx->at.pos;
    if (++lx->made > MAX_TOKENS) return bad(t, DIAG_DL_SIZE, "");
    if (c == '<' && peek(lx, 1) == '{') {
      if (!begin_repetition(lx, &t)) return t;
    } else if (c == '}' && peek(lx, 1) == '>' && lx->repeating) {
      end_round(lx);
    } else if (is_letter(c)) {
      return lex_word(lx, t);
    } else if (is_digit(c) || (c == '$' && lx->repeating)) {
      return lex_number(lx, t);
    } else if (c == '"') {
      return lex_string(lx, t);
    } else {
      return lex_sign(lx, t);
    }
  }
}
