#include "sem/views.h"

#include "base/mem.h"
#include "sem/sem_impl.h"

// What of a chunk of static memory is shared.
typedef enum chunk_share { CHUNK_OWN, CHUNK_COMMON, CHUNK_MIXED } chunk_share;

struct views {
  world *m;
  state *blank;            // all static memory zero, nobody live
  map64 shared;            // canonical object -> 1
  uint8_t *chunks;         // chunk_share by root
  uint32_t *shared_slots;  // by root: bit per slot of a mixed chunk
  uint32_t *singles;       // by function: processes that are told apart
  bool changed;
  bool unnamed;
};

enum { SINGLES = 3 };  // processes of a function that are told apart

// A global whose cells have changed lives under another name.
static uint32_t canonical(const world *m, uint32_t obj) {
  uint32_t first = m->env->first_dynamic;
  return obj >= first && obj - first < m->base.ir->n_globals ? obj - first + 1 : obj;
}

// --- the plan ------------------------------------------------------------------------------------------------------

// No process has the kernel as its parent, so the pair is free.
static proc_id representative(world *m, uint32_t func) { return threads_number(m, PROC_KERNEL, func, func); }

// Functions whose address somebody takes: their representatives get low numbers, so that states stay small.
static void reserve_representatives(world *m) {
  const ir_module *ir = m->base.ir;
  for (uint32_t f = 1; f <= ir->n_funcs; f++) {
    for (uint32_t i = 0; i < ir->funcs[f].n_code; i++) {
      const ir_instr *in = &ir->funcs[f].code[i];
      for (uint32_t k = in->op == IR_CALL; k < in->n_args; k++)
        if (in->args[k].kind == IR_OPERAND_FUNC) representative(m, (uint32_t)in->args[k].value);
    }
  }
}

views *views_new(sem *base) {
  world *m = (world *)base;
  CHECK(!m->views, "one set of views at a time");
  views *v = MEM_NEW(views);
  v->m = m;
  uint32_t n_mem = m->env->n_mem;
  v->chunks = MEM_NEW_N(uint8_t, n_mem + 1);
  v->shared_slots = MEM_NEW_N(uint32_t, n_mem + 1);
  v->blank = state_new(m->env);
  state_init_memory(v->blank);
  for (uint32_t i = 0; i < n_mem; i++) {
    chunk *zero = chunk_new(((chunk *)v->blank->root[i])->n);
    chunk_unref(v->blank->root[i]);
    v->blank->root[i] = zero;
  }
  state_kern_rw(v->blank)->phase = PHASE_EVAL;
  m->crowd = MEM_NEW_N(uint32_t, base->ir->n_funcs + 1);
  v->singles = MEM_NEW_N(uint32_t, base->ir->n_funcs + 1);
  m->views = v;
  reserve_representatives(m);
  return v;
}

void views_free(views *v) {
  if (!v) return;
  mem_free(v->m->crowd);
  v->m->crowd = NULL;
  v->m->views = NULL;
  state_unref(v->blank);
  map64_fini(&v->shared);
  mem_free(v->singles);
  mem_free(v->chunks);
  mem_free(v->shared_slots);
  mem_free(v);
}

static void share_global(views *v, uint32_t g) {
  const placement *p = &v->m->env->statics[g];
  uint64_t cells = p->elements * p->l->n_cells;
  if (cells == 0) return;
  if (p->shift != SHARED_CHUNK) {
    for (uint64_t done = 0, root = p->first; done < cells; done += 1u << p->shift, root++)
      v->chunks[root] = CHUNK_COMMON;
    return;
  }
  for (uint64_t i = 0; i < cells; i++) v->shared_slots[p->first] |= 1u << (p->base + i);
  uint32_t all = v->m->env->packed[p->first];
  v->chunks[p->first] = v->shared_slots[p->first] == (all >= 32 ? UINT32_MAX : (1u << all) - 1) ? CHUNK_COMMON
                                                                                                : CHUNK_MIXED;
}

void views_share(views *v, uint32_t obj) {
  obj = canonical(v->m, obj);
  if (!map64_put(&v->shared, obj, 1)) return;
  if (obj <= v->m->base.ir->n_globals) share_global(v, obj);
  v->changed = true;
}

void views_leave_unnamed(views *v) { v->unnamed = true; }
size_t views_names(const views *v) { return v->m->spawned.len; }
bool views_unnamed(const views *v) { return v->unnamed; }

