// dlang, the small language of the LazyPOR experiments: the syntax tree and the stages of its front end.
//
// text -> tokens (repetitions unrolled, dlang_lex.h) -> tree with resolved names (dlang_parse.c) -> IR (dlang_lower.c).
// Every statement becomes one step of the IR (doc/dlang.md). The arena of the program owns the tree.
#ifndef FRONT_DLANG_DLANG_H
#define FRONT_DLANG_DLANG_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/intern.h"
#include "base/vec.h"
#include "ir/ir_build.h"

typedef enum dl_storage { DL_SHARED, DL_LOCAL, DL_CONST } dl_storage;

typedef struct dl_var {
  const char *name;
  dl_storage storage;
  uint64_t length;      // 1: a scalar
  const int64_t *init;  // n_init values, the rest is 0
  uint32_t n_init;
  place at;
  ir_global global;  // SHARED; CONST arrays
  ir_reg reg;        // LOCAL, in the process that is being lowered: the value, or the address of the array
} dl_var;

typedef enum dl_expr_kind { DL_NUMBER, DL_VAR, DL_BINARY, DL_CAS } dl_expr_kind;

typedef struct dl_expr {
  dl_expr_kind kind;
  place at;
  uint32_t depth;          // of the tree
  int64_t value;           // NUMBER
  dl_var *var;             // VAR
  struct dl_expr *index;   // VAR: NULL for a scalar
  ir_op op;                // BINARY
  struct dl_expr *a, *b;   // BINARY; CAS: expected and new value
  struct dl_expr *target;  // CAS
} dl_expr;

typedef enum dl_compare { DL_LESS, DL_GREATER, DL_EQUAL } dl_compare;
typedef struct dl_cond {
  dl_compare op;
  dl_expr *a, *b;
} dl_cond;

typedef enum dl_stmt_kind { DL_ASSIGN, DL_SWAP, DL_INDEXER, DL_IF, DL_WHILE, DL_ASSERT, DL_AWAIT } dl_stmt_kind;

// indexer: m, w, h are the thread's variables, max and size bounds, table what is probed.
typedef struct dl_indexer {
  dl_expr *max, *size, *m, *w, *h;
  dl_var *table;
  int64_t nprocs;
} dl_indexer;

typedef struct dl_stmt {
  dl_stmt_kind kind;
  place at;
  struct dl_stmt *next;
  dl_expr *target, *value;                // ASSIGN; SWAP: the cas in `value`
  dl_cond cond;                           // IF, WHILE, ASSERT, AWAIT
  struct dl_stmt *then_part, *else_part;  // IF; WHILE: the body is then_part
  dl_indexer *indexer;
} dl_stmt;

typedef struct dl_process {
  dl_stmt *body;
  place at;
} dl_process;

typedef struct dl_program {
  arena *mem;
  interner *names;
  diags *d;
  const char *file;
  bool attempts;  // indexer: one step per attempt instead of one per message
  VEC(dl_var *) vars;
  VEC(dl_process) processes;
} dl_program;

// Deepest nesting of blocks and expressions, and deepest expression tree: recursion stays within them.
enum { DL_MAX_NESTING = 200, DL_MAX_DEPTH = 2000, DL_MAX_LENGTH = 1 << 20, DL_MAX_PROCESSES = 1000 };

// Errors go to prog->d; the tree is complete if there are none.
void dl_parse(dl_program *prog, const char *text, size_t len);
ir_module *dl_lower(dl_program *prog, const char *text, size_t len);

#endif
