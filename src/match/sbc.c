#include "match/sbc.h"

#include "match/sbc_int.h"

sbc_options sbc_default_options(void) {
  return (sbc_options){.regular = UINT32_MAX, .max_mappings = 256, .ess_rlimit = 4000000};
}

sbc *sbc_new(sem *semantics, const sbc_options *o) {
  sbc *c = MEM_NEW(sbc);
  c->sem = semantics;
  c->t = semantics->terms;
  c->o = *o;
  return c;
}

void sbc_free(sbc *c) {
  if (!c) return;
  map64_fini(&c->twins);
  vec_free(&c->ta);
  vec_free(&c->tb);
  vec_free(&c->pa);
  vec_free(&c->pb);
  vec_free(&c->lits_a);
  vec_free(&c->lits_b);
  mem_free(c);
}

uint64_t sbc_unknown(const sbc *c) { return c->unknown; }

static void collect_literals(sbc *c, const expr_vec *terms, expr_vec *out) {
  for (size_t i = 0; i < terms->len; i++) expr_collect_vars(c->t, terms->data[i], out);
}

void sbc_load(sbc *c, const view *a, const view *b, const pos_vec *at) {
  vec_clear(&c->ta);
  vec_clear(&c->tb);
  vec_clear(&c->pa);
  vec_clear(&c->pb);
  vec_clear(&c->lits_a);
  vec_clear(&c->lits_b);
  for (size_t i = 0; i < at->len; i++) {
    expr x, y;
    if (!view_pair(c->t, a, b, at->data[i], &x, &y)) continue;
    vec_push(&c->ta, x);
    vec_push(&c->tb, y);
  }
  pathcond_conjuncts(a->pc, &c->pa);
  pathcond_conjuncts(b->pc, &c->pb);
  collect_literals(c, &c->ta, &c->lits_a);
  collect_literals(c, &c->pa, &c->lits_a);
  collect_literals(c, &c->tb, &c->lits_b);
  collect_literals(c, &c->pb, &c->lits_b);
}

expr sbc_twin(sbc *c, expr literal) {
  uint64_t id;
  if (map64_get(&c->twins, literal.id, &id)) return (expr){(uint32_t)id};
  expr twin = expr_var(c->t, expr_sort(c->t, literal), expr_var_get(c->t, literal));
  map64_put(&c->twins, literal.id, twin.id);
  return twin;
}

static expr conjunction(sbc *c, const expr_vec *v, const expr *from, const expr *to, size_t n) {
  expr all = expr_bool(c->t, true);
  for (size_t i = 0; i < v->len; i++) {
    expr e = n ? expr_subst(c->t, v->data[i], from, to, n) : v->data[i];
    all = expr_and(c->t, all, e);
  }
  return all;
}

// All pairs are equal when b's literals are replaced.
static expr values_agree(sbc *c, const expr *from, const expr *to, size_t n) {
  expr all = expr_bool(c->t, true);
  for (size_t i = 0; i < c->ta.len; i++) {
    expr y = n ? expr_subst(c->t, c->tb.data[i], from, to, n) : c->tb.data[i];
    all = expr_and(c->t, all, expr_eq(c->t, c->ta.data[i], y));
  }
  return all;
}

static bool is_unsat(sbc *c, const expr *conjuncts, size_t n) {
  smt_answer answer = smt_check(c->sem->solver, conjuncts, n, NULL);
  c->unknown += answer == SMT_UNKNOWN;
  return answer == SMT_UNSAT;
}

// Is the relation valid when b's literals are replaced by `to`?
static bool holds(sbc *c, sbc_relation rel, const expr *from, const expr *to, size_t n) {
  expr agree = values_agree(c, from, to, n);
  expr pc_b = conjunction(c, &c->pb, from, to, n);
  if (rel == SBC_EQ) {
    expr pc_a = conjunction(c, &c->pa, NULL, NULL, 0);
    expr bad = expr_or(c->t, expr_ne(c->t, pc_a, pc_b), expr_not(c->t, agree));
    return is_unsat(c, &bad, 1);
  }
  expr bad = expr_not(c->t, expr_and(c->t, pc_b, agree));
  if (expr_is_false(c->t, bad)) return true;
  expr_vec query = {0};
  for (size_t i = 0; i < c->pa.len; i++) vec_push(&query, c->pa.data[i]);
  vec_push(&query, bad);
  bool unsat = is_unsat(c, query.data, query.len);
  vec_free(&query);
  return unsat;
}

