// One context of Z3 per question, which owns all its terms: a relation per position of the path, a rule per step.
#include "smt/smt_horn.h"

#include <stdio.h>
#include <stdlib.h>
#include <z3.h>

#include "base/map64.h"
#include "base/mem.h"

enum { MOST_VARS = 40, MOST_STEPS = 120, MOST_TERMS = 20000, MOST_DEPTH = 60 };

typedef struct horn {
  expr_table *t;
  const horn_path *path;
  Z3_context ctx;
  Z3_fixedpoint fp;
  Z3_sort ints, truths;
  map64 known;  // term -> position in asts
  VEC(Z3_ast) asts;
  VEC(Z3_app) bound;  // all constants, quantified in each rule
  Z3_ast next[MOST_VARS];
  VEC(Z3_func_decl) relations;
} horn;

// Errors are read where they can occur.
static void ignore_error(Z3_context ctx, Z3_error_code code) {
  (void)ctx;
  (void)code;
}

static bool is_truth(const horn *h, expr e) { return expr_width(h->t, e) == 1; }

// --- terms as linear integers ---------------------------------------------------------------------------------------

static Z3_ast open_value(horn *h, bool truth) {
  Z3_ast c = Z3_mk_fresh_const(h->ctx, "v", truth ? h->truths : h->ints);
  vec_push(&h->bound, Z3_to_app(h->ctx, c));
  return c;
}

static Z3_ast number(horn *h, int64_t n) { return Z3_mk_int64(h->ctx, n, h->ints); }

static Z3_ast constant(horn *h, expr e) {
  uint32_t width = expr_width(h->t, e);
  if (width == 1) return expr_is_true(h->t, e) ? Z3_mk_true(h->ctx) : Z3_mk_false(h->ctx);
  if (width > 64) return open_value(h, false);
  uint64_t bits = expr_const_limbs(h->t, e)[0];
  return number(h, width == 64 ? (int64_t)bits : (int64_t)(bits << (64 - width)) >> (64 - width));
}

static Z3_ast connective(horn *h, expr_op op, const Z3_ast *a) {
  if (op == EXPR_AND) return Z3_mk_and(h->ctx, 2, a);
  if (op == EXPR_OR) return Z3_mk_or(h->ctx, 2, a);
  if (op == EXPR_XOR || op == EXPR_ADD) return Z3_mk_xor(h->ctx, a[0], a[1]);
  if (op == EXPR_NOT) return Z3_mk_not(h->ctx, a[0]);
  if (op == EXPR_ITE) return Z3_mk_ite(h->ctx, a[0], a[1], a[2]);
  return open_value(h, true);
}

static Z3_ast comparison(horn *h, expr e, expr_op op, const Z3_ast *a) {
  if (op == EXPR_EQ) return Z3_mk_eq(h->ctx, a[0], a[1]);
  if (!is_truth(h, expr_arg(h->t, e, 0))) return Z3_mk_lt(h->ctx, a[0], a[1]);
  Z3_ast both[2] = {Z3_mk_not(h->ctx, a[0]), a[1]};
  return op == EXPR_ULT ? Z3_mk_and(h->ctx, 2, both) : open_value(h, true);
}

static Z3_ast widened(horn *h, expr e, expr_op op, Z3_ast a) {
  if (!is_truth(h, expr_arg(h->t, e, 0))) return a;
  return Z3_mk_ite(h->ctx, a, number(h, op == EXPR_SEXT ? -1 : 1), number(h, 0));
}

static Z3_ast arithmetic(horn *h, expr e, expr_op op, const Z3_ast *a) {
  Z3_ast minus[2] = {number(h, -1), a[0]};
  bool linear = op == EXPR_MUL &&
                (expr_is_const(h->t, expr_arg(h->t, e, 0)) || expr_is_const(h->t, expr_arg(h->t, e, 1)));
  if (op == EXPR_ADD) return Z3_mk_add(h->ctx, 2, a);
  if (linear) return Z3_mk_mul(h->ctx, 2, a);
  if (op == EXPR_NOT) return Z3_mk_sub(h->ctx, 2, minus);
  if (op == EXPR_ITE) return Z3_mk_ite(h->ctx, a[0], a[1], a[2]);
  if (op == EXPR_ZEXT || op == EXPR_SEXT) return widened(h, e, op, a[0]);
  if (op == EXPR_EXTRACT && !expr_extract_lo(h->t, e)) return a[0];
  return open_value(h, false);
}

