// C_min, the intermediate language of SymC++: the syntax tree and the stages of its front end (doc/cmin.md).
//
// text -> tokens (cmin_lex.h) -> tree with resolved names (cmin_parse.c, cmin_expr.c) -> types (cmin_check.c)
// -> IR (cmin_lower.c), or text again (cmin_print.c). Every statement becomes exactly one step of the IR. The arena of the
// program owns the tree. Types are unique: equal types are equal pointers.
#ifndef FRONT_CMIN_CMIN_H
#define FRONT_CMIN_CMIN_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/intern.h"
#include "base/str.h"
#include "base/vec.h"
#include "ir/ir_build.h"

typedef enum cm_type_kind { CM_INT, CM_BOOL, CM_STRUCT, CM_POINTER } cm_type_kind;

typedef struct cm_type {
  cm_type_kind kind;
  struct cm_type *elem;      // POINTER
  struct cm_struct *record;  // STRUCT
  struct cm_type *pointer;   // pointer to this type, once somebody asked for it
  ir_type ir;                // void until it is lowered
} cm_type;

typedef struct cm_member {
  const char *name;
  cm_type *type;
  place at;
} cm_member;

typedef enum cm_layout { CM_LAYOUT_NONE, CM_LAYOUT_BEGUN, CM_LAYOUT_DONE } cm_layout;

typedef struct cm_struct {
  const char *name;
  place at;  // of its declaration, or of its first use
  bool declared;
  cm_type type;
  VEC(cm_member) members;
  cm_layout layout;  // of the search for structs that hold themselves
  uint64_t cells;    // size in locations [SYMCPP05]
} cm_struct;

typedef struct cm_var {
  const char *name;
  cm_type *type;
  int64_t init;
  place at;
  ir_global global;
} cm_var;

typedef enum cm_path { CM_PATH_VAR, CM_PATH_DEREF, CM_PATH_MEMBER } cm_path;

// x, *x, x->m: at most one level of indirection.
typedef struct cm_lexp {
  cm_path form;
  cm_var *var;
  const char *member_name;
  place at, member_at;
  uint32_t member;  // MEMBER, once checked: index
  cm_type *type;    // once checked
} cm_lexp;

typedef enum cm_op {
  CM_ADD,
  CM_SUB,
  CM_MUL,
  CM_DIV,
  CM_MOD,
  CM_LT,
  CM_LE,
  CM_EQ,
  CM_NE,
  CM_GE,
  CM_GT,
  CM_AND,
  CM_OR
} cm_op;

typedef enum cm_expr_kind {
  CM_NUMBER,
  CM_TRUTH,
  CM_NULL,
  CM_ND,
  CM_FAIL,
  CM_READ,
  CM_ADDRESS,
  CM_ISFREE,
  CM_BINARY,
  CM_NOT,
  CM_COND
} cm_expr_kind;

typedef struct cm_expr {
  cm_expr_kind kind;
  place at;
  uint32_t depth;             // of the tree
  cm_type *type;              // once checked
  int64_t value;              // NUMBER, TRUTH
  cm_lexp lexp;               // READ, ADDRESS, ISFREE
  cm_op op;                   // BINARY
  struct cm_expr *a, *b, *c;  // BINARY a b; NOT a; COND a ? b : c; ND: both bounds or none
} cm_expr;

typedef struct cm_assign {
  cm_lexp target;
  cm_expr *value;
} cm_assign;

typedef enum cm_stmt_kind { CM_ASSIGN, CM_AWAIT, CM_JUMP, CM_NEW, CM_DELETE } cm_stmt_kind;

typedef struct cm_target {
  const char *name;  // "_": never jumped to
  place at;
  uint32_t index;  // once checked: statement of the thread
} cm_target;

typedef struct cm_stmt {
  cm_stmt_kind kind;
  const char *label;
  place label_at, at;
  cm_expr *cond;       // AWAIT, JUMP
  cm_assign *assigns;  // ASSIGN; AWAIT: none is `skip`
  uint32_t n_assigns;
  cm_target yes, no;  // JUMP
  cm_var *var;        // NEW, DELETE
  place var_at;
} cm_stmt;

typedef struct cm_thread {
  uint64_t number;
  place at;
  VEC(cm_stmt) stmts;
} cm_thread;

typedef struct cm_program {
  arena *mem;
  interner *names;
  diags *d;
  const char *file;
  cm_type t_int, t_bool;
  VEC(cm_struct *) structs;  // in the order of their first mention
  VEC(cm_var *) vars;
  VEC(cm_thread *) threads;
} cm_program;

// Deepest nesting of parentheses and deepest expression tree: recursion stays within them. Locations of one struct.
enum { CM_MAX_NESTING = 200, CM_MAX_DEPTH = 2000, CM_MAX_CELLS = 1 << 16, CM_MAX_THREADS = 1000, CM_MAX_STARS = 64 };

void cm_program_init(cm_program *prog, const char *file, diags *d);
void cm_program_fini(cm_program *prog);

// Each stage reports errors to prog->d; the next one may only follow if there are none.
void cm_parse(cm_program *prog, const char *text, size_t len);
void cm_check(cm_program *prog);
ir_module *cm_lower(cm_program *prog, const char *text, size_t len);

// The checked program as text that reads back to the same program; printed again it is the same text.
void cm_print(const cm_program *prog, strbuf *out);

cm_type *cm_pointer_to(cm_program *prog, cm_type *t);
const char *cm_type_text(cm_program *prog, const cm_type *t);
const char *cm_op_text(cm_op op);
// The statement jumps to itself for ever: the thread has ended [SYMCPP05].
bool cm_stmt_ends(const cm_thread *t, uint32_t index);

#endif
