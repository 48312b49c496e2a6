// Guesses about contents of arrays and about the error, which no table of numbers shows: what was passed on some way to a point holds
// there always, or wherever two indices have an order (`front < back` implies `queue[front] == 1`: what a loop has seen of each
// cell that it came past, said of one cell that another process stands at). And what excludes the error of a point
// behind, as it looks before the rules that lead there. Only what the states of all runs satisfy is proposed.
#include "engine/horn/product.h"

enum {
  MOST_CASES = 4,
  MOST_SEEN = 40,
  MOST_PLAIN = 16,
  MOST_INDICES = 10,
  MOST_PER_TERM = 2,
  MOST_PROPOSED = 50,
  WP_ROUNDS = 2
};
enum { MOST_SIZE = 160, MOST_PLAIN_SIZE = 8, MOST_WANTED_SIZE = 60 };  // of terms

typedef struct implier {
  const product *p;
  const state_rows *rows;  // by point
  expr_vec *seen;          // by point: what was passed on some way there, of cells of arrays
  expr_vec *plain;         // and of numbers alone
  expr_vec *at;            // the guesses
} implier;

static void add_some(expr_table *t, expr_vec *list, expr e, size_t most) {
  if (list->len >= most || expr_is_const(t, e)) return;
  for (size_t i = 0; i < list->len; i++)
    if (expr_same(list->data[i], e)) return;
  vec_push(list, e);
}

static bool is_small(expr_table *t, expr e, size_t most) {
  expr_vec worklist = {0};
  map64 met = {0};
  size_t n = 0;
  vec_push(&worklist, e);
  while (worklist.len && n <= most) {
    expr x = vec_pop(&worklist);
    if (!map64_put(&met, x.id, 1)) continue;
    n++;
    for (unsigned i = 0; i < expr_arity(t, x); i++) vec_push(&worklist, expr_arg(t, x, i));
  }
  vec_free(&worklist);
  map64_fini(&met);
  return n <= most;
}

static bool reads_array(expr_table *t, expr e) {
  expr_vec syms = {0};
  expr_collect_vars(t, e, &syms);
  bool any = false;
  for (size_t i = 0; i < syms.len && !any; i++) any = expr_sort(t, syms.data[i]).elem != 0;
  vec_free(&syms);
  return any;
}

// --- how a condition looks behind a rule --------------------------------------------------------------------------------

typedef struct rule_case {  // of a rule in which several were joined
  expr guard;
  const prule *r;
  expr_vec from, to;  // the bits that tell them apart
} rule_case;

static expr in_case(expr_table *t, const rule_case *c, expr e) {
  return c->from.len ? expr_subst(t, e, c->from.data, c->to.data, c->from.len) : e;
}

// The value that the variable had before the case, over the values behind it; EXPR_NONE: it is gone.
static expr before(const product *p, const rule_case *c, expr sym) {
  expr_table *t = p->t;
  for (size_t v = 0; v < p->syms.len; v++)
    if (expr_same(in_case(t, c, c->r->values[v]), sym)) return p->syms.data[v];
  if (expr_sort(t, sym).elem) return EXPR_NONE;
  for (size_t v = 0; v < p->syms.len; v++) {
    if (!expr_same(p->syms.data[v], sym)) continue;
    expr shift = expr_sub(t, in_case(t, c, c->r->values[v]), sym);
    if (expr_is_const(t, shift)) return expr_sub(t, sym, shift);
  }
  return EXPR_NONE;
}

static expr behind(const product *p, const rule_case *c, expr e) {
  expr_table *t = p->t;
  expr_vec syms = {0}, now = {0};
  bool ok = true;
  expr_collect_vars(t, e, &syms);
  for (size_t i = 0; i < syms.len && ok; i++) {
    expr x = before(p, c, syms.data[i]);
    ok = expr_some(x);
    vec_push(&now, x);
  }
  expr r = ok && syms.len ? expr_subst(t, e, syms.data, now.data, syms.len) : EXPR_NONE;
  vec_free(&syms);
  vec_free(&now);
  return r;
}

static expr case_bit(const product *p, const expr_vec *parts) {
  expr_table *t = p->t;
  for (size_t i = 0; i < parts->len; i++) {
    if (expr_get_op(t, parts->data[i]) != EXPR_ITE) continue;
    expr bit = expr_arg(t, parts->data[i], 0);
    if (expr_get_op(t, bit) == EXPR_VAR && !product_is_var(p, bit)) return bit;
  }
  return EXPR_NONE;
}

typedef VEC(rule_case) case_vec;

