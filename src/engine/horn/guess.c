// What may hold at the points of the product: what the states of some runs have in common.
//
// The rules are run on concrete values, inputs drawn at random, which asks the solver nothing. Candidates of a point, over
// variables that still matter there: equations of all states seen (relations.c), orders between two variables and against 0,
// remainders, and `false` where no run came. Beside them, conditions that were passed and whose variables nobody has written since: bounds
// of inputs are often needed by bit-vectors alone.
#include "base/gcd.h"
#include "base/rng.h"
#include "engine/horn/product.h"
#include "engine/horn/relations.h"

enum {
  RUNS = 160,
  RUN_STEPS = 160,
  MORE_RUNS = 2000,
  FEW_ROWS = 16,
  MOST_ROWS = 80,
  DRAWS = 3,
  MOST_PASSED = 40,
  MOST_EQUATIONS = 60,
  MOST_STATES = 64
};

typedef struct walker {
  const product *p;
  rng random;
  uint64_t largest, largest_cell;
  model *now;
  sample_group *seen;  // by point: values of all variables, 0 for arrays
  state_rows *rows;    // by point: the first of these states, with arrays
  rule_ids *out;       // by point: rules
  bool rare;           // runs go where others have not been
} walker;

static uint64_t draw(walker *w, uint64_t n) { return rng_below(&w->random, n); }

static expr draw_number(walker *w, uint32_t width, uint64_t largest) {
  expr_table *t = w->p->t;
  if (width == 1) return expr_const(t, 1, draw(w, 2));
  uint64_t small = draw(w, largest);
  return expr_const(t, width, draw(w, 6) ? small : 0 - small);
}

static expr draw_value(walker *w, sort s) {
  enum { CELLS = 8 };
  expr_table *t = w->p->t;
  if (!s.elem) return draw_number(w, s.width, w->largest);
  // In every second array most cells are alike: who expects a certain value of each goes on.
  expr usual = draw_number(w, s.elem, w->largest_cell + 1);
  uint64_t alike = draw(w, 2);
  expr a = expr_const_array(t, s.width, usual);
  for (uint64_t i = 0; i < CELLS; i++)
    if (!alike || !draw(w, CELLS))
      a = expr_store(t, a, expr_const(t, s.width, i), draw_number(w, s.elem, w->largest_cell));
  return a;
}

static void begin_run(walker *w) {
  // Equal cells let loops that compare them go on.
  static const uint64_t ranges[] = {2, 3, 5, 8}, cells[] = {1, 1, 2, 3, 6};
  const product *p = w->p;
  w->largest = ranges[draw(w, sizeof ranges / sizeof ranges[0])];
  w->largest_cell = cells[draw(w, sizeof cells / sizeof cells[0])];
  w->now = model_new();
  for (size_t v = 0; v < p->syms.len; v++) {
    expr first = p->inits.data[v];
    bool is_known = expr_some(first) && expr_is_const(p->t, first);
    model_set(w->now, p->syms.data[v], is_known ? first : draw_value(w, expr_sort(p->t, p->syms.data[v])));
  }
}

static void note_state(walker *w, uint32_t point) {
  const product *p = w->p;
  sample_group *s = &w->seen[point];
  if (s->rows < MOST_STATES) vec_push(&w->rows[point], model_dup(w->now));
  if (s->rows++ >= MOST_ROWS) return;
  for (size_t v = 0; v < p->syms.len; v++) {
    expr e = model_get(w->now, p->syms.data[v]);
    uint32_t width = product_width(p, v);
    uint64_t bits = width ? expr_const_u64(p->t, e) : 0;
    vec_push(&s->values, width ? (int64_t)(bits << (64 - width)) >> (64 - width) : 0);
  }
}

