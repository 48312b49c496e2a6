// Fewer points and rules: rules between the same points become one, and points that no loop needs are left out, the rules
// that lead there put in sequence with those that leave it. A system without loops becomes one rule from the start to the error.
#include "engine/horn/product.h"

typedef struct joiner {
  product *p;
  rule_ids *in, *out;  // by point: rules, also those that are gone
  map64 between;       // points -> the last rule between them
} joiner;

// First a, then b. Inputs of one rule are different from each other: those that both have, because they were put together with
// the same rule, are drawn anew for b.
static prule in_sequence(const product *p, const prule *a, const prule *b) {
  DCHECK(a->to == b->from && !a->gone && !b->gone, "one rule leads to where the other begins");
  prule r = {.from = a->from, .to = b->to, .values = MEM_NEW_N(expr, p->syms.len + 1)};
  expr_vec from = {0}, to = {0}, twice = {0};
  map64 of_a = {0};
  for (size_t i = 0; i < a->inputs.len; i++) {
    map64_put(&of_a, a->inputs.data[i].id, 1);
    vec_push(&r.inputs, a->inputs.data[i]);
  }
  for (size_t i = 0; i < b->inputs.len; i++)
    vec_push(map64_get(&of_a, b->inputs.data[i].id, NULL) ? &twice : &r.inputs, b->inputs.data[i]);
  for (size_t v = 0; v < p->syms.len; v++) {
    vec_push(&from, p->syms.data[v]);
    vec_push(&to, a->values[v]);
  }
  for (size_t i = 0; i < twice.len; i++) vec_push(&from, twice.data[i]);
  product_fresh_inputs(p->t, &twice, &to);
  for (size_t i = 0; i < twice.len; i++) vec_push(&r.inputs, to.data[p->syms.len + i]);
  r.guard = expr_and(p->t, a->guard, from.len ? expr_subst(p->t, b->guard, from.data, to.data, from.len) : b->guard);
  for (size_t v = 0; v < p->syms.len; v++) r.values[v] = expr_subst(p->t, b->values[v], from.data, to.data, from.len);
  vec_free(&from);
  vec_free(&to);
  vec_free(&twice);
  map64_fini(&of_a);
  return r;
}

// One or the other, as a fresh bit says: both may be possible at once.
static void join(const product *p, prule *a, const prule *b) {
  expr_table *t = p->t;
  bool same = true;
  a->taken |= b->taken;
  for (size_t v = 0; v < p->syms.len && same; v++) same = expr_same(a->values[v], b->values[v]);
  map64 of_a = {0};
  for (size_t i = 0; i < a->inputs.len; i++) map64_put(&of_a, a->inputs.data[i].id, 1);
  for (size_t i = 0; i < b->inputs.len; i++)
    if (map64_put(&of_a, b->inputs.data[i].id, 1)) vec_push(&a->inputs, b->inputs.data[i]);
  map64_fini(&of_a);
  if (same || point_is_bad(a->to)) {
    a->guard = expr_or(t, a->guard, b->guard);
    return;
  }
  expr_var_info info = {.name = "way"};
  expr first = expr_var(t, sort_bv(1), &info);
  vec_push(&a->inputs, first);
  a->guard = expr_ite(t, first, a->guard, b->guard);
  for (size_t v = 0; v < p->syms.len; v++) a->values[v] = expr_ite(t, first, a->values[v], b->values[v]);
}

static bool same_values(const product *p, const prule *a, const prule *b) {
  for (size_t v = 0; v < p->syms.len; v++)
    if (!expr_same(a->values[v], b->values[v])) return false;
  return true;
}

// A rule that is not in the lists yet, and is in the vector already.
static void enlist(joiner *j, uint32_t rule) {
  prule *r = &j->p->rules.data[rule];
  uint64_t k, key = (uint64_t)r->from << 32 | r->to;
  if (expr_is_false(j->p->t, r->guard)) {
    product_free_rule(r);
    return;
  }
  if (map64_get(&j->between, key, &k) && !j->p->rules.data[k].gone &&
      (!j->p->apart || r->from == POINT_START || point_is_bad(r->to) || same_values(j->p, &j->p->rules.data[k], r))) {
    join(j->p, &j->p->rules.data[k], r);
    product_free_rule(r);
    return;
  }
  map64_put(&j->between, key, rule);
  vec_push(&j->out[r->from], rule);
  vec_push(&j->in[r->to], rule);
}

