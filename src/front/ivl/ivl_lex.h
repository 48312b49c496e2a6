// Tokens of IVL, made on demand: the lexer is a scan (copy it to look ahead), it keeps no token array, so that
// an input of many megabytes costs no memory. It reports nothing itself: a bad token carries its diagnostic
// and the parser reports it once, when it consumes it.
#ifndef FRONT_IVL_IVL_LEX_H
#define FRONT_IVL_IVL_LEX_H

#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/scan.h"

typedef enum ivl_tok_kind {
  IVL_TOK_END,
  IVL_TOK_BAD,  // `problem` says why
  IVL_TOK_NAME,
  IVL_TOK_NUMBER,  // `value`, `hex`
  IVL_TOK_CHARACTER,
#define TOKEN(name, text) IVL_TOK_##name,
#include "front/ivl/ivl_tokens.def"
#undef TOKEN
  IVL_TOK_COUNT
} ivl_tok_kind;

typedef struct ivl_tok {
  ivl_tok_kind kind;
  const char *start;  // in the source text
  size_t len;
  uint32_t line, col;  // 1-based; columns count bytes
  uint64_t value;      // NUMBER; CHARACTER: sign-extended
  bool hex;
  diag_id problem;  // BAD
} ivl_tok;

ivl_tok ivl_lex_next(scan *at);               // begin with scan_begin
const char *ivl_tok_text(ivl_tok_kind kind);  // "'+='", "a name"

#endif
