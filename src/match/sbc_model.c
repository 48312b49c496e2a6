// Concrete states of the new state: one that lies outside the stored state refutes coverage without a quantified
// question (the filter check, [AVPE15]), and refutes a guessed replacement without any question.
//
// The first model is the one its path condition remembers. Every failed coverage question gives another, which is one
// that tells the two states apart.
#include "match/sbc_int.h"

void sbc_forget_models(sbc *c) {
  for (size_t i = 0; i < c->models.len; i++) model_free(c->models.data[i]);
  vec_clear(&c->models);
  vec_clear(&c->values);
  c->next_model = 0;
  c->no_more_models = false;
}

void sbc_keep_model(sbc *c, model *m) {
  if (c->models.len < c->o.models) {
    vec_push(&c->models, m);
    return;
  }
  if (c->models.len == 0) {
    model_free(m);
    return;
  }
  c->next_model = (c->next_model + 1) % c->models.len;
  model_free(c->models.data[c->next_model]);
  vec_clear(&c->values);
  c->models.data[c->next_model] = m;
}

static bool same_terms(const expr_vec *x, const expr_vec *y) {
  return x->len == y->len && (x->len == 0 || memcmp(x->data, y->data, x->len * sizeof(expr)) == 0);
}

// The values of a's terms in the k-th model. Candidates that are symbolic in the same places ask for the same ones.
static const expr *values_in(sbc *c, size_t k) {
  if (!same_terms(&c->values_of, &c->ta)) {
    vec_clear(&c->values);
    vec_clear(&c->values_of);
    for (size_t i = 0; i < c->ta.len; i++) vec_push(&c->values_of, c->ta.data[i]);
  }
  while (c->values.len < (k + 1) * c->ta.len) {
    size_t at = c->values.len;
    vec_push(&c->values, expr_eval(c->t, c->ta.data[at % c->ta.len], c->models.data[at / c->ta.len]));
  }
  return c->values.data + k * c->ta.len;
}

static void first_model(sbc *c, const view *a) {
  if (c->models.len || c->no_more_models || c->o.models == 0) return;
  model *m = NULL;
  if (a->pc.len == 0) {
    m = model_new();
  } else if (a->origin) {
    const model *known = pathcond_model(c->sem->solver, a->origin);
    if (known) m = model_dup(known);
  } else if (sbc_ask(c, a->pc.data, a->pc.len, &m) != SMT_SAT) {
    m = NULL;
  }
  if (m)
    vec_push(&c->models, m);
  else
    c->no_more_models = true;
}

// A model in which every symbolic value differs from what it is in the models so far.
static bool another_model(sbc *c) {
  if (c->no_more_models || c->models.len == 0 || c->models.len >= c->o.models) return false;
  expr_vec query = {0};
  for (size_t i = 0; i < c->pa.len; i++) vec_push(&query, c->pa.data[i]);
  for (size_t k = 0; k < c->models.len; k++) {
    for (size_t i = 0; i < c->ta.len; i++) {
      if (expr_is_const(c->t, c->ta.data[i])) continue;
      vec_push(&query, expr_ne(c->t, c->ta.data[i], values_in(c, k)[i]));
    }
  }
  model *m = NULL;
  bool found = sbc_ask(c, query.data, query.len, &m) == SMT_SAT;
  vec_free(&query);
  if (found)
    vec_push(&c->models, m);
  else
    c->no_more_models = true;
  return found;
}

// --- refuting ---------------------------------------------------------------------------------------------------

static bool ranges_apart(expr_table *t, expr x, expr y) {
  sort s = expr_sort(t, x);
  if (s.elem || s.width > 64) return false;
  expr_range p = expr_get_range(t, x), q = expr_get_range(t, y);
  return p.umax < q.umin || q.umax < p.umin || p.smax < q.smin || q.smax < p.smin;
}

// The concrete state that the k-th model makes of a is none of b's.
static bool outside(sbc *c, size_t k) {
  const expr *values = values_in(c, k);
  expr_vec query = {0};
  for (size_t i = 0; i < c->pb.len; i++) vec_push(&query, c->pb.data[i]);
  bool apart = false;
  for (size_t i = 0; i < c->ta.len && !apart; i++) {
    expr e = expr_eq(c->t, c->tb.data[i], values[i]);
    apart = expr_is_false(c->t, e);
    vec_push(&query, e);
  }
  apart = apart || sbc_unsat(c, query.data, query.len);
  vec_free(&query);
  return apart;
}

bool sbc_refuted(sbc *c, const view *a, const view *b, const pos_vec *at) {
  if (!sbc_load(c, a, b, at)) return true;
  for (size_t i = 0; i < c->ta.len; i++) {
    if (ranges_apart(c->t, c->ta.data[i], c->tb.data[i])) return true;
  }
  first_model(c, a);
  size_t i = 0;
  uint64_t unknown = c->unknown;
  do {
    // What the solver cannot say about one concrete state it will not say about another.
    for (; i < c->models.len && c->unknown == unknown; i++) {
      if (outside(c, i)) return true;
    }
  } while (c->unknown == unknown && another_model(c));
  return false;
}

// --- guessed replacements -----------------------------------------------------------------------------------------

static bool differs_on(sbc *c, size_t k, const expr *to) {
  const model *m = c->models.data[k];
  const expr *values = values_in(c, k);
  model *of_b = model_new();
  for (size_t i = 0; i < c->lits_b.len; i++) model_set(of_b, c->lits_b.data[i], expr_eval(c->t, to[i], m));
  bool differs = false;
  for (size_t i = 0; i < c->ta.len && !differs; i++) {
    if (expr_sort(c->t, c->ta.data[i]).elem) continue;  // equal arrays can be written in several ways
    differs = !expr_same(values[i], expr_eval(c->t, c->tb.data[i], of_b));
  }
  for (size_t i = 0; i < c->pb.len && !differs; i++) differs = !expr_eval_true(c->t, c->pb.data[i], of_b);
  model_free(of_b);
  return differs;
}

bool sbc_fails_on_models(sbc *c, const view *a, const expr *to) {
  first_model(c, a);
  for (size_t i = 0; i < c->models.len; i++) {
    if (differs_on(c, i, to)) return true;
  }
  return false;
}
