// Enumeration: literals of which the question leaves few values are tried one by one.
//
// A literal has a small domain if its bounds leave few values, or if a conjunct lists them (x == 0 | x == 1000).
// Conjuncts over one literal filter its domain; the others are tested as soon as their literals have values.
// Literals without a small domain are left out together with their conjuncts: UNSAT is then still right, SAT is not.
#include <stdlib.h>

#include "smt/smt_bounds.h"

#define MAX_VALUES 64
#define MAX_LITERALS 24
#define MAX_TESTS 1024  // evaluations of a conjunct per question

typedef struct value_list {
  uint64_t data[MAX_VALUES];
  unsigned len;
} value_list;

typedef struct domain {
  expr var;
  value_list values;
} domain;

typedef struct search {
  smt *s;
  const bounds *b;
  const expr *conjuncts;
  size_t n;
  domain *domains;
  unsigned count;
  bool complete;   // every literal has a domain
  unsigned tests;  // left
  model *m;
} search;

static bool add_value(value_list *v, uint64_t k) {
  for (unsigned i = 0; i < v->len; i++)
    if (v->data[i] == k) return true;
  if (v->len == MAX_VALUES) return false;
  v->data[v->len++] = k;
  return true;
}

static bool inside(const expr_bits *x, uint32_t w, uint64_t k) {
  int64_t sk = bits_sext(k, w);
  return k >= x->umin && k <= x->umax && sk >= x->smin && sk <= x->smax && !(k & x->zero) && !(~k & x->one);
}

// All values that the bounds leave; false if they are too many.
static bool values_of_bounds(const expr_bits *x, uint32_t w, value_list *out) {
  uint64_t open = bits_mask(w) & ~(x->zero | x->one), width = x->umax - x->umin;
  out->len = 0;
  if (__builtin_popcountll(open) <= 6) {
    uint64_t part = 0;
    do {
      if (inside(x, w, part | x->one)) add_value(out, part | x->one);
      part = (part - open) & open;
    } while (part);
    return true;
  }
  uint64_t first = x->umin;
  if ((uint64_t)x->smax - (uint64_t)x->smin < width) {
    width = (uint64_t)x->smax - (uint64_t)x->smin;
    first = (uint64_t)x->smin;
  }
  if (width >= MAX_VALUES) return false;
  for (uint64_t i = 0; i <= width; i++)
    if (inside(x, w, (first + i) & bits_mask(w))) add_value(out, (first + i) & bits_mask(w));
  return true;
}

// The value of v in v == k or v + c == k.
static bool value_of_equation(const expr_table *t, expr c, expr v, value_list *out) {
  for (int side = 0; side < 2; side++) {
    expr x = expr_arg(t, c, side), k = expr_arg(t, c, 1 - side);
    if (!expr_is_const(t, k)) continue;
    uint64_t value = expr_const_u64(t, k);
    if (expr_get_op(t, x) == EXPR_ADD && expr_is_const(t, expr_arg(t, x, 1))) {
      value -= expr_const_u64(t, expr_arg(t, x, 1));
      x = expr_arg(t, x, 0);
    }
    if (expr_same(x, v)) return add_value(out, value & bits_mask(expr_width(t, v)));
  }
  return false;
}

// Values outside of which c is false: c is a list of alternatives that each fix v.
static bool values_of_alternatives(const expr_table *t, expr c, expr v, value_list *out) {
  expr worklist[MAX_VALUES];
  unsigned n = 0;
  worklist[n++] = c;
  out->len = 0;
  while (n) {
    expr x = worklist[--n];
    expr_op op = expr_get_op(t, x);
    if (op == EXPR_OR) {
      if (n + 2 > MAX_VALUES) return false;
      worklist[n++] = expr_arg(t, x, 0);
      worklist[n++] = expr_arg(t, x, 1);
    } else if (op != EXPR_EQ || !value_of_equation(t, x, v, out)) {
      return false;
    }
  }
  return true;
}

static bool find_domain(search *z, domain *d) {
  const expr_table *t = z->s->t;
  const expr_bits *x = bounds_get(z->b, d->var);
  if (!x) return false;
  if (values_of_bounds(x, expr_width(t, d->var), &d->values)) return true;
  for (size_t i = 0; i < z->n; i++) {
    literal_set set = smt_literals(z->s, z->conjuncts[i]);
    if (set.len == 1 && expr_same(set.data[0], d->var) &&
        values_of_alternatives(t, z->conjuncts[i], d->var, &d->values))
      return true;
  }
  return false;
}

