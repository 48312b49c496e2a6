#include "engine/search/concrete.h"

#include "base/mem.h"
#include "sem/forms.h"

static bool mentions(expr_table *t, const expr_vec *conjuncts, expr literal) {
  expr_vec vars = {0};
  bool found = false;
  for (size_t i = 0; i < conjuncts->len; i++) expr_collect_vars(t, conjuncts->data[i], &vars);
  for (size_t i = 0; i < vars.len && !found; i++) found = expr_same(vars.data[i], literal);
  vec_free(&vars);
  return found;
}

static void too_many(engine_ctx *ctx, expr literal) {
  const expr_var_info *info = expr_var_get(ctx->sem->terms, literal);
  result_add_limit(ctx->result, "%llu values of inputs per state (--input-limit)",
                   (unsigned long long)ctx->options->input_limit);
  if (ctx->result->reason) return;
  result_unknown(ctx->result, info->at,
                 "input %s has too many values to enumerate: restrict it with assume, or give --input-range=LO..HI",
                 info->name ? info->name : "?");
}

// Where an object lies: anywhere, but for a few places.
static bool is_address(engine_ctx *ctx, expr literal) {
  const ir_module *ir = ctx->sem->ir;
  uint32_t type = expr_var_get(ctx->sem->terms, literal)->type_tag;
  return type && type <= ir->n_types && ir->types[type].kind == IR_TYPE_PTR;
}

// A literal without any constraint, or an address, with more values than the limit need not be enumerated to be refused.
static bool hopeless(engine_ctx *ctx, const expr_vec *literals, const expr_vec *conjuncts) {
  expr_table *t = ctx->sem->terms;
  for (size_t i = 0; i < literals->len; i++) {
    sort so = expr_sort(t, literals->data[i]);
    bool wide = so.elem || so.width >= 64 || ((uint64_t)1 << so.width) > ctx->options->input_limit;
    if (so.elem || (wide && (is_address(ctx, literals->data[i]) || !mentions(t, conjuncts, literals->data[i])))) {
      too_many(ctx, literals->data[i]);
      return true;
    }
  }
  return false;
}

// The values of `literals` in m, as a model of their own, and the clause that excludes exactly these.
static model *project(engine_ctx *ctx, const expr_vec *literals, const model *m, expr *other) {
  expr_table *t = ctx->sem->terms;
  model *fixed = model_new();
  *other = expr_bool(t, false);
  for (size_t i = 0; i < literals->len; i++) {
    expr now = expr_eval(t, literals->data[i], m);
    model_set(fixed, literals->data[i], now);
    *other = expr_or(t, *other, expr_ne(t, literals->data[i], now));
  }
  return fixed;
}

// All solutions of the path condition over `literals`; each gives one concrete state.
static void enumerate(engine_ctx *ctx, state *s, const expr_vec *literals, expr_vec *query, state_vec *out) {
  for (uint64_t n = 0;; n++) {
    model *m = NULL;
    smt_answer answer = smt_check(ctx->sem->solver, query->data, query->len, &m);
    if (answer == SMT_UNKNOWN) engine_note_unknown(ctx, PLACE_NONE, "the solver gives up on enumerating inputs");
    if (answer == SMT_SAT && n == ctx->options->input_limit) too_many(ctx, literals->data[0]);
    if (answer != SMT_SAT || n == ctx->options->input_limit || limits_hit(ctx->limits)) {
      model_free(m);
      return;
    }
    expr other;
    model *fixed = project(ctx, literals, m, &other);
    state *concrete = state_fork(s);
    sem_fix_inputs(ctx->sem, concrete, fixed);
    vec_push(out, concrete);
    vec_push(query, other);
    model_free(fixed);
    model_free(m);
  }
}

// --- literals between constants -------------------------------------------------------------------------------------

typedef struct span {
  int64_t lo, hi;  // both included
} span;

static int64_t signed_value(expr_table *t, expr constant) {
  uint32_t shift = 64 - expr_width(t, constant);
  return (int64_t)(expr_const_u64(t, constant) << shift) >> shift;
}