bool views_changed(views *v) {
  bool changed = v->changed;
  v->changed = false;
  return changed;
}

bool views_is_shared(const views *v, uint32_t obj) { return map64_get(&v->shared, canonical(v->m, obj), NULL); }

void views_count(views *v, proc_id parent, uint32_t func, bool is_new) {
  if (is_new) v->singles[func]++;
  if (v->m->crowd[func] || (v->singles[func] <= SINGLES && !threads_in_crowd(v->m, parent))) return;
  v->m->crowd[func] = representative(v->m, func);
  v->changed = true;
}

bool threads_in_crowd(const world *m, proc_id p) {
  uint32_t first = m->base.ir->n_procs + 1;
  return m->crowd && p >= first && p - first < m->spawned.len && m->crowd[m->spawned.data[p - first].func];
}

bool views_is_crowd(const views *v, proc_id p) {
  return threads_in_crowd(v->m, p) && v->m->crowd[v->m->spawned.data[p - v->m->base.ir->n_procs - 1].func] == p;
}

proc_id views_creator(const views *v, uint32_t obj) {
  const world *m = v->m;
  const state_env *env = m->env;
  uint32_t first = env->first_dynamic + m->base.ir->n_globals;
  for (;;) {
    if (obj < first || obj - first >= m->made_at.len) return 0;
    uint32_t site = m->made_at.data[obj - first];
    if (site) return m->sites.data[site - 1].proc;
    uint32_t base = 0;  // it is a shadow, of something older than it
    for (size_t i = 0; i < env->shadows.len && !base; i++)
      if (env->shadows.data[i].name == obj) base = env->shadows.data[i].base;
    if (!base) return 0;
    obj = base;
  }
}

// --- parts ---------------------------------------------------------------------------------------------------------

static void put_chunk(state *s, uint32_t root, chunk *c) {
  if (s->root[root] == c) return;
  state_dirty(s, root);
  c->hd.refs++;
  chunk_unref(s->root[root]);
  s->root[root] = c;
}

// Keeps what is shared, or what is not; the rest becomes zero.
static void keep_memory(views *v, state *s, bool common) {
  for (uint32_t i = 0; i < v->m->env->n_mem; i++) {
    if (v->chunks[i] == (common ? CHUNK_COMMON : CHUNK_OWN)) continue;
    chunk *zero = v->blank->root[i];
    if (v->chunks[i] != CHUNK_MIXED) {
      put_chunk(s, i, zero);
      continue;
    }
    chunk *c = state_chunk_rw(s, i);
    for (uint32_t k = 0; k < c->n; k++)
      if (common != (v->shared_slots[i] >> k & 1)) c->slots[k] = value_word(0);
  }
}

typedef enum kept_objects { KEEP_SHARED, KEEP_STEPPED, KEEP_MADE } kept_objects;

static bool keeps(const views *v, kept_objects what, uint32_t obj, proc_id p) {
  bool shared = views_is_shared(v, obj);
  if (what == KEEP_SHARED) return shared;
  if (shared) return false;
  proc_id creator = views_creator(v, obj);
  return creator == p || (what == KEEP_STEPPED && !creator);
}

static void keep_objects(views *v, state *s, kept_objects what, proc_id p) {
  VEC(uint32_t) gone = {0};
  for (uint32_t i = 0; s->objects && i < s->objects->n; i++) {
    const dir_leaf *leaf = s->objects->leaf[i];
    for (uint32_t j = 0; leaf && j < DIR_LEAF; j++) {
      uint32_t obj = v->m->env->first_dynamic + (i << DIR_LEAF_BITS) + j;
      if ((leaf->obj[j] || leaf->dead >> j & 1) && !keeps(v, what, obj, p)) vec_push(&gone, obj);
    }
  }
  for (size_t i = 0; i < gone.len; i++) state_object_put(s, gone.data[i], NULL);
  vec_free(&gone);
}

// Mutexes held by p, or all of them; then nobody is their holder. Whether they are initialised concerns all.
static void keep_mutexes(state *s, proc_id p) {
  uint32_t n = s->pending ? s->pending->n : 0;
  if (n == 0) return;
  pend_entry *old = MEM_NEW_N(pend_entry, n);
  memcpy(old, s->pending->list, n * sizeof *old);
  for (uint32_t i = n; i-- > 0;) pend_remove(s, i);
  for (uint32_t i = 0; i < n; i++) {
    bool held = old[i].kind == PEND_HELD;
    if (p && (!held || old[i].update != p)) continue;
    if (held) old[i].update = p;
    pend_add(s, old[i]);
  }
  mem_free(old);
}

