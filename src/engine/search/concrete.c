#include "engine/search/concrete.h"

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

// A literal without any constraint and with more values than the limit need not be enumerated to be refused.
static bool hopeless(engine_ctx *ctx, const expr_vec *literals, const expr_vec *conjuncts) {
  expr_table *t = ctx->sem->terms;
  for (size_t i = 0; i < literals->len; i++) {
    sort so = expr_sort(t, literals->data[i]);
    bool wide = so.elem || so.width >= 64 || ((uint64_t)1 << so.width) > ctx->options->input_limit;
    if (so.elem || (wide && !mentions(t, conjuncts, literals->data[i]))) {
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

void concrete_states(engine_ctx *ctx, state *s, state_vec *out) {
  if (state_is_concrete(s)) {
    vec_push(out, s);
    return;
  }
  expr_vec literals = {0}, query = {0};
  state_literals(s, ctx->sem->terms, &literals);
  pathcond_conjuncts(state_pathcond(s), &query);
  if (!hopeless(ctx, &literals, &query)) enumerate(ctx, s, &literals, &query, out);
  vec_free(&literals);
  vec_free(&query);
  state_unref(s);
}
