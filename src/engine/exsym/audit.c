#include "engine/exsym/audit.h"

#include "base/mem.h"
#include "engine/exsym/visited.h"
#include "sem/forms.h"

static void drop(state_vec *v) {
  for (size_t i = 0; i < v->len; i++) state_unref(v->data[i]);
  vec_free(v);
}

void audit_fini(audit *a) {
  drop(&a->stored);
  drop(&a->duplicates);
}

void audit_note(audit *a, state *s, bool is_new) {
  if (!a->on) return;
  if (is_new)
    vec_push(&a->stored, state_ref(s));
  else
    vec_push(&a->duplicates, state_ref(s));
}

static matcher *matcher_of(const audit *a, engine_ctx *ctx, match_method method) {
  matcher *m = visited_matcher(ctx, method);
  bool is_new;
  for (size_t i = 0; i < a->stored.len; i++) matcher_find_or_add(m, a->stored.data[i], &is_new);
  return m;
}

enum { EXAMPLES = 8 };  // concrete states of a duplicate that are looked at

// One more solution of the path condition over the literals of s, which *query then excludes. NULL: there is none.
static state *next_example(engine_ctx *ctx, state *s, const expr_vec *literals, expr_vec *query) {
  expr_table *t = ctx->sem->terms;
  model *m = NULL;
  if (smt_check(ctx->sem->solver, query->data, query->len, &m) != SMT_SAT) return NULL;
  model *values = model_new();
  expr other = expr_bool(t, false);
  for (size_t i = 0; i < literals->len; i++) {
    expr now = expr_eval(t, literals->data[i], m);
    model_set(values, literals->data[i], now);
    other = expr_or(t, other, expr_ne(t, literals->data[i], now));
  }
  vec_push(query, other);
  state *one = state_fork(s);
  sem_fix_inputs(ctx->sem, one, values);
  model_free(values);
  model_free(m);
  return one;
}

// Is there a concrete state of s that no stored state covers? Then neither do several together.
static bool is_shown(engine_ctx *ctx, matcher *exact, state *s) {
  expr_vec literals = {0}, query = {0};
  bool shown = false;
  state_literals(s, ctx->sem->terms, &literals);
  pathcond_conjuncts(state_pathcond(s), &query);
  for (uint32_t n = 0; n < EXAMPLES && !shown; n++) {
    state *one = next_example(ctx, s, &literals, &query);
    if (!one) break;
    uint64_t unanswered = matcher_get_stats(exact)->solver_unknown;
    shown = !matcher_covers(exact, one) && matcher_get_stats(exact)->solver_unknown == unanswered;
    state_unref(one);
  }
  vec_free(&literals);
  vec_free(&query);
  return shown;
}

void audit_decide(audit *a, engine_ctx *ctx) {
  if (!a->on) return;
  counters *c = &ctx->result->counters;
  // What the quick ways do not find is decided as 4.8 says it, however long that takes.
  matcher *quick = matcher_of(a, ctx, (match_method)ctx->options->match), *exact = matcher_of(a, ctx, METHOD_ESS);
  for (size_t i = 0; i < a->duplicates.len; i++) {
    state *s = a->duplicates.data[i];
    c->audited++;
    if (matcher_covers(quick, s) || matcher_covers(exact, s)) continue;
    c->false_duplicates++;
    c->false_shown += is_shown(ctx, exact, s);
  }
  result_add_note(
      ctx->result,
      "%llu of %llu states that counted as seen are covered by no stored state; examples show it for %llu of them",
      (unsigned long long)c->false_duplicates, (unsigned long long)c->audited, (unsigned long long)c->false_shown);
  matcher_free(quick);
  matcher_free(exact);
}
