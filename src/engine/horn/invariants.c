#include "engine/horn/invariants.h"

#include "base/mem.h"
#include "engine/horn/equal.h"
#include "engine/horn/poly.h"
#include "smt/smt_horn.h"

// Solver resource units of one question: of many guesses some may be lost, of the few that the Horn engine found none.
#define RUNS_EFFORT 4000000
#define HORN_EFFORT 40000000
#define SINGLE_EFFORT 400000000

static bool may_go_on(const product *p) { return !limits_hit(p->limits) && !(p->rests && p->rests(p->rests_arg)); }

// --- which of them hold -----------------------------------------------------------------------------------------------

static expr as_after(const product *p, const expr *values, expr fact) {
  return p->syms.len ? expr_subst(p->t, fact, p->syms.data, values, p->syms.len) : fact;
}

// What holds before a step along a rule. Products of unknowns are decided as polynomials or not at all.
typedef struct question {
  const product *p;
  uint64_t effort;
  expr_vec conj, linear;
  equal_terms equal;
  poly_rules *rules;
} question;

static void open_question(question *q, const invariants *x, const prule *r) {
  expr_table *t = x->p->t;
  *q = (question){.p = x->p, .effort = x->effort, .equal = {.t = t}};
  for (size_t i = 0; i < x->at[r->from].len; i++) vec_push(&q->conj, x->at[r->from].data[i]);
  product_split(t, r->guard, &q->conj);
  equal_eliminate(&q->equal, &q->conj);
  q->rules = poly_rules_new(t, q->conj.data, q->conj.len);
  for (size_t i = 0; i < q->conj.len; i++)
    if (!poly_is_nonlinear(t, q->conj.data[i])) vec_push(&q->linear, q->conj.data[i]);
}

static void close_question(question *q) {
  vec_free(&q->conj);
  vec_free(&q->linear);
  equal_fini(&q->equal);
  poly_rules_free(q->rules);
}

static smt_answer ask(question *q, expr what, model **m) {
  vec_push(&q->linear, what);
  smt_answer a = smt_check_within(q->p->solver, q->linear.data, q->linear.len, m, q->effort);
  q->linear.len--;
  return a;
}

static bool can_be_taken(const invariants *x, const prule *r) {
  question q;
  open_question(&q, x, r);
  bool can = !poly_contradiction(q.rules) && ask(&q, expr_bool(q.p->t, true), NULL) != SMT_UNSAT;
  close_question(&q);
  return can;
}

typedef enum judged { OPEN, KEPT, LOST } judged;

// As many as one answer tells of. False: nothing more is found out of all together.
static bool judge_some(question *q, const expr_vec *terms, judged *by) {
  expr_table *t = q->p->t;
  expr all = expr_bool(t, true);
  for (size_t i = 0; i < terms->len; i++)
    if (by[i] == OPEN) all = expr_and(t, all, terms->data[i]);
  if (expr_is_true(t, all)) return false;
  model *m = NULL;
  smt_answer a = ask(q, expr_not(t, all), &m);
  bool any = false;
  for (size_t i = 0; i < terms->len; i++) {
    if (by[i] != OPEN || (a == SMT_SAT && expr_eval_true(t, terms->data[i], m)) || a == SMT_UNKNOWN) continue;
    by[i] = a == SMT_UNSAT ? KEPT : LOST;
    any = true;
  }
  model_free(m);
  return any;
}

static void judge(question *q, const expr_vec *terms, judged *by) {
  expr_table *t = q->p->t;
  for (size_t i = 0; i < terms->len; i++) {
    if (expr_is_true(t, terms->data[i]) || poly_implies(q->rules, terms->data[i]))
      by[i] = KEPT;
    else if (poly_is_nonlinear(t, terms->data[i]))
      by[i] = LOST;
  }
  while (judge_some(q, terms, by)) {}
  for (size_t i = 0; i < terms->len; i++)
    if (by[i] == OPEN) by[i] = ask(q, expr_not(t, terms->data[i]), NULL) == SMT_UNSAT ? KEPT : LOST;
}

// Drops the facts that the rule does not keep. True: there were some.
static bool drop_lost(invariants *x, const prule *r) {
  expr_vec *at = &x->at[r->to], terms = {0};
  size_t n = 0, before = at->len;
  if (!before) return false;
  question q;
  open_question(&q, x, r);
  judged *by = MEM_NEW_N(judged, before);
  for (size_t i = 0; i < before; i++) vec_push(&terms, equal_solved(&q.equal, as_after(x->p, r->values, at->data[i])));
  if (!poly_contradiction(q.rules)) {
    judge(&q, &terms, by);
    for (size_t i = 0; i < before; i++)
      if (by[i] == KEPT) at->data[n++] = at->data[i];
    at->len = n;
  }
  mem_free(by);
  vec_free(&terms);
  close_question(&q);
  return at->len < before;
}

static void drop_at_start(invariants *x) {
  const product *p = x->p;
  expr *inits = MEM_NEW_N(expr, p->syms.len + 1);
  for (size_t v = 0; v < p->syms.len; v++) {
    inits[v] = expr_some(p->inits.data[v]) ? p->inits.data[v] : p->syms.data[v];
  }
  expr_vec *at = &x->at[POINT_START];
  size_t n = 0;
  for (size_t i = 0; i < at->len; i++) {
    expr wrong = expr_not(p->t, as_after(p, inits, at->data[i]));
    if (smt_check_within(p->solver, &wrong, 1, NULL, x->effort) == SMT_UNSAT) at->data[n++] = at->data[i];
  }
  at->len = n;
  mem_free(inits);
}