static void find_cases(const product *p, const prule *r, case_vec *out) {
  expr_table *t = p->t;
  vec_push(out, ((rule_case){.guard = r->guard, .r = r}));
  for (size_t i = 0; i < out->len && out->len < MOST_CASES;) {
    expr_vec parts = {0};
    product_split(t, out->data[i].guard, &parts);
    expr bit = case_bit(p, &parts);
    vec_free(&parts);
    if (!expr_some(bit)) {
      i++;
      continue;
    }
    rule_case other = {.r = r};
    for (size_t k = 0; k < out->data[i].from.len; k++) {
      vec_push(&other.from, out->data[i].from.data[k]);
      vec_push(&other.to, out->data[i].to.data[k]);
    }
    rule_case *c = &out->data[i];
    vec_push(&c->from, bit);
    vec_push(&c->to, expr_bool(t, true));
    vec_push(&other.from, bit);
    vec_push(&other.to, expr_bool(t, false));
    c->guard = in_case(t, c, r->guard);
    other.guard = in_case(t, &other, r->guard);
    vec_push(out, other);
  }
}

static void free_cases(case_vec *cases) {
  for (size_t i = 0; i < cases->len; i++) {
    vec_free(&cases->data[i].from);
    vec_free(&cases->data[i].to);
  }
  vec_free(cases);
}

// All that is known behind a case: its guard, and what it gave to variables.
static void known_behind(const product *p, const rule_case *c, expr_vec *out) {
  expr_table *t = p->t;
  expr_vec parts = {0};
  product_split(t, c->guard, &parts);
  for (size_t i = 0; i < parts.len; i++) {
    expr e = behind(p, c, parts.data[i]);
    if (expr_some(e)) add_some(t, out, e, MOST_SEEN);
  }
  for (size_t v = 0; v < p->syms.len; v++) {
    expr after = in_case(t, c, c->r->values[v]);
    if (expr_same(after, p->syms.data[v]) || expr_is_const(t, after) || expr_sort(t, after).elem) continue;
    if (expr_is_const(t, expr_sub(t, after, p->syms.data[v]))) continue;
    expr e = behind(p, c, after);
    if (expr_some(e)) add_some(t, out, expr_eq(t, p->syms.data[v], e), MOST_SEEN);
  }
  vec_free(&parts);
}

// Why a rule could be taken, of which several were joined: one reason or the other.
static expr either(expr_table *t, const expr_vec *known, size_t n) {
  expr any = expr_bool(t, false);
  for (size_t i = 0; i < n; i++) {
    expr all = expr_bool(t, true);
    for (size_t k = 0; k < known[i].len; k++) {
      bool common = true;
      for (size_t j = 0; j < n && common; j++) {
        common = false;
        for (size_t q = 0; q < known[j].len && !common; q++) common = expr_same(known[j].data[q], known[i].data[k]);
      }
      if (!common) all = expr_and(t, all, known[i].data[k]);
    }
    any = expr_or(t, any, all);
  }
  return any;
}

static void see(implier *x, uint32_t point, expr e) {
  expr_table *t = x->p->t;
  if (reads_array(t, e)) {
    if (is_small(t, e, MOST_SIZE)) add_some(t, &x->seen[point], e, MOST_SEEN);
  } else if (is_small(t, e, MOST_PLAIN_SIZE)) {
    add_some(t, &x->plain[point], e, MOST_PLAIN);
  }
}

// Variables at which a term reads arrays.
static void add_indices_of(const product *p, expr term, expr_vec *out) {
  expr_table *t = p->t;
  expr_vec worklist = {0};
  map64 met = {0};
  vec_push(&worklist, term);
  while (worklist.len) {
    expr x = vec_pop(&worklist);
    if (!map64_put(&met, x.id, 1)) continue;
    for (unsigned i = 0; i < expr_arity(t, x); i++) vec_push(&worklist, expr_arg(t, x, i));
    if (expr_get_op(t, x) != EXPR_SELECT) continue;
    expr_vec syms = {0};
    expr_collect_vars(t, expr_arg(t, x, 1), &syms);
    for (size_t k = 0; k < syms.len; k++)
      if (!expr_sort(t, syms.data[k]).elem && expr_width(t, syms.data[k]) > 1)
        add_some(t, out, syms.data[k], MOST_INDICES);
    vec_free(&syms);
  }
  vec_free(&worklist);
  map64_fini(&met);
}

static void add_indices(const product *p, const expr_vec *terms, expr_vec *out) {
  for (size_t i = 0; i < terms->len; i++) add_indices_of(p, terms->data[i], out);
}

