#include "engine/confluence/confluence.h"

#include "match/view.h"

typedef VEC(const state_input *) input_vec;
static bool same_sort(sort a, sort b) { return a.width == b.width && a.elem == b.elem; }

// Inputs of s behind `common`, newest first.
static void drawn(const state *s, const state_input *common, input_vec *out) {
  for (const state_input *in = state_inputs(s); in && in != common; in = in->older) vec_push(out, in);
}

// The k-th input that process p drew, counted from the oldest; NULL: there is none.
static const state_input *nth_of(const input_vec *v, uint32_t p, uint32_t k) {
  for (size_t i = v->len; i-- > 0;)
    if (v->data[i]->proc == p && k-- == 0) return v->data[i];
  return NULL;
}

// Literals of b become those of a that the same process drew in the same place of its sequence.
static void rename_inputs(expr_table *t, const state_input *common, const state *a, const state *b, comparison *r) {
  input_vec of_a = {0}, of_b = {0};
  drawn(a, common, &of_a);
  drawn(b, common, &of_b);
  for (size_t i = of_b.len; i-- > 0;) {
    uint32_t k = 0;
    for (size_t older = of_b.len; older-- > i + 1;) k += of_b.data[older]->proc == of_b.data[i]->proc;
    const state_input *twin = nth_of(&of_a, of_b.data[i]->proc, k);
    expr from = of_b.data[i]->literal;
    bool fits = twin && expr_get_op(t, from) == EXPR_VAR && same_sort(expr_sort(t, from), expr_sort(t, twin->literal));
    if (!fits) continue;
    vec_push(&r->from, from);
    vec_push(&r->to, twin->literal);
  }
  vec_free(&of_a);
  vec_free(&of_b);
}

static expr renamed(expr_table *t, expr e, const comparison *r) {
  return r->from.len ? expr_subst(t, e, r->from.data, r->to.data, r->from.len) : e;
}

// What the state depends on, whether or not its path condition does.
static void add_inputs(expr_table *t, const state *s, const view *v, comparison *r) {
  for (const state_input *in = state_inputs(s); in; in = in->older)
    expr_collect_vars(t, renamed(t, in->literal, r), &r->inputs);
  for (size_t i = 0; i < v->terms.len; i++) expr_collect_vars(t, renamed(t, v->terms.data[i], r), &r->inputs);
}

// What is true exactly if data of two states with one control differ.
static expr data_differ(expr_table *t, word_store *words, view *a, view *b, const comparison *r) {
  expr any = expr_bool(t, false);
  pos_vec both = {0};
  pos_union(&a->mask, &b->mask, &both);
  if (word_store_without(words, a->data, &both) != word_store_without(words, b->data, &both)) any = expr_bool(t, true);
  view_read(a, words);
  view_read(b, words);
  for (size_t i = 0; i < both.len && !expr_is_true(t, any); i++) {
    expr x, y;
    if (!view_pair(t, a, b, both.data[i], &x, &y))
      any = expr_bool(t, true);
    else
      any = expr_or(t, any, expr_ne(t, x, renamed(t, y, r)));
  }
  vec_free(&both);
  return any;
}

void comparison_open(comparison *c, engine_ctx *ctx, comparison_stores to, const state_input *common, state *a,
                     state *b, bool anyhow) {
  expr_table *t = ctx->sem->terms;
  view va = {0}, vb = {0};
  *c = (comparison){0};
  view_make(&va, ctx->sem, to.controls, to.words, a);
  view_make(&vb, ctx->sem, to.controls, to.words, b);
  rename_inputs(t, common, a, b, c);
  add_inputs(t, a, &va, c);
  add_inputs(t, b, &vb, c);
  c->apart = va.control != vb.control;
  bool comparable = !c->apart && !anyhow;
  pathcond_conjuncts(state_pathcond(a), &c->query);
  size_t own = c->query.len;
  pathcond_conjuncts(state_pathcond(b), &c->query);
  for (size_t i = own; i < c->query.len; i++) c->query.data[i] = renamed(t, c->query.data[i], c);
  vec_push(&c->query, comparable ? data_differ(t, to.words, &va, &vb, c) : expr_bool(t, true));
  c->partly = va.mask.len || vb.mask.len || state_inputs(a) != common || state_inputs(b) != common;
  view_fini(&va);
  view_fini(&vb);
}

smt_answer comparison_ask(comparison *c, engine_ctx *ctx, model **m) {
  smt_answer answer = smt_check(ctx->sem->solver, c->query.data, c->query.len, m);
  for (size_t i = 0; answer == SMT_SAT && i < c->from.len; i++)
    model_set(*m, c->from.data[i], expr_eval(ctx->sem->terms, c->to.data[i], *m));
  return answer;
}

bool comparison_exclude(comparison *c, engine_ctx *ctx, const model *m) {
  expr_table *t = ctx->sem->terms;
  expr_vec vars = {0};
  expr other = expr_bool(t, false);
  bool ok = true;
  for (size_t i = 0; i < c->inputs.len; i++) vec_push(&vars, c->inputs.data[i]);
  for (size_t i = 0; i < c->query.len; i++) expr_collect_vars(t, c->query.data[i], &vars);
  for (size_t i = 0; i < vars.len; i++) {
    ok = ok && !expr_sort(t, vars.data[i]).elem;
    if (ok) other = expr_or(t, other, expr_ne(t, vars.data[i], expr_eval(t, vars.data[i], m)));
  }
  vec_free(&vars);
  if (ok) vec_push(&c->query, other);
  return ok;
}

void comparison_close(comparison *c) {
  vec_free(&c->query);
  vec_free(&c->from);
  vec_free(&c->to);
  vec_free(&c->inputs);
}
