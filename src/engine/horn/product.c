#include "engine/horn/product.h"

#include "base/mem.h"

void product_add_var(product *p, expr sym, expr init) {
  DCHECK(!p->rules.len && !product_is_var(p, sym), "variables come first, each once");
  map64_put(&p->index, sym.id, p->syms.len);
  vec_push(&p->syms, sym);
  vec_push(&p->inits, init);
}

bool product_speaks_of_vars(const product *p, expr e) {
  expr_vec syms = {0};
  bool only = true;
  expr_collect_vars(p->t, e, &syms);
  for (size_t i = 0; i < syms.len && only; i++) only = product_is_var(p, syms.data[i]);
  vec_free(&syms);
  return only;
}

uint32_t product_width(const product *p, size_t var) {
  sort s = expr_sort(p->t, p->syms.data[var]);
  return s.elem ? 0 : s.width;
}

prule product_rule(const product *p, uint32_t from, uint32_t to) {
  prule r = {.from = from, .to = to, .guard = expr_bool(p->t, true), .values = MEM_NEW_N(expr, p->syms.len + 1)};
  for (size_t v = 0; v < p->syms.len; v++) r.values[v] = p->syms.data[v];
  return r;
}

void product_fresh_inputs(expr_table *t, const expr_vec *inputs, expr_vec *out) {
  for (size_t i = 0; i < inputs->len; i++)
    vec_push(out, expr_var(t, expr_sort(t, inputs->data[i]), expr_var_get(t, inputs->data[i])));
}

void product_free_rule(prule *r) {
  mem_free(r->values);
  vec_free(&r->inputs);
  r->values = NULL;
  r->gone = true;
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
  expr_collect_vars(p->t, e, &syms);
  for (size_t i = 0; i < syms.len; i++) {
    uint64_t v;
    if (map64_get(&p->index, syms.data[i].id, &v)) bitset_add(into, v);
  }
  vec_free(&syms);
}

static bool mark_needed(product *p, const prule *r) {
  bitset need = bitset_new(p->syms.len + 1);
  mark_vars(p, r->guard, &need);
  for (size_t v = 0; v < p->syms.len; v++)
    if (bitset_has(&p->live[r->to], v)) mark_vars(p, r->values[v], &need);
  bool grew = bitset_union(&p->live[r->from], &need);
  bitset_fini(&need);
  return grew;
}

static void find_live(product *p) {
  if (!p->live) {
    p->live = MEM_NEW_N(bitset, p->n_points);
    for (size_t i = 0; i < p->n_points; i++) p->live[i] = bitset_new(p->syms.len + 1);
  }
  for (size_t i = 0; i < p->n_points; i++) bitset_clear(&p->live[i]);
  for (bool grew = true; grew;) {
    grew = false;
    for (size_t i = 0; i < p->rules.len; i++) grew |= mark_needed(p, &p->rules.data[i]);
  }
}

void product_simplify(product *p) {
  CHECK_WHOLE(product_fault(p));
  drop_harmless(p);
  product_join(p);
  drop_harmless(p);
  product_join(p);
  find_live(p);
  CHECK_WHOLE(product_fault(p));
}

void product_fini(product *p) {
  for (size_t i = 0; i < p->rules.len; i++) product_free_rule(&p->rules.data[i]);
  for (size_t i = 0; i < p->n_points && p->live; i++) bitset_fini(&p->live[i]);
  mem_free(p->live);
  vec_free(&p->rules);
  vec_free(&p->syms);
  vec_free(&p->inits);
  map64_fini(&p->index);
}

static bool same_sort(const product *p, expr a, expr b) {
  sort x = expr_sort(p->t, a), y = expr_sort(p->t, b);
  return x.width == y.width && x.elem == y.elem;
}

// All variables of the term are variables of the product, or inputs of the rule.
static bool speaks_of(const product *p, const prule *r, expr e, expr_vec *scratch) {
  vec_clear(scratch);
  expr_collect_vars(p->t, e, scratch);
  for (size_t i = 0; i < scratch->len; i++) {
    bool known = product_is_var(p, scratch->data[i]);
    for (size_t k = 0; k < r->inputs.len && !known; k++) known = expr_same(scratch->data[i], r->inputs.data[k]);
    if (!known) return false;
  }
  return true;
}

static const char *rule_fault(const product *p, const prule *r, expr_vec *scratch) {
  if (r->from >= p->n_points || r->to >= p->n_points) return "a rule of a point that is not there";
  if (point_is_bad(r->from)) return "a rule that goes on after an error";
  if (!expr_some(r->guard) || !speaks_of(p, r, r->guard, scratch))
    return "a guard over what is no variable and no input";
  for (size_t v = 0; v < p->syms.len; v++) {
    if (!expr_some(r->values[v]) || !same_sort(p, r->values[v], p->syms.data[v])) return "a new value of another sort";
    if (!speaks_of(p, r, r->values[v], scratch)) return "a new value over what is no variable and no input";
  }
  return NULL;
}

const char *product_fault(const product *p) {
  if (p->inits.len != p->syms.len) return "variables without a first value";
  for (size_t v = 0; v < p->syms.len; v++) {
    uint64_t at;
    if (!map64_get(&p->index, p->syms.data[v].id, &at) || at != v) return "a variable that is not found";
    if (expr_some(p->inits.data[v]) && !same_sort(p, p->inits.data[v], p->syms.data[v]))
      return "a first value of another sort";
  }
  expr_vec scratch = {0};
  const char *fault = NULL;
  for (size_t i = 0; i < p->rules.len && !fault; i++)
    if (!p->rules.data[i].gone) fault = rule_fault(p, &p->rules.data[i], &scratch);
  vec_free(&scratch);
  return fault;
}
