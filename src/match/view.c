#include "match/view.h"
#include "sem/forms.h"

// The conjuncts that matter: as documented all of them, else those connected with the data.
static pathcond *relevant(const view *v, sem *semantics, pathcond *pc) {
  if (!pc || semantics->options.as_documented) return pathcond_ref(pc);
  expr_vec literals = {0};
  for (size_t i = 0; i < v->terms.len; i++) expr_collect_vars(semantics->terms, v->terms.data[i], &literals);
  pathcond *r = pathcond_collect(semantics->solver, pc, literals.data, literals.len);
  vec_free(&literals);
  return r;
}

void view_clear(view *v) {
  vec_clear(&v->words);
  vec_clear(&v->mask);
  vec_clear(&v->terms);
  vec_clear(&v->pc);
  pathcond_unref(v->origin);
  v->origin = NULL;
}

void view_make(view *v, sem *semantics, state_store *controls, word_store *words, state *s) {
  view_clear(v);
  v->data = word_store_add(words, s, &v->mask, &v->terms);
  bool is_new;
  v->control = state_store_add(controls, s, sem_time_abstractable(semantics, s), &is_new).id;
  pathcond *pc = relevant(v, semantics, state_pathcond(s));
  v->origin = pc;
  v->uncertain = pathcond_uncertain(pc);
  pathcond_conjuncts(pc, &v->pc);
}

void view_read(view *v, const word_store *words) {
  if (v->words.len == 0) word_store_read(words, v->data, &v->words);
}

void view_fini(view *v) {
  view_clear(v);
  vec_free(&v->words);
  vec_free(&v->mask);
  vec_free(&v->terms);
  vec_free(&v->pc);
}

void pos_union(const pos_vec *a, const pos_vec *b, pos_vec *out) {
  vec_clear(out);
  size_t i = 0, k = 0;
  while (i < a->len || k < b->len) {
    uint32_t x = i < a->len ? a->data[i] : UINT32_MAX, y = k < b->len ? b->data[k] : UINT32_MAX;
    vec_push(out, x < y ? x : y);
    i += x <= y;
    k += y <= x;
  }
}

bool pos_same(const pos_vec *a, const pos_vec *b) {
  return a->len == b->len && (a->len == 0 || memcmp(a->data, b->data, a->len * sizeof(uint32_t)) == 0);
}

expr view_term(const view *v, uint32_t at) {
  size_t lo = 0, hi = v->mask.len;
  while (lo < hi) {
    size_t mid = (lo + hi) / 2;
    if (v->mask.data[mid] < at)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo < v->mask.len && v->mask.data[lo] == at ? v->terms.data[lo] : EXPR_NONE;
}

bool view_pair(expr_table *t, const view *a, const view *b, uint32_t at, expr *ta, expr *tb) {
  expr x = view_term(a, at), y = view_term(b, at);
  CHECK(expr_some(x) || expr_some(y), "a pair has a symbolic side");
  if (expr_some(x) && expr_some(y)) {
    *ta = x;
    *tb = y;
    sort p = expr_sort(t, x), q = expr_sort(t, y);
    return p.width == q.width && p.elem == q.elem;
  }
  sort s = expr_sort(t, expr_some(x) ? x : y);
  if (s.elem) return false;  // one whole array against a word
  *ta = expr_some(x) ? x : expr_const(t, s.width, a->words.data[at]);
  *tb = expr_some(y) ? y : expr_const(t, s.width, b->words.data[at]);
  return true;
}
