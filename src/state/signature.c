#include "state/signature.h"

#include "base/hash.h"
#include "state/state_impl.h"

// A sum over the parts, each hashed with its place: blank cells cost nothing, and what a step changes is taken out of the sum and put
// in anew.
typedef struct signer {
  state_mask *mask;
  void *arg;
  uint64_t sum;
  uint64_t symbolic;  // values that are terms
  bool out;           // parts are taken out
} signer;

static void add(signer *g, uint64_t where, uint64_t x, uint64_t y) {
  uint64_t h = hash_u64(hash_combine(hash_combine(where, x), y));
  g->sum += g->out ? -h : h;
}

static void add_value(signer *g, uint64_t where, value v) {
  if ((v.bits | v.e.id | v.obj) == 0) return;
  if (v.e.id) {
    g->symbolic += g->out ? -(uint64_t)1 : 1;
    if (g->mask) v = g->mask(g->arg, v);
  }
  add(g, where, v.e.id ? (uint64_t)1 << 63 | v.e.id : v.bits, (uint64_t)(v.e.id != 0) << 32 | v.obj);
}

static void take_out(signer *g, uint64_t where, value v) {
  g->out = true;
  add_value(g, where, v);
  g->out = false;
}

static uint64_t place_of(uint64_t kind, uint64_t a, uint64_t b) {
  return hash_combine(hash_combine(kind, a), b) & ~(uint64_t)0xffff;
}

static bool same_value(value a, value b) { return a.bits == b.bits && a.e.id == b.e.id && a.obj == b.obj; }

// In all of these `old` goes and `c` comes; either may be NULL.
static void swap_chunk(signer *g, uint64_t where, const chunk *old, const chunk *c) {
  if (old == c) return;
  uint32_t n_old = old ? old->n : 0, n = c ? c->n : 0;
  bool was_array = old && old->odd & CHUNK_ARRAY, is_array = c && c->odd & CHUNK_ARRAY;
  if (was_array != is_array) {
    g->out = was_array;
    add(g, where, 1, 1);
    g->out = false;
  }
  for (uint32_t i = 0; i < n_old || i < n; i++) {
    if (i < n_old && i < n && same_value(old->slots[i], c->slots[i])) continue;
    if (i < n_old) take_out(g, where + i, old->slots[i]);
    if (i < n) add_value(g, where + i, c->slots[i]);
  }
}

static void add_frame(signer *g, proc_id p, const frame *f, bool out) {
  uint64_t where = place_of('F', p, f->depth);
  g->out = out;
  add(g, where, f->func, f->pc);
  for (uint32_t r = 0; r <= f->n_regs; r++) add_value(g, where + 1 + r, f->regs[r]);
  g->out = false;
}

// Down to the first frame that both have.
static void swap_stack(signer *g, proc_id p, const frame *old, const frame *f) {
  while (old != f) {
    uint64_t a = old ? (uint64_t)old->depth + 1 : 0, b = f ? (uint64_t)f->depth + 1 : 0;
    if (a >= b) {
      add_frame(g, p, old, true);
      old = old->caller;
    }
    if (b >= a) {
      add_frame(g, p, f, false);
      f = f->caller;
    }
  }
}

static void add_wait(signer *g, const state *s, proc_id p, bool out) {
  uint64_t where = place_of('W', p, 0);
  g->out = out;
  if (s->env->ir->scheduler == IR_SCHED_INTERLEAVE) {
    const thread_rec *t = state_thread(s, p);
    add(g, where, (uint64_t)t->spawned << 32 | t->depth, (uint64_t)t->guard << 2 | t->taken << 1 | t->dirty);
  } else {
    const wait_rec *w = state_wait(s, p);
    add(g, where, w->n, w->all);
    for (uint32_t i = 0; i < w->n; i++)
      add(g, where + 1 + i, w->list[i].e.offset, (uint64_t)w->list[i].e.obj << 1 | (w->all && w->list[i].met));
  }
  g->out = false;
}

static void *wait_of(const state *s, proc_id p) {
  return s && p <= s->shape->n_procs ? s->root[wait_root(s, p)] : NULL;
}

static const frame *top_of(const state *s, proc_id p) { return s && p <= s->shape->n_procs ? state_top(s, p) : NULL; }

static void swap_processes(signer *g, const state *old, const state *s) {
  uint32_t n = s->shape->n_procs;
  if (old && old->shape->n_procs > n) n = old->shape->n_procs;
  for (proc_id p = 0; p <= n; p++) swap_stack(g, p, top_of(old, p), top_of(s, p));
  swap_stack(g, UINT32_MAX, old ? state_top(old, update_stack(old)) : NULL, state_top(s, update_stack(s)));
  for (proc_id p = 1; p <= n; p++) {
    if (wait_of(old, p) == wait_of(s, p)) continue;
    if (wait_of(old, p)) add_wait(g, old, p, true);
    if (wait_of(s, p)) add_wait(g, s, p, false);
  }
}