static bool can_take(walker *w, const prule *r) {
  expr_table *t = w->p->t;
  for (int i = 0; i < DRAWS; i++) {
    for (size_t k = 0; k < r->inputs.len; k++)
      model_set(w->now, r->inputs.data[k], draw_value(w, expr_sort(t, r->inputs.data[k])));
    if (expr_eval_true(t, r->guard, w->now)) return true;
    if (!r->inputs.len) break;
  }
  return false;
}

static void take(walker *w, const prule *r) {
  const product *p = w->p;
  model *next = model_new();
  for (size_t v = 0; v < p->syms.len; v++)
    model_set(next, p->syms.data[v],
              expr_same(r->values[v], p->syms.data[v]) ? model_get(w->now, p->syms.data[v])
                                                       : expr_eval(p->t, r->values[v], w->now));
  model_free(w->now);
  w->now = next;
}

static size_t rows_behind(const walker *w, const prule *r) { return point_is_bad(r->to) ? 0 : w->seen[r->to].rows; }

// The rule that leads where runs have been least, or NULL.
static prule *rarest_rule(walker *w, uint32_t point) {
  prule *found = NULL;
  for (size_t i = 0; i < w->out[point].len; i++) {
    prule *r = &w->p->rules.data[w->out[point].data[i]];
    if ((!found || rows_behind(w, r) < rows_behind(w, found)) && can_take(w, r)) found = r;
  }
  // Inputs are those of the rule that is taken.
  return found && can_take(w, found) ? found : NULL;
}

// The next rule, or NULL: the run is over.
static prule *next_rule(walker *w, uint32_t point) {
  if (w->rare && draw(w, 2)) return rarest_rule(w, point);
  const rule_ids *out = &w->out[point];
  size_t first = out->len ? draw(w, out->len) : 0;
  for (size_t i = 0; i < out->len; i++) {
    prule *r = &w->p->rules.data[out->data[(first + i) % out->len]];
    if (can_take(w, r)) return r;
  }
  return NULL;
}

static void run(walker *w) {
  uint32_t point = POINT_START;
  begin_run(w);
  for (int i = 0; i < RUN_STEPS && !point_is_bad(point); i++) {
    note_state(w, point);
    prule *r = next_rule(w, point);
    if (!r) break;
    r->taken = true;
    take(w, r);
    point = r->to;
  }
  model_free(w->now);
}

// --- what the states of a point have in common --------------------------------------------------------------------------

static void add_new(expr_table *t, expr_vec *list, expr e) {
  if (expr_is_const(t, e)) return;
  for (size_t i = 0; i < list->len; i++)
    if (expr_same(list->data[i], e)) return;
  vec_push(list, e);
}

static size_t rows_of(const sample_group *s) { return s->rows < MOST_ROWS ? s->rows : MOST_ROWS; }

static bool never_above(const product *p, const sample_group *s, size_t a, size_t b) {
  for (size_t r = 0; r < rows_of(s); r++)
    if (s->values.data[r * p->syms.len + a] > s->values.data[r * p->syms.len + b]) return false;
  return true;
}

// A constant difference.
static bool keep_distance(const product *p, const sample_group *s, size_t a, size_t b, int64_t *distance) {
  *distance = s->values.data[a] - s->values.data[b];
  for (size_t r = 0; r < rows_of(s); r++)
    if (s->values.data[r * p->syms.len + a] - s->values.data[r * p->syms.len + b] != *distance) return false;
  return rows_of(s) > 1;
}

static bool never_negative(const product *p, const sample_group *s, size_t a) {
  for (size_t r = 0; r < rows_of(s); r++)
    if (s->values.data[r * p->syms.len + a] < 0) return false;
  return true;
}

// Numbers of these widths that matter at the point.
static void pick(const product *p, uint32_t point, uint32_t least, uint32_t most, rule_ids *out) {
  for (uint32_t v = 0; v < p->syms.len; v++) {
    uint32_t width = product_width(p, v);
    if (bitset_has(&p->live[point], v) && width >= least && width <= most) vec_push(out, v);
  }
}

