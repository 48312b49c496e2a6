// Inside of the reader of .air text.
//
// The text is lexed as it is read; nothing of its size is kept but a list of its items. Several passes go over the
// items, so that names may be used before they are declared: settings, sources, records, headers of functions and
// the other declarations, then initial values and bodies. Each construct ends with its line, and after an error
// reading goes on with the next line.
#ifndef FRONT_AIR_AIR_INT_H
#define FRONT_AIR_AIR_INT_H

#include "base/diag.h"
#include "base/map64.h"
#include "base/str.h"
#include "base/vec.h"
#include "ir/ir_build.h"

typedef enum air_kind {
  AIR_END,
  AIR_NEWLINE,
  AIR_WORD,
  AIR_NUMBER,
  AIR_STRING,
  AIR_ARROW,
  AIR_REG,
  AIR_GLOBAL,
  AIR_FUNC,
  AIR_PROC,
  AIR_UPDATE,
  AIR_RECORD,  // names with a sigil: % @ & $ ~ {x}
  AIR_MARK,    // one character: = , : ( ) { } [ ] * ' + - !
  AIR_BAD      // reported already
} air_kind;

typedef struct air_token {
  air_kind kind;
  char mark;         // MARK
  bool quoted;       // STRING and names: `text` still has its escapes
  const char *text;  // without sigil and quotes
  size_t len;
  uint64_t nth;  // names: the n of x#n, else 1
  uint32_t line, col;
} air_token;

typedef struct air_cursor {
  const char *at, *line_start;
  uint32_t line;
} air_cursor;

typedef struct air_lexer {
  const char *file, *end;
  air_cursor cur;
  diags *d;
  bool quiet;  // errors were reported by an earlier pass
} air_lexer;

air_token air_next(air_lexer *x);
// Appends the text of a string with its escapes resolved.
void air_unescape(const air_token *t, strbuf *out);

typedef struct air_param {
  const char *name;
  air_token token;
  ir_type type;
  place at;
} air_param;

typedef struct air_item {
  air_token word;
  air_cursor start;  // behind the word
  bool done, has_body;
  uint32_t id;  // function, global, ...
  size_t first_param, n_params;
} air_item;

typedef struct air_call {
  ir_instr instr;
  air_token token;
} air_call;  // compared with the callee at the end

typedef struct air_parser {
  air_lexer x;
  air_token t;  // the token looked at
  diags *d;
  size_t errors_before;  // in d, of other files
  ir_module *m;
  const char *file, *usual_file;  // of the text itself; of places that name none
  interner *keys;                 // names of tables as "<sigil><name>#<n>"
  map64 names;                    // key -> id, all kinds of the module
  map64 regs;                     // key -> register of the open function
  map64 blocks;                   // label -> block of the open function
  VEC(air_token) labels;          // first mention of each block of the open function, by block id - 1
  VEC(bool) begun;                // by block id - 1
  bool block_failed;              // an error in the open block: say nothing of its missing end
  VEC(air_item) items;
  VEC(air_param) params;
  VEC(air_call) calls;
  strbuf tmp;
} air_parser;

// --- air_read.c: tokens, names, types, numbers, places. All return false after having reported an error.
void air_advance(air_parser *p);
void air_skip_line(air_parser *p);
place air_at(const air_parser *p, const air_token *t);
bool air_error(air_parser *p, const air_token *t, diag_id id, const char *text);
bool air_expected(air_parser *p, const char *what);
bool air_is_word(const air_parser *p, const char *word);
bool air_is_mark(const air_parser *p, char mark);
bool air_mark(air_parser *p, char mark, const char *what);
bool air_line_end(air_parser *p);
const char *air_text_of(air_parser *p, const air_token *t);  // interned, NULL after an error
bool air_string(air_parser *p, const char **text);
bool air_small(air_parser *p, uint64_t max, uint64_t *value);
bool air_token_number(const air_token *t, uint64_t *value);  // false: does not fit 64 bits
bool air_declare(air_parser *p, map64 *table, const air_token *name, uint32_t id);
bool air_lookup(air_parser *p, const map64 *table, const air_token *name, uint32_t *id);
bool air_known(air_parser *p, const air_token *name);  // silently
bool air_at_type(const air_parser *p);
bool air_type(air_parser *p, ir_type *type);
bool air_scalar(air_parser *p, ir_type *type);
bool air_place(air_parser *p, place *at);  // optional

// --- air_code.c: operands, instructions, bodies
bool air_operand(air_parser *p, ir_type usual, ir_operand *o);
void air_body(air_parser *p, const air_item *item);

#endif
