// The parser's own face, for its two files. The first error ends the parsing.
#ifndef FRONT_CMIN_CMIN_PARSE_H
#define FRONT_CMIN_CMIN_PARSE_H

#include "base/map64.h"
#include "front/cmin/cmin.h"
#include "front/cmin/cmin_lex.h"

typedef struct cm_parser {
  cm_program *prog;
  cm_lexer lexer;
  cm_tok tok;
  uint32_t depth;
  bool failed;
  map64 structs, vars;  // interned name -> index
} cm_parser;

place cm_here(const cm_parser *p);
void cm_fail(cm_parser *p);  // after an error the text has no more tokens
void cm_advance(cm_parser *p);
void cm_expected(cm_parser *p, const char *what);
bool cm_accept(cm_parser *p, cm_tok_kind kind);
void cm_expect(cm_parser *p, cm_tok_kind kind);
const char *cm_expect_name(cm_parser *p, const char *what);

cm_var *cm_find_var(cm_parser *p, const char *what, place *at);
cm_lexp cm_parse_lexp(cm_parser *p);
cm_expr *cm_parse_expr(cm_parser *p);

#endif
