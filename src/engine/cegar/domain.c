// The abstract domains: values of tracked variables, and predicates one by one or in combination [AAPOR].
//
// A data part says what holds in all concrete states that it stands for. A successor is computed with the solver: a
// fact is
// kept only where its negation is unsatisfiable, so an unknown answer loses precision and nothing else.
#include "engine/cegar/arg.h"
#include "engine/horn/equal.h"
#include "engine/horn/poly.h"

enum { MOST_COMBINATIONS = 64 };
#define POST_EFFORT 4000000  // solver resource units of one question

void adata_fini(adata *d) {
  vec_free(&d->values);
  vec_free(&d->literals);
}

// Predicates speak of what still matters, and of the last values of processes that have ended: how often a loop went
// round
// is told by its counter.
static bool may_say(const cegar *g, const pred *q, const uint32_t *locs) {
  for (size_t i = 0; i < q->vars.len; i++) {
    uint32_t inst = g->c->vars.data[q->vars.data[i]].inst;
    bool ended = inst && locs[inst] && g->c->locs.data[locs[inst]].kind == CLOC_ENDED;
    if (!ended && !cfa_var_matters(g->c, q->vars.data[i], locs)) return false;
  }
  return true;
}

// The start is one concrete state.
adata domain_initial(cegar *g) {
  cfa *c = g->c;
  adata d = {0};
  uint32_t *locs = g->nodes.data[1].locs;
  expr_vec syms = {0}, inits = {0};
  for (uint32_t v = 1; v < c->vars.len; v++) {
    if (!expr_some(c->vars.data[v].init)) continue;
    vec_push(&syms, c->vars.data[v].sym);
    vec_push(&inits, c->vars.data[v].init);
    if (bitset_has(&g->prec.tracked, v) && (g->config.domain & DOMAIN_EXPL) && cfa_var_matters(c, v, locs))
      vec_push(&d.values, ((binding){v, c->vars.data[v].init}));
  }
  for (uint32_t q = 1; q < g->prec.preds.len; q++) {
    if (!may_say(g, &g->prec.preds.data[q], locs)) continue;
    expr e = expr_subst(g->t, g->prec.preds.data[q].term, syms.data, inits.data, syms.len);
    if (expr_is_const(g->t, e)) vec_push(&d.literals, 2 * q + expr_is_false(g->t, e));
  }
  vec_free(&syms);
  vec_free(&inits);
  return d;
}

bool domain_leq(const adata *a, const adata *b) {
  size_t i = 0;
  for (size_t k = 0; k < b->literals.len; k++) {
    while (i < a->literals.len && a->literals.data[i] < b->literals.data[k]) i++;
    if (i == a->literals.len || a->literals.data[i] != b->literals.data[k]) return false;
  }
  i = 0;
  for (size_t k = 0; k < b->values.len; k++) {
    while (i < a->values.len && a->values.data[i].var < b->values.data[k].var) i++;
    if (i == a->values.len || a->values.data[i].var != b->values.data[k].var ||
        !expr_same(a->values.data[i].value, b->values.data[k].value))
      return false;
  }
  return true;
}

bool domain_same(const adata *a, const adata *b) { return domain_leq(a, b) && domain_leq(b, a); }

// --- one step -------------------------------------------------------------------------------------------------------

typedef struct post {
  cegar *g;
  const anode *n;
  const cedge *e;
  const uint32_t *locs;    // of the successor
  expr_vec known, values;  // substitution: values known before the step, and what its operation finds
  expr guard;              // known ones substituted
  expr_vec syms, after;    // updated variables and their new values, known ones substituted
  expr_vec conj;           // literals before, guard
  bool trivial;            // the guard says nothing
  id_vec guard_vars;
  model *m;           // of the linear part of conj, or NULL
  poly_rules *rules;  // equations of conj
  expr_vec linear;    // conj without products of unknowns, which solvers do not like
  equal_terms equal;  // variables that equations of conj give
} post;

static expr before(post *p, expr e) {
  if (!p->known.len || expr_is_const(p->g->t, e)) return e;
  return expr_subst(p->g->t, e, p->known.data, p->values.data, p->known.len);
}

static void know(post *p, expr sym, expr is) {
  vec_push(&p->known, sym);
  vec_push(&p->values, is);
}