static Z3_ast combine(horn *h, expr e, const Z3_ast *a) {
  expr_op op = expr_get_op(h->t, e);
  if (op == EXPR_CONST) return constant(h, e);
  if (op == EXPR_VAR) return open_value(h, is_truth(h, e));
  if (op == EXPR_EQ || op == EXPR_ULT || op == EXPR_SLT) return comparison(h, e, op, a);
  return is_truth(h, e) ? connective(h, op, a) : arithmetic(h, e, op, a);
}

static void remember(horn *h, expr e, Z3_ast ast) {
  map64_put(&h->known, e.id, h->asts.len);
  vec_push(&h->asts, ast);
}

static Z3_ast recall(const horn *h, expr e) {
  uint64_t at;
  return map64_get(&h->known, e.id, &at) ? h->asts.data[at] : NULL;
}

// NULL: arrays, or too much. A bit-vector is only read as an integer if its parts can be.
static Z3_ast translate(horn *h, expr e) {
  expr_vec worklist = {0};
  vec_push(&worklist, e);
  while (worklist.len && h->asts.len < MOST_TERMS) {
    expr x = vec_last(&worklist);
    if (recall(h, x)) {
      worklist.len--;
      continue;
    }
    Z3_ast args[3] = {NULL, NULL, NULL};
    bool ready = true, words = !expr_sort(h->t, x).elem;
    for (unsigned i = 0; i < expr_arity(h->t, x) && words; i++) words = !expr_sort(h->t, expr_arg(h->t, x, i)).elem;
    for (unsigned i = 0; i < expr_arity(h->t, x) && i < 3 && words; i++) {
      args[i] = recall(h, expr_arg(h->t, x, i));
      if (args[i]) continue;
      ready = false;
      vec_push(&worklist, expr_arg(h->t, x, i));
    }
    if (!ready) continue;
    if (expr_sort(h->t, x).elem) break;
    remember(h, x, words ? combine(h, x, args) : open_value(h, is_truth(h, x)));
    worklist.len--;
  }
  bool done = worklist.len == 0;
  vec_free(&worklist);
  return done ? recall(h, e) : NULL;
}

// --- rules ----------------------------------------------------------------------------------------------------------

static void add_rule(horn *h, Z3_ast body, Z3_ast head, size_t number_of_rule) {
  char name[32];
  snprintf(name, sizeof name, "r%zu", number_of_rule);
  Z3_ast rule = Z3_mk_implies(h->ctx, body, head);
  Z3_ast all = Z3_mk_forall_const(h->ctx, 0, (unsigned)h->bound.len, h->bound.data, 0, NULL, rule);
  Z3_fixedpoint_add_rule(h->ctx, h->fp, all, Z3_mk_string_symbol(h->ctx, name));
}

static void declare(horn *h) {
  Z3_sort sorts[MOST_VARS];
  for (size_t v = 0; v < h->path->n_vars; v++) {
    bool truth = is_truth(h, h->path->vars[v]);
    sorts[v] = truth ? h->truths : h->ints;
    remember(h, h->path->vars[v], open_value(h, truth));
    h->next[v] = open_value(h, truth);
  }
  for (size_t i = 0; i <= h->path->n_steps; i++) {
    char name[32];
    snprintf(name, sizeof name, "P%zu", i);
    Z3_func_decl d = Z3_mk_func_decl(h->ctx, Z3_mk_string_symbol(h->ctx, name), (unsigned)h->path->n_vars, sorts,
                                     Z3_mk_bool_sort(h->ctx));
    Z3_fixedpoint_register_relation(h->ctx, h->fp, d);
    vec_push(&h->relations, d);
  }
}

