#include "engine/horn/poly.h"

#include <string.h>

#include "base/map64.h"
#include "base/mem.h"

enum { MOST_FACTORS = 4, MOST_TERMS = 96, MOST_RULES = 48, MOST_DEPTH = 24 };

typedef struct term {
  uint32_t factors[MOST_FACTORS];  // ids of terms, descending, 0 behind the last
  uint64_t k;
} term;
typedef struct poly {
  VEC(term) terms;  // by factors, no zero coefficients
  bool bad;         // too large: nothing is known of it
} poly;

typedef struct rule {
  uint32_t var, width;
  poly value;
} rule;

struct poly_rules {
  expr_table *t;
  VEC(rule) rules;
  bool contradiction;
};

static uint64_t mask(uint32_t width) { return width >= 64 ? UINT64_MAX : ((uint64_t)1 << width) - 1; }

static void poly_fini(poly *p) { vec_free(&p->terms); }

static int compare(const term *a, const term *b) {
  for (int i = 0; i < MOST_FACTORS; i++)
    if (a->factors[i] != b->factors[i]) return a->factors[i] < b->factors[i] ? -1 : 1;
  return 0;
}

static void add_term(poly *p, term x, uint32_t width) {
  x.k &= mask(width);
  if (!x.k || p->bad) return;
  size_t i = 0;
  while (i < p->terms.len && compare(&p->terms.data[i], &x) < 0) i++;
  if (i < p->terms.len && !compare(&p->terms.data[i], &x)) {
    p->terms.data[i].k = (p->terms.data[i].k + x.k) & mask(width);
    if (p->terms.data[i].k) return;
    for (; i + 1 < p->terms.len; i++) p->terms.data[i] = p->terms.data[i + 1];
    p->terms.len--;
    return;
  }
  if (p->terms.len >= MOST_TERMS) {
    p->bad = true;
    return;
  }
  vec_push(&p->terms, x);
  for (size_t k = p->terms.len - 1; k > i; k--) p->terms.data[k] = p->terms.data[k - 1];
  p->terms.data[i] = x;
}

static bool times(const term *a, const term *b, term *out) {
  memset(out, 0, sizeof *out);
  out->k = a->k * b->k;
  int i = 0, j = 0;
  for (int n = 0;; n++) {
    uint32_t x = i < MOST_FACTORS ? a->factors[i] : 0, y = j < MOST_FACTORS ? b->factors[j] : 0;
    if (!x && !y) return true;
    if (n >= MOST_FACTORS) return false;
    if (x >= y) {
      out->factors[n] = x;
      i++;
    } else {
      out->factors[n] = y;
      j++;
    }
  }
}

static void add_product(poly *into, const poly *a, const poly *b, uint32_t width) {
  into->bad |= a->bad || b->bad;
  for (size_t i = 0; i < a->terms.len && !into->bad; i++)
    for (size_t j = 0; j < b->terms.len && !into->bad; j++) {
      term x;
      if (!times(&a->terms.data[i], &b->terms.data[j], &x))
        into->bad = true;
      else
        add_term(into, x, width);
    }
}

// Adds k * e. Everything that is no sum or product counts as a variable of its own.
static void add_expr(expr_table *t, expr e, uint64_t k, uint32_t width, int depth, poly *out) {
  expr_op op = expr_get_op(t, e);
  if (op == EXPR_CONST) {
    add_term(out, (term){.k = k * expr_const_u64(t, e)}, width);
  } else if (op == EXPR_ADD && depth < MOST_DEPTH) {
    add_expr(t, expr_arg(t, e, 0), k, width, depth + 1, out);
    add_expr(t, expr_arg(t, e, 1), k, width, depth + 1, out);
  } else if (op == EXPR_NOT && depth < MOST_DEPTH) {  // -x - 1
    add_expr(t, expr_arg(t, e, 0), (uint64_t)0 - k, width, depth + 1, out);
    add_term(out, (term){.k = (uint64_t)0 - k}, width);
  } else if (op == EXPR_SHL && expr_is_const(t, expr_arg(t, e, 1)) && depth < MOST_DEPTH) {
    uint64_t n = expr_const_u64(t, expr_arg(t, e, 1));
    if (n < width) add_expr(t, expr_arg(t, e, 0), k << n, width, depth + 1, out);
  } else if (op == EXPR_MUL && depth < MOST_DEPTH) {
    poly a = {0}, b = {0};
    add_expr(t, expr_arg(t, e, 0), k, width, depth + 1, &a);
    add_expr(t, expr_arg(t, e, 1), 1, width, depth + 1, &b);
    add_product(out, &a, &b, width);
    poly_fini(&a);
    poly_fini(&b);
  } else {
    add_term(out, (term){.factors = {e.id}, .k = k}, width);
  }
}