static void keep_stacks(state *s, proc_id keep) {
  for (proc_id q = 0; q <= s->shape->n_procs; q++) {
    if (q == keep && keep) continue;
    frame *f = state_top(s, q);
    if (f) {
      state_set_top(s, q, NULL);
      frame_unref(f);
    }
    if (q) state_set_wait(s, q, NULL);
  }
}

// Nothing constrains what parts hold: they are concrete but for blurred values (blur.h).
static state *fork_concrete(const state *from) {
  state *s = state_fork((state *)from);
  state_keep_nothing(s);  // parts of several states come together
  state_set_pathcond(s, NULL);
  state_inputs_unref(s->inputs);
  s->inputs = NULL;
  return s;
}

state *views_common(views *v, const state *from) {
  state *s = fork_concrete(from);
  keep_memory(v, s, true);
  keep_objects(v, s, KEEP_SHARED, 0);
  keep_stacks(s, 0);
  keep_mutexes(s, 0);
  kern *k = state_kern_rw(s);
  for (proc_id q = 1; q <= k->n; q++) {
    k->flags[q] = (uint8_t)(k->flags[q] & ~PROC_FRESH);
    if (views_is_crowd(v, q) && k->flags[q]) k->flags[q] = PROC_STARTED;
  }
  return s;
}

state *views_own(views *v, const state *from, proc_id p, bool stepped) {
  state *s = fork_concrete(from);
  keep_memory(v, s, false);
  keep_objects(v, s, stepped ? KEEP_STEPPED : KEEP_MADE, p);
  keep_stacks(s, p);
  keep_mutexes(s, p);
  kern *k = state_kern_rw(s);
  for (proc_id q = 1; q <= k->n; q++)
    if (q != p) k->flags[q] = 0;
  return s;
}

state *views_newcomer(views *v, uint32_t func, proc_id rep) {
  state *s = state_with_procs(state_fork(v->blank), rep);
  const dfunc *df = &v->m->funcs[func];
  state_set_top(s, rep, frame_new(func, df->n_regs, NULL));
  threads_begin_process(v->m, s, rep);
  return s;
}

// --- views ---------------------------------------------------------------------------------------------------------

static void join_memory(views *v, state *s, const state *own) {
  for (uint32_t i = 0; i < v->m->env->n_mem; i++) {
    chunk *mine = own->root[i];
    if (v->chunks[i] == CHUNK_COMMON) continue;
    if (v->chunks[i] == CHUNK_OWN) {
      put_chunk(s, i, mine);
      continue;
    }
    chunk *c = state_chunk_rw(s, i);
    c->odd |= mine->odd;
    for (uint32_t k = 0; k < c->n; k++)
      if (!(v->shared_slots[i] >> k & 1)) c->slots[k] = mine->slots[k];
  }
}

static void join_objects(state *s, const state *own) {
  for (uint32_t i = 0; own->objects && i < own->objects->n; i++) {
    const dir_leaf *leaf = own->objects->leaf[i];
    for (uint32_t j = 0; leaf && j < DIR_LEAF; j++) {
      uint32_t obj = s->env->first_dynamic + (i << DIR_LEAF_BITS) + j;
      if (leaf->obj[j]) {
        leaf->obj[j]->hd.refs++;
        state_object_put(s, obj, leaf->obj[j]);
      } else if (leaf->dead >> j & 1) {
        state_object_kill(s, obj);
      }
    }
  }
}

static void join_mutexes(state *s, const state *own, proc_id p) {
  for (uint32_t i = 0; own->pending && i < own->pending->n; i++) {
    const pend_entry *mine = &own->pending->list[i];
    for (uint32_t k = 0; s->pending && k < s->pending->n; k++) {
      pend_entry e = s->pending->list[k];
      if (e.kind != PEND_HELD || e.e.obj != mine->e.obj || e.e.offset != mine->e.offset || e.update) continue;
      pend_remove(s, k);
      e.update = p;
      pend_add(s, e);
      break;
    }
  }
}

