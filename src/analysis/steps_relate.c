// Which steps depend on each other, and which enable which [AVPE15].
#include "analysis/steps_impl.h"
#include "base/bitset.h"

static bool overlap(const step_access *a, const step_access *b) {
  if (a->obj != b->obj) return false;
  if (a->size == ACCESS_WHOLE || b->size == ACCESS_WHOLE) return true;
  return a->offset < b->offset + b->size && b->offset < a->offset + a->size;
}

static bool is_memory(access_mode m) { return m == ACCESS_READ || m == ACCESS_WRITE || m == ACCESS_UPDATE; }
static bool is_process(access_mode m) { return m == ACCESS_SUSPEND || m == ACCESS_RESUME; }

static bool is_ending(access_mode m) { return m == ACCESS_ASSUME || m == ACCESS_CHECK; }

bool access_conflict(const step_access *a, const step_access *b, bool ieee_pending) {
  if (is_ending(a->mode) || is_ending(b->mode)) return is_ending(a->mode) && is_ending(b->mode) && a->mode != b->mode;
  if (!overlap(a, b)) return false;
  if (is_memory(a->mode) || is_memory(b->mode)) {
    if (!is_memory(a->mode) || !is_memory(b->mode)) return false;
    if (a->mode == ACCESS_READ && b->mode == ACCESS_READ) return false;
    bool same_update = a->mode == ACCESS_UPDATE && b->mode == ACCESS_UPDATE && a->detail == b->detail;
    return !same_update || a->offset != b->offset || a->size != b->size;
  }
  if (is_process(a->mode) || is_process(b->mode))
    return is_process(a->mode) && is_process(b->mode) && a->mode != b->mode;
  access_mode lo = a->mode < b->mode ? a->mode : b->mode, hi = a->mode < b->mode ? b->mode : a->mode;
  if (lo == ACCESS_NOTIFY && hi == ACCESS_WAIT) return true;
  if (lo == ACCESS_NOTIFY && hi == ACCESS_NOTIFY_LATER) return ieee_pending || a->detail || b->detail;
  return lo == ACCESS_NOTIFY_LATER && hi == ACCESS_NOTIFY_LATER && (a->detail || b->detail);
}

// Rule (c): one can suspend the process of the other.
static bool suspends(const step_info *a, const step_info *b) {
  for (size_t i = 0; i < a->accesses.len; i++) {
    if (a->accesses.data[i].mode == ACCESS_SUSPEND && a->accesses.data[i].obj == b->proc) return true;
  }
  return false;
}

static bool conflict(const steps *st, const step_info *a, const step_info *b) {
  if (a->proc == b->proc) return false;
  for (size_t i = 0; i < a->accesses.len; i++) {
    for (size_t k = 0; k < b->accesses.len; k++) {
      if (access_conflict(&a->accesses.data[i], &b->accesses.data[k], st->options.ieee_pending)) return true;
    }
  }
  return suspends(a, b) || suspends(b, a);
}

static bool enables(const step_info *a, const step_info *b) {
  if (a->proc == b->proc) return false;
  for (size_t i = 0; i < a->accesses.len; i++) {
    if (a->accesses.data[i].mode != ACCESS_NOTIFY) continue;
    for (size_t k = 0; k < b->wakers.len; k++) {
      if (overlap(&a->accesses.data[i], &b->wakers.data[k])) return true;
    }
  }
  return false;
}

// Steps by what they touch, so that only pairs with something in common are compared: slot = object, or process.
typedef struct touchers {
  id_vec *by_object, *by_process;
} touchers;

static void index_steps(const steps *st, touchers *t) {
  t->by_object = MEM_NEW_N(id_vec, st->n_objects + 1);
  t->by_process = MEM_NEW_N(id_vec, st->n_procs + 1);
  for (uint32_t a = 1; a < st->list.len; a++) {
    const step_info *s = &st->list.data[a];
    for (size_t i = 0; i < s->accesses.len + s->wakers.len; i++) {
      const step_access *x = i < s->accesses.len ? &s->accesses.data[i] : &s->wakers.data[i - s->accesses.len];
      id_vec *slot = is_process(x->mode) ? &t->by_process[x->obj] : &t->by_object[x->obj];
      if (slot->len == 0 || vec_last(slot) != a) vec_push(slot, a);
    }
    id_vec *own = &t->by_process[s->proc];
    if (own->len == 0 || vec_last(own) != a) vec_push(own, a);
  }
}

static void free_index(const steps *st, touchers *t) {
  for (uint32_t i = 0; i <= st->n_objects; i++) vec_free(&t->by_object[i]);
  for (uint32_t i = 0; i <= st->n_procs; i++) vec_free(&t->by_process[i]);
  mem_free(t->by_object);
  mem_free(t->by_process);
}

static void mark_slot(const id_vec *slot, bitset *candidates) {
  for (size_t i = 0; i < slot->len; i++) bitset_add(candidates, slot->data[i]);
}

void steps_relate(steps *st) {
  size_t n = st->list.len;
  st->deps = MEM_NEW_N(id_vec, n);
  st->enablers = MEM_NEW_N(id_vec, n);
  touchers t;
  index_steps(st, &t);
  bitset candidates = bitset_new(n);
  for (uint32_t a = 1; a < n; a++) {
    const step_info *s = &st->list.data[a];
    bitset_clear(&candidates);
    mark_slot(&t.by_process[s->proc], &candidates);
    for (size_t i = 0; i < s->accesses.len; i++) {
      const step_access *x = &s->accesses.data[i];
      mark_slot(is_process(x->mode) ? &t.by_process[x->obj] : &t.by_object[x->obj], &candidates);
    }
    for (size_t i = 0; i < s->wakers.len; i++) mark_slot(&t.by_object[s->wakers.data[i].obj], &candidates);
    for (uint32_t b = 1; b < n; b++) {
      if (!bitset_has(&candidates, b)) continue;
      if (conflict(st, s, &st->list.data[b])) vec_push(&st->deps[a], b);
      if (enables(&st->list.data[b], s)) vec_push(&st->enablers[a], b);
    }
  }
  bitset_fini(&candidates);
  free_index(st, &t);
}