bool sbc_plain(sbc *c, const view *a, const view *b, const pos_vec *at, sbc_relation rel) {
  sbc_load(c, a, b, at);
  return holds(c, rel, NULL, NULL, 0);
}

// --- mapped -------------------------------------------------------------------------------------------------------------

typedef struct attempt { sbc *c; sbc_relation rel; expr_vec to; } attempt;

static bool try_mapping(void *arg, const expr *x, const expr *y, size_t n) {
  attempt *t = arg;
  sbc *c = t->c;
  vec_clear(&t->to);
  for (size_t i = 0; i < c->lits_b.len; i++) {
    expr image = sbc_twin(c, c->lits_b.data[i]);
    for (size_t k = 0; k < n; k++) {
      if (expr_same(y[k], c->lits_b.data[i])) image = x[k];
    }
    vec_push(&t->to, image);
  }
  return holds(c, t->rel, c->lits_b.data, t->to.data, c->lits_b.len);
}

bool sbc_mapped(sbc *c, const view *a, const view *b, const pos_vec *at, sbc_relation rel) {
  sbc_load(c, a, b, at);
  attempt t = {.c = c, .rel = rel};
  bool found = sbc_each_mapping(c, try_mapping, &t);
  vec_free(&t.to);
  return found;
}

typedef struct listing {
  void (*each)(void *arg, const expr *x, const expr *y, size_t n);
  void *arg;
  size_t count;
} listing;

static bool list_mapping(void *arg, const expr *x, const expr *y, size_t n) {
  listing *l = arg;
  l->count++;
  if (l->each) l->each(l->arg, x, y, n);
  return false;
}

size_t sbc_mappings(sbc *c, const view *a, const view *b, const pos_vec *at,
                    void (*each)(void *arg, const expr *x, const expr *y, size_t n), void *arg) {
  sbc_load(c, a, b, at);
  listing l = {.each = each, .arg = arg};
  sbc_each_mapping(c, list_mapping, &l);
  return l.count;
}

// --- exact subsumption ----------------------------------------------------------------------------------------------------

bool sbc_subsumed(sbc *c, const view *a, const view *b, const pos_vec *at) {
  sbc_load(c, a, b, at);
  size_t n = c->lits_b.len;
  expr_vec twins = {0};
  for (size_t i = 0; i < n; i++) vec_push(&twins, sbc_twin(c, c->lits_b.data[i]));
  expr same = expr_and(c->t, conjunction(c, &c->pb, c->lits_b.data, twins.data, n), values_agree(c, c->lits_b.data, twins.data, n));
  expr body = expr_not(c->t, same);
  smt_answer answer = SMT_UNKNOWN;
  if (expr_is_false(c->t, body)) {
    answer = SMT_UNSAT;
  } else if (n == 0) {
    expr_vec query = {0};
    for (size_t i = 0; i < c->pa.len; i++) vec_push(&query, c->pa.data[i]);
    vec_push(&query, body);
    answer = smt_check(c->sem->solver, query.data, query.len, NULL);
    vec_free(&query);
  } else {
    answer = smt_check_forall(c->sem->solver, c->pa.data, c->pa.len, twins.data, n, body, c->o.ess_rlimit);
  }
  c->unknown += answer == SMT_UNKNOWN;
  vec_free(&twins);
  return answer == SMT_UNSAT;
}

