// Syntax tree of IVL: made by the parser, annotated in place by the semantic analysis (types, symbols, explicit
// conversions), read by the lowering. Everything lives in the arena of the `ivl_program` and dies with it; names are
// interned, so they are equal iff their pointers are. Places keep the caller's file name.
//
// After the analysis every expression has a type, every conversion is an EX_CONVERT node, arrays used as values are
// EX_DECAY nodes, and `effects` says what evaluating an expression may do.
#ifndef FRONT_IVL_IVL_AST_H
#define FRONT_IVL_IVL_AST_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/intern.h"
#include "base/map64.h"
#include "base/vec.h"
#include "front/ivl/ivl_lex.h"
#include "ir/ir.h"

enum {
  IVL_MAX_LEVELS = 200,   // nested blocks and parentheses: the parser and all later walks recurse that deep
  IVL_MAX_HEIGHT = 1000,  // height of an expression tree; a chain a + b + c + ... grows to the left
  IVL_MAX_POINTERS = 16,
  IVL_MAX_ELEMENTS = 1 << 24,
  IVL_MAX_BYTES = 1 << 28,
  IVL_MAX_INPUTS = 4096  // drawn by one ?(T); each is an instruction
};

typedef struct ivl_expr ivl_expr;
typedef struct ivl_stmt ivl_stmt;
typedef struct ivl_sym ivl_sym;
typedef struct ivl_type ivl_type;
typedef VEC(ivl_expr *) ivl_expr_vec;
typedef VEC(ivl_sym *) ivl_sym_vec;

// --- types -----------------------------------------------------------------------------------------------------------

typedef enum ivl_type_kind {
  IVL_TY_ERROR,  // already reported: silences everything that uses it
  IVL_TY_VOID,
  IVL_TY_BOOL,
  IVL_TY_INT,
  IVL_TY_EVENT,
  IVL_TY_NULL,
  IVL_TY_POINTER,
  IVL_TY_ARRAY,
  IVL_TY_RECORD
} ivl_type_kind;

typedef struct ivl_field {
  const char *name;
  ivl_type *type;
  uint64_t offset;
  place at;
} ivl_field;

// One object per type: types are equal iff their pointers are.
struct ivl_type {
  ivl_type_kind kind;
  const char *name;  // as in the source
  uint32_t bits;     // INT; BOOL: 1
  bool is_signed, is_char;
  ivl_type *elem;        // POINTER, ARRAY
  uint64_t count;        // ARRAY
  uint64_t size, align;  // bytes in memory; 0 while a record is incomplete
  ivl_sym *record;       // RECORD
  ivl_field *fields;
  uint32_t n_fields;
  ivl_type *pointer_to;           // the pointer to this type, once made
  ivl_type *arrays, *next_array;  // the arrays of this type, once made
  ir_type ir;                     // filled by the lowering
  bool has_ir;
};

// A type as written: `class_name * * [3][4]`.
typedef struct ivl_typeref {
  place at;
  ivl_tok_kind base;  // a type keyword, or NAME
  const char *name;   // NAME
  uint32_t stars;
  ivl_expr **dims;
  uint32_t n_dims;
} ivl_typeref;

// --- expressions -----------------------------------------------------------------------------------------------------

typedef enum ivl_expr_kind {
  IVL_EX_ERROR,
  IVL_EX_CONST,  // value, in the type; also null
  IVL_EX_NAME,
  IVL_EX_TIME,
  IVL_EX_NONDET,   // ?(of)
  IVL_EX_NEW,      // new of, new of[a]
  IVL_EX_UNARY,    // op a: - ~ !
  IVL_EX_BINARY,   // a op b
  IVL_EX_LOGIC,    // a && b, a || b
  IVL_EX_COND,     // a ? b : c
  IVL_EX_ASSIGN,   // a = b, a op= b (op is the operator without =; SET for =)
  IVL_EX_STEP,     // ++a, a++, --a, a-- (op INC or DEC; postfix)
  IVL_EX_CALL,     // sym(args)
  IVL_EX_INDEX,    // a[b]; a is an array lvalue or a pointer value
  IVL_EX_FIELD,    // a.name; field set by the analysis
  IVL_EX_DEREF,    // *a
  IVL_EX_ADDR,     // &a
  IVL_EX_CAST,     // (of)a; becomes CONVERT
  IVL_EX_CONVERT,  // a as `type`
  IVL_EX_DECAY,    // address of the first element of the array lvalue a
  IVL_EX_COPY,     // the record a, copied to `temp`: an argument passed by value
  IVL_EX_LIST      // { args }: initialisers only
} ivl_expr_kind;

enum {                // effects of evaluating an expression
  IVL_DOES_CALL = 1,  // calls a function, draws an input or allocates
  IVL_DOES_ASSIGN = 2,
  IVL_DOES_DIVIDE = 4,   // has a check that may fail, but a total value
  IVL_DOES_INDEX = 8,    // the same for an array of static size
  IVL_DOES_DEREF = 16,   // reads through a pointer: fails by itself
  IVL_DOES_COMPUTE = 32  // signed arithmetic: may overflow
};