state *views_join(views *v, const state *common, const state *own, proc_id p) {
  state *s = state_with_procs(state_fork((state *)common), own->k->n);
  join_memory(v, s, own);
  join_objects(s, own);
  join_mutexes(s, own, p);
  frame *f = state_top(own, p);
  if (f) f->hd.refs++;
  state_set_top(s, p, f);
  wait_rec *w = state_wait(own, p);
  if (w) w->hd.refs++;
  state_set_wait(s, p, w);
  state_kern_rw(s)->flags[p] = own->k->flags[p];
  return s;
}

void views_held(const state *own, view_mutexes *out) {
  for (uint32_t i = 0; own->pending && i < own->pending->n; i++) {
    const event_id *e = &own->pending->list[i].e;
    vec_push(out, ((view_mutex){e->offset, e->obj}));
  }
}

uint32_t views_held_by_others(const state *view) {
  uint32_t n = 0;
  for (uint32_t i = 0; view->pending && i < view->pending->n; i++)
    n += view->pending->list[i].kind == PEND_HELD && view->pending->list[i].update == 0;
  return n;
}

#define OWNED ((uint64_t)1 << 62)  // offsets of owned cells

bool views_owns(const state *s, proc_id p, uint32_t global, uint64_t offset) {
  for (uint32_t i = 0; s->pending && i < s->pending->n; i++) {
    const pend_entry *e = &s->pending->list[i];
    if (e->e.obj == global && e->e.offset == (offset | OWNED) && e->update == p) return true;
  }
  return false;
}

void views_set_owner(state *s, proc_id p, uint32_t global, uint64_t offset, bool owns) {
  event_id at = {offset | OWNED, global};
  for (uint32_t i = s->pending ? s->pending->n : 0; i-- > 0;) {
    const pend_entry *e = &s->pending->list[i];
    if (e->e.obj == at.obj && e->e.offset == at.offset) pend_remove(s, i);
  }
  if (owns) pend_add(s, (pend_entry){.kind = PEND_HELD, .e = at, .update = p});
}

uint32_t views_global(const views *v, uint32_t obj) {
  uint32_t g = canonical(v->m, obj);
  return g <= v->m->base.ir->n_globals ? g : 0;
}

bool views_number(const views *v, const state *s, uint32_t obj, uint64_t offset, uint32_t size, uint64_t *out) {
  objref o;
  uint64_t number;
  if (!mem_object(v->m, s, obj, &o) || !layout_find(o.l, o.elements, offset, size, &number)) return false;
  value x = mem_get(v->m, s, &o, number);
  *out = x.bits;
  return value_is_concrete(x) && x.obj == 0;
}

uint32_t views_procs(const state *s) { return s->k->n; }
bool views_live(const state *s, proc_id p) { return p <= s->k->n && threads_live(s->k, p); }
bool views_has_stack(const state *s, proc_id p) { return p <= s->k->n && state_top(s, p) != NULL; }

bool views_may_step(views *v, const state *view, proc_id p) {
  return threads_live(view->k, p) && (view->k->flags[p] & PROC_FRESH || threads_may_step(v->m, view, p));
}

bool views_at_end(const views *v, const state *s, proc_id p) {
  if (!threads_live(s->k, p)) return true;
  const frame *f = state_top(s, p);
  return v->m->funcs[f->func].ir->code[f->pc].op == IR_STOP;
}

bool views_has_heap(const state *s) {
  for (uint32_t i = 0; s->objects && i < s->objects->n; i++) {
    const dir_leaf *leaf = s->objects->leaf[i];
    for (uint32_t j = 0; leaf && j < DIR_LEAF; j++)
      if (leaf->obj[j] && leaf->obj[j]->is_heap) return true;
  }
  return false;
}

// --- what parts refer to -------------------------------------------------------------------------------------------

typedef struct escape {
  views *v;
  proc_id p;
  bool possible;
} escape;

static void note_reference(void *arg, const value *x) {
  escape *e = arg;
  const world *m = e->v->m;
  if (x->obj < m->env->first_dynamic + m->base.ir->n_globals || x->obj >= STATE_FUNC_BASE) return;
  if (views_is_shared(e->v, x->obj)) return;
  proc_id creator = views_creator(e->v, x->obj);
  if (e->p && creator == e->p) return;
  if (creator && views_is_crowd(e->v, creator))
    e->possible = false;
  else
    views_share(e->v, x->obj);
}

bool views_escape(views *v, const state *part, proc_id p) {
  escape e = {v, p, true};
  state_each_value(part, note_reference, &e);
  return e.possible;
}
