// Questions with a universal quantifier (spec 4.11, exact subsumption): pc & for all y: !(P1 & P2 & ...).
//
// Most bound literals are fixed by an equation of the data (y + 1 == x + 2): such a y is replaced by its solution,
// exactly, and often nothing is left to quantify. What remains is tried by counterexamples: a candidate x and a y that
// refutes it in turn, each an ordinary question. Only then the quantifier goes to Z3.
#include "smt/smt_impl.h"

#define ROUNDS 12

typedef struct forall {
  smt *s;
  const expr *bound;
  size_t n_bound;
  expr_vec parts;  // the conjuncts under the negation
  expr_vec vars;   // scratch
} forall;

static bool mentions(forall *f, expr e, expr v) {
  literal_set set = smt_literals(f->s, e);
  for (size_t i = 0; i < set.len; i++)
    if (expr_same(set.data[i], v)) return true;
  return false;
}

static bool is_bound(const forall *f, expr e) {
  for (size_t i = 0; i < f->n_bound; i++)
    if (expr_same(f->bound[i], e)) return true;
  return false;
}

// --- equations ------------------------------------------------------------------------------------------------------

static uint64_t inverse_odd(uint64_t a) {
  uint64_t x = a;
  for (int i = 0; i < 6; i++) x *= 2 - a * x;
  return x;
}

// One summand of a sum that must be 0: y or y * odd. The solution is the rest times the negated inverse.
static bool solve_summand(forall *f, expr sum, expr item, expr *var, expr *value) {
  expr_table *t = f->s->t;
  expr y = item;
  uint64_t k = 1;
  uint32_t w = expr_width(t, item);
  if (expr_get_op(t, item) == EXPR_MUL && expr_is_const(t, expr_arg(t, item, 1)) && w <= 64) {
    y = expr_arg(t, item, 0);
    k = expr_const_u64(t, expr_arg(t, item, 1));
  }
  if (!(k & 1) || expr_get_op(t, y) != EXPR_VAR || !is_bound(f, y)) return false;
  expr rest = expr_sub(t, sum, item);
  if (mentions(f, rest, y)) return false;
  *var = y;
  *value = k == 1 ? expr_neg(t, rest) : expr_mul(t, rest, expr_const(t, w, -inverse_odd(k)));
  return true;
}

static bool solve_sum(forall *f, expr a, expr b, expr *var, expr *value) {
  expr_table *t = f->s->t;
  expr sum = expr_sub(t, a, b);
  for (expr x = sum;; x = expr_arg(t, x, 0)) {
    bool last = expr_get_op(t, x) != EXPR_ADD;
    if (solve_summand(f, sum, last ? x : expr_arg(t, x, 1), var, value)) return true;
    if (last) return false;
  }
}

// Width 1: y, !y, or an exclusive or that contains y; `truth` is what the term must be.
static bool solve_logical(forall *f, expr e, bool truth, expr *var, expr *value) {
  expr_table *t = f->s->t;
  for (expr x = e;; x = expr_arg(t, x, 0)) {
    bool last = expr_get_op(t, x) != EXPR_XOR;
    expr y = last ? x : expr_arg(t, x, 1);
    if (expr_get_op(t, y) == EXPR_VAR && is_bound(f, y)) {
      expr rest = expr_xor(t, e, y);
      if (!mentions(f, rest, y)) {
        *var = y;
        *value = truth ? expr_not(t, rest) : rest;
        return true;
      }
    }
    if (last) return false;
  }
}

// The conjunct as y == value with a bound y that is not in value.
static bool solve(forall *f, expr c, expr *var, expr *value) {
  expr_table *t = f->s->t;
  bool truth = expr_get_op(t, c) != EXPR_NOT;
  expr atom = truth ? c : expr_arg(t, c, 0);
  if (expr_get_op(t, atom) != EXPR_EQ) return solve_logical(f, atom, truth, var, value);
  expr a = expr_arg(t, atom, 0), b = expr_arg(t, atom, 1);
  if (!truth) return false;
  for (int side = 0; side < 2; side++) {
    *var = side ? b : a;
    *value = side ? a : b;
    if (expr_get_op(t, *var) == EXPR_VAR && is_bound(f, *var) && !mentions(f, *value, *var)) return true;
  }
  return expr_sort(t, a).elem == 0 && solve_sum(f, a, b, var, value);
}

