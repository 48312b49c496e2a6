// Questions with a universal quantifier ([AVPE15], exact subsumption): pc & for all y: !(P1 & P2 & ...).
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
} forall;

// A conjunct as var == value, given that `condition` holds (EXPR_NONE: always). With a condition the value is one of
// several that satisfy the conjunct.
typedef struct solution {
  expr var, value, condition;
} solution;

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

// One summand of a sum that must be 0: y * 2^s * odd. Then y is minus the rest, divided by both; the division by 2^s
// leaves no remainder or there is no solution.
static bool solve_summand(forall *f, expr sum, expr item, solution *out) {
  expr_table *t = f->s->t;
  expr y = item;
  uint64_t k = 1;
  uint32_t w = expr_width(t, item);
  if (expr_get_op(t, item) == EXPR_MUL && expr_is_const(t, expr_arg(t, item, 1)) && w <= 64) {
    y = expr_arg(t, item, 0);
    k = expr_const_u64(t, expr_arg(t, item, 1));
  }
  if (k == 0 || expr_get_op(t, y) != EXPR_VAR || !is_bound(f, y)) return false;
  expr rest = expr_neg(t, expr_sub(t, sum, item));
  if (mentions(f, rest, y)) return false;
  *out = (solution){.var = y, .value = rest};
  uint32_t s = (uint32_t)__builtin_ctzll(k);
  if (s) {
    out->condition = expr_eq(t, expr_extract(t, rest, s - 1, 0), expr_const(t, s, 0));
    out->value = expr_binary(t, EXPR_LSHR, rest, expr_const(t, w, s));
  }
  if (k >> s != 1) out->value = expr_mul(t, out->value, expr_const(t, w, inverse_odd(k >> s)));
  return true;
}

static bool solve_sum(forall *f, expr a, expr b, solution *out) {
  expr_table *t = f->s->t;
  expr sum = expr_sub(t, a, b);
  solution weak = {EXPR_NONE, EXPR_NONE, EXPR_NONE};
  for (expr x = sum;; x = expr_arg(t, x, 0)) {
    bool last = expr_get_op(t, x) != EXPR_ADD;
    if (solve_summand(f, sum, last ? x : expr_arg(t, x, 1), out)) {
      if (!expr_some(out->condition)) return true;
      weak = *out;
    }
    if (last) break;
  }
  *out = weak;
  return expr_some(weak.var);
}

// Width 1: y, !y, or an exclusive or that contains y; `truth` is what the term must be.
static bool solve_logical(forall *f, expr e, bool truth, solution *out) {
  expr_table *t = f->s->t;
  for (expr x = e;; x = expr_arg(t, x, 0)) {
    bool last = expr_get_op(t, x) != EXPR_XOR;
    expr y = last ? x : expr_arg(t, x, 1);
    if (expr_get_op(t, y) == EXPR_VAR && is_bound(f, y)) {
      expr rest = expr_xor(t, e, y);
      if (!mentions(f, rest, y)) {
        *out = (solution){.var = y, .value = truth ? expr_not(t, rest) : rest};
        return true;
      }
    }
    if (last) return false;
  }
}

// The conjunct solved for a bound literal.
static bool solve(forall *f, expr c, solution *out) {
  expr_table *t = f->s->t;
  bool truth = expr_get_op(t, c) != EXPR_NOT;
  expr atom = truth ? c : expr_arg(t, c, 0);
  if (expr_get_op(t, atom) != EXPR_EQ) return solve_logical(f, atom, truth, out);
  expr a = expr_arg(t, atom, 0), b = expr_arg(t, atom, 1);
  if (!truth) return false;
  for (int side = 0; side < 2; side++) {
    *out = (solution){.var = side ? b : a, .value = side ? a : b};
    bool fits = expr_get_op(t, out->var) == EXPR_VAR && is_bound(f, out->var);
    if (fits && !mentions(f, out->value, out->var)) return true;
  }
  return expr_sort(t, a).elem == 0 && solve_sum(f, a, b, out);
}

// Replaces literals by terms in all parts.
static void replace(forall *f, const expr *from, const expr *to, size_t n) {
  expr_vec old = f->parts;
  f->parts = (expr_vec){0};
  for (size_t i = 0; i < old.len; i++) {
    bool touched = false;
    for (size_t k = 0; k < n && !touched; k++) touched = mentions(f, old.data[i], from[k]);
    if (touched)
      smt_split(f->s->t, expr_subst(f->s->t, old.data[i], from, to, n), &f->parts);
    else
      vec_push(&f->parts, old.data[i]);
  }
  vec_free(&old);
}

