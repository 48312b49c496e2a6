#include "front/dlang/dlang_lex.h"

#include <string.h>

// Rounds of one repetition, and tokens of the unrolled program: more is a slip of the pen and would exhaust memory.
enum { MAX_ROUNDS = 65536, MAX_TOKENS = 4000000 };

static const char *const texts[DL_TOK_COUNT] = {
    [DL_TOK_END] = "the end of the file", [DL_TOK_BAD] = "a bad token", [DL_TOK_NAME] = "a name",
    [DL_TOK_NUMBER] = "a number",         [DL_TOK_STRING] = "a string",
#define TOKEN(name, text) [DL_TOK_##name] = "'" text "'",
#include "front/dlang/dlang_tokens.def"
#undef TOKEN
};

static const spelling tokens[] = {
#define TOKEN(name, text) {text, DL_TOK_##name},
#include "front/dlang/dlang_tokens.def"
#undef TOKEN
};

enum { TOKENS = sizeof tokens / sizeof *tokens };

const char *dl_tok_text(dl_tok_kind kind) { return texts[kind]; }

dl_lexer dl_lex_begin(const char *text, size_t len, interner *names) {
  return (dl_lexer){.at = scan_begin(text, len), .names = names};
}

void dl_lex_end(dl_lexer *lx) { sb_fini(&lx->word); }

static char peek(const dl_lexer *lx, size_t ahead) { return scan_peek(&lx->at, ahead); }

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
  scan_skip(&lx->at, 1);
}

static dl_tok lex_word(dl_lexer *lx, dl_tok t) {
  sb_clear(&lx->word);
  for (char c = peek(lx, 0);
       scan_is_letter(c) || scan_is_digit(c) || c == '-' || c == '_' || (c == '$' && lx->repeating); c = peek(lx, 0)) {
    take(lx);
  }
  t.text = intern(lx->names, sb_text(&lx->word));
  int kind = scan_word_kind(t.text, strlen(t.text), tokens, TOKENS);
  t.kind = kind == SCAN_NOTHING ? DL_TOK_NAME : (dl_tok_kind)kind;
  return t;
}

static dl_tok lex_number(dl_lexer *lx, dl_tok t) {
  sb_clear(&lx->word);
  while (scan_is_digit(peek(lx, 0)) || (peek(lx, 0) == '$' && lx->repeating)) take(lx);
  t.kind = DL_TOK_NUMBER;
  t.text = intern(lx->names, sb_text(&lx->word));
  for (const char *c = t.text; *c; c++) {
    if (t.value > (INT64_MAX - (uint64_t)(*c - '0')) / 10) return bad(t, DIAG_DL_NUMBER, t.text);
    t.value = t.value * 10 + (uint64_t)(*c - '0');
  }
  return t;
}

static dl_tok lex_string(dl_lexer *lx, dl_tok t) {
  scan_skip(&lx->at, 1);
  sb_clear(&lx->word);
  while (!scan_at_end(&lx->at) && *lx->at.pos != '"' && *lx->at.pos != '\n') take(lx);
  t.text = intern(lx->names, sb_text(&lx->word));
  if (peek(lx, 0) != '"') return bad(t, DIAG_DL_STRING, t.text);
  scan_skip(&lx->at, 1);
  t.kind = DL_TOK_STRING;
  return t;
}

static dl_tok lex_sign(dl_lexer *lx, dl_tok t) {
  const char *from = lx->at.pos;
  int kind = scan_sign(&lx->at, tokens, TOKENS);
  if (kind != SCAN_NOTHING) {
    t.kind = (dl_tok_kind)kind;
    return t;
  }
  scan_unknown(&lx->at);
  return bad(t, DIAG_DL_CHARACTER, intern_n(lx->names, from, (size_t)(lx->at.pos - from)));
}

// A repetition of no rounds: its text is passed over. False: it has no end.
static bool pass_over(dl_lexer *lx) {
  for (;;) {
    scan_line_blanks(&lx->at);
    if (scan_at_end(&lx->at)) return false;
    bool ends = *lx->at.pos == '}' && peek(lx, 1) == '>';
    scan_skip(&lx->at, 1);
    if (!ends) continue;
    scan_skip(&lx->at, 1);
    return true;
  }
}

static bool begin_repetition(dl_lexer *lx, dl_tok *t) {
  const char *problem = NULL;
  if (lx->repeating) problem = "a repetition stands inside of another";
  scan_skip(&lx->at, 2);
  scan_line_blanks(&lx->at);
  uint64_t rounds = 0;
  if (!scan_is_digit(peek(lx, 0)) && !problem) problem = "a repetition begins with a number";
  for (; scan_is_digit(peek(lx, 0)); scan_skip(&lx->at, 1))
    rounds = rounds > MAX_ROUNDS ? rounds : rounds * 10 + (uint64_t)(peek(lx, 0) - '0');
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
  scan_skip(&lx->at, 2);
  if (++lx->round < lx->rounds) {
    lx->at = lx->again;
  } else {
    lx->repeating = false;
  }
}

dl_tok dl_lex_next(dl_lexer *lx) {
  for (;;) {
    scan_line_blanks(&lx->at);
    dl_tok t = {.line = lx->at.line, .col = lx->at.col};
    if (scan_at_end(&lx->at)) {
      if (lx->repeating) return bad(t, DIAG_DL_REPETITION, "the repetition is not closed");
      return t;
    }
    char c = *lx->at.pos;
    if (++lx->made > MAX_TOKENS) return bad(t, DIAG_DL_SIZE, "");
    if (c == '<' && peek(lx, 1) == '{') {
      if (!begin_repetition(lx, &t)) return t;
    } else if (c == '}' && peek(lx, 1) == '>' && lx->repeating) {
      end_round(lx);
    } else if (scan_is_letter(c)) {
      return lex_word(lx, t);
    } else if (scan_is_digit(c) || (c == '$' && lx->repeating)) {
      return lex_number(lx, t);
    } else if (c == '"') {
      return lex_string(lx, t);
    } else {
      return lex_sign(lx, t);
    }
  }
}
