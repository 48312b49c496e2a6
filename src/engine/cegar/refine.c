// Counterexample check and refinement [AAPOR].
#include "engine/cegar/path.h"

#include "base/clock.h"

enum { MOST_CORE_QUESTIONS = 400, MOST_STALE = 64 };
#define PATH_EFFORT 30000000  // solver resource units of one question about a path

// --- the path as formulas over its inputs ---------------------------------------------------------------------------

// A term over variables and inputs of one step, in terms of all inputs of the run.
static expr concrete(path_store *s, const anode *n, const cedge *e, expr term, const expr_vec *fresh) {
  cegar *g = s->g;
  term = discrete_subst(g, n, e, term);
  expr_vec syms = {0}, values = {0};
  expr_collect_vars(g->t, term, &syms);
  for (size_t i = 0; i < syms.len; i++) {
    uint32_t v = cfa_var_of(g->c, syms.data[i]);
    expr known = v ? s->now[v] : syms.data[i];
    for (size_t k = 0; k < e->inputs.len && !v; k++)
      if (expr_same(e->inputs.data[k], syms.data[i])) known = fresh->data[k];
    vec_push(&values, known);
  }
  expr r = syms.len ? expr_subst(g->t, term, syms.data, values.data, syms.len) : term;
  vec_free(&syms);
  vec_free(&values);
  return r;
}

expr path_run(path_store *s, const path *p, size_t i) {
  cegar *g = s->g;
  const cedge *e = path_edge(p, i);
  expr_vec fresh = {0}, values = {0};
  for (size_t k = 0; k < e->inputs.len; k++)
    vec_push(&fresh, expr_var(g->t, expr_sort(g->t, e->inputs.data[k]), expr_var_get(g->t, e->inputs.data[k])));
  expr guard = concrete(s, path_node(p, i), e, e->guard, &fresh);
  for (size_t k = 0; k < e->updates.len; k++)
    vec_push(&values, concrete(s, path_node(p, i), e, e->updates.data[k].value, &fresh));
  for (size_t k = 0; k < e->updates.len; k++) s->now[e->updates.data[k].var] = values.data[k];
  vec_free(&fresh);
  vec_free(&values);
  return guard;
}

static smt_answer ask(path *p, size_t n, const bool *use) {
  expr_vec conj = {0};
  for (size_t i = 0; i < n; i++)
    if ((!use || use[i]) && !expr_is_true(p->g->t, p->guards.data[i])) vec_push(&conj, p->guards.data[i]);
  smt_answer a = conj.len ? smt_check_within(p->g->solver, conj.data, conj.len, NULL, PATH_EFFORT) : SMT_SAT;
  vec_free(&conj);
  return a;
}

// A minimal set of guards that contradict each other: what can be left out is.
static void find_core(path *p) {
  p->core = MEM_NEW_N(bool, p->edges.len + 1);
  for (size_t i = 0; i < p->last; i++) p->core[i] = !expr_is_true(p->g->t, p->guards.data[i]);
  size_t asked = 0;
  for (size_t i = 0; i < p->last && asked < MOST_CORE_QUESTIONS; i++) {
    if (!p->core[i]) continue;
    p->core[i] = false;
    asked++;
    if (ask(p, p->last, p->core) != SMT_UNSAT) p->core[i] = true;
  }
}

smt_answer path_check(path *p) {
  cegar *g = p->g;
  path_store s = {.g = g, .now = MEM_NEW_N(expr, g->c->vars.len)};
  for (size_t v = 1; v < g->c->vars.len; v++) {
    const cvar *x = &g->c->vars.data[v];
    s.now[v] = expr_some(x->init) ? x->init : expr_var(g->t, expr_sort(g->t, x->sym), expr_var_get(g->t, x->sym));
  }
  for (size_t i = 0; i < p->edges.len; i++) vec_push(&p->guards, path_run(&s, p, i));
  mem_free(s.now);
  p->last = p->edges.len;
  smt_answer a = ask(p, p->last, NULL);
  if (a != SMT_UNSAT) return a;
  // The shortest prefix that contradicts itself.
  size_t lo = 0, hi = p->last;
  while (lo + 1 < hi) {
    size_t mid = lo + (hi - lo) / 2;
    if (ask(p, mid, NULL) == SMT_UNSAT)
      hi = mid;
    else
      lo = mid;
  }
  p->last = hi;
  find_core(p);
  return a;
}

void path_fini(path *p) {
  vec_free(&p->edges);
  vec_free(&p->nodes);
  vec_free(&p->guards);
  mem_free(p->core);
}

expr path_back(const path *p, size_t i, expr term) {
  cegar *g = p->g;
  const cedge *e = path_edge(p, i);
  expr_vec syms = {0}, values = {0};
  for (size_t k = 0; k < e->updates.len; k++) {
    vec_push(&syms, g->c->vars.data[e->updates.data[k].var].sym);
    vec_push(&values, discrete_subst(g, path_node(p, i), e, e->updates.data[k].value));
  }
  expr r = syms.len ? expr_subst(g->t, term, syms.data, values.data, syms.len) : term;
  vec_clear(&syms);
  vec_clear(&values);
  for (size_t k = 0; k < e->inputs.len; k++) {
    vec_push(&syms, e->inputs.data[k]);
    vec_push(&values, expr_var(g->t, expr_sort(g->t, e->inputs.data[k]), expr_var_get(g->t, e->inputs.data[k])));
  }
  if (syms.len) r = expr_subst(g->t, r, syms.data, values.data, syms.len);
  vec_free(&syms);
  vec_free(&values);
  return r;
}