static void add_equations(const product *p, const sample_group *s, const rule_ids *which, expr_vec *out) {
  expr_vec vars = {0};
  sample_group part = {.rows = rows_of(s)};
  expr_vec found = {0};
  for (size_t i = 0; i < which->len; i++) vec_push(&vars, p->syms.data[which->data[i]]);
  for (size_t r = 0; r < part.rows; r++)
    for (size_t i = 0; i < which->len; i++) vec_push(&part.values, s->values.data[r * p->syms.len + which->data[i]]);
  if (vars.len) relations_find(p->t, &vars, &part, &found);
  for (size_t i = 0; i < found.len && i < MOST_EQUATIONS; i++) add_new(p->t, out, found.data[i]);
  vec_free(&found);
  vec_free(&part.values);
  vec_free(&vars);
}

// a + distance as a number of `width` bits, read with a sign or without.
static expr at_distance(expr_table *t, expr a, int64_t distance, uint32_t width, bool is_signed) {
  return expr_add(t, expr_resize(t, a, width, is_signed), expr_const(t, width, (uint64_t)distance));
}

static void add_order(const product *p, const sample_group *s, uint32_t a, uint32_t b, expr_vec *out) {
  expr_table *t = p->t;
  expr x = p->syms.data[a], y = p->syms.data[b];
  uint32_t wx = expr_width(t, x), wy = expr_width(t, y), width = wx > wy ? wx : wy;
  bool positive = never_negative(p, s, a) && never_negative(p, s, b);
  int64_t distance = 0;
  bool fixed = keep_distance(p, s, a, b, &distance);
  // Between widths it is not told by small numbers whether a sign was meant.
  for (int is_signed = wx == wy || !positive; is_signed < 2; is_signed++) {
    if (a < b && fixed)
      add_new(t, out,
              expr_eq(t, at_distance(t, x, 0, width, is_signed), at_distance(t, y, distance, width, is_signed)));
    if ((!fixed || distance) && never_above(p, s, a, b))
      add_new(t, out, expr_sle(t, at_distance(t, x, 0, width, is_signed), at_distance(t, y, 0, width, is_signed)));
  }
}

static void add_orders(const product *p, const sample_group *s, const rule_ids *which, expr_vec *out) {
  expr_table *t = p->t;
  for (size_t i = 0; i < which->len; i++) {
    expr x = p->syms.data[which->data[i]];
    if (never_negative(p, s, which->data[i])) add_new(t, out, expr_sle(t, expr_const(t, expr_width(t, x), 0), x));
    for (size_t k = 0; k < which->len; k++)
      if (i != k) add_order(p, s, which->data[i], which->data[k], out);
  }
}

// x is r modulo the step, without a division, which takes a solver long: the last bits tell it of powers of two; multiples of an odd
// number are what its inverse makes small (Hacker's Delight, 10-17).
static void add_congruence(expr_table *t, expr x, uint64_t step, uint64_t r, expr_vec *out) {
  uint32_t width = expr_width(t, x), bits = (uint32_t)__builtin_ctzll(step);
  uint64_t odd = step >> bits, inverse = odd, largest = UINT64_MAX >> (64 - width);
  if (bits) add_new(t, out, expr_eq(t, expr_extract(t, x, bits - 1, 0), expr_const(t, bits, r)));
  if (odd == 1) return;
  for (int i = 0; i < 5; i++) inverse *= 2 - odd * inverse;
  expr distance = expr_sub(t, x, expr_const(t, width, r % odd));
  add_new(t, out,
          expr_ule(t, expr_mul(t, distance, expr_const(t, width, inverse)), expr_const(t, width, largest / odd)));
}