// Values before the step.
static void note_known(post *p, const adata *from) {
  const cegar *g = p->g;
  const cvar *vars = g->c->vars.data;
  expr found = discrete_result(p->g, p->n, p->e);
  if (expr_some(found)) know(p, p->e->result, found);
  for (size_t i = 0; i < p->n->exact.len; i++) know(p, vars[p->n->exact.data[i].var].sym, p->n->exact.data[i].value);
  for (size_t i = 0; i < from->values.len; i++) {
    binding b = from->values.data[i];
    if (!expr_some(binding_value(&p->n->exact, b.var))) know(p, vars[b.var].sym, b.value);
  }
}

static bool has_predicates(const cegar *g) { return g->prec.preds.len > 1; }

// The guard and the new values over what is not known before, and what predicates say.
static void open_post(post *p, const adata *from) {
  cegar *g = p->g;
  const cedge *e = p->e;
  bool plain = !has_predicates(g);
  if (!plain) note_known(p, from);
  const expr *terms = plain ? memo_step(g, p->n, from, e) : NULL;
  p->guard = plain ? terms[0] : before(p, e->guard);
  for (size_t i = 0; i < e->updates.len; i++) {
    vec_push(&p->syms, g->c->vars.data[e->updates.data[i].var].sym);
    vec_push(&p->after, plain ? terms[i + 1] : before(p, e->updates.data[i].value));
  }
  for (size_t i = 0; i < from->literals.len; i++) {
    expr l = before(p, precision_literal(g, from->literals.data[i]));
    if (!expr_is_true(g->t, l)) vec_push(&p->conj, l);
  }
}

static void close_post(post *p) {
  vec_free(&p->known);
  vec_free(&p->values);
  vec_free(&p->syms);
  vec_free(&p->after);
  vec_free(&p->conj);
  vec_free(&p->guard_vars);
  vec_free(&p->linear);
  equal_fini(&p->equal);
  poly_rules_free(p->rules);
  model_free(p->m);
}

bool domain_excludes(cegar *g, const anode *n, const cedge *e) {
  if (has_predicates(g) || expr_is_true(g->t, e->guard)) return false;
  return expr_is_false(g->t, memo_step(g, n, &n->data, e)[0]);
}

// May the step be taken at all? Unknown counts as yes.
static bool feasible(post *p) {
  cegar *g = p->g;
  for (size_t i = 0; i < p->conj.len; i++)
    if (expr_is_false(g->t, p->conj.data[i])) return false;
  if (expr_is_false(g->t, p->guard)) return false;
  p->trivial = expr_is_true(g->t, p->guard);
  if (p->trivial && !has_predicates(g)) return true;
  if (!p->trivial) {
    vec_push(&p->conj, p->guard);
    expr_vec syms = {0};
    expr_collect_vars(g->t, p->guard, &syms);
    for (size_t i = 0; i < syms.len; i++) {
      uint32_t v = cfa_var_of(g->c, syms.data[i]);
      if (v) vec_push(&p->guard_vars, v);
    }
    vec_free(&syms);
  }
  if (cfa_has_arrays(g->c)) equal_eliminate(&p->equal, &p->conj);
  for (size_t i = 0; i < p->conj.len; i++)
    if (expr_is_false(g->t, p->conj.data[i])) return false;
  p->rules = poly_rules_new(g->t, p->conj.data, p->conj.len);
  if (poly_contradiction(p->rules)) return false;
  for (size_t i = 0; i < p->conj.len; i++)
    if (!poly_is_nonlinear(g->t, p->conj.data[i])) vec_push(&p->linear, p->conj.data[i]);
  if (!p->linear.len) return true;
  return smt_check_within(g->solver, p->linear.data, p->linear.len, &p->m, POST_EFFORT) != SMT_UNSAT;
}

static bool implied(post *p, expr e) {
  cegar *g = p->g;
  if (expr_is_true(g->t, e) || poly_implies(p->rules, e)) return true;
  if (expr_is_false(g->t, e) || poly_is_nonlinear(g->t, e)) return false;
  if (p->m && !expr_eval_true(g->t, e, p->m)) return false;
  vec_push(&p->linear, expr_not(g->t, e));
  smt_answer a = smt_check_within(g->solver, p->linear.data, p->linear.len, NULL, POST_EFFORT);
  p->linear.len--;
  return a == SMT_UNSAT;
}

