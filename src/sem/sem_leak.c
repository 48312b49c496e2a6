// Leaks: heap objects that nothing reaches when the run ends (doc/semantics-threads.md 4).
//
// Roots are the globals, all live objects that are not of the heap (locals of frames not left, shadow objects) and the
// registers; also those of processes that the end of the program has cut off: what they were about to store is not lost.
#include "base/bitset.h"
#include "sem/sem_impl.h"

typedef struct reach {
  world *m;
  const state *s;
  uint32_t first, n;  // names first .. first + n - 1
  bitset seen;
  VEC(uint32_t) open;  // seen, contents not looked at yet
} reach;

static void reach_object(reach *r, uint32_t obj) {
  if (obj < r->first || obj - r->first >= r->n || bitset_has(&r->seen, obj - r->first)) return;
  bitset_add(&r->seen, obj - r->first);
  vec_push(&r->open, obj);
}

static void reach_chunk(reach *r, const chunk *c) {
  for (uint32_t i = 0; c && i < c->n; i++) reach_object(r, c->slots[i].obj);
}

static void reach_frames(reach *r, proc_id p) {
  for (const frame *f = state_top(r->s, p); f; f = f->caller) {
    for (uint32_t i = 0; i <= f->n_regs; i++) reach_object(r, f->regs[i].obj);
  }
}

static void reach_roots(reach *r) {
  const kern *k = r->s->k;
  for (uint32_t i = 0; i < r->m->env->n_mem; i++) reach_chunk(r, r->s->root[i]);
  reach_frames(r, PROC_KERNEL);
  for (proc_id p = 1; p <= k->n; p++) reach_frames(r, p);
  for (uint32_t i = 0; i < r->n; i++) {
    const body *b = state_object(r->s, r->first + i);
    if (b && !b->is_heap) reach_object(r, r->first + i);
  }
}

static place made_at(const world *m, uint32_t obj) {
  for (size_t i = 0; i < m->sites.len; i++) {
    const alloc_site *site = &m->sites.data[i];
    for (size_t k = 0; k < site->objects.len; k++) {
      bool found = site->objects.data[k] == obj;
      if (found) return site->func == SITE_BY_TYPE ? PLACE_NONE : m->base.ir->funcs[site->func].code[site->pc].at;
    }
  }
  return PLACE_NONE;
}

bool heap_leaks(world *m, const state *s, place *at) {
  reach r = {.m = m, .s = s, .first = m->env->first_dynamic, .n = m->base.ir->n_globals + m->n_dynamic};
  r.seen = bitset_new(r.n + 1);
  reach_roots(&r);
  while (r.open.len > 0) {
    const body *b = state_object(s, vec_pop(&r.open));
    for (uint32_t i = 0; b && i < b->n_pages; i++) reach_chunk(&r, b->pages[i]);
  }
  bool lost = false;
  for (uint32_t i = 0; i < r.n && !lost; i++) {
    const body *b = state_object(s, r.first + i);
    lost = b && b->is_heap && !bitset_has(&r.seen, i);
    if (lost) *at = made_at(m, r.first + i);
  }
  bitset_fini(&r.seen);
  vec_free(&r.open);
  return lost;
}