static Z3_ast at_position(horn *h, size_t i, bool after) {
  Z3_ast args[MOST_VARS];
  for (size_t v = 0; v < h->path->n_vars; v++) args[v] = after ? h->next[v] : recall(h, h->path->vars[v]);
  return Z3_mk_app(h->ctx, h->relations.data[i], (unsigned)h->path->n_vars, args);
}

static bool add_start(horn *h) {
  Z3_ast parts[MOST_VARS + 1];
  unsigned n = 0;
  parts[n++] = Z3_mk_true(h->ctx);
  for (size_t v = 0; v < h->path->n_vars; v++) {
    if (!expr_some(h->path->inits[v]) || !expr_is_const(h->t, h->path->inits[v])) continue;
    Z3_ast value = translate(h, h->path->inits[v]);
    if (!value) return false;
    parts[n++] = Z3_mk_eq(h->ctx, recall(h, h->path->vars[v]), value);
  }
  add_rule(h, Z3_mk_and(h->ctx, n, parts), at_position(h, 0, false), 0);
  return true;
}

static bool add_step(horn *h, size_t i) {
  const horn_step *s = &h->path->steps[i];
  Z3_ast parts[MOST_VARS + 2];
  unsigned n = 0;
  parts[n++] = at_position(h, i, false);
  parts[n] = translate(h, s->guard);
  if (!parts[n++]) return false;
  for (size_t v = 0; v < h->path->n_vars; v++) {
    Z3_ast value = translate(h, s->values[v]);
    if (!value) return false;
    parts[n++] = Z3_mk_eq(h->ctx, h->next[v], value);
  }
  Z3_ast body = Z3_mk_and(h->ctx, n, parts);
  add_rule(h, body, at_position(h, i + 1, true), i + 1);
  return true;
}

// --- answers as terms -----------------------------------------------------------------------------------------------

static bool is_app(const horn *h, Z3_ast a) { return Z3_get_ast_kind(h->ctx, a) == Z3_APP_AST; }

static expr var_at(const horn *h, Z3_ast a) {
  unsigned i = Z3_get_index_value(h->ctx, a);
  return i < h->path->n_vars ? h->path->vars[i] : EXPR_NONE;
}

// A linear term: coefficients by variable.
typedef struct linear {
  int64_t factor[MOST_VARS], rest;
  bool ok;
} linear;

static void add_linear(const horn *h, Z3_ast a, int64_t factor, unsigned depth, linear *out);

// A product with numbers in all places but one.
static void add_product(const horn *h, Z3_app app, int64_t factor, unsigned depth, linear *out) {
  Z3_ast other = NULL;
  for (unsigned i = 0; i < Z3_get_app_num_args(h->ctx, app); i++) {
    Z3_ast x = Z3_get_app_arg(h->ctx, app, i);
    int64_t n = 1;
    if (Z3_get_ast_kind(h->ctx, x) != Z3_NUMERAL_AST) {
      out->ok = out->ok && !other;
      other = x;
    } else {
      out->ok = out->ok && Z3_get_numeral_int64(h->ctx, x, &n) && !__builtin_mul_overflow(factor, n, &factor);
    }
  }
  if (out->ok && other) add_linear(h, other, factor, depth, out);
}

static void add_linear(const horn *h, Z3_ast a, int64_t factor, unsigned depth, linear *out) {
  Z3_ast_kind kind = Z3_get_ast_kind(h->ctx, a);
  int64_t n;
  out->ok = out->ok && depth < MOST_DEPTH;
  if (kind == Z3_NUMERAL_AST) {
    out->ok = out->ok && Z3_get_numeral_int64(h->ctx, a, &n) && !__builtin_mul_overflow(factor, n, &n) &&
              !__builtin_add_overflow(out->rest, n, &out->rest);
  } else if (kind == Z3_VAR_AST && expr_some(var_at(h, a)) && !is_truth(h, var_at(h, a))) {
    int64_t *to = &out->factor[Z3_get_index_value(h->ctx, a)];
    out->ok = out->ok && !__builtin_add_overflow(*to, factor, to);
  } else if (kind != Z3_APP_AST) {
    out->ok = false;
  }
  if (kind != Z3_APP_AST || !out->ok) return;
  Z3_app app = Z3_to_app(h->ctx, a);
  Z3_decl_kind op = Z3_get_decl_kind(h->ctx, Z3_get_app_decl(h->ctx, app));
  if (op == Z3_OP_MUL) {
    add_product(h, app, factor, depth + 1, out);
    return;
  }
  out->ok = op == Z3_OP_ADD || op == Z3_OP_SUB || op == Z3_OP_UMINUS;
  for (unsigned i = 0; i < Z3_get_app_num_args(h->ctx, app) && out->ok; i++) {
    bool minus = op == Z3_OP_UMINUS || (op == Z3_OP_SUB && i > 0);
    add_linear(h, Z3_get_app_arg(h->ctx, app, i), minus ? -factor : factor, depth + 1, out);
  }
}

