#include "engine/horn/equal.h"

void equal_fini(equal_terms *q) {
  vec_free(&q->gone);
  vec_free(&q->instead);
}

expr equal_solved(const equal_terms *q, expr e) {
  return q->gone.len ? expr_subst(q->t, e, q->gone.data, q->instead.data, q->gone.len) : e;
}

static bool occurs(expr_table *t, expr var, expr e) {
  expr_vec syms = {0};
  expr_collect_vars(t, e, &syms);
  bool found = false;
  for (size_t i = 0; i < syms.len && !found; i++) found = expr_same(syms.data[i], var);
  vec_free(&syms);
  return found;
}

// Takes a variable out that an equation gives.
static bool eliminate(equal_terms *q, expr eq) {
  expr_table *t = q->t;
  if (expr_get_op(t, eq) != EXPR_EQ || expr_sort(t, expr_arg(t, eq, 0)).elem) return false;
  for (unsigned k = 0; k < 2; k++) {
    expr var = expr_arg(t, eq, k), is = expr_arg(t, eq, 1 - k);
    if (expr_get_op(t, var) != EXPR_VAR || occurs(t, var, is)) continue;
    for (size_t i = 0; i < q->instead.len; i++) q->instead.data[i] = expr_subst(t, q->instead.data[i], &var, &is, 1);
    vec_push(&q->gone, var);
    vec_push(&q->instead, is);
    return true;
  }
  return false;
}

void equal_eliminate(equal_terms *q, expr_vec *conj) {
  for (size_t i = 0; i < conj->len; i++) {
    conj->data[i] = equal_solved(q, conj->data[i]);
    if (!eliminate(q, conj->data[i])) continue;
    for (size_t k = 0; k <= i; k++) conj->data[k] = equal_solved(q, conj->data[k]);
  }
  size_t n = 0;
  for (size_t i = 0; i < conj->len; i++)
    if (!expr_is_true(q->t, conj->data[i])) conj->data[n++] = conj->data[i];
  conj->len = n;
}