// A term of the state after the step, over the state before.
static expr after(post *p, expr e) {
  // Known values stand for the old state: the new values were made with them already.
  expr_vec syms = {0}, terms = {0};
  for (size_t i = 0; i < p->syms.len; i++) {
    vec_push(&syms, p->syms.data[i]);
    vec_push(&terms, p->after.data[i]);
  }
  for (size_t i = 0; i < p->known.len; i++) {
    bool updated = false;
    for (size_t k = 0; k < p->syms.len && !updated; k++) updated = expr_same(p->syms.data[k], p->known.data[i]);
    if (updated) continue;
    vec_push(&syms, p->known.data[i]);
    vec_push(&terms, p->values.data[i]);
  }
  expr r = syms.len ? expr_subst(p->g->t, e, syms.data, terms.data, syms.len) : e;
  vec_free(&syms);
  vec_free(&terms);
  return equal_solved(&p->equal, r);
}

static bool touched(const post *p, const pred *q) {
  for (size_t i = 0; i < q->vars.len; i++)
    for (size_t k = 0; k < p->e->updates.len; k++)
      if (p->e->updates.data[k].var == q->vars.data[i]) return true;
  return false;
}

// Can the guard tell something about a predicate? Only through variables that predicates link.
static bool told_by_guard(const post *p, const pred *q) {
  if (p->trivial) return false;
  const cegar *g = p->g;
  for (size_t i = 0; i < q->vars.len; i++)
    for (size_t k = 0; k < p->guard_vars.len; k++)
      if (g->prec.class_of[q->vars.data[i]] == g->prec.class_of[p->guard_vars.data[k]]) return true;
  return false;
}

static int literal_before(const adata *from, uint32_t q) {
  for (size_t i = 0; i < from->literals.len; i++)
    if (from->literals.data[i] / 2 == q) return (int)(from->literals.data[i] % 2);
  return -1;
}

static void post_literals(post *p, const adata *from, adata *out, expr_vec *open) {
  cegar *g = p->g;
  for (uint32_t q = 1; q < g->prec.preds.len; q++) {
    const pred *x = &g->prec.preds.data[q];
    if (!may_say(g, x, p->locs)) continue;
    bool changed = touched(p, x);
    int old = literal_before(from, q);
    if (!changed && old >= 0) {
      vec_push(&out->literals, 2 * q + (uint32_t)old);
      continue;
    }
    if (!changed && !told_by_guard(p, x)) continue;
    expr e = after(p, x->term);
    if (implied(p, e)) {
      vec_push(&out->literals, 2 * q);
    } else if (implied(p, expr_not(g->t, e))) {
      vec_push(&out->literals, 2 * q + 1);
    } else if (open) {
      vec_push(open, ((expr){q}));
    }
  }
}

// A variable after the step, over the state before, in which it has the value `known` or none. *kept: it is what it was, and
// matters if it did.
static expr value_after(post *p, uint32_t v, expr known, bool *kept) {
  *kept = false;
  for (size_t k = 0; k < p->e->updates.len; k++)
    if (p->e->updates.data[k].var == v) return equal_solved(&p->equal, p->after.data[k]);
  if (expr_some(known)) {
    *kept = !edge_moves(p->e, p->g->c->vars.data[v].inst);
    return known;
  }
  expr e = binding_value(&p->n->exact, v);
  return expr_some(e) ? e : equal_solved(&p->equal, p->g->c->vars.data[v].sym);
}

// Values of the tracked variables after the step. With one value per variable at most: is it forced?
static void post_values(post *p, const adata *from, adata *out, id_vec *open) {
  cegar *g = p->g;
  size_t at = 0;
  for (size_t i = 0; i < g->prec.track_list.len; i++) {
    uint32_t v = g->prec.track_list.data[i];
    while (at < from->values.len && from->values.data[at].var < v) at++;
    bool kept, bound = at < from->values.len && from->values.data[at].var == v;
    expr e = value_after(p, v, bound ? from->values.data[at].value : EXPR_NONE, &kept);
    if (!kept && !cfa_var_matters(g->c, v, p->locs)) continue;
    if (!expr_is_const(g->t, e) && g->config.max_enum && p->m) {
      expr only = expr_eval(g->t, e, p->m);
      if (implied(p, expr_eq(g->t, e, only))) e = only;
    }
    if (expr_is_const(g->t, e)) {
      bool keeps = kept ? !bitset_has(&g->prec.wide, v) : precision_keeps_value(g, v, e);
      if (keeps) vec_push(&out->values, ((binding){v, e}));
    } else if (open) {
      vec_push(open, v);
    }
  }
}