// The part of a linear term with positive (or negative) factors, as a sum of positive ones; with the number, or without.
static expr one_side(horn *h, const linear *l, bool positive, bool rest, uint32_t width) {
  int64_t sign = positive ? 1 : -1;
  expr sum = expr_const(h->t, width, rest ? (uint64_t)(l->rest * sign) : 0);
  for (size_t v = 0; v < h->path->n_vars; v++) {
    if (l->factor[v] * sign <= 0) continue;
    expr x = expr_sext(h->t, h->path->vars[v], width);
    sum = expr_add(h->t, sum, expr_mul(h->t, expr_const(h->t, width, (uint64_t)(l->factor[v] * sign)), x));
  }
  return sum;
}

// With room for what a sum of a few terms may carry: a comparison of integers is then one of bit-vectors. Equations hold
// modulo 2^n too, and a single variable on either side carries nothing.
static uint32_t width_for(const horn *h, const linear *l, bool equation) {
  enum { ROOM = 8 };
  uint32_t most = 0;
  int64_t vars = 0, size = l->rest > INT64_MIN / 4 && l->rest < INT64_MAX / 4 ? llabs(l->rest) : INT64_MAX;
  bool units = true;
  for (size_t v = 0; v < h->path->n_vars; v++) {
    int64_t f = l->factor[v] > -64 && l->factor[v] < 64 ? llabs(l->factor[v]) : 64;
    if (!f) continue;
    vars++;
    units = units && f == 1;
    uint32_t w = expr_width(h->t, h->path->vars[v]);
    if (w > most) most = w;
    if (f > 16) size = INT64_MAX;
  }
  if (!vars || most > 56 || size >= INT64_MAX / 2) return 0;
  bool plain = equation || (units && (vars == 1 || (vars == 2 && !l->rest)));
  bool fits = size < (int64_t)1 << (most - 1);
  return !fits ? 0 : plain ? most : most + ROOM;
}

// Nothing is subtracted: both sides have positive factors. A number stands alone if it can.
static expr back_comparison(horn *h, Z3_decl_kind op, Z3_ast a, Z3_ast b) {
  linear l = {.ok = true};
  add_linear(h, a, 1, 0, &l);
  add_linear(h, b, -1, 0, &l);
  uint32_t width = l.ok ? width_for(h, &l, op == Z3_OP_EQ) : 0;
  if (!width) return EXPR_NONE;
  bool below = false;
  for (size_t v = 0; v < h->path->n_vars; v++) below = below || l.factor[v] < 0;
  expr x = one_side(h, &l, true, below, width), y = one_side(h, &l, false, !below, width);
  if (op == Z3_OP_EQ) return expr_eq(h->t, x, y);
  if (op == Z3_OP_LE) return expr_sle(h->t, x, y);
  if (op == Z3_OP_GE) return expr_sle(h->t, y, x);
  return op == Z3_OP_LT ? expr_slt(h->t, x, y) : expr_slt(h->t, y, x);
}

