// One context of Z3 per question, which owns all its terms: a relation per point, a rule per step.
#include <stdio.h>

#include "base/map64.h"
#include "base/mem.h"
#include "smt/smt_horn_impl.h"
#include "smt/smt_impl.h"

enum { MOST_VARS = 200, MOST_POINTS = 4000, MOST_RULES = 8000, MOST_TERMS = 20000 };
enum { MOST_PATH_VARS = 40, MOST_STEPS = 120 };

typedef struct horn {
  expr_table *t;
  const horn_system *sys;
  Z3_context ctx;
  Z3_fixedpoint fp;
  Z3_sort ints, truths, arrays;
  // Of the rule that is being made: its terms, and all its constants, which are quantified.
  map64 known;  // term -> position in asts
  VEC(Z3_ast) asts, body;
  VEC(Z3_app) bound;
  VEC(Z3_func_decl) relations;
} horn;

// Errors are read where they can occur.
static void ignore_error(Z3_context ctx, Z3_error_code code) {
  (void)ctx;
  (void)code;
}

static bool is_array(const horn *h, expr e) { return expr_sort(h->t, e).elem != 0; }
static bool is_truth(const horn *h, expr e) { return !is_array(h, e) && expr_width(h->t, e) == 1; }

static Z3_sort sort_of(const horn *h, expr e) {
  return is_array(h, e) ? h->arrays : is_truth(h, e) ? h->truths : h->ints;
}

// --- terms as linear integers ---------------------------------------------------------------------------------------

static Z3_ast open_value(horn *h, expr like) {
  Z3_ast c = Z3_mk_fresh_const(h->ctx, "v", sort_of(h, like));
  vec_push(&h->bound, Z3_to_app(h->ctx, c));
  return c;
}

static Z3_ast number(horn *h, int64_t n) { return Z3_mk_int64(h->ctx, n, h->ints); }

static Z3_ast constant(horn *h, expr e) {
  uint32_t width = expr_width(h->t, e);
  if (width == 1) return expr_is_true(h->t, e) ? Z3_mk_true(h->ctx) : Z3_mk_false(h->ctx);
  if (width > 64) return open_value(h, e);
  uint64_t bits = expr_const_limbs(h->t, e)[0];
  return number(h, width == 64 ? (int64_t)bits : (int64_t)(bits << (64 - width)) >> (64 - width));
}

static Z3_ast connective(horn *h, expr e, expr_op op, const Z3_ast *a) {
  if (op == EXPR_AND) return Z3_mk_and(h->ctx, 2, a);
  if (op == EXPR_OR) return Z3_mk_or(h->ctx, 2, a);
  if (op == EXPR_XOR || op == EXPR_ADD) return Z3_mk_xor(h->ctx, a[0], a[1]);
  if (op == EXPR_NOT) return Z3_mk_not(h->ctx, a[0]);
  if (op == EXPR_ITE) return Z3_mk_ite(h->ctx, a[0], a[1], a[2]);
  return open_value(h, e);
}

static Z3_ast is_negative(horn *h, Z3_ast a) { return Z3_mk_lt(h->ctx, a, number(h, 0)); }

// Negative ones are the larger ones.
static Z3_ast below_without_sign(horn *h, const Z3_ast *a) {
  Z3_ast less = Z3_mk_lt(h->ctx, a[0], a[1]), first = is_negative(h, a[0]), second = is_negative(h, a[1]);
  Z3_ast high[2] = {second, less}, low[2] = {second, less};
  return Z3_mk_ite(h->ctx, first, Z3_mk_and(h->ctx, 2, high), Z3_mk_or(h->ctx, 2, low));
}

static Z3_ast comparison(horn *h, expr e, expr_op op, const Z3_ast *a) {
  if (op == EXPR_EQ) return Z3_mk_eq(h->ctx, a[0], a[1]);
  if (is_truth(h, expr_arg(h->t, e, 0))) {
    Z3_ast both[2] = {Z3_mk_not(h->ctx, a[0]), a[1]};
    return op == EXPR_ULT ? Z3_mk_and(h->ctx, 2, both) : open_value(h, e);
  }
  return op == EXPR_ULT && h->sys->bounded ? below_without_sign(h, a) : Z3_mk_lt(h->ctx, a[0], a[1]);
}

