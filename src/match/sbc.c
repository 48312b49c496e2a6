#include "match/sbc.h"

#include "match/sbc_int.h"

sbc_options sbc_default_options(void) {
  return (sbc_options){
      .algorithm = 2, .regular = UINT32_MAX, .max_mappings = 256, .models = 3, .rlimit = 200000, .ess_rlimit = 4000000};
}

sbc *sbc_new(sem *semantics, const sbc_options *o) {
  sbc *c = MEM_NEW(sbc);
  c->sem = semantics;
  c->t = semantics->terms;
  c->o = *o;
  c->esm = esm_new(c->t);
  return c;
}

void sbc_free(sbc *c) {
  if (!c) return;
  esm_free(c->esm);
  sbc_forget_models(c);
  vec_free(&c->models);
  vec_free(&c->values);
  vec_free(&c->values_of);
  map64_fini(&c->twins);
  vec_free(&c->ta);
  vec_free(&c->tb);
  vec_free(&c->pa);
  vec_free(&c->pb);
  vec_free(&c->lits_a);
  vec_free(&c->lits_b);
  vec_free(&c->all_twins);
  mem_free(c);
}

void sbc_set_limit(sbc *c, uint64_t rlimit) { c->o.rlimit = rlimit; }

void sbc_begin(sbc *c) { sbc_forget_models(c); }

uint64_t sbc_unknown(const sbc *c) { return c->unknown; }

static void collect_literals(sbc *c, const expr_vec *terms, expr_vec *out) {
  for (size_t i = 0; i < terms->len; i++) expr_collect_vars(c->t, terms->data[i], out);
}

bool sbc_load(sbc *c, const view *a, const view *b, const pos_vec *at) {
  vec_clear(&c->ta);
  vec_clear(&c->tb);
  vec_clear(&c->pa);
  vec_clear(&c->pb);
  vec_clear(&c->lits_a);
  vec_clear(&c->lits_b);
  for (size_t i = 0; i < at->len; i++) {
    expr x, y;
    if (!view_pair(c->t, a, b, at->data[i], &x, &y)) return false;
    vec_push(&c->ta, x);
    vec_push(&c->tb, y);
  }
  for (size_t i = 0; i < a->pc.len; i++) vec_push(&c->pa, a->pc.data[i]);
  for (size_t i = 0; i < b->pc.len; i++) vec_push(&c->pb, b->pc.data[i]);
  return true;
}