static adata copy_data(const adata *d) {
  adata r = {0};
  for (size_t i = 0; i < d->values.len; i++) vec_push(&r.values, d->values.data[i]);
  for (size_t i = 0; i < d->literals.len; i++) vec_push(&r.literals, d->literals.data[i]);
  return r;
}

static void put_value(adata *d, binding b) {
  vec_push(&d->values, b);
  for (size_t i = d->values.len - 1; i > 0 && d->values.data[i - 1].var > b.var; i--) {
    d->values.data[i] = d->values.data[i - 1];
    d->values.data[i - 1] = b;
  }
}

static void put_literal(adata *d, uint32_t l) {
  vec_push(&d->literals, l);
  for (size_t i = d->literals.len - 1; i > 0 && d->literals.data[i - 1] > l; i--) {
    d->literals.data[i] = d->literals.data[i - 1];
    d->literals.data[i - 1] = l;
  }
}

// One successor per model of the open terms, at most `most`; more: none, and the caller keeps them open.
static bool enumerate(post *p, const adata *base, const expr_vec *terms, const id_vec *vars, const expr_vec *preds,
                      size_t most, adata_vec *out) {
  cegar *g = p->g;
  size_t first = out->len, n_conj = p->linear.len;
  for (;;) {
    model *m = NULL;
    smt_answer a = smt_check(g->solver, p->linear.data, p->linear.len, &m);
    if (a == SMT_UNSAT) break;
    bool too_many = a == SMT_UNKNOWN || out->len - first >= most;
    adata d = copy_data(base);
    expr same = expr_bool(g->t, true);
    for (size_t i = 0; i < terms->len && !too_many; i++) {
      expr v = expr_eval(g->t, terms->data[i], m);
      same = expr_and(g->t, same, expr_eq(g->t, terms->data[i], v));
      if (vars)
        put_value(&d, (binding){vars->data[i], v});
      else
        put_literal(&d, 2 * preds->data[i].id + expr_is_false(g->t, v));
    }
    model_free(m);
    if (too_many) {
      adata_fini(&d);
      for (size_t i = first; i < out->len; i++) adata_fini(&out->data[i]);
      out->len = first;
      p->linear.len = n_conj;
      return false;
    }
    vec_push(out, d);
    vec_push(&p->linear, expr_not(g->t, same));
  }
  p->linear.len = n_conj;
  return out->len > first;
}

static bool split_values(post *p, const adata *d, const id_vec *open, adata_vec *out) {
  expr_vec terms = {0};
  for (size_t i = 0; i < open->len; i++) vec_push(&terms, after(p, p->g->c->vars.data[open->data[i]].sym));
  bool done = enumerate(p, d, &terms, open, NULL, p->g->config.max_enum, out);
  vec_free(&terms);
  return done;
}

static bool split_literals(post *p, const adata *d, const expr_vec *open, adata_vec *out) {
  expr_vec terms = {0};
  for (size_t i = 0; i < open->len; i++) vec_push(&terms, after(p, p->g->prec.preds.data[open->data[i].id].term));
  bool done = enumerate(p, d, &terms, NULL, open, MOST_COMBINATIONS, out);
  vec_free(&terms);
  return done;
}

void domain_post(cegar *g, const anode *n, const adata *from, const cedge *e, const anode *to, adata_vec *out) {
  post p = {.g = g, .equal = {.t = g->t}, .n = n, .e = e, .locs = to->locs};
  open_post(&p, from);
  if (feasible(&p)) {
    adata d = {0};
    id_vec values = {0};
    expr_vec preds = {0};
    if (g->config.domain & DOMAIN_EXPL) post_values(&p, from, &d, g->config.max_enum > 1 ? &values : NULL);
    if (g->config.domain & DOMAIN_PRED) post_literals(&p, from, &d, g->config.combine ? &preds : NULL);
    bool split = false;
    if (values.len)
      split = split_values(&p, &d, &values, out);
    else if (preds.len)
      split = split_literals(&p, &d, &preds, out);
    if (split)
      adata_fini(&d);
    else
      vec_push(out, d);
    vec_free(&values);
    vec_free(&preds);
  }
  close_post(&p);
}
