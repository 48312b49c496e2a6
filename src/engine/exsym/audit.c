#include "engine/exsym/audit.h"

#include "engine/exsym/visited.h"

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
  if (is_new) vec_push(&a->stored, state_ref(s));
  else vec_push(&a->duplicates, state_ref(s));
}

void audit_decide(audit *a, engine_ctx *ctx) {
  if (!a->on) return;
  counters *c = &ctx->result->counters;
  matcher *m = visited_matcher(ctx);
  bool is_new;
  for (size_t i = 0; i < a->stored.len; i++) matcher_find_or_add(m, a->stored.data[i], &is_new);
  uint64_t unanswered = matcher_get_stats(m)->solver_unknown;
  for (size_t i = 0; i < a->duplicates.len; i++) {
    c->audited++;
    c->false_duplicates += !matcher_covers(m, a->duplicates.data[i]);
  }
  unanswered = matcher_get_stats(m)->solver_unknown - unanswered;
  result_add_note(ctx->result, "%llu of %llu states that counted as seen are covered by no stored state (%llu questions not answered)",
                  (unsigned long long)c->false_duplicates, (unsigned long long)c->audited, (unsigned long long)unanswered);
  matcher_free(m);
}