struct ivl_expr {
  ivl_expr_kind kind;
  ivl_tok_kind op;
  place at;
  const char *begin, *end;  // source text
  uint32_t height;
  uint32_t effects;
  bool postfix;
  bool hex;  // CONST: a hexadecimal literal
  ivl_expr *a, *b, *c;
  ivl_expr **args;
  uint32_t n_args;
  const char *name;
  uint64_t value;
  ivl_type *type;
  ivl_typeref *of;
  ivl_type *of_type;
  ivl_sym *sym;
  ivl_sym *temp;   // COPY; CALL: where a record result goes
  uint32_t field;  // number of the field
};

// --- symbols ---------------------------------------------------------------------------------------------------------

typedef enum ivl_sym_kind {
  IVL_SYM_GLOBAL,
  IVL_SYM_LOCAL,
  IVL_SYM_PARAM,
  IVL_SYM_FUNC,
  IVL_SYM_THREAD,
  IVL_SYM_UPDATE,
  IVL_SYM_MAIN,
  IVL_SYM_CLASS
} ivl_sym_kind;

typedef struct ivl_label {
  const char *name;
  place at;
  ir_block block;
  bool has_block;
} ivl_label;

typedef struct ivl_func {  // body of FUNC, THREAD, UPDATE, MAIN
  ivl_sym **params;
  uint32_t n_params;
  ivl_stmt *body;
  bool dont_initialize;
  map64 labels;  // name -> ivl_label *
  ivl_sym_vec callees;
  ivl_sym_vec locals;
  const ivl_stmt *first_wait, *first_suspend, *first_start, *first_notify;  // in this body, not in callees
  ir_func ir;                                                               // declared when the first use is lowered
  bool seen;                                                                // mark of the call-graph walk
} ivl_func;

struct ivl_sym {
  ivl_sym_kind kind;
  const char *name;
  place at;
  ivl_typeref *ref;
  ivl_type *type;  // of the variable; result of the function
  ivl_expr *init;
  ivl_func *func;
  bool is_const, address_taken, analysed, by_reference;  // by_reference: event and record parameters hold an address
  bool has_value;                                        // constant with a known value
  uint64_t value;
  ir_reg reg;  // register, or the register that holds the object's address
  ir_global global;
  ir_proc proc;
  ir_upd upd;
  ivl_sym *outer;  // shadowed declaration of the same name
  uint32_t scope;
  // CLASS
  ivl_sym **fields;  // as parsed: name, ref
  uint32_t n_fields;
  uint8_t layout_state;  // 0 not yet, 1 being laid out, 2 done
};

// --- statements ------------------------------------------------------------------------------------------------------

typedef enum ivl_stmt_kind {
  IVL_ST_EMPTY,
  IVL_ST_BLOCK,
  IVL_ST_DECL,
  IVL_ST_EXPR,
  IVL_ST_IF,
  IVL_ST_WHILE,
  IVL_ST_DO,
  IVL_ST_FOR,
  IVL_ST_SWITCH,
  IVL_ST_CASE,
  IVL_ST_DEFAULT,
  IVL_ST_BREAK,
  IVL_ST_CONTINUE,
  IVL_ST_GOTO,
  IVL_ST_LABEL,
  IVL_ST_RETURN,
  IVL_ST_ASSUME,
  IVL_ST_ASSERT,
  IVL_ST_WAIT,
  IVL_ST_WAIT_TIME,
  IVL_ST_NOTIFY,
  IVL_ST_SUSPEND,
  IVL_ST_RESUME,
  IVL_ST_REQUEST_UPDATE,
  IVL_ST_START,
  IVL_ST_DELETE
} ivl_stmt_kind;

struct ivl_stmt {
  ivl_stmt_kind kind;
  place at;
  const char *word;        // keyword as written, for diagnostics
  ivl_expr *a, *b;         // condition, operand, delay
  ivl_stmt *body, *other;  // other: else; FOR: initialisation
  ivl_stmt **list;         // BLOCK
  uint32_t n_list;
  ivl_sym **decls;  // DECL
  uint32_t n_decls;
  ivl_expr **exprs;  // FOR: steps; EXPR inside FOR: several
  uint32_t n_exprs;
  const char *name;  // GOTO, LABEL, SUSPEND, RESUME, REQUEST_UPDATE
  place name_at;
  ivl_sym *sym;
  ivl_label *label;
  bool has_label;         // contains a label, case or default: reachable although what precedes it ends
  VEC(ivl_stmt *) cases;  // SWITCH, after analysis
  map64 case_values;      // SWITCH: value -> line of its case
  uint32_t default_line;  // SWITCH: of its default, 0 if there is none
  ir_block block;         // CASE, DEFAULT: its code, while its switch is lowered
};

typedef struct ivl_program {
  arena *mem;
  interner *names;
  diags *d;
  const char *file;
  bool exact;         // front_options.exact_arithmetic
  ivl_sym_vec decls;  // in textual order
  ivl_sym *main;
  VEC(ivl_func *) funcs;  // these two only to free what they hold outside of the arena
  VEC(ivl_stmt *) switches;
} ivl_program;

#endif
