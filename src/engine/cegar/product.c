// From the graph to points and rules.
#include "engine/cegar/product.h"

#include <string.h>

enum { MOST_NODES = 20000, MOST_RULES = 3000 };

// --- rules of single edges --------------------------------------------------------------------------------------------

static uint32_t target_of(const cegar *g, const uint32_t *point, uint32_t child) {
  const anode *n = &g->nodes.data[child];
  return point[n->covered_by ? n->covered_by : child];
}

static expr renamed(cegar *g, expr term, const expr_vec *from, const expr_vec *to) {
  return from->len ? expr_subst(g->t, term, from->data, to->data, from->len) : term;
}

static void fresh_inputs(cegar *g, const expr_vec *inputs, expr_vec *out) {
  for (size_t i = 0; i < inputs->len; i++)
    vec_push(out, expr_var(g->t, expr_sort(g->t, inputs->data[i]), expr_var_get(g->t, inputs->data[i])));
}

// Inputs of each rule are its own: two steps on one edge draw two values.
static prule rule_of(product *p, uint32_t node, uint32_t child, uint32_t from, uint32_t to) {
  cegar *g = p->g;
  const anode *n = &g->nodes.data[node];
  const cedge *e = &g->c->edges.data[g->nodes.data[child].edge];
  prule r = {.from = from, .to = to, .values = MEM_NEW_N(expr, p->vars.len + 1)};
  fresh_inputs(g, &e->inputs, &r.inputs);
  r.guard = renamed(g, discrete_subst(g, n, e, e->guard), &e->inputs, &r.inputs);
  for (size_t v = 0; v < p->vars.len; v++) {
    expr after = p->syms.data[v];
    for (size_t k = 0; k < e->updates.len; k++)
      if (e->updates.data[k].var == p->vars.data[v]) after = e->updates.data[k].value;
    r.values[v] = renamed(g, discrete_subst(g, n, e, after), &e->inputs, &r.inputs);
  }
  return r;
}

static void free_rule(prule *r) {
  mem_free(r->values);
  vec_free(&r->inputs);
  r->values = NULL;
  r->gone = true;
}

// --- what matters -----------------------------------------------------------------------------------------------------

static bool add_vars(const cegar *g, expr e, bitset *into) {
  expr_vec syms = {0};
  expr_collect_vars(g->t, e, &syms);
  bool grew = false;
  for (size_t i = 0; i < syms.len; i++) {
    uint32_t v = cfa_var_of(g->c, syms.data[i]);
    if (!v || bitset_has(into, v)) continue;
    bitset_add(into, v);
    grew = true;
  }
  vec_free(&syms);
  return grew;
}

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
      grew |= add_vars(g, d->guard, &need);
      for (size_t k = 0; k < d->updates.len; k++)
        if (bitset_has(&need, d->updates.data[k].var)) grew |= add_vars(g, d->updates.data[k].value, &need);
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
  bad[POINT_ERROR] = true;
  for (bool grew = true; grew;) {
    grew = false;
    for (size_t i = 0; i < p->rules.len; i++) {
      const prule *r = &p->rules.data[i];
      if (r->gone || bad[r->from] || !bad[r->to]) continue;
      bad[r->from] = grew = true;
    }
  }
  for (size_t i = 0; i < p->rules.len; i++)
    if (!p->rules.data[i].gone && !bad[p->rules.data[i].to]) free_rule(&p->rules.data[i]);
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

// --- rules put together -----------------------------------------------------------------------------------------------

// First a, then b.
static prule in_sequence(const product *p, const prule *a, const prule *b) {
  cegar *g = p->g;
  prule r = {.from = a->from, .to = b->to, .values = MEM_NEW_N(expr, p->vars.len + 1)};
  expr_vec from = {0}, to = {0};
  for (size_t i = 0; i < a->inputs.len; i++) vec_push(&r.inputs, a->inputs.data[i]);
  fresh_inputs(g, &b->inputs, &r.inputs);
  for (size_t v = 0; v < p->syms.len; v++) {
    vec_push(&from, p->syms.data[v]);
    vec_push(&to, a->values[v]);
  }
  for (size_t i = 0; i < b->inputs.len; i++) {
    vec_push(&from, b->inputs.data[i]);
    vec_push(&to, r.inputs.data[a->inputs.len + i]);
  }
  r.guard = expr_and(g->t, a->guard, renamed(g, b->guard, &from, &to));
  for (size_t v = 0; v < p->vars.len; v++) r.values[v] = renamed(g, b->values[v], &from, &to);
  vec_free(&from);
  vec_free(&to);
  return r;
}

