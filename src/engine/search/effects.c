#include "engine/search/effects.h"

#include <string.h>

#include "base/hash.h"

void effects_init(effects *e, bool ieee_pending) {
  *e = (effects){.ieee_pending = ieee_pending};
  vec_push(&e->list, (step_effect){0});
}

void effects_fini(effects *e) {
  for (size_t i = 0; i < e->list.len; i++) vec_free(&e->list.data[i].touched);
  vec_free(&e->list);
  map64_fini(&e->by_hash);
  map64_fini(&e->dependent);
}

static uint64_t hash_touch(uint64_t h, const touch *t) {
  h = hash_combine(h, (uint64_t)t->mode << 32 | t->detail);
  h = hash_combine(h, t->obj);
  return hash_combine(hash_combine(h, t->offset), t->size);
}

static bool same_touch(const touch *a, const touch *b) {
  return a->mode == b->mode && a->detail == b->detail && a->obj == b->obj && a->offset == b->offset &&
         a->size == b->size && a->flags == b->flags;
}

static bool same(const step_effect *e, proc_id proc, const footprint *f) {
  if (e->proc != proc || e->touched.len != f->len) return false;
  for (size_t i = 0; i < f->len; i++) {
    if (!same_touch(&e->touched.data[i], &f->data[i])) return false;
  }
  return true;
}

uint32_t effects_intern(effects *e, proc_id proc, const footprint *f) {
  uint64_t h = hash_u64(proc);
  for (size_t i = 0; i < f->len; i++) h = hash_touch(h, &f->data[i]);
  uint64_t first = 0;
  map64_get(&e->by_hash, h, &first);
  for (uint32_t i = (uint32_t)first; i; i = e->list.data[i].next) {
    if (same(&e->list.data[i], proc, f)) return i;
  }
  step_effect fresh = {.proc = proc, .next = (uint32_t)first};
  for (size_t i = 0; i < f->len; i++) vec_push(&fresh.touched, f->data[i]);
  vec_push(&e->list, fresh);
  map64_put(&e->by_hash, h, e->list.len - 1);
  return (uint32_t)e->list.len - 1;
}

bool effects_dependent(effects *e, uint32_t a, uint32_t b) {
  if (e->list.data[a].proc == e->list.data[b].proc) return false;
  uint64_t key = a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
  uint64_t known;
  if (map64_get(&e->dependent, key, &known)) return known;
  bool d = footprint_dependent(&e->list.data[a].touched, &e->list.data[b].touched, e->ieee_pending);
  map64_put(&e->dependent, key, d);
  return d;
}

void effect_graph_fini(effect_graph *g) {
  vec_free(&g->first);
  vec_free(&g->edges);
}

void effect_graph_add(effect_graph *g, uint32_t from, uint32_t to, uint32_t effect) {
  uint32_t top = from > to ? from : to;
  while (g->first.len <= top) vec_push(&g->first, 0u);
  if (g->edges.len == 0) vec_push(&g->edges, (effect_edge){0});
  for (uint32_t i = g->first.data[from]; i; i = g->edges.data[i].next) {
    if (g->edges.data[i].to == to && g->edges.data[i].effect == effect) return;
  }
  effect_edge edge = {.to = to, .effect = effect, .next = g->first.data[from]};
  vec_push(&g->edges, edge);
  g->first.data[from] = (uint32_t)g->edges.len - 1;
}