// All states agree about what a division leaves of the variable: a counter that goes up by more than one.
static void add_remainder(const product *p, const sample_group *s, uint32_t a, expr_vec *out) {
  enum { LEAST_VALUES = 3, MOST_STEP = 64 };
  int64_t first = s->values.data[a], largest = first;
  uint64_t step = 0;
  for (size_t r = 1; r < rows_of(s); r++) {
    int64_t v = s->values.data[r * p->syms.len + a];
    if (v > largest) largest = v;
    step = gcd_of(step, (uint64_t)(v > first ? v - first : first - v));
  }
  if (step < 2 || step > MOST_STEP || !never_negative(p, s, a) || (uint64_t)largest < step * (LEAST_VALUES - 1)) return;
  add_congruence(p->t, p->syms.data[a], step, (uint64_t)first % step, out);
}

static void add_common(const product *p, uint32_t point, const sample_group *s, expr_vec *out) {
  static const uint32_t widths[] = {1, 8, 16, 32, 64};
  rule_ids which = {0};
  for (size_t i = 0; i < sizeof widths / sizeof widths[0]; i++) {
    vec_clear(&which);
    pick(p, point, widths[i], widths[i], &which);
    add_equations(p, s, &which, out);
  }
  vec_clear(&which);
  pick(p, point, 2, 64, &which);
  add_orders(p, s, &which, out);
  for (size_t i = 0; i < which.len; i++)
    if (expr_width(p->t, p->syms.data[which.data[i]]) > 7) add_remainder(p, s, which.data[i], out);
  vec_free(&which);
}

// Where no run came, what holds at the points before it may still hold.
static void add_inherited(const product *p, const walker *w, expr_vec *at) {
  enum { ROUNDS = 3, MOST_INHERITED = 60 };
  expr_table *t = p->t;
  for (int round = 0; round < ROUNDS; round++) {
    for (size_t i = 0; i < p->rules.len; i++) {
      const prule *r = &p->rules.data[i];
      if (w->seen[r->to].rows || point_is_bad(r->to) || r->from == r->to) continue;
      for (size_t k = 0; k < at[r->from].len && at[r->to].len < MOST_INHERITED; k++)
        add_new(t, &at[r->to], at[r->from].data[k]);
    }
  }
}

// Is there a point of which too few states were seen to tell what they have in common?
static bool any_is_rare(const walker *w, const bool *is_point) {
  bool any = false;
  for (uint32_t i = 0; i < w->p->n_points && !any; i++)
    any = is_point[i] && i != POINT_START && w->seen[i].rows && w->seen[i].rows < FEW_ROWS;
  return any;
}

void product_guess_states(const product *p, expr_vec *at, bool with_arrays) {
  walker w = {.p = p, .random = rng_new(1)};
  w.seen = MEM_NEW_N(sample_group, p->n_points);
  w.rows = MEM_NEW_N(state_rows, p->n_points);
  w.out = MEM_NEW_N(rule_ids, p->n_points);
  bool *is_point = MEM_NEW_N(bool, p->n_points);
  for (uint32_t i = 0; i < p->rules.len; i++) {
    vec_push(&w.out[p->rules.data[i].from], i);
    is_point[p->rules.data[i].from] = true;
  }
  for (uint32_t i = 0; i < RUNS && !limits_hit(p->limits); i++) run(&w);
  w.rare = true;
  for (uint32_t i = 0; i < MORE_RUNS && i < p->n_points && any_is_rare(&w, is_point) && !limits_hit(p->limits); i++)
    run(&w);
  for (uint32_t i = 0; i < p->n_points; i++) {
    if (w.seen[i].rows && !point_is_bad(i))
      add_common(p, i, &w.seen[i], &at[i]);
    else if (is_point[i])
      vec_push(&at[i], expr_bool(p->t, false));
  }
  if (with_arrays) product_guess_implied(p, w.rows, at);
  add_inherited(p, &w, at);
  for (uint32_t i = 0; i < p->n_points; i++) {
    for (size_t k = 0; k < w.rows[i].len; k++) model_free(w.rows[i].data[k]);
    vec_free(&w.rows[i]);
    vec_free(&w.seen[i].values);
    vec_free(&w.out[i]);
  }
  mem_free(w.seen);
  mem_free(w.rows);
  mem_free(w.out);
  mem_free(is_point);
}