static bool mentions(const term *x, uint32_t var) {
  for (int i = 0; i < MOST_FACTORS; i++)
    if (x->factors[i] == var) return true;
  return false;
}

// Replaces a variable by its value everywhere.
static void substitute(poly *p, const rule *r) {
  poly done = {.bad = p->bad};
  bool again = false;
  for (size_t i = 0; i < p->terms.len && !done.bad; i++) {
    term x = p->terms.data[i];
    if (!mentions(&x, r->var)) {
      add_term(&done, x, r->width);
      continue;
    }
    int k = 0;
    while (x.factors[k] != r->var) k++;
    for (; k + 1 < MOST_FACTORS; k++) x.factors[k] = x.factors[k + 1];
    x.factors[MOST_FACTORS - 1] = 0;
    again |= mentions(&x, r->var);
    poly rest = {0};
    add_term(&rest, x, r->width);
    add_product(&done, &rest, &r->value, r->width);
    poly_fini(&rest);
  }
  poly_fini(p);
  *p = done;
  if (again && !p->bad) substitute(p, r);  // at most MOST_FACTORS times
}

static void reduce(const poly_rules *r, poly *p, uint32_t width) {
  for (size_t i = 0; i < r->rules.len && !p->bad; i++)
    if (r->rules.data[i].width == width) substitute(p, &r->rules.data[i]);
}

static void difference(const poly_rules *r, expr a, expr b, poly *out, uint32_t width) {
  add_expr(r->t, a, 1, width, 0, out);
  add_expr(r->t, b, (uint64_t)0 - 1, width, 0, out);
  reduce(r, out, width);
}

static uint64_t inverse(uint64_t a) {  // of an odd number, modulo 2^64
  uint64_t x = a;
  for (int i = 0; i < 6; i++) x *= 2 - a * x;
  return x;
}

// A term that is one variable with an odd coefficient, where the variable occurs nowhere else.
static bool find_solvable(const poly *p, size_t *at) {
  for (size_t i = p->terms.len; i-- > 0;) {
    const term *x = &p->terms.data[i];
    if (!x->factors[0] || x->factors[1] || !(x->k & 1)) continue;
    bool alone = true;
    for (size_t k = 0; k < p->terms.len && alone; k++) alone = k == i || !mentions(&p->terms.data[k], x->factors[0]);
    *at = i;
    if (alone) return true;
  }
  return false;
}

static void add_equation(poly_rules *r, expr a, expr b) {
  if (expr_sort(r->t, a).elem || expr_width(r->t, a) > 64 || expr_width(r->t, a) < 2) return;
  uint32_t width = expr_width(r->t, a);
  poly p = {0};
  difference(r, a, b, &p, width);
  size_t at;
  if (!p.bad && p.terms.len == 1 && !p.terms.data[0].factors[0]) r->contradiction = true;
  if (!p.bad && r->rules.len < MOST_RULES && find_solvable(&p, &at)) {
    rule x = {.var = p.terms.data[at].factors[0], .width = width};
    uint64_t k = (uint64_t)0 - inverse(p.terms.data[at].k);
    for (size_t i = 0; i < p.terms.len; i++) {
      if (i == at) continue;
      term y = p.terms.data[i];
      y.k *= k;
      add_term(&x.value, y, width);
    }
    for (size_t i = 0; i < r->rules.len; i++)
      if (r->rules.data[i].width == width) substitute(&r->rules.data[i].value, &x);
    vec_push(&r->rules, x);
  }
  poly_fini(&p);
}