// What a comparison of x with a constant says of its signed value; anything else says nothing.
static void narrow(expr_table *t, expr c, expr x, span *b) {
  bool holds = true;
  for (; expr_get_op(t, c) == EXPR_NOT; c = expr_arg(t, c, 0)) holds = !holds;
  expr_op op = expr_get_op(t, c);
  if (op != EXPR_SLT && op != EXPR_ULT) return;
  expr first = expr_arg(t, c, 0), second = expr_arg(t, c, 1);
  bool left = expr_same(first, x);
  expr other = left ? second : first;
  if (!expr_is_const(t, other) || !expr_same(left ? first : second, x)) return;
  int64_t k = signed_value(t, other);
  if (op == EXPR_ULT) {
    if (!left || !holds || k <= 0) return;
    if (b->lo < 0) b->lo = 0;
  }
  if (left == holds) {  // x < k, or not k < x
    int64_t hi = holds ? k - 1 : k;
    if (holds && k == INT64_MIN) hi = k;
    if (b->hi > hi) b->hi = hi;
  } else {
    int64_t lo = holds ? k + 1 : k;
    if (holds && k == INT64_MAX) lo = k;
    if (b->lo < lo) b->lo = lo;
  }
}

// The conjuncts about these literals; false if one of them is also about others. The rest has nothing to say here: it is
// about inputs of earlier steps, which have values.
static bool own_conjuncts(expr_table *t, const expr_vec *literals, const expr_vec *all, expr_vec *own) {
  expr_vec vars = {0};
  bool apart = true;
  for (size_t i = 0; i < all->len && apart; i++) {
    vec_clear(&vars);
    expr_collect_vars(t, all->data[i], &vars);
    size_t known = 0;
    for (size_t v = 0; v < vars.len; v++)
      for (size_t k = 0; k < literals->len; k++) known += expr_same(vars.data[v], literals->data[k]);
    apart = !known || known == vars.len;
    if (known) vec_push(own, all->data[i]);
  }
  vec_free(&vars);
  return apart;
}

// Bounds of every literal; false if there are too many assignments within them. Otherwise no solver need be asked.
static bool small_spans(engine_ctx *ctx, const expr_vec *literals, const expr_vec *own, span *spans) {
  expr_table *t = ctx->sem->terms;
  uint64_t product = 1, limit = ctx->options->input_limit;
  for (size_t i = 0; i < literals->len; i++) {
    sort so = expr_sort(t, literals->data[i]);
    if (so.elem || so.width > 62) return false;
    int64_t most = (int64_t)1 << (so.width - 1);
    spans[i] = (span){.lo = -most, .hi = most - 1};
    for (size_t c = 0; c < own->len; c++) narrow(t, own->data[c], literals->data[i], &spans[i]);
    uint64_t size = spans[i].lo > spans[i].hi ? 0 : (uint64_t)(spans[i].hi - spans[i].lo) + 1;
    if (!size || size > limit || product * size > limit) return false;
    product *= size;
  }
  return true;
}

static bool next_values(span *spans, int64_t *values, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (values[i]++ < spans[i].hi) return true;
    values[i] = spans[i].lo;
  }
  return false;
}

static void try_all(engine_ctx *ctx, state *s, const expr_vec *literals, const expr_vec *query, span *spans,
                    state_vec *out) {
  expr_table *t = ctx->sem->terms;
  int64_t *values = MEM_NEW_N(int64_t, literals->len);
  for (size_t i = 0; i < literals->len; i++) values[i] = spans[i].lo;
  do {
    model *fixed = model_new();
    for (size_t i = 0; i < literals->len; i++)
      model_set(fixed, literals->data[i], expr_const(t, expr_width(t, literals->data[i]), (uint64_t)values[i]));
    bool holds = true;
    for (size_t i = 0; i < query->len && holds; i++) holds = expr_eval_true(t, query->data[i], fixed);
    if (holds) {
      state *concrete = state_fork(s);
      sem_fix_inputs(ctx->sem, concrete, fixed);
      vec_push(out, concrete);
    }
    model_free(fixed);
  } while (next_values(spans, values, literals->len) && !limits_hit(ctx->limits));
  mem_free(values);
}

void concrete_states(engine_ctx *ctx, state *s, state_vec *out) {
  if (state_is_concrete(s)) {
    vec_push(out, s);
    return;
  }
  expr_vec literals = {0}, query = {0};
  state_literals(s, ctx->sem->terms, &literals);
  pathcond_conjuncts(state_pathcond(s), &query);
  expr_vec own = {0};
  span *spans = MEM_NEW_N(span, literals.len + 1);
  if (own_conjuncts(ctx->sem->terms, &literals, &query, &own) && small_spans(ctx, &literals, &own, spans))
    try_all(ctx, s, &literals, &own, spans, out);
  else if (!hopeless(ctx, &literals, &query))
    enumerate(ctx, s, &literals, &query, out);
  mem_free(spans);
  vec_free(&own);
  vec_free(&literals);
  vec_free(&query);
  state_unref(s);
}
