// Equations between columns of samples: elimination modulo a prime, coefficients kept if they are small.
#include "engine/horn/relations.h"

#include "base/mem.h"

static const uint64_t prime = ((uint64_t)1 << 61) - 1;
enum { LARGEST_COEFFICIENT = 8, SPARE_ROWS = 6, MOST_PRODUCTS = 120, MOST_TERMS = 6 };

static uint64_t mul(uint64_t a, uint64_t b) { return (uint64_t)((unsigned __int128)a * b % prime); }
static uint64_t sub(uint64_t a, uint64_t b) { return a >= b ? a - b : a + prime - b; }
static uint64_t of_int(int64_t v) { return v >= 0 ? (uint64_t)v % prime : prime - (uint64_t)(-v) % prime; }

static uint64_t inverse(uint64_t a) {
  uint64_t r = 1;
  for (uint64_t e = prime - 2; e; e >>= 1, a = mul(a, a))
    if (e & 1) r = mul(r, a);
  return r;
}

typedef struct monomial {
  int a, b;  // columns of variables; -1: none
} monomial;

typedef struct table {
  const sample_group *s;
  size_t n_vars, n_cols;
  monomial *cols;
  uint64_t *cells;  // rows x columns, reduced
  int *pivot_of;    // by column: the row whose first non-zero it is, or -1
} table;

static int64_t value_at(const table *t, size_t row, int var) {
  return t->s->values.data[row * t->n_vars + (size_t)var];
}

static void fill(table *t) {
  for (size_t r = 0; r < t->s->rows; r++)
    for (size_t c = 0; c < t->n_cols; c++) {
      uint64_t v = 1;
      if (t->cols[c].a >= 0) v = of_int(value_at(t, r, t->cols[c].a));
      if (t->cols[c].b >= 0) v = mul(v, of_int(value_at(t, r, t->cols[c].b)));
      t->cells[r * t->n_cols + c] = v;
    }
}

// Reduced row echelon form; returns the rank.
static size_t reduce(table *t) {
  size_t rows = t->s->rows, n = t->n_cols, rank = 0;
  for (size_t c = 0; c < n; c++) t->pivot_of[c] = -1;
  for (size_t c = 0; c < n && rank < rows; c++) {
    size_t p = rank;
    while (p < rows && !t->cells[p * n + c]) p++;
    if (p == rows) continue;
    for (size_t k = 0; k < n; k++) {
      uint64_t tmp = t->cells[p * n + k];
      t->cells[p * n + k] = t->cells[rank * n + k];
      t->cells[rank * n + k] = tmp;
    }
    uint64_t inv = inverse(t->cells[rank * n + c]);
    for (size_t k = c; k < n; k++) t->cells[rank * n + k] = mul(t->cells[rank * n + k], inv);
    for (size_t r = 0; r < rows; r++) {
      uint64_t f = t->cells[r * n + c];
      if (r == rank || !f) continue;
      for (size_t k = c; k < n; k++) t->cells[r * n + k] = sub(t->cells[r * n + k], mul(f, t->cells[rank * n + k]));
    }
    t->pivot_of[c] = (int)rank++;
  }
  return rank;
}

static expr term_of(expr_table *x, const expr_vec *vars, monomial m, uint32_t width) {
  if (m.a < 0) return expr_const(x, width, 1);
  expr a = vars->data[m.a];
  return m.b < 0 ? a : expr_mul(x, a, vars->data[m.b]);
}

// A coefficient as a small number with a sign; false: it is none.
static bool small_number(const table *t, size_t col, uint64_t k, bool *negative, uint64_t *size) {
  *negative = k > prime / 2;
  *size = *negative ? prime - k : k;
  return *size <= (t->cols[col].a < 0 ? 64 : LARGEST_COEFFICIENT);
}

// So many times the dependent column as a sum of earlier ones; EXPR_NONE: the coefficients are not small.
static expr multiple(expr_table *x, const expr_vec *vars, const table *t, size_t free_col, uint64_t times) {
  uint32_t width = expr_width(x, vars->data[0]), terms = 0;
  expr sum = expr_const(x, width, 0);
  for (size_t c = 0; c < free_col; c++) {
    if (t->pivot_of[c] < 0) continue;
    uint64_t k = mul(t->cells[(size_t)t->pivot_of[c] * t->n_cols + free_col], times), size;
    bool negative;
    if (!k) continue;
    if (!small_number(t, c, k, &negative, &size) || ++terms > MOST_TERMS) return EXPR_NONE;
    expr part = expr_mul(x, expr_const(x, width, size), term_of(x, vars, t->cols[c], width));
    sum = negative ? expr_sub(x, sum, part) : expr_add(x, sum, part);
  }
  expr free_term = term_of(x, vars, t->cols[free_col], width);
  return expr_eq(x, expr_mul(x, expr_const(x, width, times), free_term), sum);
}

// With fractions as coefficients, all of it is multiplied by what they are parts of (2 i = a + b): that does not tell what the column is.
static expr equation(expr_table *x, const expr_vec *vars, const table *t, size_t free_col, bool *tells) {
  expr e = multiple(x, vars, t, free_col, 1);
  *tells = expr_some(e);
  for (uint64_t times = 2; times <= LARGEST_COEFFICIENT && !expr_some(e); times++)
    e = multiple(x, vars, t, free_col, times);
  return e;
}

static bool known(expr_table *x, const expr_vec *out, expr e) {
  if (!expr_some(e) || expr_is_const(x, e)) return true;
  for (size_t i = 0; i < out->len; i++)
    if (expr_same(out->data[i], e)) return true;
  return false;
}

// Columns: 1, products of the variables that are still independent, the variables. Only equations for variables count.
// `dependent` tells which variables were explained; products are left out in the first round.
static void find(expr_table *x, const expr_vec *vars, const sample_group *s, bool *dependent, bool products,
                 expr_vec *out) {
  size_t n = vars->len;
  table t = {.s = s, .n_vars = n};
  t.cols = MEM_NEW_N(monomial, 1 + n * n + n);
  t.cols[t.n_cols++] = (monomial){-1, -1};
  for (size_t i = 0; i < n && products; i++)
    for (size_t k = i; k < n && t.n_cols < MOST_PRODUCTS; k++)
      if (!dependent[i] && !dependent[k]) t.cols[t.n_cols++] = (monomial){(int)i, (int)k};
  size_t first = t.n_cols;
  for (size_t i = 0; i < n; i++)
    if (!dependent[i]) t.cols[t.n_cols++] = (monomial){(int)i, -1};
  if (s->rows >= 8) {
    t.cells = MEM_NEW_N(uint64_t, s->rows * t.n_cols);
    t.pivot_of = MEM_NEW_N(int, t.n_cols);
    fill(&t);
    size_t rank = reduce(&t);
    for (size_t c = first; c < t.n_cols && rank + SPARE_ROWS <= s->rows; c++) {
      if (t.pivot_of[c] >= 0) continue;
      bool tells;
      expr e = equation(x, vars, &t, c, &tells);
      if (tells) dependent[t.cols[c].a] = true;
      if (!known(x, out, e)) vec_push(out, e);
    }
    mem_free(t.cells);
    mem_free(t.pivot_of);
  }
  mem_free(t.cols);
}

void relations_find(expr_table *x, const expr_vec *vars, const sample_group *s, expr_vec *out) {
  bool *dependent = MEM_NEW_N(bool, vars->len);
  find(x, vars, s, dependent, false, out);
  find(x, vars, s, dependent, true, out);
  mem_free(dependent);
}