// --- new facts ------------------------------------------------------------------------------------------------------

bitset path_needs(const path *p) {
  cegar *g = p->g;
  bitset need = bitset_new(cfa_objects(g->c));
  for (size_t i = p->last; i-- > 0;) {
    const cedge *e = path_edge(p, i);
    for (size_t k = 0; k < e->updates.len; k++)
      if (bitset_has(&need, e->updates.data[k].var)) cfa_add_vars(g->c, e->updates.data[k].value, &need);
    if (p->core[i]) cfa_add_vars(g->c, e->guard, &need);
  }
  return need;
}

bool refine_variables(path *p) {
  cegar *g = p->g;
  bitset need = path_needs(p);
  bool any = false;
  for (uint32_t v = 1; v < g->c->vars.len; v++)
    if (bitset_has(&need, v)) any |= precision_track(g, v);
  bitset_fini(&need);
  return any;
}

// Guards of the core as they look from each position of the path. `whole`: their conjunction is one predicate, whose
// negation refutes the path for certain.
bool refine_preconditions(path *p, bool whole) {
  cegar *g = p->g;
  expr_vec suffix = {0};
  bool any = false;
  for (size_t i = p->last; i-- > 0;) {
    for (size_t k = 0; k < suffix.len; k++) suffix.data[k] = path_back(p, i, suffix.data[k]);
    if (p->core[i]) {
      const cedge *e = path_edge(p, i);
      vec_push(&suffix, discrete_subst(g, path_node(p, i), e, e->guard));
    }
    expr all = expr_bool(g->t, true);
    for (size_t k = 0; k < suffix.len; k++) {
      if (whole)
        all = expr_and(g->t, all, suffix.data[k]);
      else
        any |= precision_add_split(g, suffix.data[k]);
    }
    if (whole) any |= precision_add(g, all);
  }
  vec_free(&suffix);
  return any;
}

// In the order in which they are tried; interpolants stand twice.
typedef enum method {
  METHOD_VARIABLES,
  METHOD_FIRST_INTERPOLANTS,
  METHOD_SAMPLES,
  METHOD_GUESSES,
  METHOD_ATOMS,
  METHOD_INTERPOLANTS,
  METHOD_WHOLE,
  METHODS
} method;

enum { GUESS_ROUND = 5 };  // counterexamples before what only some states suggest is tried

static bool applies(const cegar *g, method m) {
  opt_refiner r = g->config.refiner;
  if (m == METHOD_VARIABLES) return g->config.domain & DOMAIN_EXPL;
  if (!(g->config.domain & DOMAIN_PRED)) return false;
  if (m == METHOD_GUESSES) return g->iterations >= GUESS_ROUND;
  if (m == METHOD_SAMPLES) return r == OPT_REFINER_AUTO || r == OPT_REFINER_SAMPLES;
  if (m == METHOD_FIRST_INTERPOLANTS) return r == OPT_REFINER_SPACER;
  if (m == METHOD_INTERPOLANTS) return r == OPT_REFINER_AUTO;
  return true;
}

static bool apply_method(path *p, method m) {
  switch (m) {
  case METHOD_VARIABLES: return refine_variables(p);
  case METHOD_SAMPLES: return refine_by_samples(p->g);
  case METHOD_GUESSES: return refine_by_guesses(p->g);
  case METHOD_FIRST_INTERPOLANTS:
  case METHOD_INTERPOLANTS: return refine_interpolants(p);
  case METHOD_ATOMS: return refine_preconditions(p, false);
  case METHOD_WHOLE: return refine_preconditions(p, true);
  case METHODS: break;
  }
  UNREACHABLE("a method of no known kind");
}

// Nodes that lazy pruning kept may know less than the precision asks for: then nothing new is needed. Where that happens again
// and again, most of the graph is to blame: it is built anew.
static bool remove_stale(path *p) {
  cegar *g = p->g;
  if (!g->config.lazy) return false;
  if (++g->stale > MOST_STALE) {
    g->stale = 0;
    if (prune_all(p)) return true;
  }
  bitset none = bitset_new(g->prec.tracked.bits);
  bool done = prune_path(p, 1, &none);
  bitset_fini(&none);
  return done;
}

// One method after the other, until one removes the path; each adds to the precision.
static refine_end remove_path(path *p) {
  cegar *g = p->g;
  if (remove_stale(p)) return REFINE_DONE;
  bitset old = bitset_new(g->prec.tracked.bits);
  bitset_union(&old, &g->prec.tracked);
  uint32_t old_preds = (uint32_t)g->prec.preds.len;
  g->stale = 0;
  refine_end end = REFINE_STUCK;
  for (method m = 0; m < METHODS && end == REFINE_STUCK; m++) {
    if (!applies(g, m) || !apply_method(p, m)) continue;
    if (prune_path(p, old_preds, &old)) end = REFINE_DONE;
  }
  bitset_fini(&old);
  return end;
}

refine_end refine_path(cegar *g, uint32_t error_node) {
  double started = clock_wall();
  path p = {.g = g};
  arg_path(g, error_node, &p.edges, &p.nodes);
  smt_answer a = path_check(&p);
  g->time_check += clock_wall() - started;
  started = clock_wall();
  refine_end end = a == SMT_SAT ? REFINE_FEASIBLE : a == SMT_UNKNOWN ? REFINE_UNKNOWN : remove_path(&p);
  g->time_refine += clock_wall() - started;
  path_fini(&p);
  return end;
}
