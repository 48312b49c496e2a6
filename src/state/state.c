#include "state/state_impl.h"

#include <string.h>

#include "base/mem.h"

// --- parts ---------------------------------------------------------------------------------------------------------

void *part_new(size_t size) {
  cow *c = mem_block(size);
  memset(c, 0, size);
  c->refs = 1;
  c->pool = size <= MEM_BLOCK_MAX ? (uint16_t)((size + 15) / 16) : 0;
  return c;
}

void *part_copy(const void *from, size_t size) {
  cow *c = mem_block(size);
  memcpy(c, from, size);
  c->refs = 1;
  cow_touch(c);
  c->pool = size <= MEM_BLOCK_MAX ? (uint16_t)((size + 15) / 16) : 0;
  return c;
}

void part_free(void *part) {
  cow *c = part;
  if (c->pool)
    mem_block_free(c, c->pool * 16u);
  else
    mem_free(c);
}

chunk *chunk_new(uint32_t n) {
  chunk *c = part_new(sizeof(chunk) + n * sizeof(value));
  c->n = (uint16_t)n;
  return c;
}

void chunk_unref(chunk *c) {
  if (c && --c->hd.refs == 0) part_free(c);
}

chunk *chunk_own(chunk *c) {
  if (c->hd.refs > 1) {
    chunk *copy = part_copy(c, sizeof(chunk) + c->n * sizeof(value));
    c->hd.refs--;
    c = copy;
  }
  cow_touch(&c->hd);
  return c;
}

frame *frame_new(uint32_t func, uint32_t n_regs, frame *caller) {
  frame *f = part_new(sizeof(frame) + (n_regs + 1) * sizeof(value));
  f->func = func;
  f->n_regs = n_regs;
  f->caller = caller;
  f->depth = caller ? caller->depth + 1 : 1;
  return f;
}

void frame_unref(frame *f) {
  while (f && --f->hd.refs == 0) {
    frame *caller = f->caller;
    part_free(f);
    f = caller;
  }
}

frame *frame_own(frame *f) {
  if (f->hd.refs > 1) {
    frame *copy = part_copy(f, sizeof(frame) + (f->n_regs + 1) * sizeof(value));
    f->hd.refs--;
    if (copy->caller) copy->caller->hd.refs++;
    f = copy;
  }
  cow_touch(&f->hd);
  f->trimmed = false;
  f->live = NULL;
  return f;
}

static body *body_with(const layout *l, uint64_t elements, bool is_heap, value blank) {
  uint64_t cells = elements * l->n_cells;
  uint8_t shift = state_page_shift(cells);
  uint32_t n_pages = (uint32_t)((cells + (1u << shift) - 1) >> shift);
  body *b = part_new(sizeof(body) + n_pages * sizeof(chunk *));
  *b = (body){.hd = b->hd, .l = l, .elements = elements, .n_pages = n_pages, .page_shift = shift, .is_heap = is_heap};
  // All full pages are one blank page until somebody writes.
  chunk *zero = NULL;
  for (uint32_t i = 0; i < n_pages; i++) {
    uint64_t left = cells - ((uint64_t)i << shift);
    uint32_t n = left < (1u << shift) ? (uint32_t)left : 1u << shift;
    if (zero && zero->n == n) {
      zero->hd.refs++;
      b->pages[i] = zero;
    } else {
      b->pages[i] = zero = chunk_new(n);
      for (uint32_t k = 0; blank.obj && k < n; k++) zero->slots[k] = blank;
    }
  }
  return b;
}

body *body_new(const layout *l, uint64_t elements, bool is_heap) {
  return body_with(l, elements, is_heap, value_word(0));
}

body *body_new_uninit(const layout *l, uint64_t elements, bool is_heap) {
  body *b = body_with(l, elements, is_heap, value_uninit());
  b->uninit = true;
  return b;
}

void body_unref(body *b) {
  if (!b || --b->hd.refs > 0) return;
  for (uint32_t i = 0; i < b->n_pages; i++) chunk_unref(b->pages[i]);
  part_free(b);
}

static void leaf_unref(dir_leaf *leaf) {
  if (!leaf || --leaf->hd.refs > 0) return;
  for
    EACH_OBJECT(leaf, i) body_unref(leaf->obj[i]);
  part_free(leaf);
}

void dir_unref(dir *d) {
  if (!d || --d->hd.refs > 0) return;
  for (uint32_t i = 0; i < d->n; i++) leaf_unref(d->leaf[i]);
  part_free(d);
}

void part_unref(void *part) {
  cow *c = part;
  if (c && --c->refs == 0) part_free(c);
}

