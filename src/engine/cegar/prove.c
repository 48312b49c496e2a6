// Facts for the points of the product: guessed from runs and by the Horn engine, kept where the solver proves them bit by bit.
//
// Of the guesses the largest part is searched that holds at the start and that all rules keep (a fact that a rule does not
// keep is dropped, until nothing changes); what it says where a rule leads to the error must exclude the rule. The solver
// decides all of that on bit-vectors and arrays, an unknown answer drops a fact or ends the attempt. So nothing rests on the
// runs, on the Horn engine, nor on reading bit-vectors as integers.
//
// First what runs suggest. It often excludes errors of single steps (bounds of arrays), and then all points that lead to those
// alone: a process that stands still where an assumption failed is of no interest any more. The Horn engine is asked about the
// rest, with what is proved already.
#include "engine/cegar/equal.h"
#include "engine/cegar/poly.h"
#include "engine/cegar/product.h"
#include "smt/smt_horn.h"

// Solver resource units of one question: of many guesses some may be lost, of the few that the Horn engine found none.
#define RUNS_EFFORT 4000000
#define HORN_EFFORT 40000000
#define SINGLE_EFFORT 400000000

typedef struct facts {
  product *p;
  expr_vec *at;     // by point
  bool *due;        // by point: its rules may lose what they kept
  uint64_t effort;  // of a question
} facts;

static bool may_go_on(const product *p) { return !limits_hit(p->g->ctx->limits) && !cegar_slice_is_over(p->g); }

// --- which of them hold -----------------------------------------------------------------------------------------------

static expr as_after(const product *p, const expr *values, expr fact) {
  return p->syms.len ? expr_subst(p->g->t, fact, p->syms.data, values, p->syms.len) : fact;
}

// What holds before a step along a rule. Products of unknowns are decided as polynomials or not at all.
typedef struct question {
  cegar *g;
  uint64_t effort;
  expr_vec conj, linear;
  equal_terms equal;
  poly_rules *rules;
} question;

static void open_question(question *q, const facts *x, const prule *r) {
  cegar *g = x->p->g;
  *q = (question){.g = g, .effort = x->effort, .equal = {.t = g->t}};
  for (size_t i = 0; i < x->at[r->from].len; i++) vec_push(&q->conj, x->at[r->from].data[i]);
  product_split(g->t, r->guard, &q->conj);
  equal_eliminate(&q->equal, &q->conj);
  q->rules = poly_rules_new(g->t, q->conj.data, q->conj.len);
  for (size_t i = 0; i < q->conj.len; i++)
    if (!poly_is_nonlinear(g->t, q->conj.data[i])) vec_push(&q->linear, q->conj.data[i]);
}

static void close_question(question *q) {
  vec_free(&q->conj);
  vec_free(&q->linear);
  equal_fini(&q->equal);
  poly_rules_free(q->rules);
}

static smt_answer ask(question *q, expr what, model **m) {
  vec_push(&q->linear, what);
  smt_answer a = smt_check_within(q->g->solver, q->linear.data, q->linear.len, m, q->effort);
  q->linear.len--;
  return a;
}

static bool can_be_taken(const facts *x, const prule *r) {
  question q;
  open_question(&q, x, r);
  bool can = !poly_contradiction(q.rules) && ask(&q, expr_bool(q.g->t, true), NULL) != SMT_UNSAT;
  close_question(&q);
  return can;
}

typedef enum judged { OPEN, KEPT, LOST } judged;

