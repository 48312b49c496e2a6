// Shared by the files of the parser. One function per grammar symbol of [AVPE15].
//
// Errors: the first one of a statement sets `panic`; until the statement loop has skipped to a safe token nothing
// further is reported and nothing is consumed. `stop` is set when going on makes no sense (nesting too deep, too many
// errors): the current token is then the end of the file for ever.
#ifndef FRONT_IVL_IVL_PARSER_H
#define FRONT_IVL_IVL_PARSER_H

#include "base/map64.h"
#include "front/ivl/ivl.h"

typedef struct ivl_parser {
  ivl_program *prog;
  scan lexer;
  ivl_tok tok;           // current token
  const char *prev_end;  // end of the token before it
  place prev_at;         // place just behind it
  uint32_t depth;        // of nested blocks and expressions, in units: a level costs several, an else-if one
  bool panic, stop;
  map64 classes;  // class names of the whole text: they decide between declaration and expression
} ivl_parser;

// Units of depth: a level of parentheses costs an expression and a unary, which is a level again.
enum { IVL_LEVEL = 5, IVL_EXPR_UNITS = 3, IVL_UNARY_UNITS = 2, IVL_ELSE_UNITS = 1 };

place ivl_here(const ivl_parser *p);
void ivl_advance(ivl_parser *p);
ivl_tok ivl_peek(const ivl_parser *p);
bool ivl_accept(ivl_parser *p, ivl_tok_kind kind);
void ivl_expect(ivl_parser *p, ivl_tok_kind kind);
void ivl_expect_semi(ivl_parser *p);
const char *ivl_expect_name(ivl_parser *p, const char *what);
void ivl_error_expected(ivl_parser *p, const char *what);
const char *ivl_found(const ivl_parser *p);  // the current token, for messages
const char *ivl_quote(ivl_parser *p, const ivl_tok *t);
void ivl_too_deep(ivl_parser *p, int limit);    // reports and stops
bool ivl_enter(ivl_parser *p, uint32_t units);  // false: too deep, reported
void ivl_leave(ivl_parser *p, uint32_t units);
bool ivl_at_type(const ivl_parser *p);
bool ivl_is_class(const ivl_parser *p, const ivl_tok *t);
void ivl_skip_balanced(ivl_parser *p);  // at '{': behind its '}'

ivl_typeref *ivl_parse_type(ivl_parser *p);  // base and stars
ivl_typeref *ivl_parse_base(ivl_parser *p);
void ivl_parse_stars(ivl_parser *p, ivl_typeref *t);
void ivl_parse_dims(ivl_parser *p, ivl_typeref *t);
// Declarators after a base type; the first name may already be known to follow. Ends before ';'.
void ivl_parse_declarators(ivl_parser *p, const ivl_typeref *base, bool is_const, ivl_sym_kind kind, ivl_sym_vec *out);

ivl_expr *ivl_expr_new(ivl_parser *p, ivl_expr_kind kind, place at);
ivl_expr *ivl_parse_expr(ivl_parser *p);
ivl_expr *ivl_parse_initialiser(ivl_parser *p);
// Continues an expression whose parenthesised beginning is already read.
ivl_expr *ivl_parse_rest(ivl_parser *p, ivl_expr *primary);
ivl_expr **ivl_copy_exprs(ivl_parser *p, ivl_expr_vec *v, uint32_t *n);  // frees v

ivl_stmt *ivl_parse_block(ivl_parser *p);

#endif
