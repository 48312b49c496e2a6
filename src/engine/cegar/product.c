// From the graph to points and rules.
#include "engine/cegar/product.h"

#include <string.h>

enum { MOST_RULES = 20000 };

// --- rules of single edges --------------------------------------------------------------------------------------------

static uint32_t target_of(const cegar *g, const uint32_t *point, uint32_t child) {
  const anode *n = &g->nodes.data[child];
  return point[n->covered_by ? n->covered_by : child];
}

static expr renamed(cegar *g, expr term, const expr_vec *from, const expr_vec *to) {
  return from->len ? expr_subst(g->t, term, from->data, to->data, from->len) : term;
}

void product_fresh_inputs(cegar *g, const expr_vec *inputs, expr_vec *out) {
  for (size_t i = 0; i < inputs->len; i++)
    vec_push(out, expr_var(g->t, expr_sort(g->t, inputs->data[i]), expr_var_get(g->t, inputs->data[i])));
}

static expr value_after(const cegar *g, const cedge *e, uint32_t var) {
  for (size_t k = 0; k < e->updates.len; k++)
    if (e->updates.data[k].var == var) return e->updates.data[k].value;
  return g->c->vars.data[var].sym;
}

// A rule leads to states with the values that its node knows. Those of others are led to by other children of the edge.
static void told_apart(const product *p, prule *r, const anode *child) {
  expr_table *t = p->g->t;
  for (size_t i = 0; i < child->data.values.len; i++) {
    binding b = child->data.values.data[i];
    for (size_t v = 0; v < p->vars.len; v++) {
      if (p->vars.data[v] != b.var) continue;
      r->guard = expr_and(t, r->guard, expr_eq(t, r->values[v], b.value));
      r->values[v] = b.value;
    }
  }
}

// Inputs of each rule are its own: two steps on one edge draw two values.
static prule rule_of(product *p, uint32_t node, uint32_t child, uint32_t from, uint32_t to) {
  cegar *g = p->g;
  const anode *n = &g->nodes.data[node];
  const cedge *e = &g->c->edges.data[g->nodes.data[child].edge];
  prule r = {.from = from, .to = to, .values = MEM_NEW_N(expr, p->vars.len + 1)};
  expr_vec from_terms = {0}, to_terms = {0};
  product_fresh_inputs(g, &e->inputs, &r.inputs);
  for (size_t i = 0; i < e->inputs.len; i++) {
    vec_push(&from_terms, e->inputs.data[i]);
    vec_push(&to_terms, r.inputs.data[i]);
  }
  for (size_t i = 0; i < n->data.values.len; i++) {
    vec_push(&from_terms, g->c->vars.data[n->data.values.data[i].var].sym);
    vec_push(&to_terms, n->data.values.data[i].value);
  }
  r.guard = renamed(g, discrete_subst(g, n, e, e->guard), &from_terms, &to_terms);
  for (size_t v = 0; v < p->vars.len; v++)
    r.values[v] = renamed(g, discrete_subst(g, n, e, value_after(g, e, p->vars.data[v])), &from_terms, &to_terms);
  told_apart(p, &r, &g->nodes.data[child]);
  vec_free(&from_terms);
  vec_free(&to_terms);
  return r;
}

void product_free_rule(prule *r) {
  mem_free(r->values);
  vec_free(&r->inputs);
  r->values = NULL;
  r->gone = true;
}

// --- what matters -----------------------------------------------------------------------------------------------------

// Variables on which guards of the graph depend.
static void find_vars(product *p) {
  cegar *g = p->g;
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
    vec_push(&p->vars, v);
    vec_push(&p->syms, g->c->vars.data[v].sym);
  }
  bitset_fini(&need);
  bitset_fini(&used);
}

// Rules of points from which the error is not reached need no proof.
static void drop_harmless(product *p) {
  bool *bad = MEM_NEW_N(bool, p->n_points);
  bad[POINT_ERROR] = bad[POINT_GAP] = true;
  for (bool grew = true; grew;) {
    grew = false;
    for (size_t i = 0; i < p->rules.len; i++) {
      const prule *r = &p->rules.data[i];
      if (r->gone || bad[r->from] || !bad[r->to]) continue;
      bad[r->from] = grew = true;
    }
  }
  for (size_t i = 0; i < p->rules.len; i++)
    if (!p->rules.data[i].gone && !bad[p->rules.data[i].to]) product_free_rule(&p->rules.data[i]);
  mem_free(bad);
}