static void collect_domains(search *z) {
  expr_table *t = z->s->t;
  expr_vec vars = {0};
  for (size_t i = 0; i < z->n; i++) expr_collect_vars(t, z->conjuncts[i], &vars);
  for (size_t i = 0; i < vars.len; i++) {
    domain *d = &z->domains[z->count];
    d->var = vars.data[i];
    if (z->count < MAX_LITERALS && find_domain(z, d))
      z->count++;
    else
      z->complete = false;
  }
  vec_free(&vars);
}

static bool test(search *z, expr c) {
  z->tests--;
  return expr_eval_true(z->s->t, c, z->m);
}

static void give(search *z, const domain *d, unsigned i) {
  model_set(z->m, d->var, expr_const(z->s->t, expr_width(z->s->t, d->var), d->values.data[i]));
}

// Keeps the values that satisfy the conjuncts over this literal alone.
static void filter(search *z, domain *d) {
  for (size_t i = 0; i < z->n; i++) {
    literal_set set = smt_literals(z->s, z->conjuncts[i]);
    if (set.len != 1 || !expr_same(set.data[0], d->var)) continue;
    unsigned kept = 0;
    for (unsigned k = 0; k < d->values.len; k++) {
      if (z->tests == 0) return;
      give(z, d, k);
      if (test(z, z->conjuncts[i])) d->values.data[kept++] = d->values.data[k];
    }
    d->values.len = kept;
  }
}

// The first domain number at which all literals of c have values; `count` if never. 0 for conjuncts over one literal.
static unsigned ready_at(const search *z, expr c) {
  literal_set set = smt_literals(z->s, c);
  unsigned last = 0;
  if (set.len < 2) return 0;
  for (size_t i = 0; i < set.len; i++) {
    unsigned k = 0;
    while (k < z->count && !expr_same(z->domains[k].var, set.data[i])) k++;
    if (k > last) last = k;
  }
  return last;
}

static bool fits(search *z, const unsigned *ready, unsigned level) {
  for (size_t i = 0; i < z->n; i++) {
    if (level == 0 || ready[i] != level) continue;
    if (z->tests == 0) return false;
    if (!test(z, z->conjuncts[i])) return false;
  }
  return true;
}

// Depth-first over the domains; true if an assignment passes all tests.
static bool assign(search *z, const unsigned *ready) {
  unsigned at[MAX_LITERALS] = {0}, level = 0;
  for (;;) {
    if (z->tests == 0) return false;
    if (at[level] == z->domains[level].values.len) {
      if (level == 0) return false;
      at[level--] = 0;
      continue;
    }
    give(z, &z->domains[level], at[level]++);
    if (!fits(z, ready, level)) continue;
    if (level + 1 == z->count) return true;
    level++;
  }
}

static int compare_sizes(const void *a, const void *b) {
  const domain *x = a, *y = b;
  if (x->values.len != y->values.len) return x->values.len < y->values.len ? -1 : 1;
  return x->var.id < y->var.id ? -1 : x->var.id > y->var.id;
}

static smt_answer run(search *z) {
  collect_domains(z);
  if (z->count == 0) return SMT_UNKNOWN;
  for (unsigned i = 0; i < z->count; i++) filter(z, &z->domains[i]);
  qsort(z->domains, z->count, sizeof *z->domains, compare_sizes);
  if (z->domains[0].values.len == 0) return SMT_UNSAT;
  unsigned *ready = mem_alloc(z->n * sizeof *ready);
  for (size_t i = 0; i < z->n; i++) ready[i] = ready_at(z, z->conjuncts[i]);
  bool found = assign(z, ready);
  mem_free(ready);
  if (z->tests == 0) return SMT_UNKNOWN;
  if (!found) return SMT_UNSAT;
  return z->complete ? SMT_SAT : SMT_UNKNOWN;
}

smt_answer smt_enumerate(const bounds *b, const expr *conjuncts, size_t n, model **out) {
  search z = {.s = b->s, .b = b, .conjuncts = conjuncts, .n = n, .complete = true, .tests = MAX_TESTS};
  z.domains = MEM_NEW_N(domain, MAX_LITERALS + 1);
  z.m = model_new();
  smt_answer a = run(&z);
  mem_free(z.domains);
  if (a == SMT_SAT && !smt_model_satisfies(b->s->t, conjuncts, n, z.m)) a = SMT_UNKNOWN;
  if (a == SMT_SAT)
    *out = z.m;
  else
    model_free(z.m);
  return a;
}