// A round of a loop saw something of the cell at its counter: of the cell at another index it will have been seen, too.
static void see_elsewhere(implier *x, const rule_case *c) {
  const product *p = x->p;
  expr_table *t = p->t;
  expr_vec parts = {0}, indices = {0};
  product_split(t, c->guard, &parts);
  add_indices(p, &x->seen[c->r->to], &indices);
  for (size_t i = 0; i < parts.len; i++) {
    if (!reads_array(t, parts.data[i])) continue;
    expr_vec own = {0};
    add_indices_of(p, parts.data[i], &own);
    for (size_t k = 0; k < own.len; k++) {
      expr old = before(p, c, own.data[k]);
      if (!expr_some(old) || expr_same(old, own.data[k])) continue;
      for (size_t j = 0; j < indices.len; j++) {
        if (expr_same(indices.data[j], own.data[k]) || expr_width(t, indices.data[j]) != expr_width(t, own.data[k]))
          continue;
        expr e = behind(p, c, expr_subst(t, parts.data[i], &own.data[k], &indices.data[j], 1));
        if (expr_some(e)) see(x, c->r->to, e);
      }
    }
    vec_free(&own);
  }
  vec_free(&parts);
  vec_free(&indices);
}

// Does it read a cell two and more before or behind a variable?
static bool is_shifted(expr_table *t, expr term) {
  expr_vec worklist = {0};
  map64 met = {0};
  bool found = false;
  vec_push(&worklist, term);
  while (worklist.len && !found) {
    expr x = vec_pop(&worklist);
    if (!map64_put(&met, x.id, 1)) continue;
    for (unsigned i = 0; i < expr_arity(t, x); i++) vec_push(&worklist, expr_arg(t, x, i));
    if (expr_get_op(t, x) != EXPR_ADD) continue;
    for (unsigned i = 0; i < 2; i++) {
      expr c = expr_arg(t, x, i);
      if (!expr_is_const(t, c) || expr_width(t, c) > 64) continue;
      uint32_t width = expr_width(t, c);
      int64_t k = (int64_t)(expr_const_u64(t, c) << (64 - width)) >> (64 - width);
      found |= k < -1 || k > 1;
    }
  }
  vec_free(&worklist);
  map64_fini(&met);
  return found;
}

static void see_rule(implier *x, const prule *r, bool again) {
  const product *p = x->p;
  expr_table *t = p->t;
  case_vec cases = {0};
  find_cases(p, r, &cases);
  expr_vec known[MOST_CASES] = {0};
  for (size_t i = 0; i < cases.len; i++) {
    known_behind(p, &cases.data[i], &known[i]);
    for (size_t k = 0; k < known[i].len && !again; k++) see(x, r->to, known[i].data[k]);
    for (size_t k = 0; k < x->seen[r->from].len && again; k++) {
      expr e = behind(p, &cases.data[i], x->seen[r->from].data[k]);
      // What a counter has left behind moves away from it with each round.
      bool same = expr_same(e, x->seen[r->from].data[k]);
      if (expr_some(e) && (same || !is_shifted(t, e))) see(x, r->to, e);
    }
    if (again) see_elsewhere(x, &cases.data[i]);
  }
  if (cases.len > 1 && !again) see(x, r->to, either(t, known, cases.len));
  for (size_t i = 0; i < cases.len; i++) vec_free(&known[i]);
  free_cases(&cases);
}

// --- which of it the states of runs satisfy -----------------------------------------------------------------------------

static uint64_t truth(const implier *x, uint32_t point, expr e) {
  const state_rows *s = &x->rows[point];
  uint64_t mask = 0;
  for (size_t i = 0; i < s->len; i++)
    if (expr_eval_true(x->p->t, e, s->data[i])) mask |= UINT64_C(1) << i;
  return mask;
}

static uint64_t all_rows(const implier *x, uint32_t point) {
  size_t n = x->rows[point].len;
  return n < 64 ? (UINT64_C(1) << n) - 1 : UINT64_MAX;
}

typedef struct order {
  expr term;
  uint64_t rows;
} order;

typedef VEC(order) order_vec;

static bool same_width(const implier *x, expr a, expr b) { return expr_width(x->p->t, a) == expr_width(x->p->t, b); }

static void find_orders(const implier *x, uint32_t point, const expr_vec *indices, order_vec *out) {
  expr_table *t = x->p->t;
  for (size_t i = 0; i < indices->len; i++) {
    for (size_t k = 0; k < indices->len; k++) {
      if (i == k || !same_width(x, indices->data[i], indices->data[k])) continue;
      order o = {expr_slt(t, indices->data[i], indices->data[k]), 0};
      o.rows = truth(x, point, o.term);
      if (o.rows && o.rows != all_rows(x, point)) vec_push(out, o);
    }
  }
}