void state_inputs_unref(state_input *in) {
  while (in && --in->refs == 0) {
    state_input *older = in->older;
    mem_free(in);
    in = older;
  }
}

// --- states --------------------------------------------------------------------------------------------------------

static void plan_nodes(shape *sh) {
  for (uint32_t n = sh->n_roots;; n = (n + NODE_FAN - 1) >> NODE_BITS) {
    sh->level_first[sh->levels] = sh->n_nodes;
    sh->level_count[sh->levels++] = n;
    sh->n_nodes += n;
    if (n <= NODE_TOP) return;
  }
}

// The shape of states with processes 1..n.
static const shape *shape_for(state_env *env, uint32_t n) {
  uint32_t i = 0, room = env->ir->n_procs;
  while (room < n) room = 1u << ++i;
  CHECK(i < SHAPES, "too many processes");
  if (env->shapes[i]) return env->shapes[i];
  shape *sh = MEM_NEW(shape);
  sh->n_mem = env->n_mem;
  sh->n_procs = room;
  sh->n_roots = env->n_mem + 2 * room + 2;
  plan_nodes(sh);
  sh->bytes = sizeof(state) + sh->n_roots * sizeof(void *) + sh->n_nodes * sizeof(node_keys);
  return env->shapes[i] = sh;
}

static state *state_blank(state_env *env, const shape *sh) {
  state *s = mem_block(sh->bytes);
  memset(s, 0, sh->bytes);
  s->refs = 1;
  s->env = env;
  s->shape = sh;
  s->nodes = (node_keys *)(void *)(s->root + sh->n_roots);
  return s;
}

static kern *kern_new(uint32_t n) {
  kern *k = part_new(sizeof(kern) + n + 1);
  k->n = n;
  return k;
}

state *state_new(state_env *env) {
  uint32_t n = env->ir->n_procs;
  state *s = state_blank(env, shape_for(env, n));
  s->k = kern_new(n);
  return s;
}

static void grow_kern(state *s, uint32_t n) {
  kern *old = s->k, *k = kern_new(n);
  cow hd = k->hd;
  memcpy(k, old, sizeof(kern) + old->n + 1);
  k->hd = hd;
  k->n = n;
  s->k = k;
  part_unref(old);
}

state *state_reshape(state *s, uint32_t n) {
  const shape *old = s->shape, *sh = shape_for(s->env, n);
  if (sh == old) return s;
  state *t = state_blank(s->env, sh);
  memcpy(t, s, sizeof(state));
  t->shape = sh;
  t->nodes = (node_keys *)(void *)(t->root + sh->n_roots);
  t->owner = t->blank_owner = 0;
  uint32_t procs = old->n_procs < sh->n_procs ? old->n_procs : sh->n_procs;
  memcpy(t->root, s->root, (old->n_mem + procs + 1) * sizeof(void *));
  t->root[stack_root(t, update_stack(t))] = s->root[stack_root(s, update_stack(s))];
  memcpy(&t->root[wait_root(t, 1)], &s->root[wait_root(s, 1)], procs * sizeof(void *));
  mem_block_free(s, old->bytes);
  return t;
}

state *state_with_procs(state *s, uint32_t n) {
  if (n <= s->k->n) return s;
  grow_kern(s, n);
  return state_reshape(s, n);
}

state *state_ref(state *s) {
  DCHECK(s->refs > 0, "a state that nobody owns");
  s->refs++;
  return s;
}

static void drop_roots(state *s) {
  const shape *sh = s->shape;
  for (uint32_t i = 0; i < sh->n_mem; i++) chunk_unref(s->root[i]);
  uint32_t frames_end = sh->n_mem + sh->n_procs + 2;
  for (uint32_t i = sh->n_mem; i < frames_end; i++) frame_unref(s->root[i]);
  for (uint32_t i = frames_end; i < sh->n_roots; i++) part_unref(s->root[i]);
}

void state_unref(state *s) {
  if (!s || --s->refs > 0) return;
  drop_roots(s);
  part_unref(s->k);
  part_unref(s->pending);
  part_unref(s->made);
  part_unref(s->partial);
  trail_unref(s->trail);
  state_unref(s->before);
  dir_unref(s->objects);
  pathcond_unref(s->pc);
  state_inputs_unref(s->inputs);
  mem_block_free(s, s->shape->bytes);
}

static void share(void *part) {
  if (part) ((cow *)part)->refs++;
}