static bool is_not(const expr_table *t, expr e, expr_op op, expr *inner) {
  if (expr_get_op(t, e) != EXPR_NOT) return false;
  *inner = expr_arg(t, e, 0);
  return expr_get_op(t, *inner) == op;
}

// x <= y and y <= x.
static void add_order_pairs(poly_rules *r, const expr *conjuncts, size_t n, expr_op op) {
  for (size_t i = 0; i < n; i++) {
    expr a, b;
    if (!is_not(r->t, conjuncts[i], op, &a)) continue;
    for (size_t k = i + 1; k < n; k++)
      if (is_not(r->t, conjuncts[k], op, &b) && expr_same(expr_arg(r->t, a, 0), expr_arg(r->t, b, 1)) &&
          expr_same(expr_arg(r->t, a, 1), expr_arg(r->t, b, 0)))
        add_equation(r, expr_arg(r->t, a, 0), expr_arg(r->t, a, 1));
  }
}

poly_rules *poly_rules_new(expr_table *t, const expr *conjuncts, size_t n) {
  poly_rules *r = MEM_NEW(poly_rules);
  r->t = t;
  for (size_t i = 0; i < n; i++)
    if (expr_get_op(t, conjuncts[i]) == EXPR_EQ)
      add_equation(r, expr_arg(t, conjuncts[i], 0), expr_arg(t, conjuncts[i], 1));
  add_order_pairs(r, conjuncts, n, EXPR_ULT);
  add_order_pairs(r, conjuncts, n, EXPR_SLT);
  for (size_t i = 0; i < n && !r->contradiction; i++) {
    expr eq;
    if (is_not(t, conjuncts[i], EXPR_EQ, &eq) && poly_implies(r, eq)) r->contradiction = true;
  }
  return r;
}

void poly_rules_free(poly_rules *r) {
  if (!r) return;
  for (size_t i = 0; i < r->rules.len; i++) poly_fini(&r->rules.data[i].value);
  vec_free(&r->rules);
  mem_free(r);
}

bool poly_contradiction(const poly_rules *r) { return r->contradiction; }

bool poly_implies(poly_rules *r, expr e) {
  expr eq;
  bool negated = is_not(r->t, e, EXPR_EQ, &eq);
  if (!negated && expr_get_op(r->t, e) != EXPR_EQ) return false;
  if (!negated) eq = e;
  expr a = expr_arg(r->t, eq, 0), b = expr_arg(r->t, eq, 1);
  if (expr_sort(r->t, a).elem || expr_width(r->t, a) > 64 || expr_width(r->t, a) < 2) return false;
  poly p = {0};
  difference(r, a, b, &p, expr_width(r->t, a));
  bool constant = !p.bad && (p.terms.len == 0 || (p.terms.len == 1 && !p.terms.data[0].factors[0]));
  bool zero = constant && p.terms.len == 0;
  poly_fini(&p);
  return constant && zero != negated;
}

bool poly_is_nonlinear(expr_table *t, expr e) {
  expr_vec worklist = {0};
  map64 seen = {0};
  bool found = false;
  vec_push(&worklist, e);
  while (worklist.len && !found) {
    expr x = vec_pop(&worklist);
    if (!map64_put(&seen, x.id, 1)) continue;
    expr_op op = expr_get_op(t, x);
    if (op == EXPR_MUL || op == EXPR_UDIV || op == EXPR_SDIV || op == EXPR_UREM || op == EXPR_SREM)
      found = !expr_is_const(t, expr_arg(t, x, 0)) && !expr_is_const(t, expr_arg(t, x, 1));
    for (unsigned i = 0; i < expr_arity(t, x); i++) vec_push(&worklist, expr_arg(t, x, i));
  }
  vec_free(&worklist);
  map64_fini(&seen);
  return found;
}