void sbc_load_literals(sbc *c) {
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

size_t sbc_mark(sbc *c) {
  map64 old = c->twins;
  c->twins = (map64){0};
  for (size_t i = 0; i < old.len; i++) {
    expr twin = {(uint32_t)old.entries[i].value};
    if (!expr_is_kept(c->t, (expr){(uint32_t)old.entries[i].key})) continue;
    expr_mark(c->t, twin);
    map64_put(&c->twins, old.entries[i].key, twin.id);
  }
  size_t looked_at = old.len;
  map64_fini(&old);
  sbc_forget_models(c);
  vec_clear(&c->values_of);
  return looked_at;
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

smt_answer sbc_ask(sbc *c, const expr *conjuncts, size_t n, model **out) {
  smt_answer answer = smt_check_within(c->sem->solver, conjuncts, n, out, c->o.rlimit);
  c->unknown += answer == SMT_UNKNOWN;
  return answer;
}

// A question whose models are concrete states of a.
static smt_answer ask_and_keep(sbc *c, const expr_vec *query) {
  model *m = NULL;
  smt_answer answer = sbc_ask(c, query->data, query->len, &m);
  if (answer == SMT_SAT)
    sbc_keep_model(c, m);
  else
    model_free(m);
  return answer;
}

// Is there a concrete state of a for which `bad` holds?
static smt_answer ask_about_a(sbc *c, expr bad) {
  expr_vec query = {0};
  for (size_t i = 0; i < c->pa.len; i++) vec_push(&query, c->pa.data[i]);
  vec_push(&query, bad);
  smt_answer answer = ask_and_keep(c, &query);
  vec_free(&query);
  return answer;
}

bool sbc_unsat(sbc *c, const expr *conjuncts, size_t n) { return sbc_ask(c, conjuncts, n, NULL) == SMT_UNSAT; }

bool sbc_holds(sbc *c, sbc_relation rel, const expr *from, const expr *to, size_t n) {
  expr agree = values_agree(c, from, to, n);
  expr pc_b = conjunction(c, &c->pb, from, to, n);
  if (rel == SBC_EQ) {
    expr pc_a = conjunction(c, &c->pa, NULL, NULL, 0);
    expr bad = expr_or(c->t, expr_ne(c->t, pc_a, pc_b), expr_not(c->t, agree));
    return sbc_unsat(c, &bad, 1);
  }
  expr bad = expr_not(c->t, expr_and(c->t, pc_b, agree));
  return expr_is_false(c->t, bad) || ask_about_a(c, bad) == SMT_UNSAT;
}

bool sbc_plain(sbc *c, const view *a, const view *b, const pos_vec *at, sbc_relation rel) {
  if (!sbc_load(c, a, b, at)) return false;
  sbc_load_literals(c);
  return !sbc_fails_on_models(c, a, c->lits_b.data) && sbc_holds(c, rel, NULL, NULL, 0);
}

// --- mapped -------------------------------------------------------------------------------------------------------

typedef struct attempt {
  sbc *c;
  const view *a;
  sbc_relation rel;
  bool breaking;
  expr_vec to;
} attempt;

static bool is_in(const expr_vec *v, expr e) {
  for (size_t i = 0; i < v->len; i++) {
    if (expr_same(v->data[i], e)) return true;
  }
  return false;
}

// A literal of b that the mapping leaves out stays itself if a has it too, unless that is to be broken; else it is
// free.
static expr image_of(const attempt *t, expr literal, const expr *x, const expr *y, size_t n) {
  for (size_t k = 0; k < n; k++) {
    if (expr_same(y[k], literal)) return x[k];
  }
  return !t->breaking && is_in(&t->c->lits_a, literal) ? literal : sbc_twin(t->c, literal);
}

static bool try_mapping(void *arg, const expr *x, const expr *y, size_t n) {
  attempt *t = arg;
  sbc *c = t->c;
  vec_clear(&t->to);
  for (size_t i = 0; i < c->lits_b.len; i++) vec_push(&t->to, image_of(t, c->lits_b.data[i], x, y, n));
  return !sbc_fails_on_models(c, t->a, t->to.data) && sbc_holds(c, t->rel, c->lits_b.data, t->to.data, c->lits_b.len);
}

bool sbc_mapped(sbc *c, const view *a, const view *b, const pos_vec *at, sbc_relation rel) {
  if (!sbc_load(c, a, b, at)) return false;
  sbc_load_literals(c);
  attempt t = {.c = c, .a = a, .rel = rel};
  bool found = sbc_each_mapping(c, false, try_mapping, &t);
  if (!found && c->o.break_equalities) {
    t.breaking = true;
    found = sbc_each_mapping(c, true, try_mapping, &t);
  }
  vec_free(&t.to);
  return found;
}

typedef struct listing {
  sbc_each *each;
  void *arg;
  size_t count;
} listing;

static bool list_mapping(void *arg, const expr *x, const expr *y, size_t n) {
  listing *l = arg;
  l->count++;
  if (l->each) l->each(l->arg, x, y, n);
  return false;
}

size_t sbc_mappings(sbc *c, const view *a, const view *b, const pos_vec *at, sbc_each *each, void *arg) {
  if (!sbc_load(c, a, b, at)) return 0;
  sbc_load_literals(c);
  listing l = {.each = each, .arg = arg};
  sbc_each_mapping(c, c->o.break_equalities, list_mapping, &l);
  return l.count;
}

// --- exact subsumption ----------------------------------------------------------------------------------------------

static smt_answer ask_forall(sbc *c, const expr_vec *bound, expr body, uint64_t rlimit) {
  smt_answer answer = smt_check_forall(c->sem->solver, c->pa.data, c->pa.len, bound->data, bound->len, body, rlimit);
  c->unknown += answer == SMT_UNKNOWN;
  return answer;
}

smt_answer sbc_subsumption(sbc *c, const view *a, const view *b, const pos_vec *at, uint64_t rlimit) {
  if (!sbc_load(c, a, b, at)) return SMT_SAT;
  sbc_load_literals(c);
  size_t n = c->lits_b.len;
  expr_vec twins = {0};
  for (size_t i = 0; i < n; i++) vec_push(&twins, sbc_twin(c, c->lits_b.data[i]));
  expr same = expr_and(c->t, conjunction(c, &c->pb, c->lits_b.data, twins.data, n),
                       values_agree(c, c->lits_b.data, twins.data, n));
  expr body = expr_not(c->t, same);
  smt_answer answer = SMT_UNSAT;
  if (expr_is_false(c->t, body))
    answer = SMT_UNSAT;
  else if (n == 0)
    answer = ask_about_a(c, body);
  else
    answer = ask_forall(c, &twins, body, rlimit);
  vec_free(&twins);
  return answer;
}

// For some input of a and all inputs of each of the others, a is none of them: all that is bound may stand under one quantifier.
void sbc_together_begin(sbc *c) {
  vec_clear(&c->all_twins);
  c->outside = expr_bool(c->t, true);
}

void sbc_together_add(sbc *c, const view *a, const view *b, const pos_vec *at) {
  if (!sbc_load(c, a, b, at)) return;
  sbc_load_literals(c);
  size_t n = c->lits_b.len, first = c->all_twins.len;
  for (size_t i = 0; i < n; i++) vec_push(&c->all_twins, sbc_twin(c, c->lits_b.data[i]));
  const expr *twins = c->all_twins.data + first;
  expr same = expr_and(c->t, conjunction(c, &c->pb, c->lits_b.data, twins, n),
                       values_agree(c, c->lits_b.data, twins, n));
  c->outside = expr_and(c->t, c->outside, expr_not(c->t, same));
}

static void drop_repeated(expr_vec *v) {
  size_t n = 0;
  for (size_t i = 0; i < v->len; i++) {
    bool known = false;
    for (size_t k = 0; k < n && !known; k++) known = expr_same(v->data[k], v->data[i]);
    if (!known) v->data[n++] = v->data[i];
  }
  v->len = n;
}

bool sbc_together(sbc *c, uint64_t rlimit) {
  drop_repeated(&c->all_twins);
  if (expr_is_false(c->t, c->outside)) return true;
  if (expr_is_true(c->t, c->outside)) return false;
  if (c->all_twins.len == 0) return ask_about_a(c, c->outside) == SMT_UNSAT;
  return ask_forall(c, &c->all_twins, c->outside, rlimit) == SMT_UNSAT;
}

bool sbc_subsumed(sbc *c, const view *a, const view *b, const pos_vec *at, uint64_t rlimit) {
  return sbc_subsumption(c, a, b, at, rlimit) == SMT_UNSAT;
}
