#include "engine/hunt/ways.h"

#include "sem/peek.h"

void ways_init(ways *w) { vec_push(&w->list, ((way){0})); }

void ways_fini(ways *w) {
  vec_free(&w->list);
  vec_free(&w->chain);
  map64_fini(&w->functions);
  map64_fini(&w->fresh);
}

static bool has_begun(const ways *w, uint32_t at, proc_id p) {
  for (uint32_t i = w->list.data[at].begun; i; i = w->list.data[w->list.data[i].before].begun)
    if (w->list.data[i].proc == p) return true;
  return false;
}

void ways_schedule(const ways *w, uint32_t at, proc_vec *out) {
  vec_clear(out);
  for (uint32_t i = at; i; i = w->list.data[i].before) vec_push(out, w->list.data[i].proc);
  for (size_t i = 0, k = out->len; i + 1 < k; i++, k--) {
    proc_id p = out->data[i];
    out->data[i] = out->data[k - 1];
    out->data[k - 1] = p;
  }
}

// Asked once per process: the function of a process does not change, and where two ways give one number to processes of
// different functions the choice of the few is another one, no less honest.
static uint64_t function_of(ways *w, sem *semantics, const state *s, proc_id p) {
  uint64_t known;
  if (map64_get(&w->functions, p, &known)) return known;
  vec_clear(&w->chain);
  sem_location(semantics, s, p, &w->chain);
  known = w->chain.len ? (uint64_t)w->chain.data[0].func + 1 : 0;
  map64_put(&w->functions, p, known);
  return known;
}

// Those of its function come one after the other, as a rule: the walk is short.
static uint32_t peers_before(ways *w, uint32_t before, uint64_t function) {
  for (uint32_t i = w->list.data[before].newest; i; i = w->list.data[w->list.data[i].before].newest) {
    uint64_t f;
    if (map64_get(&w->functions, w->list.data[i].proc, &f) && f == function) return w->list.data[i].peers;
  }
  return 0;
}

uint32_t ways_add(ways *w, sem *semantics, uint32_t before, const state *s, proc_id p) {
  uint32_t id = (uint32_t)w->list.len;
  const way *last = &w->list.data[before];
  way next = {.before = before, .begun = last->begun, .newest = last->newest, .proc = p};
  if (sem_begins(s, p)) {
    next.newest = id;
    next.peers = peers_before(w, before, function_of(w, semantics, s, p)) + 1;
  } else if (!has_begun(w, before, p)) {
    next.begun = id;
  }
  vec_push(&w->list, next);
  return id;
}

uint32_t ways_peers(const ways *w, const sem *semantics, uint32_t at, proc_id *parent) {
  const way *last = &w->list.data[at];
  uint32_t k;
  return last->newest == at && sem_proc_origin(semantics, last->proc, parent, &k) ? last->peers : 0;
}

static uint32_t begun_of(const ways *w, uint32_t at, uint64_t function) {
  uint32_t n = 0;
  uint64_t f;
  for (uint32_t i = w->list.data[at].begun; i; i = w->list.data[w->list.data[i].before].begun)
    n += map64_get(&w->functions, w->list.data[i].proc, &f) && f == function;
  return n;
}

bool ways_few(ways *w, sem *semantics, crew most, const state *s, uint32_t at, proc_vec *enabled) {
  if (enabled->len <= most.fresh || (enabled->len == 1 && sem_begins(s, enabled->data[0]))) return false;
  map64_clear(&w->fresh);
  for (size_t i = 0; i < enabled->len; i++) {
    proc_id p = enabled->data[i];
    if (has_begun(w, at, p)) continue;
    uint64_t f = function_of(w, semantics, s, p), n = 0;
    map64_get(&w->fresh, f, &n);
    map64_put(&w->fresh, f, n + 1);
  }
  size_t kept = 0, all = enabled->len;
  for (size_t i = 0; i < all; i++) {
    proc_id p = enabled->data[i];
    uint64_t n = 0, f = 0;
    bool fresh = !has_begun(w, at, p);
    if (fresh) map64_get(&w->fresh, f = function_of(w, semantics, s, p), &n);
    if (fresh && n == 0) continue;  // another one of a crowd stands for it
    if (fresh && n > most.fresh) {
      map64_put(&w->fresh, f, 0);
      if (begun_of(w, at, f) >= most.begun) continue;
    }
    enabled->data[kept++] = p;
  }
  enabled->len = kept;
  return kept < all;
}