static void add_kernel(signer *g, const state *s, bool abstract_time) {
  const kern *k = s->k;
  uint64_t where = place_of('K', 0, 0);
  add(g, where, k->phase,
      (uint64_t)(k->started | k->stop << 1 | k->has_bound << 2 | k->exclusive << 3 | k->one_delta << 4 |
                 k->pause << 5));
  for (proc_id p = 1; p <= k->n; p++)
    if (k->flags[p]) add(g, where + p, k->flags[p], 0);
  if (k->has_bound) add(g, place_of('B', 0, 0), k->bound - s->time, 0);
  if (!abstract_time) add(g, place_of('T', 0, 0), s->time, 1);
  for (uint32_t i = 0; s->pending && i < s->pending->n; i++) {
    const pend_entry *e = &s->pending->list[i];
    uint64_t at = e->kind == PEND_TIMED ? e->at - s->time : 0;
    add(g, place_of('P', e->kind, e->kind <= PEND_LIFE ? e->update : 0), at, hash_combine(e->e.obj, e->e.offset));
  }
  if (!s->made) return;
  add(g, place_of('M', 0, 0), s->made->ran, s->made->delta);
  for (uint32_t i = 0; i < s->made->n; i++) {
    const made_proc *m = &s->made->procs[i];
    if (m->spawned | m->obj | m->offset) add(g, place_of('M', 1, i), (uint64_t)m->spawned << 32 | m->obj, m->offset);
  }
  for (uint32_t i = 0; i < s->made->n_calls; i++) add(g, place_of('M', 2, i), design_calls(s->made)[i], 0);
}

static void add_head(signer *g, uint32_t obj, const body *b, bool out) {
  g->out = out;
  add(g, place_of('O', obj, 0), (uint64_t)b->l->id << 2 | b->uninit << 1 | b->is_heap, b->elements);
  g->out = false;
}

static void swap_body(signer *g, uint32_t obj, const body *old, const body *b) {
  if (old == b) return;
  if (old) add_head(g, obj, old, true);
  if (b) add_head(g, obj, b, false);
  uint32_t n_old = old ? old->n_pages : 0, n = b ? b->n_pages : 0;
  for (uint32_t p = 0; p < n_old || p < n; p++)
    swap_chunk(g, place_of('C', obj, p + 1), p < n_old ? old->pages[p] : NULL, p < n ? b->pages[p] : NULL);
}

static const dir_leaf *leaf_of(const state *s, uint32_t i) {
  return s && s->objects && i < s->objects->n ? s->objects->leaf[i] : NULL;
}

static void swap_objects(signer *g, const state *old, const state *s) {
  uint32_t n_old = old && old->objects ? old->objects->n : 0, n = s->objects ? s->objects->n : 0;
  for (uint32_t i = 0; i < n_old || i < n; i++) {
    const dir_leaf *a = leaf_of(old, i), *b = leaf_of(s, i);
    for (uint32_t j = 0; a != b && j < DIR_LEAF; j++)
      swap_body(g, (i << DIR_LEAF_BITS) + j, a ? a->obj[j] : NULL, b ? b->obj[j] : NULL);
  }
}

static void swap_states(signer *g, const state *old, const state *s) {
  for (uint32_t i = 0; i < s->env->n_mem; i++)
    swap_chunk(g, place_of('G', i, 0), old ? old->root[i] : NULL, s->root[i]);
  swap_processes(g, old, s);
  swap_objects(g, old, s);
}

// The kernel is small and holds times that are relative to that of the state: it is always looked at as a whole.
static uint64_t finish(const signer *g, const state *s, bool abstract_time) {
  signer rest = *g;
  add_kernel(&rest, s, abstract_time);
  if (rest.symbolic && !rest.mask) add(&rest, place_of('Q', 0, 0), pathcond_hash(s->pc), pathcond_length(s->pc));
  return hash_u64(rest.sum);
}

uint64_t state_signature(const state *s, bool abstract_time, state_mask *mask, void *arg) {
  signer g = {.mask = mask, .arg = arg};
  swap_states(&g, NULL, s);
  return finish(&g, s, abstract_time);
}

uint64_t state_signature_next(state_signer *k, state *s, bool abstract_time, state_mask *mask, void *arg) {
  signer g = {.mask = mask, .arg = arg, .sum = k->sum, .symbolic = k->symbolic};
  swap_states(&g, k->last, s);
  k->sum = g.sum;
  k->symbolic = g.symbolic;
  // A copy: parts that are shared are never changed in place.
  if (k->last) state_unref(k->last);
  k->last = state_fork(s);
  uint64_t x = finish(&g, s, abstract_time);
#ifndef NDEBUG
  CHECK(x == state_signature(s, abstract_time, mask, arg), "the signature by differences is another one");
#endif
  return x;
}

void state_signer_fini(state_signer *k) {
  if (k->last) state_unref(k->last);
  *k = (state_signer){0};
}
