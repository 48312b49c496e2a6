// Terms: hash-consed, typed, immutable, behind 32-bit handles.
//
// Two terms of one table are syntactically equal iff their handles are. Terms are built only by the smart
// constructors below, which fold constants and apply the rewrites of [AVPE15] (arguments are already
// normal, so rules are local). Handles grow with creation, are the same in every run, and die only when terms are
// collected (below), never to be given again. The table is the master copy; solver ASTs are caches elsewhere.
//
// Sorts: bit-vectors of any width >= 1 (a boolean is width 1) and arrays from bit-vectors to bit-vectors.
// Semantics are SMT-LIB's: x/0 = all ones (udiv), x%0 = x, shifts by the width or more give 0 (shl, lshr) or the
// sign (ashr); sdiv/srem truncate as in C, INT_MIN / -1 wraps.
#ifndef EXPR_EXPR_H
#define EXPR_EXPR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/place.h"
#include "base/str.h"
#include "base/vec.h"

typedef struct expr {
  uint32_t id;
} expr;  // 0 = none
#define EXPR_NONE ((expr){0})
static inline bool expr_same(expr a, expr b) { return a.id == b.id; }
static inline bool expr_some(expr a) { return a.id != 0; }
typedef VEC(expr) expr_vec;

typedef enum expr_op {
#define EXPR_OP(name, arity, commutative, smtlib, text) EXPR_##name,
#include "expr/ops.def"
#undef EXPR_OP
  EXPR_OP_COUNT
} expr_op;

// A sort. elem == 0: bit-vector of `width`; else array with indices of `width` and elements of `elem` bits.
typedef struct sort {
  uint32_t width, elem;
} sort;
static inline sort sort_bv(uint32_t width) { return (sort){width, 0}; }
static inline sort sort_array(uint32_t index, uint32_t elem) { return (sort){index, elem}; }

typedef struct expr_options {
  bool as_documented;  // no sorting of commutative operands, no rewrites beyond the documents'
  bool plain;          // no rewriting at all except constant folding: for tests and CEQ
} expr_options;

typedef struct expr_table expr_table;
expr_table *expr_table_new(const expr_options *options);
void expr_table_free(expr_table *t);
size_t expr_table_count(const expr_table *t);  // handles given so far
size_t expr_table_bytes(const expr_table *t);

// --- literals -----------------------------------------------------------------------------------------------------

// What is known of a symbolic literal. `type_tag` separates literals of equal width but different source type
// (matching maps only equal tags, [AVPE15]); `at` is the statement that drew it (4.13); `name` is for people.
typedef struct expr_var_info {
  const char *name;
  uint32_t type_tag;
  bool is_signed;
  place at;
} expr_var_info;

expr expr_const(expr_table *t, uint32_t width, uint64_t value);              // value is truncated to width
expr expr_const_wide(expr_table *t, uint32_t width, const uint64_t *limbs);  // little endian, (width+63)/64 limbs
expr expr_bool(expr_table *t, bool value);
expr expr_var(expr_table *t, sort s, const expr_var_info *info);  // always fresh; copies info
const expr_var_info *expr_var_get(const expr_table *t, expr v);

// --- smart constructors (operands of equal width unless said) -------------------------------------------------------

expr expr_binary(expr_table *t, expr_op op, expr a, expr b);  // ADD..XOR, EQ, ULT, SLT, CONCAT (a is the high part)
expr expr_add(expr_table *t, expr a, expr b);
expr expr_sub(expr_table *t, expr a, expr b);  // a + (-b), rule 6.12
expr expr_neg(expr_table *t, expr a);
expr expr_mul(expr_table *t, expr a, expr b);
expr expr_and(expr_table *t, expr a, expr b);
expr expr_or(expr_table *t, expr a, expr b);
expr expr_xor(expr_table *t, expr a, expr b);
expr expr_not(expr_table *t, expr a);         // bitwise; logical for width 1
expr expr_eq(expr_table *t, expr a, expr b);  // result width 1, also for arrays
expr expr_ne(expr_table *t, expr a, expr b);
expr expr_ult(expr_table *t, expr a, expr b);
expr expr_ule(expr_table *t, expr a, expr b);  // !(b < a): no blow-up, cf. rules 6.13-6.16
expr expr_slt(expr_table *t, expr a, expr b);
expr expr_sle(expr_table *t, expr a, expr b);
expr expr_implies(expr_table *t, expr a, expr b);
expr expr_ite(expr_table *t, expr c, expr a, expr b);  // c of width 1; a, b of one sort (arrays allowed)
expr expr_extract(expr_table *t, expr a, uint32_t hi, uint32_t lo);
expr expr_concat(expr_table *t, expr high, expr low);
expr expr_zext(expr_table *t, expr a, uint32_t width);  // width >= width of a
expr expr_sext(expr_table *t, expr a, uint32_t width);
expr expr_resize(expr_table *t, expr a, uint32_t width, bool is_signed);  // zext/sext/extract, whichever fits
expr expr_const_array(expr_table *t, uint32_t index_width, expr element);
expr expr_select(expr_table *t, expr array, expr index);
expr expr_store(expr_table *t, expr array, expr index, expr value);