static Z3_ast widened(horn *h, expr e, expr_op op, Z3_ast a) {
  expr from = expr_arg(h->t, e, 0);
  if (is_truth(h, from)) return Z3_mk_ite(h->ctx, a, number(h, op == EXPR_SEXT ? -1 : 1), number(h, 0));
  uint32_t width = expr_width(h->t, from);
  if (op == EXPR_SEXT || !h->sys->bounded || width > 62) return a;
  Z3_ast sum[2] = {a, number(h, (int64_t)1 << width)};
  return Z3_mk_ite(h->ctx, is_negative(h, a), Z3_mk_add(h->ctx, 2, sum), a);
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
  if (op == EXPR_SELECT) return Z3_mk_select(h->ctx, a[0], a[1]);
  return open_value(h, e);
}

static Z3_ast contents(horn *h, expr e, expr_op op, const Z3_ast *a) {
  if (op == EXPR_CONST_ARRAY) return Z3_mk_const_array(h->ctx, h->ints, a[0]);
  if (op == EXPR_STORE) return Z3_mk_store(h->ctx, a[0], a[1], a[2]);
  if (op == EXPR_ITE) return Z3_mk_ite(h->ctx, a[0], a[1], a[2]);
  return open_value(h, e);
}

// A value that a step draws.
static Z3_ast input(horn *h, expr e) {
  Z3_ast v = open_value(h, e);
  if (!h->sys->bounded || is_array(h, e) || is_truth(h, e) || expr_width(h->t, e) > 62) return v;
  int64_t half = (int64_t)1 << (expr_width(h->t, e) - 1);
  vec_push(&h->body, Z3_mk_ge(h->ctx, v, number(h, -half)));
  vec_push(&h->body, Z3_mk_lt(h->ctx, v, number(h, half)));
  return v;
}

static Z3_ast combine(horn *h, expr e, const Z3_ast *a) {
  expr_op op = expr_get_op(h->t, e);
  if (op == EXPR_VAR) return input(h, e);
  if (is_array(h, e)) return contents(h, e, op, a);
  if (op == EXPR_CONST) return constant(h, e);
  bool words = !expr_arity(h->t, e) || !is_array(h, expr_arg(h->t, e, 0)) || op == EXPR_SELECT;
  if (!words) return open_value(h, e);
  if (op == EXPR_EQ || op == EXPR_ULT || op == EXPR_SLT) return comparison(h, e, op, a);
  return is_truth(h, e) ? connective(h, e, op, a) : arithmetic(h, e, op, a);
}

static void remember(horn *h, expr e, Z3_ast ast) {
  map64_put(&h->known, e.id, h->asts.len);
  vec_push(&h->asts, ast);
}

static Z3_ast recall(const horn *h, expr e) {
  uint64_t at;
  return map64_get(&h->known, e.id, &at) ? h->asts.data[at] : NULL;
}

// NULL: too much.
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
    bool ready = true;
    for (unsigned i = 0; i < expr_arity(h->t, x) && i < 3; i++) {
      args[i] = recall(h, expr_arg(h->t, x, i));
      if (args[i]) continue;
      ready = false;
      vec_push(&worklist, expr_arg(h->t, x, i));
    }
    if (!ready) continue;
    remember(h, x, combine(h, x, args));
    worklist.len--;
  }
  bool done = worklist.len == 0;
  vec_free(&worklist);
  return done ? recall(h, e) : NULL;
}

// --- rules ----------------------------------------------------------------------------------------------------------

static bool speaks_of(const horn *h, size_t point, size_t v) {
  return !h->sys->speaks || bitset_has(&h->sys->speaks[point], v);
}

