// Tokens of C_min. A bad token carries its diagnostic and the parser reports it. Texts live as long as the interner.
#ifndef FRONT_CMIN_CMIN_LEX_H
#define FRONT_CMIN_CMIN_LEX_H

#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/intern.h"
#include "base/scan.h"

typedef enum cm_tok_kind {
  CM_TOK_END,
  CM_TOK_BAD,
  CM_TOK_NAME,
  CM_TOK_NUMBER,
#define TOKEN(name, text) CM_TOK_##name,
#include "front/cmin/cmin_tokens.def"
#undef TOKEN
  CM_TOK_COUNT
} cm_tok_kind;

typedef struct cm_tok {
  cm_tok_kind kind;
  const char *text;    // NAME, NUMBER; BAD: what the diagnostic speaks of
  uint64_t value;      // NUMBER: at most 2^31
  uint32_t line, col;  // 1-based; columns count bytes
  diag_id problem;     // BAD
} cm_tok;

typedef struct cm_lexer {
  scan at;
  interner *names;
} cm_lexer;

cm_lexer cm_lex_begin(const char *text, size_t len, interner *names);
cm_tok cm_lex_next(cm_lexer *lx);
const char *cm_tok_text(cm_tok_kind kind);  // "':='", "a name"

#endif
