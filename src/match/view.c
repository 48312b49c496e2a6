#include "match/view.h"

#include "base/hash.h"

static void collect(void *arg, const value *v, uint32_t n) {
  view *w = arg;
  size_t first = w->words.len;
  vec_reserve(&w->words, first + n);
  for (uint32_t i = 0; i < n; i++) {
    if (v[i].e.id) {
      vec_push(&w->mask, (uint32_t)(first + i));
      vec_push(&w->terms, v[i].e);
    }
    w->words.data[first + i] = v[i].e.id ? 0 : v[i].bits;
  }
  w->words.len = first + n;
}

// The conjuncts that matter: as documented all of them, else those connected with the data.
static pathcond *relevant(const view *v, sem *semantics, pathcond *pc) {
  if (!pc || semantics->options.as_documented) return pathcond_ref(pc);
  expr_vec literals = {0};
  for (size_t i = 0; i < v->terms.len; i++) expr_collect_vars(semantics->terms, v->terms.data[i], &literals);
  pathcond *r = pathcond_collect(semantics->solver, pc, literals.data, literals.len);
  vec_free(&literals);
  return r;
}

void view_make(view *v, sem *semantics, state_store *controls, state *s) {
  vec_clear(&v->words);
  vec_clear(&v->mask);
  vec_clear(&v->terms);
  vec_clear(&v->pc);
  state_each_run(s, collect, v);
  state *same = state_fork(s);  // the numbers of roots that the state remembers are those of another store
  bool is_new;
  v->control = state_store_add(controls, same, sem_time_abstractable(semantics, s), &is_new).id;
  state_unref(same);
  pathcond *pc = relevant(v, semantics, state_pathcond(s));
  pathcond_unref(v->origin);
  v->origin = pc;
  v->uncertain = pathcond_uncertain(pc);
  pathcond_conjuncts(pc, &v->pc);
}

void view_fini(view *v) {
  vec_free(&v->words);
  vec_free(&v->mask);
  vec_free(&v->terms);
  vec_free(&v->pc);
  pathcond_unref(v->origin);
  v->origin = NULL;
}

uint64_t view_hash_outside(const view *v, const pos_vec *skip) {
  uint64_t h = 0;
  for (size_t i = 0, from = 0; i <= skip->len; i++) {
    size_t to = i < skip->len ? skip->data[i] : v->words.len;
    if (to > from) h = hash_bytes(v->words.data + from, (to - from) * sizeof(uint64_t), h);
    from = to + 1;
  }
  return h;
}

bool view_equal_outside(const view *a, const view *b, const pos_vec *skip) {
  for (size_t i = 0, from = 0; i <= skip->len; i++) {
    size_t to = i < skip->len ? skip->data[i] : a->words.len;
    if (to > from && memcmp(a->words.data + from, b->words.data + from, (to - from) * sizeof(uint64_t)) != 0)
      return false;
    from = to + 1;
  }
  return true;
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