// One or the other, as a fresh bit says: both may be possible at once.
static void join(const product *p, prule *a, const prule *b) {
  expr_table *t = p->g->t;
  bool same = true;
  a->taken |= b->taken;
  for (size_t v = 0; v < p->vars.len && same; v++) same = expr_same(a->values[v], b->values[v]);
  for (size_t i = 0; i < b->inputs.len; i++) vec_push(&a->inputs, b->inputs.data[i]);
  if (same || a->to == POINT_ERROR) {
    a->guard = expr_or(t, a->guard, b->guard);
    return;
  }
  expr_var_info info = {.name = "way"};
  expr first = expr_var(t, sort_bv(1), &info);
  vec_push(&a->inputs, first);
  a->guard = expr_ite(t, first, a->guard, b->guard);
  for (size_t v = 0; v < p->vars.len; v++) a->values[v] = expr_ite(t, first, a->values[v], b->values[v]);
}

// Rules between the same points become one. True: there were some.
static bool join_parallel(product *p) {
  bool any = false;
  map64 first = {0};
  for (size_t i = 0; i < p->rules.len; i++) {
    prule *r = &p->rules.data[i];
    uint64_t k, key = (uint64_t)r->from << 32 | r->to;
    if (r->gone) continue;
    if (!map64_get(&first, key, &k)) {
      map64_put(&first, key, i);
      continue;
    }
    join(p, &p->rules.data[k], r);
    free_rule(r);
    any = true;
  }
  map64_fini(&first);
  return any;
}

typedef struct traffic {
  id_vec in, out;
  bool loop;
} traffic;

static traffic traffic_of(const product *p, uint32_t point) {
  traffic t = {0};
  for (uint32_t i = 0; i < p->rules.len; i++) {
    const prule *r = &p->rules.data[i];
    if (r->gone) continue;
    t.loop |= r->from == point && r->to == point;
    if (r->to == point) vec_push(&t.in, i);
    if (r->from == point) vec_push(&t.out, i);
  }
  return t;
}

// A point that no loop needs is left out if the rules become no more by that.
static bool leave_out(product *p, uint32_t point) {
  traffic t = traffic_of(p, point);
  bool can = !t.loop && t.in.len && t.out.len && t.in.len * t.out.len <= t.in.len + t.out.len;
  for (size_t i = 0; i < t.in.len && can; i++) {
    for (size_t k = 0; k < t.out.len; k++) {
      prule r = in_sequence(p, &p->rules.data[t.in.data[i]], &p->rules.data[t.out.data[k]]);
      if (expr_is_false(p->g->t, r.guard))
        free_rule(&r);
      else
        vec_push(&p->rules, r);
    }
  }
  for (size_t i = 0; i < t.in.len && can; i++) free_rule(&p->rules.data[t.in.data[i]]);
  for (size_t i = 0; i < t.out.len && can; i++) free_rule(&p->rules.data[t.out.data[i]]);
  vec_free(&t.in);
  vec_free(&t.out);
  return can;
}

static void pack(product *p) {
  size_t n = 0;
  for (size_t i = 0; i < p->rules.len; i++) {
    prule *r = &p->rules.data[i];
    if (r->gone)
      free_rule(r);
    else
      p->rules.data[n++] = *r;
  }
  p->rules.len = n;
}

static void put_together(product *p) {
  for (bool any = true; any;) {
    any = join_parallel(p);
    for (uint32_t point = POINT_ERROR + 1; point < p->n_points; point++) any |= leave_out(p, point);
    pack(p);
  }
}

void product_simplify(product *p) {
  drop_harmless(p);
  pack(p);
  put_together(p);
  find_live(p);
}

// --- all of it --------------------------------------------------------------------------------------------------------

static void add_rules(product *p, const uint32_t *point) {
  cegar *g = p->g;
  for (uint32_t i = 1; i < g->nodes.len; i++) {
    const anode *n = &g->nodes.data[i];
    if (n->removed || n->covered_by) continue;
    for (size_t k = 0; k < n->children.len; k++) {
      uint32_t child = n->children.data[k];
      if (g->nodes.data[child].removed) continue;
      prule r = rule_of(p, i, child, point[i], target_of(g, point, child));
      vec_push(&p->rules, r);
    }
  }
}

bool product_new(product *p, cegar *g, const id_vec *errors) {
  *p = (product){.g = g, .n_points = POINT_ERROR + 1};
  if (g->nodes.len > MOST_NODES) return false;
  find_vars(p);
  uint32_t *point = MEM_NEW_N(uint32_t, g->nodes.len);
  for (uint32_t i = 2; i < g->nodes.len; i++)
    if (!g->nodes.data[i].removed && !g->nodes.data[i].covered_by) point[i] = p->n_points++;
  point[1] = POINT_START;
  for (size_t i = 0; i < errors->len; i++) point[errors->data[i]] = POINT_ERROR;
  add_rules(p, point);
  mem_free(point);
  bool fits = p->rules.len <= MOST_RULES;
  if (fits) product_simplify(p);
  return fits;
}

void product_fini(product *p) {
  for (size_t i = 0; i < p->rules.len; i++) free_rule(&p->rules.data[i]);
  for (size_t i = 0; i < p->n_points && p->live; i++) bitset_fini(&p->live[i]);
  mem_free(p->live);
  vec_free(&p->rules);
  vec_free(&p->vars);
  vec_free(&p->syms);
}
