#include "match/view.h"

#include "base/hash.h"

// Integer data are blanked, pointers keep their object (and their offset, unless it is symbolic).
static value blank(void *arg, value v) {
  (void)arg;
  if (v.obj == 0) return value_word(0);
  return v.e.id ? value_pointer(v.obj, 0) : v;
}

static void collect(void *arg, const value *v) {
  view *w = arg;
  if (v->e.id) vec_push(&w->mask, (uint32_t)w->data.len);
  vec_push(&w->data, *v);
}

void view_make(view *v, sem *semantics, state_store *controls, state *s) {
  *v = (view){0};
  state_each_value(s, collect, v);
  state *masked = state_fork(s);
  state_map_values(masked, blank, NULL);
  bool is_new;
  v->control = state_store_add(controls, masked, sem_time_abstractable(semantics, s), &is_new).id;
  state_unref(masked);
  if (semantics->options.as_documented) {
    v->pc = pathcond_ref(state_pathcond(s));
    return;
  }
  expr_vec literals = {0};
  state_literals(s, semantics->terms, &literals);
  v->pc = pathcond_collect(semantics->solver, state_pathcond(s), literals.data, literals.len);
  vec_free(&literals);
}

void view_fini(view *v) {
  vec_free(&v->data);
  vec_free(&v->mask);
  pathcond_unref(v->pc);
  v->pc = NULL;
}

uint64_t view_hash_outside(const view *v, const pos_vec *skip) {
  uint64_t h = v->control;
  size_t k = 0;
  for (size_t i = 0; i < v->data.len; i++) {
    if (k < skip->len && skip->data[k] == i) {
      k++;
      continue;
    }
    h = hash_combine(h, v->data.data[i].bits);
  }
  return h;
}

bool view_equal_outside(const view *a, const view *b, const pos_vec *skip) {
  size_t k = 0;
  for (size_t i = 0; i < a->data.len; i++) {
    if (k < skip->len && skip->data[k] == i) {
      k++;
    } else if (a->data.data[i].bits != b->data.data[i].bits) {
      return false;
    }
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
  if (a->len != b->len) return false;
  for (size_t i = 0; i < a->len; i++) {
    if (a->data[i] != b->data[i]) return false;
  }
  return true;
}

bool view_pair(expr_table *t, const view *a, const view *b, uint32_t at, expr *ta, expr *tb) {
  value x = a->data.data[at], y = b->data.data[at];
  if (!x.e.id && !y.e.id) return false;
  *ta = x.e.id ? x.e : expr_const(t, expr_width(t, y.e), x.bits);
  *tb = y.e.id ? y.e : expr_const(t, expr_width(t, x.e), y.bits);
  return true;
}