// As many as one answer tells of. False: nothing more is found out of all together.
static bool judge_some(question *q, const expr_vec *terms, judged *by) {
  expr_table *t = q->g->t;
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
  expr_table *t = q->g->t;
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
static bool drop_lost(facts *x, const prule *r) {
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

static void drop_at_start(facts *x) {
  const product *p = x->p;
  cegar *g = p->g;
  expr *inits = MEM_NEW_N(expr, p->vars.len + 1);
  for (size_t v = 0; v < p->vars.len; v++) {
    expr first = g->c->vars.data[p->vars.data[v]].init;
    inits[v] = expr_some(first) ? first : p->syms.data[v];
  }
  expr_vec *at = &x->at[POINT_START];
  size_t n = 0;
  for (size_t i = 0; i < at->len; i++) {
    expr wrong = expr_not(g->t, as_after(p, inits, at->data[i]));
    if (smt_check_within(g->solver, &wrong, 1, NULL, x->effort) == SMT_UNSAT) at->data[n++] = at->data[i];
  }
  at->len = n;
  mem_free(inits);
}

static void begin_check(facts *x) {
  drop_at_start(x);
  for (uint32_t i = 0; i < x->p->n_points; i++) x->due[i] = true;
}

// Until the rules keep what is left. False: the effort is spent; called again it goes on.
static bool keep_inductive(facts *x) {
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
static bool exclude_rules(facts *x) {
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
static expr known_guard(const facts *x, const prule *r) {
  expr all = r->guard;
  for (size_t i = 0; i < x->at[r->from].len; i++) all = expr_and(x->p->g->t, all, x->at[r->from].data[i]);
  return all;
}

static smt_answer ask_horn(facts *x, uint64_t effort) {
  const product *p = x->p;
  cegar *g = p->g;
  horn_rule *rules = MEM_NEW_N(horn_rule, p->rules.len + 1);
  expr_vec inits = {0};
  horn_facts found = {0};
  for (size_t v = 0; v < p->vars.len; v++) vec_push(&inits, g->c->vars.data[p->vars.data[v]].init);
  for (size_t i = 0; i < p->rules.len; i++) {
    const prule *r = &p->rules.data[i];
    uint32_t to = point_is_bad(r->to) ? (uint32_t)POINT_ERROR : r->to;
    rules[i] = (horn_rule){r->from, to, known_guard(x, r), r->values};
  }
  horn_system sys = {.vars = p->syms.data,
                     .inits = inits.data,
                     .n_vars = p->syms.len,
                     .speaks = p->live,
                     .n_points = p->n_points,
                     .error = POINT_ERROR,
                     .rules = rules,
                     .n_rules = p->rules.len,
                     .bounded = true};
  smt_answer a = smt_horn_solve(g->solver, &sys, effort, &found);
  for (size_t i = 0; i < found.len; i++) vec_push(&x->at[found.data[i].point], found.data[i].term);
  vec_free(&found);
  vec_free(&inits);
  mem_free(rules);
  return a;
}

static prove_end by_horn(facts *x, uint64_t effort) {
  x->effort = HORN_EFFORT;
  smt_answer a = ask_horn(x, effort);
  if (a != SMT_UNSAT) return a == SMT_SAT ? PROVE_FAILED : PROVE_EFFORT;
  // The answer is as small as it is good: it is checked to the end.
  x->p->g->slice = 0;
  begin_check(x);
  if (!keep_inductive(x)) return PROVE_EFFORT;
  return exclude_rules(x) ? PROVE_DONE : PROVE_FAILED;
}

static bool error_taken(const product *p) {
  for (size_t i = 0; i < p->rules.len; i++)
    if (p->rules.data[i].taken && point_is_bad(p->rules.data[i].to)) return true;
  return false;
}

// The graph that the reduction explores when nothing is known of the data. The nodes of errors are leaves. False: the effort
// is spent.
static bool whole_graph(cegar *g, id_vec *errors) {
  for (;;) {
    uint32_t id = arg_build(g);
    if (!id) break;
    anode *n = &g->nodes.data[id];
    n->error = false;
    n->expanded = true;
    n->enabled = bitset_new(g->c->insts.len);
    n->chosen = bitset_new(g->c->insts.len);
    vec_push(errors, id);
  }
  return !limits_hit(g->ctx->limits) && !cegar_slice_is_over(g);
}

// --- the stages, which go on where the effort was spent -----------------------------------------------------------------

typedef enum stage { STAGE_GRAPH, STAGE_RUNS, STAGE_CELLS, STAGE_HORN } stage;

struct prover {
  stage at;
  id_vec errors;
  product p;
  facts x;
};

// Else all is one question: is there a run to the error?
static bool has_loops(const product *p) {
  for (size_t i = 0; i < p->rules.len; i++)
    if (p->rules.data[i].from != POINT_START || !point_is_bad(p->rules.data[i].to)) return true;
  return false;
}

static void drop_facts(facts *x) {
  for (size_t i = 0; x->at && i < x->p->n_points; i++) vec_free(&x->at[i]);
  mem_free(x->at);
  mem_free(x->due);
  *x = (facts){0};
}

// Guesses for a new product. A run that reaches the error ends the attempt.
static prove_end begin_facts(prover *v) {
  v->x = (facts){.p = &v->p, .effort = RUNS_EFFORT};
  v->x.at = MEM_NEW_N(expr_vec, v->p.n_points);
  v->x.due = MEM_NEW_N(bool, v->p.n_points);
  if (has_loops(&v->p)) {
    product_guess_states(&v->p, v->x.at, v->at != STAGE_RUNS);
    product_guess_passed(&v->p, v->x.at);
  } else {
    v->x.effort = SINGLE_EFFORT;
  }
  begin_check(&v->x);
  return error_taken(&v->p) ? PROVE_FAILED : PROVE_EFFORT;
}

// A graph that is too large may be so by values that are told apart: it is begun anew without them. False: there are none.
static bool forget_values(prover *v, cegar *g) {
  bool any = false;
  for (uint32_t i = 1; i < g->c->vars.len && !any; i++) any = bitset_has(&g->prec.tracked, i);
  if (!any) return false;
  product_fini(&v->p);
  v->p = (product){0};
  vec_clear(&v->errors);
  precision_fini(g);
  precision_begin(g);
  arg_begin(g);
  return true;
}

static prove_end from_graph(prover *v, cegar *g) {
  result *r = g->ctx->result, before = *r;
  if (before.reason) return PROVE_FAILED;
  bool complete = whole_graph(g, &v->errors), open = r->reason != NULL;
  // What stays unknown where nobody comes is no reason against other attempts.
  r->reason = before.reason;
  r->verdict = before.verdict;
  r->grade = before.grade;
  r->reason_at = before.reason_at;
  // The start is no error: a program that is lost there has no rules that could tell.
  if (open || g->nodes.data[1].lost) return PROVE_FAILED;
  bool fits = g->nodes.len <= PRODUCT_MOST_NODES &&
              (!complete || product_new(&v->p, g, &v->errors, (product_options){0}));
  if (!fits) return forget_values(v, g) ? PROVE_EFFORT : PROVE_FAILED;
  if (!complete) return PROVE_EFFORT;
  v->at = STAGE_RUNS;
  return begin_facts(v);
}

static bool gap_is_open(const product *p) {
  for (size_t i = 0; i < p->rules.len; i++)
    if (!p->rules.data[i].gone && p->rules.data[i].to == POINT_GAP) return true;
  return false;
}

// The system again, with rules apart, since what is said of cells is seldom true of all that were joined. Where no gap is reached, steps that
// may come first do so.
static prove_end take_apart(prover *v, cegar *g) {
  product_options o = {.without_gaps = g->config.por == CEGAR_BASIC && !gap_is_open(&v->p), .apart = true};
  if (o.without_gaps) cfa_exclude_gaps(g->c);
  drop_facts(&v->x);
  product_fini(&v->p);
  v->at = STAGE_CELLS;
  return product_new(&v->p, g, &v->errors, o) ? begin_facts(v) : PROVE_FAILED;
}

// First what numbers show, which is cheap and tells of bounds; then what is said of cells of arrays about the rest.
static prove_end from_runs(prover *v, cegar *g) {
  if (!keep_inductive(&v->x)) return PROVE_EFFORT;
  if (exclude_rules(&v->x)) return PROVE_DONE;
  if (v->at == STAGE_RUNS) return take_apart(v, g);
  product_simplify(&v->p);
  v->at = STAGE_HORN;
  return PROVE_EFFORT;
}

static prove_end run_stage(prover *v, cegar *g, uint64_t effort) {
  switch (v->at) {
  case STAGE_GRAPH: return from_graph(v, g);
  case STAGE_RUNS:
  case STAGE_CELLS: return from_runs(v, g);
  case STAGE_HORN: return by_horn(&v->x, effort);
  }
  UNREACHABLE("a stage of no known kind");
}

prove_end prover_run(prover *v, cegar *g, uint64_t effort) {
  static const char *const stages[] = {"graph", "facts of runs", "facts of cells", "facts of Horn rules"};
  static const char *const ends[] = {"proved", "not proved", "goes on"};
  stage last = v->at;
  prove_end end = PROVE_EFFORT;
  for (bool forward = true; forward && end == PROVE_EFFORT;) {
    last = v->at;
    end = run_stage(v, g, effort);
    forward = v->at != last;
  }
  log_line(g->ctx->log, LOG_DEBUG, "product of %zu rules over %zu variables, %s: %s", v->p.rules.len, v->p.vars.len,
           stages[last], ends[end]);
  return end;
}

prover *prover_new(void) { return MEM_NEW(prover); }

void prover_free(prover *v) {
  if (!v) return;
  drop_facts(&v->x);
  product_fini(&v->p);
  vec_free(&v->errors);
  mem_free(v);
}
