// What is tried when the solver has no answer (symcpp-explicit-symbolic.md 4.7, stages 2 and 3): assignments at random within the
// bounds that the conjuncts leave, then all of them if they are few enough. A model is evaluated, and UNSAT is said only when
// every assignment was: both answers are as good as the solver's.
#include "base/rng.h"
#include "smt/smt_bounds.h"

typedef struct tried_literal {
  expr var;
  uint32_t width;
  uint64_t first, count;  // values first, first + 1, ...; count 0: all of 64 bits
} tried_literal;

typedef VEC(tried_literal) literal_vec;

// False: a literal is no word, or nothing is known of it.
static bool collect(const bounds *b, const expr *conjuncts, size_t n, literal_vec *out) {
  expr_table *t = b->s->t;
  expr_vec vars = {0};
  for (size_t i = 0; i < n; i++) expr_collect_vars(t, conjuncts[i], &vars);
  bool all = true;
  for (size_t i = 0; i < vars.len && all; i++) {
    const expr_bits *x = bounds_get(b, vars.data[i]);
    all = x != NULL;
    if (!all) break;
    uint64_t by_sign = (uint64_t)x->smax - (uint64_t)x->smin, width = x->umax - x->umin;
    uint64_t first = by_sign < width ? (uint64_t)x->smin : x->umin, last = by_sign < width ? by_sign : width;
    vec_push(out, ((tried_literal){vars.data[i], expr_width(t, vars.data[i]), first, last + 1}));
  }
  vec_free(&vars);
  return all && out->len > 0;
}

static void give(smt *s, model *m, const tried_literal *l, uint64_t i) {
  model_set(m, l->var, expr_const(s->t, l->width, (l->first + i) & bits_mask(l->width)));
}

// The seed is the same for every question, so that equal questions have equal answers.
static bool at_random(smt *s, const literal_vec *list, const expr *conjuncts, size_t n, model *m) {
  rng r = rng_new(s->config.seed);
  for (uint32_t k = 0; k < s->config.random; k++) {
    for (size_t i = 0; i < list->len; i++) {
      uint64_t any = rng_next(&r), count = list->data[i].count;
      // Half of the values are small: of many bits few are.
      if (any & 1) any >>= any >> 1 & 63;
      give(s, m, &list->data[i], count ? (any >> 1) % count : any);
    }
    if (smt_model_satisfies(s->t, conjuncts, n, m)) return true;
  }
  return false;
}

static bool few(const literal_vec *list, uint64_t most) {
  uint64_t product = 1;
  for (size_t i = 0; i < list->len; i++) {
    uint64_t count = list->data[i].count;
    if (count == 0 || count > most / product) return false;
    product *= count;
  }
  return true;
}

static bool one_by_one(smt *s, const literal_vec *list, const expr *conjuncts, size_t n, model *m) {
  uint64_t *at = MEM_NEW_N(uint64_t, list->len);
  bool found = false;
  for (size_t i = 0; i < list->len; i++) give(s, m, &list->data[i], 0);
  for (;;) {
    found = smt_model_satisfies(s->t, conjuncts, n, m);
    if (found) break;
    size_t i = 0;
    for (; i < list->len; i++) {
      at[i] = at[i] + 1 < list->data[i].count ? at[i] + 1 : 0;
      give(s, m, &list->data[i], at[i]);
      if (at[i]) break;
    }
    if (i == list->len) break;
  }
  mem_free(at);
  return found;
}

smt_answer smt_last_tries(smt *s, const expr *conjuncts, size_t n, model **out) {
  if (!s->config.random && !s->config.enumerate) return SMT_UNKNOWN;
  bounds b;
  bounds_open(&b, s, conjuncts, n);
  smt_answer a = b.empty ? SMT_UNSAT : SMT_UNKNOWN;
  literal_vec list = {0};
  model *m = model_new();
  if (a == SMT_UNKNOWN && collect(&b, conjuncts, n, &list)) {
    if (at_random(s, &list, conjuncts, n, m)) {
      a = SMT_SAT;
      s->stats.by_random++;
    } else if (few(&list, s->config.enumerate)) {
      a = one_by_one(s, &list, conjuncts, n, m) ? SMT_SAT : SMT_UNSAT;
      s->stats.by_enumeration++;
    }
  }
  bounds_close(&b);
  vec_free(&list);
  if (a == SMT_SAT)
    *out = m;
  else
    model_free(m);
  return a;
}