static void mark_vars(const product *p, expr e, bitset *into) {
  expr_vec syms = {0};
  expr_collect_vars(p->g->t, e, &syms);
  for (size_t i = 0; i < syms.len; i++)
    for (size_t v = 0; v < p->syms.len; v++)
      if (expr_same(p->syms.data[v], syms.data[i])) bitset_add(into, v);
  vec_free(&syms);
}

static void find_live(product *p) {
  if (!p->live) {
    p->live = MEM_NEW_N(bitset, p->n_points);
    for (size_t i = 0; i < p->n_points; i++) p->live[i] = bitset_new(p->vars.len + 1);
  }
  for (size_t i = 0; i < p->n_points; i++) bitset_clear(&p->live[i]);
  for (bool grew = true; grew;) {
    grew = false;
    for (size_t i = 0; i < p->rules.len; i++) {
      const prule *r = &p->rules.data[i];
      bitset need = bitset_new(p->vars.len + 1);
      mark_vars(p, r->guard, &need);
      for (size_t v = 0; v < p->vars.len; v++)
        if (bitset_has(&p->live[r->to], v)) mark_vars(p, r->values[v], &need);
      grew |= bitset_union(&p->live[r->from], &need);
      bitset_fini(&need);
    }
  }
}

void product_simplify(product *p) {
  drop_harmless(p);
  product_join(p);
  drop_harmless(p);
  product_join(p);
  find_live(p);
}

// --- all of it --------------------------------------------------------------------------------------------------------

// Who goes first does so wherever its condition holds.
static void hold_back(product *p, prule *r, uint32_t inst, const mover_vec *first) {
  expr_table *t = p->g->t;
  for (size_t i = 0; i < first->len && first->data[i].inst != inst; i++)
    r->guard = expr_and(t, r->guard, expr_not(t, first->data[i].when));
}

static void add_rules(product *p, const uint32_t *point, movers *m) {
  cegar *g = p->g;
  mover_vec first = {0};
  for (uint32_t i = 1; i < g->nodes.len; i++) {
    const anode *n = &g->nodes.data[i];
    if (n->removed || n->covered_by || point_is_bad(point[i])) continue;
    if (m) movers_of(m, n, &first);
    for (size_t k = 0; k < n->children.len; k++) {
      uint32_t child = n->children.data[k], to = target_of(g, point, child);
      if (g->nodes.data[child].removed || (m && to == POINT_GAP)) continue;
      prule r = rule_of(p, i, child, point[i], to);
      hold_back(p, &r, g->c->edges.data[g->nodes.data[child].edge].inst, &first);
      vec_push(&p->rules, r);
    }
  }
  vec_free(&first);
}

bool product_new(product *p, cegar *g, const id_vec *errors, product_options o) {
  *p = (product){.g = g, .n_points = FIRST_POINT, .apart = o.apart};
  if (g->nodes.len > PRODUCT_MOST_NODES) return false;
  find_vars(p);
  uint32_t *point = MEM_NEW_N(uint32_t, g->nodes.len);
  for (uint32_t i = 2; i < g->nodes.len; i++)
    if (!g->nodes.data[i].removed && !g->nodes.data[i].covered_by) point[i] = p->n_points++;
  point[1] = POINT_START;
  for (size_t i = 0; i < errors->len; i++) {
    const cedge *e = &g->c->edges.data[g->nodes.data[errors->data[i]].edge];
    bool gap = g->c->locs.data[e->to].kind == CLOC_GAP || g->nodes.data[errors->data[i]].lost;
    point[errors->data[i]] = gap ? POINT_GAP : POINT_ERROR;
  }
  movers *m = o.without_gaps ? movers_new(g, &p->vars) : NULL;
  add_rules(p, point, m);
  movers_free(m);
  mem_free(point);
  bool fits = p->rules.len <= MOST_RULES;
  if (fits) product_simplify(p);
  return fits;
}

void product_fini(product *p) {
  for (size_t i = 0; i < p->rules.len; i++) product_free_rule(&p->rules.data[i]);
  for (size_t i = 0; i < p->n_points && p->live; i++) bitset_fini(&p->live[i]);
  mem_free(p->live);
  vec_free(&p->rules);
  vec_free(&p->vars);
  vec_free(&p->syms);
}