static void begin_check(invariants *x) {
  drop_at_start(x);
  for (uint32_t i = 0; i < x->p->n_points; i++) x->due[i] = true;
}

// Until the rules keep what is left. False: the effort is spent; called again it goes on.
static bool keep_inductive(invariants *x) {
  const product *p = x->p;
  for (uint32_t at = 0; at < p->n_points;) {
    if (!x->due[at]) {
      at++;
      continue;
    }
    x->due[at] = false;
    for (size_t i = 0; i < p->rules.len; i++) {
      const prule *r = &p->rules.data[i];
      if (r->from != at || point_is_bad(r->to)) continue;
      if (!may_go_on(p)) {
        x->due[at] = true;
        return false;
      }
      if (drop_lost(x, r)) x->due[r->to] = true;
    }
    at = 0;
  }
  return true;
}

// Rules that cannot be taken are left out. True: the error is excluded.
static bool exclude_rules(invariants *x) {
  product *p = x->p;
  bool safe = true;
  for (size_t i = 0; i < p->rules.len; i++) {
    prule *r = &p->rules.data[i];
    bool never = !r->taken && !can_be_taken(x, r);
    if (never)
      r->gone = true;
    else
      safe &= !point_is_bad(r->to);
  }
  return safe;
}

// --- all of it --------------------------------------------------------------------------------------------------------

// What is known of a point goes into the rules that leave it.
static expr known_guard(const invariants *x, const prule *r) {
  expr all = r->guard;
  for (size_t i = 0; i < x->at[r->from].len; i++) all = expr_and(x->p->t, all, x->at[r->from].data[i]);
  return all;
}

static smt_answer ask_horn(invariants *x, uint64_t effort) {
  const product *p = x->p;
  horn_rule *rules = MEM_NEW_N(horn_rule, p->rules.len + 1);
  horn_facts found = {0};
  for (size_t i = 0; i < p->rules.len; i++) {
    const prule *r = &p->rules.data[i];
    uint32_t to = point_is_bad(r->to) ? (uint32_t)POINT_ERROR : r->to;
    rules[i] = (horn_rule){r->from, to, known_guard(x, r), r->values};
  }
  horn_system sys = {.vars = p->syms.data,
                     .inits = p->inits.data,
                     .n_vars = p->syms.len,
                     .speaks = p->live,
                     .n_points = p->n_points,
                     .error = POINT_ERROR,
                     .rules = rules,
                     .n_rules = p->rules.len,
                     .bounded = true};
  smt_answer a = smt_horn_solve(p->solver, &sys, effort, &found);
  for (size_t i = 0; i < found.len; i++) vec_push(&x->at[found.data[i].point], found.data[i].term);
  vec_free(&found);
  mem_free(rules);
  return a;
}

prove_end invariants_by_horn(invariants *x, uint64_t effort) {
  x->effort = HORN_EFFORT;
  smt_answer a = ask_horn(x, effort);
  if (a != SMT_UNSAT) return a == SMT_SAT ? PROVE_FAILED : PROVE_EFFORT;
  // The answer is as small as it is good: it is checked to the end.
  x->p->rests = NULL;
  begin_check(x);
  if (!keep_inductive(x)) return PROVE_EFFORT;
  return exclude_rules(x) ? PROVE_DONE : PROVE_FAILED;
}

static bool error_taken(const product *p) {
  for (size_t i = 0; i < p->rules.len; i++)
    if (p->rules.data[i].taken && point_is_bad(p->rules.data[i].to)) return true;
  return false;
}

// Else all is one question: is there a run to the error?
static bool has_loops(const product *p) {
  for (size_t i = 0; i < p->rules.len; i++)
    if (p->rules.data[i].from != POINT_START || !point_is_bad(p->rules.data[i].to)) return true;
  return false;
}

void invariants_drop(invariants *x) {
  for (size_t i = 0; x->at && i < x->p->n_points; i++) vec_free(&x->at[i]);
  mem_free(x->at);
  mem_free(x->due);
  *x = (invariants){0};
}

prove_end invariants_begin(invariants *x, product *p, bool with_arrays) {
  *x = (invariants){.p = p, .effort = RUNS_EFFORT};
  x->at = MEM_NEW_N(expr_vec, p->n_points);
  x->due = MEM_NEW_N(bool, p->n_points);
  if (has_loops(p)) {
    product_guess_states(p, x->at, with_arrays);
    product_guess_passed(p, x->at);
  } else {
    x->effort = SINGLE_EFFORT;
  }
  begin_check(x);
  return error_taken(p) ? PROVE_FAILED : PROVE_EFFORT;
}

prove_end invariants_check(invariants *x) {
  if (!keep_inductive(x)) return PROVE_EFFORT;
  return exclude_rules(x) ? PROVE_DONE : PROVE_FAILED;
}

bool invariants_gap_is_open(const product *p) {
  for (size_t i = 0; i < p->rules.len; i++)
    if (!p->rules.data[i].gone && p->rules.data[i].to == POINT_GAP) return true;
  return false;
}
