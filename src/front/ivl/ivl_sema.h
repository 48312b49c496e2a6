// Shared by the files of the semantic analysis.
//
// Scopes: `visible` is a stack of all declarations in sight, `bound` maps a name to the innermost one; leaving a scope
// restores what it shadowed. Types are made once each (ivl_type.c), so equal types are equal pointers.
#ifndef FRONT_IVL_IVL_SEMA_H
#define FRONT_IVL_IVL_SEMA_H

#include "base/map64.h"
#include "front/ivl/ivl.h"

typedef struct ivl_types {
  ivl_type *error, *void_, *bool_, *char_, *event, *null, *i8, *u8, *i16, *u16, *int_, *uint, *i64, *u64;
} ivl_types;

typedef struct ivl_sema {
  ivl_program *prog;
  ivl_types ty;
  ivl_sym_vec visible;
  map64 bound;                              // name -> ivl_sym *
  uint32_t scope;                           // 0 = global
  ivl_sym *owner;                           // function being analysed, NULL in global initialisers
  ivl_sym_vec *init_callees, *init_locals;  // calls and temporaries of global initialisers count as main's
  uint32_t loops;                           // enclosing loops
  ivl_stmt *in_switch;                      // innermost switch
  uint32_t breakable;                       // enclosing loops and switches
  VEC(ivl_stmt *) gotos;
} ivl_sema;

// --- types
void ivl_types_make(ivl_sema *s);
ivl_type *ivl_pointer_to(ivl_sema *s, ivl_type *t);
ivl_type *ivl_array_of(ivl_sema *s, ivl_type *t, uint64_t count);
const char *ivl_type_name(ivl_sema *s, const ivl_type *t);
ivl_type *ivl_resolve(ivl_sema *s, const ivl_typeref *ref);  // complete type, or the error type after a report
void ivl_layout_class(ivl_sema *s, ivl_sym *cls);
bool ivl_is_arithmetic(const ivl_type *t);
bool ivl_is_scalar(const ivl_type *t);
ivl_type *ivl_promote(ivl_sema *s, ivl_type *t);
ivl_type *ivl_common(ivl_sema *s, ivl_type *a, ivl_type *b);
bool ivl_can_be_symbolic(const ivl_type *t);
uint64_t ivl_inputs_of(const ivl_type *t);  // inputs that ?(t) draws: an array of integers is one

// --- constants: sign-extended to 64 bits if the type is signed, else zero-extended
uint64_t ivl_wrap(const ivl_type *t, uint64_t value);
bool ivl_fold_binary(ivl_tok_kind op, const ivl_type *t, uint64_t a, uint64_t b, uint64_t *out);  // t: of the operands
bool ivl_overflows(ivl_tok_kind op, const ivl_type *t, uint64_t a, uint64_t b);  // + - * / % << in the signed type t
bool ivl_is_const(const ivl_expr *e);

// --- names
ivl_sym *ivl_lookup(const ivl_sema *s, const char *name);
void ivl_declare(ivl_sema *s, ivl_sym *sym);
void ivl_scope_enter(ivl_sema *s);
void ivl_scope_leave(ivl_sema *s);
const char *ivl_did_you_mean(ivl_sema *s, const char *name, const char *best);  // "; did you mean 'x'?" or ""
const char *ivl_nearest_visible(const ivl_sema *s, const char *name);
void ivl_nearer(const char *name, const char *candidate, const char **best, uint32_t *distance);
const char *ivl_sym_kind_text(ivl_sym_kind kind);
ivl_sym *ivl_find(ivl_sema *s, const char *name, place at, ivl_sym_kind kind);  // reports; NULL if not of that kind

// --- expressions: each returns the analysed node, which may be a new one around or instead of the old
ivl_expr *ivl_check(ivl_sema *s, ivl_expr *e);  // lvalues stay lvalues
ivl_expr *ivl_check_binary(ivl_sema *s, ivl_expr *e);
ivl_expr *ivl_check_assign(ivl_sema *s, ivl_expr *e);
ivl_expr *ivl_check_step(ivl_sema *s, ivl_expr *e);
ivl_expr *ivl_check_call(ivl_sema *s, ivl_expr *e);
ivl_expr *ivl_value(ivl_sema *s, ivl_expr *e);  // a value: arrays decay, void is an error
ivl_expr *ivl_convert(ivl_sema *s, ivl_expr *e, ivl_type *to);
ivl_expr *ivl_condition(ivl_sema *s, ivl_expr *e);
ivl_expr *ivl_event_operand(ivl_sema *s, ivl_expr *e);
ivl_expr *ivl_initialiser(ivl_sema *s, ivl_expr *e, ivl_type *to);
ivl_expr *ivl_address_of(ivl_sema *s, ivl_expr *e, ivl_type *type);
bool ivl_is_lvalue(const ivl_expr *e);
bool ivl_const_value(ivl_sema *s, ivl_expr **e, const char *what, uint64_t *value);  // reports if not constant
void ivl_note_effects(ivl_expr *e, uint32_t own);

// --- statements
void ivl_check_body(ivl_sema *s, ivl_sym *func);
void ivl_check_variable(ivl_sema *s, ivl_sym *v);

// --- call graph
void ivl_check_flow(ivl_sema *s);

#endif