static void declare(horn *h) {
  VEC(Z3_sort) sorts = {0};
  for (size_t i = 0; i < h->sys->n_points; i++) {
    char name[32];
    snprintf(name, sizeof name, "P%zu", i);
    vec_clear(&sorts);
    for (size_t v = 0; v < h->sys->n_vars; v++)
      if (speaks_of(h, i, v)) vec_push(&sorts, sort_of(h, h->sys->vars[v]));
    Z3_func_decl d = Z3_mk_func_decl(h->ctx, Z3_mk_string_symbol(h->ctx, name), (unsigned)sorts.len, sorts.data,
                                     Z3_mk_bool_sort(h->ctx));
    Z3_fixedpoint_register_relation(h->ctx, h->fp, d);
    vec_push(&h->relations, d);
  }
  vec_free(&sorts);
}

static void begin_rule(horn *h) {
  map64_clear(&h->known);
  vec_clear(&h->asts);
  vec_clear(&h->bound);
  vec_clear(&h->body);
}

// The point with these values; NULL: they are too much.
static Z3_ast at_point(horn *h, size_t point, const expr *values) {
  VEC(Z3_ast) args = {0};
  bool ok = true;
  for (size_t v = 0; v < h->sys->n_vars && ok; v++) {
    if (!speaks_of(h, point, v)) continue;
    Z3_ast a = translate(h, values[v]);
    ok = a != NULL;
    vec_push(&args, a);
  }
  Z3_ast app = ok ? Z3_mk_app(h->ctx, h->relations.data[point], (unsigned)args.len, args.data) : NULL;
  vec_free(&args);
  return app;
}

static bool end_rule(horn *h, Z3_ast head, size_t number_of_rule) {
  char name[32];
  snprintf(name, sizeof name, "r%zu", number_of_rule);
  if (!head) return false;
  vec_push(&h->body, Z3_mk_true(h->ctx));
  Z3_ast rule = Z3_mk_implies(h->ctx, Z3_mk_and(h->ctx, (unsigned)h->body.len, h->body.data), head);
  if (h->bound.len) rule = Z3_mk_forall_const(h->ctx, 0, (unsigned)h->bound.len, h->bound.data, 0, NULL, rule);
  Z3_fixedpoint_add_rule(h->ctx, h->fp, rule, Z3_mk_string_symbol(h->ctx, name));
  return Z3_get_error_code(h->ctx) == Z3_OK;
}

static bool add_start(horn *h) {
  begin_rule(h);
  for (size_t v = 0; v < h->sys->n_vars; v++) {
    expr first = h->sys->inits[v];
    bool is_known = expr_some(first) && expr_is_const(h->t, first);
    Z3_ast value = is_known ? translate(h, first) : input(h, h->sys->vars[v]);
    if (!value) return false;
    remember(h, h->sys->vars[v], value);
  }
  return end_rule(h, at_point(h, 0, h->sys->vars), 0);
}

static bool add_rule(horn *h, size_t i) {
  const horn_rule *r = &h->sys->rules[i];
  begin_rule(h);
  for (size_t v = 0; v < h->sys->n_vars; v++) remember(h, h->sys->vars[v], open_value(h, h->sys->vars[v]));
  vec_push(&h->body, at_point(h, r->from, h->sys->vars));
  Z3_ast guard = translate(h, r->guard);
  if (!guard) return false;
  vec_push(&h->body, guard);
  return end_rule(h, at_point(h, r->to, r->values), i + 1);
}

// --- all of it ------------------------------------------------------------------------------------------------------

static void read_point(const horn *h, size_t point, bool atoms, horn_facts *out) {
  Z3_ast a = Z3_fixedpoint_get_cover_delta(h->ctx, h->fp, -1, h->relations.data[point]);
  if (!a || Z3_get_error_code(h->ctx) != Z3_OK) return;
  expr_vec args = {0}, terms = {0};
  for (size_t v = 0; v < h->sys->n_vars; v++)
    if (speaks_of(h, point, v)) vec_push(&args, h->sys->vars[v]);
  horn_answer answer = {h->t, h->ctx, args.data, args.len};
  if (atoms)
    horn_read_atoms(&answer, a, &terms);
  else
    horn_read_conjuncts(&answer, a, &terms);
  for (size_t i = 0; i < terms.len; i++) vec_push(out, ((horn_fact){point, terms.data[i]}));
  vec_free(&args);
  vec_free(&terms);
}