// Replaces var everywhere; the conjunct that was solved becomes true by it.
static void replace(forall *f, size_t solved, expr var, expr value) {
  expr_vec old = f->parts;
  f->parts = (expr_vec){0};
  for (size_t i = 0; i < old.len; i++) {
    if (i == solved) continue;
    if (!mentions(f, old.data[i], var)) vec_push(&f->parts, old.data[i]);
    else smt_split(f->s->t, expr_subst(f->s->t, old.data[i], &var, &value, 1), &f->parts);
  }
  vec_free(&old);
}

static void eliminate(forall *f) {
  for (size_t i = 0; i < f->parts.len;) {
    expr var, value;
    if (solve(f, f->parts.data[i], &var, &value)) {
      replace(f, i, var, value);
      i = 0;
    } else {
      i++;
    }
  }
}

// --- counterexamples ------------------------------------------------------------------------------------------------

// The conjunction of the parts under m, except that literals which are bound (or, if `fix_bound`, are not) stay.
static expr instance(forall *f, const model *m, bool fix_bound) {
  expr_table *t = f->s->t;
  expr all = expr_bool(t, true);
  vec_clear(&f->vars);
  for (size_t i = 0; i < f->parts.len; i++) expr_collect_vars(t, f->parts.data[i], &f->vars);
  expr_vec from = {0}, to = {0};
  for (size_t i = 0; i < f->vars.len; i++) {
    if (is_bound(f, f->vars.data[i]) != fix_bound) continue;
    vec_push(&from, f->vars.data[i]);
    vec_push(&to, expr_eval(t, f->vars.data[i], m));
  }
  for (size_t i = 0; i < f->parts.len; i++)
    all = expr_and(t, all, expr_subst(t, f->parts.data[i], from.data, to.data, from.len));
  vec_free(&from);
  vec_free(&to);
  return all;
}

// SMT_UNKNOWN: not decided in a few rounds.
static smt_answer refine(forall *f, const expr *conjuncts, size_t n) {
  expr_table *t = f->s->t;
  expr_vec query = {0};
  for (size_t i = 0; i < n; i++) vec_push(&query, conjuncts[i]);
  smt_answer answer = SMT_UNKNOWN;
  for (int round = 0; round < ROUNDS; round++) {
    model *x = NULL, *y = NULL;
    smt_answer a = smt_ask(f->s, query.data, query.len, &x);
    if (a != SMT_SAT) {
      answer = a;
      break;
    }
    expr refutation = instance(f, x, false);
    smt_answer b = smt_ask(f->s, &refutation, 1, &y);
    model_free(x);
    if (b == SMT_SAT) vec_push(&query, expr_not(t, instance(f, y, true)));
    model_free(y);
    if (b == SMT_UNSAT) answer = SMT_SAT;
    if (b != SMT_SAT) break;
  }
  vec_free(&query);
  return answer;
}

static bool has_bound(forall *f) {
  for (size_t i = 0; i < f->parts.len; i++) {
    literal_set set = smt_literals(f->s, f->parts.data[i]);
    for (size_t k = 0; k < set.len; k++)
      if (is_bound(f, set.data[k])) return true;
  }
  return false;
}

static expr negated_parts(forall *f) {
  expr all = expr_bool(f->s->t, true);
  for (size_t i = 0; i < f->parts.len; i++) all = expr_and(f->s->t, all, f->parts.data[i]);
  return expr_not(f->s->t, all);
}

smt_answer smt_forall(smt *s, const expr *conjuncts, size_t n, const expr *bound, size_t n_bound, expr *body) {
  forall f = {.s = s, .bound = bound, .n_bound = n_bound};
  smt_split(s->t, expr_not(s->t, *body), &f.parts);
  eliminate(&f);
  *body = negated_parts(&f);
  smt_answer answer;
  if (has_bound(&f)) {
    answer = refine(&f, conjuncts, n);
  } else {
    expr_vec query = {0};
    for (size_t i = 0; i < n; i++) vec_push(&query, conjuncts[i]);
    vec_push(&query, *body);
    answer = smt_ask(s, query.data, query.len, NULL);
    vec_free(&query);
  }
  vec_free(&f.parts);
  vec_free(&f.vars);
  return answer;
}