state *state_fork(state *s) {
  const shape *sh = s->shape;
  DCHECK(s->refs > 0, "a state that nobody owns");
  state *t = mem_block(sh->bytes);
  memcpy(t, s, sh->bytes);
  t->refs = 1;
  t->nodes = (node_keys *)(void *)(t->root + sh->n_roots);
  for (uint32_t i = 0; i < sh->n_roots; i++) share(t->root[i]);
  share(t->k);
  share(t->pending);
  share(t->made);
  share(t->partial);
  share(t->trail);
  if (t->before) t->before->refs++;
  share(t->objects);
  if (t->pc) pathcond_ref(t->pc);
  if (t->inputs) t->inputs->refs++;
  return t;
}

pathcond *state_pathcond(const state *s) { return s->pc; }
const state_input *state_inputs(const state *s) { return s->inputs; }
uint64_t state_time(const state *s) { return s->time; }

void state_set_pathcond(state *s, pathcond *pc) {
  DCHECK(s->refs > 0, "a state that nobody owns");
  pathcond_unref(s->pc);
  s->pc = pc;
}

void state_add_input(state *s, const state_input *in) {
  DCHECK(s->refs > 0, "a state that nobody owns");
  state_input *copy = MEM_NEW(state_input);
  *copy = *in;
  copy->refs = 1;
  copy->older = s->inputs;
  s->inputs = copy;
}

void state_forget_history(state *s) {
  DCHECK(s->refs == 1, "a state that others have, too, is not changed");
  state_set_pathcond(s, NULL);
  state_inputs_unref(s->inputs);
  s->inputs = NULL;
}

void state_keep_one_input(state *s) {
  state_input *in = s->inputs;
  if (!in || !in->older) return;
  s->inputs = NULL;
  state_add_input(s, in);
  state_inputs_unref(in);
}

void state_set_before(state *s, state *before) {
  DCHECK(s->refs == 1 && before != s, "a state that others have, too, is not changed");
  state_unref(s->before);
  s->before = before;
}

void state_drop_partial(state *s) {
  part_unref(s->partial);
  s->partial = NULL;
}

// --- writing -------------------------------------------------------------------------------------------------------

void state_dirty(state *s, uint32_t root) {
  const shape *sh = s->shape;
  DCHECK(s->refs > 0 && root < sh->n_roots, "a root that the state does not have");
  uint32_t i = root;
  for (uint32_t level = 0; level < sh->levels; level++, i >>= NODE_BITS)
    s->nodes[sh->level_first[level] + i] = (node_keys){0};
}

void state_adopt(state *s, bool blank, uint16_t *serial) {
  state_env *env = s->env;
  if (*serial == 0) {
    CHECK(env->n_stores < STORES_MAX, "too many stores");
    *serial = ++env->n_stores;
  }
  uint16_t *owner = blank ? &s->blank_owner : &s->owner;
  if (LIKELY(*owner == *serial)) return;
  for (uint32_t i = 0; i < s->shape->n_nodes; i++) *(blank ? &s->nodes[i].blank : &s->nodes[i].key) = 0;
  *owner = *serial;
}

chunk *state_chunk_own(state *s, uint32_t root) {
  state_dirty(s, root);
  return s->root[root] = chunk_own(s->root[root]);
}

frame *state_own_top(state *s, proc_id stack) {
  uint32_t root = stack_root(s, stack);
  state_dirty(s, root);
  return s->root[root] = frame_own(s->root[root]);
}

void state_set_top(state *s, proc_id stack, frame *f) {
  uint32_t root = stack_root(s, stack);
  DCHECK(!f || f->hd.refs > 0, "a frame that nobody owns");
  state_dirty(s, root);
  s->root[root] = f;
}

void state_set_wait(state *s, proc_id p, wait_rec *w) {
  uint32_t root = wait_root(s, p);
  if (!w && !s->root[root]) return;
  state_dirty(s, root);
  part_unref(s->root[root]);
  s->root[root] = w;
}

thread_rec *state_thread_rw(state *s, proc_id p) {
  uint32_t root = wait_root(s, p);
  thread_rec *t = s->root[root];
  state_dirty(s, root);
  if (!t) {
    t = part_new(sizeof *t);
  } else if (t->hd.refs > 1) {
    t->hd.refs--;
    t = part_copy(t, sizeof *t);
  }
  cow_touch(&t->hd);
  return s->root[root] = t;
}

kern *state_kern_rw(state *s) {
  kern *k = s->k;
  if (k->hd.refs > 1) {
    s->k = part_copy(k, sizeof(kern) + k->n + 1);
    k->hd.refs--;
  }
  cow_touch(&s->k->hd);
  return s->k;
}