static void cut(void *ctx) { Z3_interrupt(ctx); }

static smt_answer ask(horn *h, smt *s, bool atoms, horn_facts *out) {
  // A query, not a question about the relation: only there the effort is bounded.
  begin_rule(h);
  for (size_t v = 0; v < h->sys->n_vars; v++) remember(h, h->sys->vars[v], open_value(h, h->sys->vars[v]));
  Z3_ast query = at_point(h, h->sys->error, h->sys->vars);
  query = Z3_mk_exists_const(h->ctx, 0, (unsigned)h->bound.len, h->bound.data, 0, NULL, query);
  if (!smt_stopper_enter(s->stopper, cut, h->ctx)) return SMT_UNKNOWN;
  Z3_lbool r = Z3_fixedpoint_query(h->ctx, h->fp, query);
  smt_stopper_leave(s->stopper);
  if (r == Z3_L_UNDEF || smt_interrupted(s)) return SMT_UNKNOWN;
  for (size_t i = 0; i < h->sys->n_points && r == Z3_L_FALSE; i++)
    if (i != h->sys->error) read_point(h, i, atoms, out);
  return r == Z3_L_FALSE ? SMT_UNSAT : SMT_SAT;
}

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
  h->arrays = Z3_mk_array_sort(h->ctx, h->ints, h->ints);
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
  vec_free(&h->body);
  vec_free(&h->bound);
  vec_free(&h->relations);
  map64_fini(&h->known);
}

static smt_answer solve(smt *s, const horn_system *sys, uint64_t rlimit, bool atoms, horn_facts *out) {
  bool fits = sys->n_vars <= MOST_VARS && sys->n_points <= MOST_POINTS && sys->n_rules <= MOST_RULES;
  if (!fits || !sys->n_vars) return SMT_UNKNOWN;
  horn h = {.t = s->t, .sys = sys};
  open_context(&h, rlimit);
  declare(&h);
  bool ok = add_start(&h);
  for (size_t i = 0; i < sys->n_rules && ok; i++) ok = add_rule(&h, i);
  smt_answer a = ok ? ask(&h, s, atoms, out) : SMT_UNKNOWN;
  close_context(&h);
  return a;
}

smt_answer smt_horn_solve(smt *s, const horn_system *h, uint64_t rlimit, horn_facts *out) {
  return solve(s, h, rlimit, false, out);
}

bool smt_interpolants(smt *s, const horn_path *p, uint64_t rlimit, horn_facts *out) {
  if (p->n_vars > MOST_PATH_VARS || !p->n_steps || p->n_steps > MOST_STEPS) return false;
  for (size_t v = 0; v < p->n_vars; v++)
    if (expr_sort(s->t, p->vars[v]).elem) return false;
  horn_rule *rules = MEM_NEW_N(horn_rule, p->n_steps);
  for (size_t i = 0; i < p->n_steps; i++) rules[i] = (horn_rule){i, i + 1, p->steps[i].guard, p->steps[i].values};
  horn_system sys = {.vars = p->vars,
                     .inits = p->inits,
                     .n_vars = p->n_vars,
                     .n_points = p->n_steps + 1,
                     .error = p->n_steps,
                     .rules = rules,
                     .n_rules = p->n_steps};
  horn_facts facts = {0};
  bool ok = solve(s, &sys, rlimit, true, &facts) == SMT_UNSAT;
  for (size_t i = 0; i < facts.len; i++)
    if (facts.data[i].point) vec_push(out, facts.data[i]);
  vec_free(&facts);
  mem_free(rules);
  return ok;
}
