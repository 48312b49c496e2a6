// Tokens of dlang. Repetition blocks `<{ n text }>` are unrolled here: the lexer walks the text n times and puts the round
// for every `$`, so that all that comes behind sees a plain program, with the places of the text as it was written.
//
// A bad token carries its diagnostic and the parser reports it. Texts live as long as the interner.
#ifndef FRONT_DLANG_DLANG_LEX_H
#define FRONT_DLANG_DLANG_LEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/intern.h"
#include "base/scan.h"
#include "base/str.h"

typedef enum dl_tok_kind {
  DL_TOK_END,
  DL_TOK_BAD,
  DL_TOK_NAME,
  DL_TOK_NUMBER,
  DL_TOK_STRING,
#define TOKEN(name, text) DL_TOK_##name,
#include "front/dlang/dlang_tokens.def"
#undef TOKEN
  DL_TOK_COUNT
} dl_tok_kind;

typedef struct dl_tok {
  dl_tok_kind kind;
  const char *text;    // NAME, NUMBER, STRING; BAD: what the diagnostic speaks of
  uint64_t value;      // NUMBER
  uint32_t line, col;  // 1-based; columns count bytes
  diag_id problem;     // BAD
} dl_tok;

typedef struct dl_lexer {
  scan at;
  interner *names;
  strbuf word;  // scratch
  bool repeating;
  scan again;  // where the repeated text begins
  uint64_t round, rounds, made;
} dl_lexer;

dl_lexer dl_lex_begin(const char *text, size_t len, interner *names);
void dl_lex_end(dl_lexer *lx);
dl_tok dl_lex_next(dl_lexer *lx);
const char *dl_tok_text(dl_tok_kind kind);  // "':='", "a name"

#endif