// --- conditions that were passed --------------------------------------------------------------------------------------

static bool has(const expr_vec *list, expr e) {
  for (size_t i = 0; i < list->len; i++)
    if (expr_same(list->data[i], e)) return true;
  return false;
}

void product_split(expr_table *t, expr e, expr_vec *out) {
  expr_vec worklist = {0};
  vec_push(&worklist, e);
  while (worklist.len) {
    expr x = vec_pop(&worklist), inner = x;
    bool negated = expr_get_op(t, x) == EXPR_NOT;
    if (negated) inner = expr_arg(t, x, 0);
    if (expr_get_op(t, inner) != (negated ? EXPR_OR : EXPR_AND)) {
      add_new(t, out, x);
      continue;
    }
    for (unsigned i = expr_arity(t, inner); i-- > 0;) {
      expr part = expr_arg(t, inner, i);
      vec_push(&worklist, negated ? expr_not(t, part) : part);
    }
  }
  vec_free(&worklist);
}

// The condition as it looks after the rule: over variables that keep their value, and over those that got an input.
// EXPR_NONE: it speaks of something that is gone, or of contents of arrays.
static expr after(const product *p, const prule *r, expr e) {
  expr_table *t = p->t;
  expr_vec syms = {0}, now = {0};
  bool ok = true;
  expr_collect_vars(t, e, &syms);
  for (size_t i = 0; i < syms.len && ok; i++) {
    expr kept = EXPR_NONE;
    for (size_t v = 0; v < p->syms.len && !expr_some(kept); v++)
      if (expr_same(r->values[v], syms.data[i])) kept = p->syms.data[v];
    ok = expr_some(kept) && !expr_sort(t, kept).elem;
    vec_push(&now, kept);
  }
  expr x = ok && syms.len ? expr_subst(t, e, syms.data, now.data, syms.len) : EXPR_NONE;
  vec_free(&syms);
  vec_free(&now);
  return x;
}

// What is passed on every way to a point. True: less than before.
static bool meet(expr_vec *at, bool *seen, const expr_vec *come) {
  size_t before = at->len, n = 0;
  if (!*seen) {
    *seen = true;
    for (size_t i = 0; i < come->len && i < MOST_PASSED; i++) vec_push(at, come->data[i]);
    return true;
  }
  for (size_t i = 0; i < at->len; i++)
    if (has(come, at->data[i])) at->data[n++] = at->data[i];
  at->len = n;
  return n < before;
}

static bool pass(const product *p, const prule *r, expr_vec *passed, bool *seen) {
  expr_vec here = {0}, come = {0};
  product_split(p->t, r->guard, &here);
  for (size_t k = 0; k < passed[r->from].len; k++) vec_push(&here, passed[r->from].data[k]);
  for (size_t k = 0; k < here.len; k++) {
    expr e = after(p, r, here.data[k]);
    if (expr_some(e)) add_new(p->t, &come, e);
  }
  bool change = meet(&passed[r->to], &seen[r->to], &come);
  vec_free(&here);
  vec_free(&come);
  return change;
}

void product_guess_passed(const product *p, expr_vec *at) {
  bool *seen = MEM_NEW_N(bool, p->n_points);
  expr_vec *passed = MEM_NEW_N(expr_vec, p->n_points);
  seen[POINT_START] = true;
  for (bool change = true; change;) {
    change = false;
    for (size_t i = 0; i < p->rules.len; i++) {
      const prule *r = &p->rules.data[i];
      if (seen[r->from] && !point_is_bad(r->to)) change |= pass(p, r, passed, seen);
    }
  }
  for (size_t i = 0; i < p->n_points; i++) {
    for (size_t k = 0; k < passed[i].len; k++) add_new(p->t, &at[i], passed[i].data[k]);
    vec_free(&passed[i]);
  }
  mem_free(passed);
  mem_free(seen);
}