bool sbc_refuted(sbc *c, const view *a, const view *b, const pos_vec *at) {
  const model *m = pathcond_model(c->sem->solver, a->pc);
  model *empty = NULL;
  if (!a->pc) m = empty = model_new();
  if (!m) return false;
  sbc_load(c, a, b, at);
  expr_vec query = {0};
  for (size_t i = 0; i < c->pb.len; i++) vec_push(&query, c->pb.data[i]);
  for (size_t i = 0; i < c->ta.len; i++) {
    vec_push(&query, expr_eq(c->t, c->tb.data[i], expr_eval(c->t, c->ta.data[i], m)));
  }
  bool unsat = is_unsat(c, query.data, query.len);
  vec_free(&query);
  model_free(empty);
  return unsat;
}

// --- witnesses --------------------------------------------------------------------------------------------------------------

typedef struct solution { sbc *c; expr_vec to; } solution;  // to[i]: witness of lits_b[i], or none

static bool assign(solution *s, expr literal, expr target) {
  for (size_t i = 0; i < s->c->lits_b.len; i++) {
    if (!expr_same(s->c->lits_b.data[i], literal)) continue;
    if (expr_some(s->to.data[i])) return false;
    s->to.data[i] = target;
    return true;
  }
  return false;
}

// Makes `term` (of b) equal to `target` by inverting what can be inverted; a bad guess is only a failed attempt.
static void solve(solution *s, expr term, expr target, unsigned depth) {
  expr_table *t = s->c->t;
  if (depth > 32 || expr_sort(t, term).elem) {
    if (expr_get_op(t, term) == EXPR_VAR) assign(s, term, target);
    return;
  }
  switch ((int)expr_get_op(t, term)) {
    case EXPR_VAR:
      assign(s, term, target);
      break;
    case EXPR_ADD:  // the constant of a sum stands last; of two literals the first takes the difference
      if (expr_is_const(t, expr_arg(t, term, 1))) {
        solve(s, expr_arg(t, term, 0), expr_sub(t, target, expr_arg(t, term, 1)), depth + 1);
      } else {
        solve(s, expr_arg(t, term, 1), expr_const(t, expr_width(t, term), 0), depth + 1);
        solve(s, expr_arg(t, term, 0), target, depth + 1);
      }
      break;
    case EXPR_XOR:
      if (expr_is_const(t, expr_arg(t, term, 1))) {
        solve(s, expr_arg(t, term, 0), expr_xor(t, target, expr_arg(t, term, 1)), depth + 1);
      }
      break;
    case EXPR_NOT:
      solve(s, expr_arg(t, term, 0), expr_not(t, target), depth + 1);
      break;
    case EXPR_ZEXT:
    case EXPR_SEXT: {
      expr inner = expr_arg(t, term, 0);
      solve(s, inner, expr_extract(t, target, expr_width(t, inner) - 1, 0), depth + 1);
      break;
    }
    case EXPR_CONCAT: {
      expr hi = expr_arg(t, term, 0), lo = expr_arg(t, term, 1);
      uint32_t w = expr_width(t, term), wl = expr_width(t, lo);
      solve(s, hi, expr_extract(t, target, w - 1, wl), depth + 1);
      solve(s, lo, expr_extract(t, target, wl - 1, 0), depth + 1);
      break;
    }
  }
}

bool sbc_witness(sbc *c, const view *a, const view *b, const pos_vec *at) {
  sbc_load(c, a, b, at);
  solution s = {.c = c};
  for (size_t i = 0; i < c->lits_b.len; i++) vec_push(&s.to, EXPR_NONE);
  for (size_t i = 0; i < c->ta.len; i++) {  // plain literals first: their witness is certain
    if (expr_get_op(c->t, c->tb.data[i]) == EXPR_VAR) solve(&s, c->tb.data[i], c->ta.data[i], 0);
  }
  for (size_t i = 0; i < c->ta.len; i++) {
    if (expr_get_op(c->t, c->tb.data[i]) != EXPR_VAR) solve(&s, c->tb.data[i], c->ta.data[i], 0);
  }
  for (size_t i = 0; i < s.to.len; i++) {
    if (!expr_some(s.to.data[i])) s.to.data[i] = c->lits_b.data[i];
  }
  bool found = holds(c, SBC_CV, c->lits_b.data, s.to.data, s.to.len);
  vec_free(&s.to);
  return found;
}
