#include "state/signature.h"

#include "base/hash.h"
#include "state/state_impl.h"

// A sum over the parts, each hashed with its place: blank cells cost nothing.
typedef struct signer {
  state_mask *mask;
  void *arg;
  uint64_t sum;
  bool symbolic;
} signer;

static void add(signer *g, uint64_t where, uint64_t x, uint64_t y) {
  g->sum += hash_u64(hash_combine(hash_combine(where, x), y));
}

static void add_value(signer *g, uint64_t where, value v) {
  if ((v.bits | v.e.id | v.obj) == 0) return;
  if (v.e.id) {
    g->symbolic = true;
    if (g->mask) v = g->mask(g->arg, v);
  }
  add(g, where, v.e.id ? (uint64_t)1 << 63 | v.e.id : v.bits, (uint64_t)(v.e.id != 0) << 32 | v.obj);
}

static uint64_t place_of(uint64_t kind, uint64_t a, uint64_t b) { return hash_combine(hash_combine(kind, a), b) & ~(uint64_t)0xffff; }

static void add_chunk(signer *g, uint64_t where, const chunk *c) {
  if (c->odd & CHUNK_ARRAY) add(g, where, 1, 1);
  for (uint32_t i = 0; i < c->n; i++) add_value(g, where + i, c->slots[i]);
}

static void add_stack(signer *g, proc_id p, const frame *top) {
  for (const frame *f = top; f; f = f->caller) {
    uint64_t where = place_of('F', p, f->depth);
    add(g, where, f->func, f->pc);
    for (uint32_t r = 0; r <= f->n_regs; r++) add_value(g, where + 1 + r, f->regs[r]);
  }
}

static void add_waits(signer *g, const state *s) {
  bool threads = s->env->ir->scheduler == IR_SCHED_INTERLEAVE;
  for (proc_id p = 1; p <= s->shape->n_procs; p++) {
    if (!s->root[wait_root(s, p)]) continue;
    uint64_t where = place_of('W', p, 0);
    if (threads) {
      const thread_rec *t = state_thread(s, p);
      add(g, where, (uint64_t)t->spawned << 32 | t->depth, (uint64_t)t->guard << 1 | t->dirty);
      continue;
    }
    const wait_rec *w = state_wait(s, p);
    add(g, where, w->n, w->all);
    for (uint32_t i = 0; i < w->n; i++)
      add(g, where + 1 + i, w->list[i].e.offset, (uint64_t)w->list[i].e.obj << 1 | (w->all && w->list[i].met));
  }
}

static void add_kernel(signer *g, const state *s, bool abstract_time) {
  const kern *k = s->k;
  uint64_t where = place_of('K', 0, 0);
  add(g, where, k->phase, (uint64_t)(k->started | k->stop << 1 | k->has_bound << 2 | k->exclusive << 3 | k->one_delta << 4 | k->pause << 5));
  for (proc_id p = 1; p <= k->n; p++)
    if (k->flags[p]) add(g, where + p, k->flags[p], 0);
  if (k->has_bound) add(g, place_of('B', 0, 0), k->bound - s->time, 0);
  if (!abstract_time) add(g, place_of('T', 0, 0), s->time, 1);
  for (uint32_t i = 0; s->pending && i < s->pending->n; i++) {
    const pend_entry *e = &s->pending->list[i];
    uint64_t at = e->kind == PEND_TIMED ? e->at - s->time : 0;
    add(g, place_of('P', e->kind, e->kind <= PEND_HELD ? e->update : 0), at, hash_combine(e->e.obj, e->e.offset));
  }
  if (!s->made) return;
  add(g, place_of('M', 0, 0), s->made->ran, s->made->delta);
  for (uint32_t i = 0; i < s->made->n; i++) {
    const made_proc *m = &s->made->procs[i];
    if (m->spawned | m->obj | m->offset) add(g, place_of('M', 1, i), (uint64_t)m->spawned << 32 | m->obj, m->offset);
  }
  for (uint32_t i = 0; i < s->made->n_calls; i++) add(g, place_of('M', 2, i), design_calls(s->made)[i], 0);
}

static void add_objects(signer *g, const state *s) {
  for (uint32_t i = 0; s->objects && i < s->objects->n; i++) {
    const dir_leaf *leaf = s->objects->leaf[i];
    for (uint32_t j = 0; leaf && j < DIR_LEAF; j++) {
      const body *b = leaf->obj[j];
      if (!b) continue;
      uint32_t obj = (i << DIR_LEAF_BITS) + j;
      add(g, place_of('O', obj, 0), (uint64_t)b->l->id << 2 | b->uninit << 1 | b->is_heap, b->elements);
      for (uint32_t p = 0; p < b->n_pages; p++) add_chunk(g, place_of('C', obj, p + 1), b->pages[p]);
    }
  }
}

uint64_t state_signature(const state *s, bool abstract_time, state_mask *mask, void *arg) {
  signer g = {.mask = mask, .arg = arg};
  for (uint32_t i = 0; i < s->env->n_mem; i++) add_chunk(&g, place_of('G', i, 0), s->root[i]);
  for (proc_id p = 0; p <= s->shape->n_procs; p++) add_stack(&g, p, state_top(s, p));
  add_stack(&g, UINT32_MAX, state_top(s, update_stack(s)));
  add_waits(&g, s);
  add_kernel(&g, s, abstract_time);
  add_objects(&g, s);
  if (g.symbolic && !mask) add(&g, place_of('Q', 0, 0), pathcond_hash(s->pc), pathcond_length(s->pc));
  return hash_u64(g.sum);
}
