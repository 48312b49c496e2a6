// From the graph to points and rules.
#include "engine/cegar/whole.h"

enum { MOST_RULES = 20000 };

typedef struct builder {
  product *p;
  cegar *g;
  id_vec vars;  // by position in the product
} builder;

// --- rules of single edges --------------------------------------------------------------------------------------------

static uint32_t target_of(const cegar *g, const uint32_t *point, uint32_t child) {
  const anode *n = &g->nodes.data[child];
  return point[n->covered_by ? n->covered_by : child];
}

static expr renamed(cegar *g, expr term, const expr_vec *from, const expr_vec *to) {
  return from->len ? expr_subst(g->t, term, from->data, to->data, from->len) : term;
}

static expr value_after(const cegar *g, const cedge *e, uint32_t var) {
  for (size_t k = 0; k < e->updates.len; k++)
    if (e->updates.data[k].var == var) return e->updates.data[k].value;
  return g->c->vars.data[var].sym;
}

// A rule leads to states with the values that its node knows. Those of others are led to by other children of the edge.
static void told_apart(const builder *w, prule *r, const anode *child) {
  expr_table *t = w->g->t;
  for (size_t i = 0; i < child->data.values.len; i++) {
    binding b = child->data.values.data[i];
    for (size_t v = 0; v < w->vars.len; v++) {
      if (w->vars.data[v] != b.var) continue;
      r->guard = expr_and(t, r->guard, expr_eq(t, r->values[v], b.value));
      r->values[v] = b.value;
    }
  }
}

// Inputs of each rule are its own: two steps on one edge draw two values.
static prule rule_of(builder *w, uint32_t node, uint32_t child, uint32_t from, uint32_t to) {
  cegar *g = w->g;
  const anode *n = &g->nodes.data[node];
  const cedge *e = &g->c->edges.data[g->nodes.data[child].edge];
  prule r = product_rule(w->p, from, to);
  expr_vec from_terms = {0}, to_terms = {0};
  product_fresh_inputs(g->t, &e->inputs, &r.inputs);
  for (size_t i = 0; i < e->inputs.len; i++) {
    vec_push(&from_terms, e->inputs.data[i]);
    vec_push(&to_terms, r.inputs.data[i]);
  }
  for (size_t i = 0; i < n->data.values.len; i++) {
    vec_push(&from_terms, g->c->vars.data[n->data.values.data[i].var].sym);
    vec_push(&to_terms, n->data.values.data[i].value);
  }
  r.guard = renamed(g, discrete_subst(g, n, e, e->guard), &from_terms, &to_terms);
  for (size_t v = 0; v < w->vars.len; v++)
    r.values[v] = renamed(g, discrete_subst(g, n, e, value_after(g, e, w->vars.data[v])), &from_terms, &to_terms);
  told_apart(w, &r, &g->nodes.data[child]);
  vec_free(&from_terms);
  vec_free(&to_terms);
  return r;
}

// --- what matters -----------------------------------------------------------------------------------------------------

// Variables on which guards of the graph depend.
static void find_vars(builder *w) {
  cegar *g = w->g;
  bitset need = bitset_new(cfa_objects(g->c)), used = bitset_new(g->c->edges.len);
  for (size_t i = 2; i < g->nodes.len; i++)
    if (!g->nodes.data[i].removed) bitset_add(&used, g->nodes.data[i].edge);
  bool grew = true;
  while (grew) {
    grew = false;
    for (size_t e = 1; e < g->c->edges.len; e++) {
      const cedge *d = &g->c->edges.data[e];
      if (!bitset_has(&used, e)) continue;
      grew |= cfa_add_vars(g->c, d->guard, &need);
      for (size_t k = 0; k < d->updates.len; k++)
        if (bitset_has(&need, d->updates.data[k].var)) grew |= cfa_add_vars(g->c, d->updates.data[k].value, &need);
    }
  }
  for (uint32_t v = 1; v < g->c->vars.len; v++) {
    if (!bitset_has(&need, v)) continue;
    vec_push(&w->vars, v);
    product_add_var(w->p, g->c->vars.data[v].sym, g->c->vars.data[v].init);
  }
  bitset_fini(&need);
  bitset_fini(&used);
}

// --- all of it --------------------------------------------------------------------------------------------------------

// Who goes first does so wherever its condition holds.
static void hold_back(expr_table *t, prule *r, uint32_t inst, const mover_vec *first) {
  for (size_t i = 0; i < first->len && first->data[i].inst != inst; i++)
    r->guard = expr_and(t, r->guard, expr_not(t, first->data[i].when));
}

static void add_rules(builder *w, const uint32_t *point, movers *m) {
  cegar *g = w->g;
  mover_vec first = {0};
  for (uint32_t i = 1; i < g->nodes.len; i++) {
    const anode *n = &g->nodes.data[i];
    if (n->removed || n->covered_by || point_is_bad(point[i])) continue;
    if (m) movers_of(m, n, &first);
    for (size_t k = 0; k < n->children.len; k++) {
      uint32_t child = n->children.data[k], to = target_of(g, point, child);
      if (g->nodes.data[child].removed || (m && to == POINT_GAP)) continue;
      prule r = rule_of(w, i, child, point[i], to);
      hold_back(g->t, &r, g->c->edges.data[g->nodes.data[child].edge].inst, &first);
      vec_push(&w->p->rules, r);
    }
  }
  vec_free(&first);
}

static bool is_over(void *arg) { return cegar_slice_is_over(arg); }

bool whole_product(product *p, cegar *g, const id_vec *errors, product_options o) {
  *p = (product){.t = g->t,
                 .solver = g->solver,
                 .limits = g->ctx->limits,
                 .log = g->ctx->log,
                 .rests = is_over,
                 .rests_arg = g,
                 .n_points = FIRST_POINT,
                 .apart = o.apart};
  builder w = {.p = p, .g = g};
  if (g->nodes.len > WHOLE_MOST_NODES) return false;
  find_vars(&w);
  uint32_t *point = MEM_NEW_N(uint32_t, g->nodes.len);
  for (uint32_t i = 2; i < g->nodes.len; i++)
    if (!g->nodes.data[i].removed && !g->nodes.data[i].covered_by) point[i] = p->n_points++;
  point[1] = POINT_START;
  for (size_t i = 0; i < errors->len; i++) {
    const cedge *e = &g->c->edges.data[g->nodes.data[errors->data[i]].edge];
    bool gap = g->c->locs.data[e->to].kind == CLOC_GAP || g->nodes.data[errors->data[i]].lost;
    point[errors->data[i]] = gap ? POINT_GAP : POINT_ERROR;
  }
  movers *m = o.without_gaps ? movers_new(g, &w.vars) : NULL;
  add_rules(&w, point, m);
  movers_free(m);
  mem_free(point);
  vec_free(&w.vars);
  bool fits = p->rules.len <= MOST_RULES;
  if (fits) product_simplify(p);
  return fits;
}