// The conjunct gives way to the condition of its solution.
static void use_solution(forall *f, size_t part, const solution *x) {
  f->parts.data[part] = expr_some(x->condition) ? x->condition : expr_bool(f->s->t, true);
  replace(f, &x->var, &x->value, 1);
}

static size_t count_parts(forall *f, expr v) {
  size_t n = 0;
  for (size_t i = 0; i < f->parts.len; i++) n += mentions(f, f->parts.data[i], v);
  return n;
}

static void eliminate(forall *f) {
  for (size_t i = 0; i < f->parts.len;) {
    solution x;
    // One of several values will do where nothing else depends on it.
    if (solve(f, f->parts.data[i], &x) && (!expr_some(x.condition) || count_parts(f, x.var) == 1)) {
      use_solution(f, i, &x);
      i = 0;
    } else {
      i++;
    }
  }
}

// --- counterexamples ------------------------------------------------------------------------------------------------

// The literals of e that are bound (or not), with their values in m.
static void list_values(forall *f, expr e, bool bound, const model *m, expr_vec *from, expr_vec *to) {
  literal_set set = smt_literals(f->s, e);
  for (size_t i = 0; i < set.len; i++) {
    if (is_bound(f, set.data[i]) != bound) continue;
    vec_push(from, set.data[i]);
    vec_push(to, expr_eval(f->s->t, set.data[i], m));
  }
}

// The conjunction of the parts with the bound literals (or the others) as in m.
static expr instance(forall *f, const model *m, bool fix_bound) {
  expr_table *t = f->s->t;
  expr all = expr_bool(t, true);
  expr_vec from = {0}, to = {0};
  for (size_t i = 0; i < f->parts.len; i++) {
    vec_clear(&from);
    vec_clear(&to);
    list_values(f, f->parts.data[i], fix_bound, m, &from, &to);
    all = expr_and(t, all, expr_subst(t, f->parts.data[i], from.data, to.data, from.len));
  }
  vec_free(&from);
  vec_free(&to);
  return all;
}

// Solves part i for the bound literal `keep` when the other bound literals of that part are as in m.
static bool solve_one(forall *f, size_t i, expr keep, const model *m) {
  expr_table *t = f->s->t;
  expr_vec from = {0}, to = {0};
  list_values(f, f->parts.data[i], true, m, &from, &to);
  for (size_t k = 0; k < from.len; k++) {
    if (!expr_same(from.data[k], keep)) continue;
    from.data[k] = vec_pop(&from);
    to.data[k] = vec_pop(&to);
    break;
  }
  solution x;
  bool solved = solve(f, expr_subst(t, f->parts.data[i], from.data, to.data, from.len), &x);
  if (solved) {
    use_solution(f, i, &x);
    replace(f, from.data, to.data, from.len);
  }
  vec_free(&from);
  vec_free(&to);
  return solved;
}

// Some part solved for a literal that no other part has: what is learnt then says the most.
static bool solve_any(forall *f, const model *m) {
  for (size_t i = 0; i < f->parts.len; i++) {
    if (expr_get_op(f->s->t, f->parts.data[i]) != EXPR_EQ) continue;
    literal_set set = smt_literals(f->s, f->parts.data[i]);
    for (size_t k = set.len; k-- > 0;)
      if (is_bound(f, set.data[k]) && count_parts(f, set.data[k]) == 1 && solve_one(f, i, set.data[k], m)) return true;
  }
  return false;
}

// A condition over the free literals that is true in the candidate refuted by m and implies that there is a refutation:
// some bound literals as in m, others solved for.
static expr refuted(forall *f, const model *m) {
  forall g = {.s = f->s, .bound = f->bound, .n_bound = f->n_bound};
  for (size_t i = 0; i < f->parts.len; i++) vec_push(&g.parts, f->parts.data[i]);
  while (solve_any(&g, m)) {}
  expr all = instance(&g, m, true);
  vec_free(&g.parts);
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
    if (b == SMT_SAT) vec_push(&query, expr_not(t, refuted(f, y)));
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
  return answer;
}