static void drop_gone(const product *p, rule_ids *list) {
  size_t n = 0;
  for (size_t i = 0; i < list->len; i++)
    if (!p->rules.data[list->data[i]].gone) list->data[n++] = list->data[i];
  list->len = n;
}

// Do runs come there only from the start, at once?
static bool is_next(joiner *j, uint32_t point) {
  drop_gone(j->p, &j->in[point]);
  return j->in[point].len == 1 && j->p->rules.data[j->in[point].data[0]].from == POINT_START;
}

// A point that no loop needs is left out if the rules become no more by that.
static bool leave_out(joiner *j, uint32_t point) {
  product *p = j->p;
  rule_ids *in = &j->in[point], *out = &j->out[point];
  drop_gone(p, in);
  drop_gone(p, out);
  if (!in->len || !out->len || in->len * out->len > in->len + out->len) return false;
  for (size_t i = 0; i < out->len; i++)
    if (p->rules.data[out->data[i]].to == point) return false;
  for (size_t i = 0; i < in->len; i++) {
    for (size_t k = 0; k < out->len; k++) {
      prule r = in_sequence(p, &p->rules.data[in->data[i]], &p->rules.data[out->data[k]]);
      vec_push(&p->rules, r);
      enlist(j, (uint32_t)p->rules.len - 1);
    }
  }
  for (size_t i = 0; i < in->len; i++) product_free_rule(&p->rules.data[in->data[i]]);
  for (size_t i = 0; i < out->len; i++) product_free_rule(&p->rules.data[out->data[i]]);
  return true;
}

static void pack(product *p) {
  size_t n = 0;
  for (size_t i = 0; i < p->rules.len; i++) {
    prule *r = &p->rules.data[i];
    if (r->gone)
      product_free_rule(r);
    else
      p->rules.data[n++] = *r;
  }
  p->rules.len = n;
}

// Rules of points to which none leads any more.
static void drop_unreached(joiner *j) {
  product *p = j->p;
  bitset reached = bitset_new(p->n_points);
  rule_ids worklist = {0};
  bitset_add(&reached, POINT_START);
  vec_push(&worklist, POINT_START);
  while (worklist.len) {
    const rule_ids *out = &j->out[vec_pop(&worklist)];
    for (size_t i = 0; i < out->len; i++) {
      const prule *r = &p->rules.data[out->data[i]];
      if (r->gone || bitset_has(&reached, r->to)) continue;
      bitset_add(&reached, r->to);
      vec_push(&worklist, r->to);
    }
  }
  for (size_t i = 0; i < p->rules.len; i++)
    if (!p->rules.data[i].gone && !bitset_has(&reached, p->rules.data[i].from)) product_free_rule(&p->rules.data[i]);
  bitset_fini(&reached);
  vec_free(&worklist);
}

void product_join(product *p) {
  joiner j = {.p = p, .in = MEM_NEW_N(rule_ids, p->n_points), .out = MEM_NEW_N(rule_ids, p->n_points)};
  pack(p);
  for (uint32_t i = 0; i < p->rules.len; i++) enlist(&j, i);
  drop_unreached(&j);
  // In the order of runs first: what is put in front of other rules makes copies of them.
  for (bool any = true; any;) {
    any = false;
    for (uint32_t point = FIRST_POINT; point < p->n_points; point++)
      if (is_next(&j, point)) any |= leave_out(&j, point);
  }
  for (bool any = true; any;) {
    any = false;
    drop_unreached(&j);
    for (uint32_t point = FIRST_POINT; point < p->n_points; point++) any |= leave_out(&j, point);
  }
  pack(p);
  for (uint32_t i = 0; i < p->n_points; i++) {
    vec_free(&j.in[i]);
    vec_free(&j.out[i]);
  }
  mem_free(j.in);
  mem_free(j.out);
  map64_fini(&j.between);
}