// A small distance, modulo the width: what is stored in a queue is at most so much.
static void add_distances(implier *x, uint32_t point, const expr_vec *indices, size_t most) {
  enum { MOST_DISTANCE = 2 };
  expr_table *t = x->p->t;
  for (size_t i = 0; i < indices->len; i++) {
    for (size_t k = 0; k < indices->len; k++) {
      if (i == k || !same_width(x, indices->data[i], indices->data[k])) continue;
      expr distance = expr_sub(t, indices->data[i], indices->data[k]), e = EXPR_NONE;
      for (uint64_t d = 1; d <= MOST_DISTANCE && !expr_some(e); d++) {
        e = expr_ule(t, distance, expr_const(t, expr_width(t, distance), d));
        if (truth(x, point, e) != all_rows(x, point)) e = EXPR_NONE;
      }
      if (expr_some(e)) add_some(t, &x->at[point], e, most);
    }
  }
}

// What was seen, always or where two indices have an order.
static void add_seen(implier *x, uint32_t point, expr seen, const order_vec *orders, size_t most) {
  expr_table *t = x->p->t;
  uint64_t rows = truth(x, point, seen);
  size_t n = 0;
  if (rows == all_rows(x, point)) {
    add_some(t, &x->at[point], seen, most);
    return;
  }
  for (size_t k = 0; k < orders->len && n < MOST_PER_TERM; k++) {
    if (orders->data[k].rows & ~rows) continue;
    add_some(t, &x->at[point], expr_implies(t, orders->data[k].term, seen), most);
    n++;
  }
}

static void propose(implier *x, uint32_t point) {
  expr_vec indices = {0};
  order_vec orders = {0};
  size_t most = x->at[point].len + MOST_PROPOSED;
  add_indices(x->p, &x->seen[point], &indices);
  find_orders(x, point, &indices, &orders);
  for (size_t i = 0; i < x->seen[point].len; i++) add_seen(x, point, x->seen[point].data[i], &orders, most);
  for (size_t i = 0; i < x->plain[point].len; i++) add_seen(x, point, x->plain[point].data[i], &orders, most);
  add_distances(x, point, &indices, most);
  vec_free(&indices);
  vec_free(&orders);
}

// --- what excludes the error ----------------------------------------------------------------------------------------------

static void need(implier *x, uint32_t point, expr e, expr_vec *wanted) {
  enum { MOST_WANTED = 6 };
  if (!product_speaks_of_vars(x->p, e) || !is_small(x->p->t, e, MOST_WANTED_SIZE)) return;
  if (!x->rows[point].len || truth(x, point, e) != all_rows(x, point)) return;
  add_some(x->p->t, &wanted[point], e, MOST_WANTED);
}

static void exclude_errors(implier *x) {
  const product *p = x->p;
  expr_table *t = p->t;
  expr_vec *wanted = MEM_NEW_N(expr_vec, p->n_points);
  for (size_t i = 0; i < p->rules.len; i++) {
    const prule *r = &p->rules.data[i];
    if (point_is_bad(r->to)) need(x, r->from, expr_not(t, r->guard), wanted);
  }
  for (int round = 0; round < WP_ROUNDS; round++) {
    for (size_t i = 0; i < p->rules.len; i++) {
      const prule *r = &p->rules.data[i];
      for (size_t k = 0; !point_is_bad(r->to) && k < wanted[r->to].len; k++) {
        need(x, r->from, wanted[r->to].data[k], wanted);
        expr later = expr_subst(t, wanted[r->to].data[k], p->syms.data, r->values, p->syms.len);
        need(x, r->from, expr_implies(t, r->guard, later), wanted);
      }
    }
  }
  for (size_t i = 0; i < p->n_points; i++) {
    for (size_t k = 0; k < wanted[i].len; k++) add_some(t, &x->at[i], wanted[i].data[k], SIZE_MAX);
    vec_free(&wanted[i]);
  }
  mem_free(wanted);
}

void product_guess_implied(const product *p, const state_rows *rows, expr_vec *at) {
  enum { ROUNDS = 3 };
  implier x = {.p = p, .rows = rows, .at = at, .seen = MEM_NEW_N(expr_vec, p->n_points)};
  x.plain = MEM_NEW_N(expr_vec, p->n_points);
  for (int round = 0; round <= ROUNDS; round++)
    for (size_t i = 0; i < p->rules.len; i++)
      if (!point_is_bad(p->rules.data[i].to)) see_rule(&x, &p->rules.data[i], round > 0);
  for (uint32_t i = 0; i < p->n_points; i++)
    if (rows[i].len && !point_is_bad(i)) propose(&x, i);
  exclude_errors(&x);
  for (size_t i = 0; i < p->n_points; i++) {
    vec_free(&x.seen[i]);
    vec_free(&x.plain[i]);
  }
  mem_free(x.seen);
  mem_free(x.plain);
}