// --- pending -------------------------------------------------------------------------------------------------------

// --- designs ---------------------------------------------------------------------------------------------------------

// The record with exactly these numbers of processes and calls, and one owner.
static design *design_rw(state *s, uint32_t n, uint32_t n_calls) {
  design *old = s->made;
  if (old && old->hd.refs == 1 && old->n == n && old->n_calls == n_calls) {
    cow_touch(&old->hd);
    return old;
  }
  design *d = part_new(sizeof(design) + n * sizeof(made_proc) + n_calls * sizeof(uint32_t));
  d->n = n;
  d->n_calls = n_calls;
  if (old) {
    d->ran = old->ran;
    d->delta = old->delta;
    memcpy(d->procs, old->procs, (old->n < n ? old->n : n) * sizeof(made_proc));
    uint32_t calls = old->n_calls < n_calls ? old->n_calls : n_calls;
    if (calls) memcpy(d->procs + n, design_calls(old), calls * sizeof(uint32_t));
    part_unref(old);
  }
  return s->made = d;
}

design *state_design_rw(state *s, proc_id p) {
  uint32_t n = s->made ? s->made->n : 0;
  return design_rw(s, p < n ? n : p + 1, state_calls(s));
}

void state_push_call(state *s, proc_id p) {
  DCHECK(p <= s->k->n, "a call of no process");  // the kernel calls, too
  design *d = design_rw(s, s->made ? s->made->n : 0, state_calls(s) + 1);
  memcpy((uint32_t *)(void *)(d->procs + d->n) + d->n_calls - 1, &p, sizeof p);
}

void state_pop_call(state *s) {
  DCHECK(state_calls(s) > 0, "a return without a call");
  design_rw(s, s->made->n, s->made->n_calls - 1);
}

static int pend_compare(const pend_entry *a, const pend_entry *b) {
  if (a->kind != b->kind) return a->kind < b->kind ? -1 : 1;
  if (a->at != b->at) return a->at < b->at ? -1 : 1;
  if (a->update != b->update) return a->update < b->update ? -1 : 1;
  if (a->e.obj != b->e.obj) return a->e.obj < b->e.obj ? -1 : 1;
  if (a->e.offset != b->e.offset) return a->e.offset < b->e.offset ? -1 : 1;
  return 0;
}

// Room for `n` entries and one owner.
static pend *pend_rw(state *s, uint32_t n) {
  pend *old = s->pending;
  if (old && old->hd.refs == 1 && n <= old->cap) {
    cow_touch(&old->hd);
    return old;
  }
  uint32_t cap = n < 4 ? 4 : n + n / 2;
  pend *p = part_new(sizeof(pend) + cap * sizeof(pend_entry));
  p->cap = cap;
  if (old) {
    p->n = old->n;
    memcpy(p->list, old->list, old->n * sizeof(pend_entry));
    part_unref(old);
  }
  return s->pending = p;
}

void state_set_time(state *s, uint64_t time) {
  if (s->pending && s->pending->n > 0) pend_rw(s, s->pending->n);
  s->time = time;
}

bool pend_add(state *s, pend_entry e) {
  uint32_t n = s->pending ? s->pending->n : 0, lo = 0, hi = n;
  while (lo < hi) {
    uint32_t mid = lo + (hi - lo) / 2;
    int order = pend_compare(&s->pending->list[mid], &e);
    if (order == 0) return false;
    if (order < 0)
      lo = mid + 1;
    else
      hi = mid;
  }
  pend *p = pend_rw(s, n + 1);
  memmove(&p->list[lo + 1], &p->list[lo], (n - lo) * sizeof(pend_entry));
  p->list[lo] = e;
  p->n++;
  return true;
}

void pend_remove(state *s, uint32_t index) {
  pend *p = pend_rw(s, s->pending->n);
  memmove(&p->list[index], &p->list[index + 1], (p->n - index - 1) * sizeof(pend_entry));
  p->n--;
}

void pend_start_updates(state *s) {
  if (!pend_has(s, PEND_REQUEST)) return;
  pend *p = pend_rw(s, s->pending->n);
  for (uint32_t i = 0; i < p->n && p->list[i].kind <= PEND_REQUEST; i++) p->list[i].kind = PEND_RUNNING;
}

bool pend_has(const state *s, pend_kind kind) {
  if (!s->pending) return false;
  for (uint32_t i = 0; i < s->pending->n && s->pending->list[i].kind <= kind; i++) {
    if (s->pending->list[i].kind == kind) return true;
  }
  return false;
}
