#include "engine/exsym/forced.h"

#include "base/mem.h"
#include "sem/forms.h"

// The constant that c says x is equal to; EXPR_NONE: it does not say so.
static expr equal_to(expr_table *t, expr c, expr x) {
  if (expr_get_op(t, c) != EXPR_EQ) return EXPR_NONE;
  expr first = expr_arg(t, c, 0), second = expr_arg(t, c, 1);
  if (expr_same(first, x) && expr_is_const(t, second)) return second;
  return expr_same(second, x) && expr_is_const(t, first) ? first : EXPR_NONE;
}

static expr value_of(expr_table *t, const expr_vec *conjuncts, expr literal) {
  expr v = EXPR_NONE;
  for (size_t i = 0; i < conjuncts->len && !expr_some(v); i++) v = equal_to(t, conjuncts->data[i], literal);
  return v;
}

void forced_inputs(engine_ctx *ctx, state *s) {
  expr_table *t = ctx->sem->terms;
  expr_vec literals = {0}, conjuncts = {0};
  state_literals(s, t, &literals);
  if (literals.len) pathcond_conjuncts(state_pathcond(s), &conjuncts);
  model *values = conjuncts.len ? model_new() : NULL;
  bool any = false;
  for (size_t i = 0; values && i < literals.len; i++) {
    expr v = value_of(t, &conjuncts, literals.data[i]);
    if (!expr_some(v)) continue;
    model_set(values, literals.data[i], v);
    any = true;
  }
  if (any) sem_fix_inputs(ctx->sem, s, values);
  if (values) model_free(values);
  vec_free(&literals);
  vec_free(&conjuncts);
}