// --- looking at terms ---------------------------------------------------------------------------------------------

expr_op expr_get_op(const expr_table *t, expr e);
sort expr_sort(const expr_table *t, expr e);
uint32_t expr_width(const expr_table *t, expr e);  // bit-vectors only
unsigned expr_arity(const expr_table *t, expr e);
expr expr_arg(const expr_table *t, expr e, unsigned i);
uint32_t expr_extract_hi(const expr_table *t, expr e);
uint32_t expr_extract_lo(const expr_table *t, expr e);
bool expr_is_const(const expr_table *t, expr e);
bool expr_is_true(const expr_table *t, expr e);
bool expr_is_false(const expr_table *t, expr e);
uint64_t expr_const_u64(const expr_table *t, expr e);  // the low 64 bits of a constant
const uint64_t *expr_const_limbs(const expr_table *t, expr e);
// Hash that sees a literal only by its sort and type tag (ESM_H, 4.11). Equal for alpha-equivalent terms.
uint64_t expr_blind_hash(const expr_table *t, expr e);
// Adds the literals of `e` to `out` in order of first occurrence, without duplicates already in `out`.
void expr_collect_vars(expr_table *t, expr e, expr_vec *out);

// Unsigned and signed bounds that hold for every assignment (from the term alone). Width <= 64 only.
typedef struct expr_range {
  uint64_t umin, umax;
  int64_t smin, smax;
} expr_range;
expr_range expr_get_range(expr_table *t, expr e);
// The constants that `e` is visibly one of, ascending, at most `max`. Result: how many; 0: that is not known, or they are more.
size_t expr_constants(expr_table *t, expr e, uint64_t *out, size_t max);

// --- models, evaluation, substitution -------------------------------------------------------------------------------

// A model maps literals to constant terms (arrays: stores on a constant array). Literals not in it count as 0.
typedef struct model model;
model *model_new(void);
model *model_dup(const model *m);
void model_free(model *m);
void model_set(model *m, expr var, expr value);
expr model_get(const model *m, expr var);  // EXPR_NONE if absent
size_t model_count(const model *m);

expr expr_eval(expr_table *t, expr e, const model *m);       // always a constant
bool expr_eval_true(expr_table *t, expr e, const model *m);  // e of width 1
// Simultaneous substitution of literals by terms of the same sort.
expr expr_subst(expr_table *t, expr e, const expr *vars, const expr *terms, size_t n);
// The same term with all rewrites, also in a table that keeps the documents' normal forms (as_documented): what a
// solver is asked. Equivalent to e; e itself where all rewrites are in force, or none is wanted (plain).
expr expr_enrich(expr_table *t, expr e);

// --- printing -------------------------------------------------------------------------------------------------------

void expr_print(const expr_table *t, expr e, strbuf *out);         // readable, infix
void expr_print_smtlib(const expr_table *t, expr e, strbuf *out);  // one term, with let for shared parts
void expr_print_smtlib_declare(const expr_table *t, expr var, strbuf *out);
void expr_print_smtlib_assert(const expr_table *t, expr conjunct, strbuf *out);
void expr_print_smtlib_assert_forall(const expr_table *t, const expr *bound, size_t n, expr body, strbuf *out);
// A whole script: declarations, one assert per conjunct, (check-sat).
void expr_print_smtlib_query(expr_table *t, const expr *conjuncts, size_t n, strbuf *out);
// The same with one more assert: for all `bound`: body.
void expr_print_smtlib_forall(expr_table *t, const expr *conjuncts, size_t n, const expr *bound, size_t n_bound,
                              expr body, strbuf *out);

// --- collection -----------------------------------------------------------------------------------------------------

// Between two steps of a search, whoever knows all holders of terms (sem_collect) marks what they hold, asks the solver to
// forget the rest, and sweeps. All existing terms are kept for ever, whoever holds them:
void expr_keep_all(expr_table *t);
// By the number of terms made since the last time, at least `least`: the same in every run.
bool expr_collection_due(const expr_table *t, uint64_t least);
void expr_mark(expr_table *t, expr e);  // with its arguments
// Marked at this and all further collections, until all pins are taken off: for lists of very many terms that only grow. An
// expr_pins (zeroed at first) knows how much of a list is pinned; expr_pins_next says where the rest of `len` terms begins, which the
// caller pins then.
typedef struct expr_pins {
  size_t done;
  uint32_t unpinned;
} expr_pins;
void expr_pin(expr_table *t, expr e);
void expr_unpin_all(expr_table *t);
size_t expr_pins_next(const expr_table *t, expr_pins *p, size_t len);
void model_mark(expr_table *t, const model *m);  // its values; literals that are held nowhere else may die
bool expr_is_kept(const expr_table *t, expr e);  // marked, or kept for ever
size_t expr_sweep(expr_table *t);                // how many died
uint32_t expr_collections(const expr_table *t);  // so far

// The specification's sizes and invariants of the table; for --check and tests.
bool expr_table_check(const expr_table *t);

#endif