// The atoms of a formula: what is put together from them the abstraction finds out itself.
static void back_atoms(horn *h, Z3_ast a, unsigned depth, expr_vec *out) {
  if (Z3_get_ast_kind(h->ctx, a) == Z3_VAR_AST && expr_some(var_at(h, a)) && is_truth(h, var_at(h, a)))
    vec_push(out, var_at(h, a));
  if (!is_app(h, a) || depth > MOST_DEPTH) return;
  Z3_app app = Z3_to_app(h->ctx, a);
  Z3_decl_kind op = Z3_get_decl_kind(h->ctx, Z3_get_app_decl(h->ctx, app));
  unsigned n = Z3_get_app_num_args(h->ctx, app);
  bool compares = n == 2 && (op == Z3_OP_EQ || op == Z3_OP_LE || op == Z3_OP_GE || op == Z3_OP_LT || op == Z3_OP_GT);
  expr e = compares ? back_comparison(h, op, Z3_get_app_arg(h->ctx, app, 0), Z3_get_app_arg(h->ctx, app, 1))
                    : EXPR_NONE;
  if (expr_some(e)) vec_push(out, e);
  for (unsigned i = 0; i < n && !expr_some(e); i++) back_atoms(h, Z3_get_app_arg(h->ctx, app, i), depth + 1, out);
}

static bool ask(horn *h, expr_vec *out) {
  Z3_func_decl last = vec_last(&h->relations);
  if (Z3_fixedpoint_query_relations(h->ctx, h->fp, 1, &last) != Z3_L_FALSE) return false;
  for (size_t i = 1; i < h->path->n_steps; i++) {
    Z3_ast a = Z3_fixedpoint_get_cover_delta(h->ctx, h->fp, -1, h->relations.data[i]);
    if (!a || Z3_get_error_code(h->ctx) != Z3_OK) continue;
    back_atoms(h, a, 0, out);
  }
  return true;
}

// --- all of it ------------------------------------------------------------------------------------------------------

static void open_context(horn *h, uint64_t rlimit) {
  char limit[32];
  snprintf(limit, sizeof limit, "%llu", (unsigned long long)rlimit);
  Z3_config c = Z3_mk_config();
  Z3_set_param_value(c, "rlimit", limit);
  h->ctx = Z3_mk_context(c);
  Z3_del_config(c);
  Z3_set_error_handler(h->ctx, ignore_error);
  h->ints = Z3_mk_int_sort(h->ctx);
  h->truths = Z3_mk_bool_sort(h->ctx);
  h->fp = Z3_mk_fixedpoint(h->ctx);
  Z3_fixedpoint_inc_ref(h->ctx, h->fp);
  Z3_params p = Z3_mk_params(h->ctx);
  Z3_params_inc_ref(h->ctx, p);
  Z3_params_set_symbol(h->ctx, p, Z3_mk_string_symbol(h->ctx, "engine"), Z3_mk_string_symbol(h->ctx, "spacer"));
  // Every relation must keep its arguments, and stay.
  const char *off[] = {"xform.slice", "xform.inline_linear", "xform.inline_eager", "ctrl_c"};
  for (size_t i = 0; i < sizeof off / sizeof off[0]; i++)
    Z3_params_set_bool(h->ctx, p, Z3_mk_string_symbol(h->ctx, off[i]), false);
  Z3_fixedpoint_set_params(h->ctx, h->fp, p);
  Z3_params_dec_ref(h->ctx, p);
}

static void close_context(horn *h) {
  Z3_fixedpoint_dec_ref(h->ctx, h->fp);
  Z3_del_context(h->ctx);
  vec_free(&h->asts);
  vec_free(&h->bound);
  vec_free(&h->relations);
  map64_fini(&h->known);
}

bool smt_interpolants(expr_table *t, const horn_path *p, uint64_t rlimit, expr_vec *out) {
  if (!p->n_vars || p->n_vars > MOST_VARS || !p->n_steps || p->n_steps > MOST_STEPS) return false;
  for (size_t v = 0; v < p->n_vars; v++)
    if (expr_sort(t, p->vars[v]).elem) return false;
  horn h = {.t = t, .path = p};
  open_context(&h, rlimit);
  declare(&h);
  bool ok = add_start(&h);
  for (size_t i = 0; i < p->n_steps && ok; i++) ok = add_step(&h, i);
  ok = ok && Z3_get_error_code(h.ctx) == Z3_OK && ask(&h, out);
  close_context(&h);
  return ok;
}
