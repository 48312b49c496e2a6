// Parts of states as byte strings with numbers.
#include <string.h>

#include "base/mem.h"
#include "state/diff_impl.h"

// Behind the bytes of key_put (up to 247).
enum { TAG_TERM = 248, TAG_POINTER, TAG_POINTER_TERM, TAG_UNINIT };

void put_value(byte_vec *out, value v) {
  vec_reserve(out, out->len + 1);
  if (v.e.id == 0 && v.obj == 0) {
    put_number(out, v.bits);
  } else if (v.e.id == 0 && v.obj == STATE_UNINIT && v.bits == 0) {
    out->data[out->len++] = TAG_UNINIT;
  } else if (v.e.id == 0) {
    out->data[out->len++] = TAG_POINTER;
    put_number(out, v.obj);
    put_number(out, v.bits);
  } else {
    out->data[out->len++] = v.obj ? TAG_POINTER_TERM : TAG_TERM;
    if (v.obj) put_number(out, v.obj);
    put_number(out, v.e.id);
  }
}

value get_value(const uint8_t **at) {
  uint8_t tag = **at;
  if (tag < TAG_TERM) return value_word(get_number(at));
  ++*at;
  if (tag == TAG_UNINIT) return value_uninit();
  if (tag == TAG_TERM) return value_term((expr){(uint32_t)get_number(at)});
  uint32_t obj = (uint32_t)get_number(at);
  if (tag == TAG_POINTER) return value_pointer(obj, get_number(at));
  value v = value_pointer(obj, 0);
  v.e.id = (uint32_t)get_number(at);
  return v;
}

// A value that was never written differs from a word in one bit of this.
static uint32_t object_code(uint32_t obj) { return obj + 1; }

// Bits that differ in words alone: a number. Else a tag, whose low bits say what follows.
enum { TAG_CHANGE = 248, CHANGE_BITS = 1, CHANGE_TERM = 2, CHANGE_OBJECT = 4 };

void put_change(byte_vec *out, value a, value b) {
  uint64_t bits = a.bits ^ b.bits;
  uint32_t term = a.e.id ^ b.e.id, obj = object_code(a.obj) ^ object_code(b.obj);
  if (!(term | obj)) {
    put_number(out, bits);
    return;
  }
  vec_reserve(out, out->len + 1);
  out->data[out->len++] = (uint8_t)(TAG_CHANGE | (bits ? CHANGE_BITS : 0) | (term ? CHANGE_TERM : 0) |
                                    (obj ? CHANGE_OBJECT : 0));
  if (bits) put_number(out, bits);
  if (term) put_number(out, term);
  if (obj) put_number(out, obj);
}

value get_changed(const uint8_t **at, value v) {
  uint8_t tag = **at;
  if (tag < TAG_CHANGE) {
    v.bits ^= get_number(at);
    return v;
  }
  ++*at;
  if (tag & CHANGE_BITS) v.bits ^= get_number(at);
  if (tag & CHANGE_TERM) v.e.id ^= (uint32_t)get_number(at);
  if (tag & CHANGE_OBJECT) v.obj = (object_code(v.obj) ^ (uint32_t)get_number(at)) - 1;
  return v;
}

static const uint8_t *part_text(const bytepool *p, uint32_t number) {
  size_t len;
  return bytepool_get(p, number, &len);
}

static bool known(const state_diffs *d, const cow *c) { return c->key && c->owner == d->serial; }

static uint32_t remember(state_diffs *d, cow *c, uint32_t number) {
  c->key = number;
  c->owner = d->serial;
  return number;
}

// Positions and values that are not `blank`, then 0.
static void put_sparse(byte_vec *out, const value *v, uint32_t n, value blank) {
  for (uint32_t i = 0, last = 0; i < n; i++) {
    if (same_value(v[i], blank)) continue;
    put_number(out, i + 1 - last);
    put_value(out, v[i]);
    last = i + 1;
  }
  put_number(out, 0);
}

static void get_sparse(const uint8_t **at, value *v) {
  uint32_t i = 0;
  for (uint64_t gap; (gap = get_number(at)) != 0;) {
    i += (uint32_t)gap;
    v[i - 1] = get_value(at);
  }
}

// --- stacks --------------------------------------------------------------------------------------------------------

static void one_frame(state_diffs *d, frame *f) {
  vec_clear(&d->part);
  put_number(&d->part, f->func);
  put_number(&d->part, f->pc);
  put_number(&d->part, f->caller ? f->caller->hd.key : 0);
  put_number(&d->part, (uint64_t)f->n_regs << 1 | f->trimmed);
  put_sparse(&d->part, f->regs, f->n_regs + 1, value_word(0));
  remember(d, &f->hd, bytepool_add(&d->frames, d->part.data, d->part.len));
}

uint32_t part_of_stack(state_diffs *d, frame *top) {
  if (!top) return 0;
  vec_clear(&d->stack);
  for (frame *f = top; f && !known(d, &f->hd); f = f->caller) vec_push(&d->stack, f);
  while (d->stack.len > 0) one_frame(d, vec_pop(&d->stack));
  return top->hd.key;
}

// Takes the reference to the caller.
static frame *make_frame(state_diffs *d, uint32_t number, frame *caller) {
  const uint8_t *at = part_text(&d->frames, number);
  uint32_t func = (uint32_t)get_number(&at), pc = (uint32_t)get_number(&at);
  get_number(&at);  // the caller
  uint64_t form = get_number(&at);
  frame *f = frame_new(func, (uint32_t)(form >> 1), caller);
  f->pc = pc;
  f->trimmed = form & 1;
  get_sparse(&at, f->regs);
  remember(d, &f->hd, number);
  uint32_t slot = number % FRAME_CACHE;
  frame_unref(d->cache[slot].f);
  d->cache[slot].number = number;
  d->cache[slot].f = f;
  f->hd.refs++;
  return f;
}

static uint32_t caller_of(const state_diffs *d, uint32_t number) {
  const uint8_t *at = part_text(&d->frames, number);
  get_number(&at);
  get_number(&at);
  return (uint32_t)get_number(&at);
}

frame *stack_of_part(state_diffs *d, uint32_t number) {
  frame *f = NULL;
  vec_clear(&d->chain);
  for (; number && !f; number = f ? number : caller_of(d, number)) {
    uint32_t slot = number % FRAME_CACHE;
    // A cached frame that was written since is somebody else's now: the cache's own reference keeps it from that.
    if (d->cache[slot].number == number)
      f = d->cache[slot].f;
    else
      vec_push(&d->chain, number);
  }
  if (f) f->hd.refs++;
  while (d->chain.len > 0) f = make_frame(d, vec_pop(&d->chain), f);
  return f;
}

// --- objects -------------------------------------------------------------------------------------------------------

static void know_layout(state_diffs *d, const layout *l) {
  while (d->layouts.len <= l->id) vec_push(&d->layouts, NULL);
  d->layouts.data[l->id] = l;
}

static value blank_of(bool uninit) { return uninit ? value_uninit() : value_word(0); }

uint32_t part_of_body(state_diffs *d, body *b) {
  if (known(d, &b->hd)) return b->hd.key;
  know_layout(d, b->l);
  vec_clear(&d->part);
  put_number(&d->part, (uint64_t)b->l->id << 2 | (uint64_t)b->uninit << 1 | b->is_heap);
  put_number(&d->part, b->elements);
  for (uint32_t i = 0; i < b->n_pages; i++) {
    put_number(&d->part, b->pages[i]->odd);
    put_sparse(&d->part, b->pages[i]->slots, b->pages[i]->n, blank_of(b->uninit));
  }
  return remember(d, &b->hd, bytepool_add(&d->bodies, d->part.data, d->part.len));
}

body *body_of_part(state_diffs *d, uint32_t number) {
  const uint8_t *at = part_text(&d->bodies, number);
  uint64_t form = get_number(&at), elements = get_number(&at);
  const layout *l = d->layouts.data[form >> 2];
  body *b = form & 2 ? body_new_uninit(l, elements, form & 1) : body_new(l, elements, form & 1);
  for (uint32_t i = 0; i < b->n_pages; i++) {
    uint8_t odd = (uint8_t)get_number(&at);
    if (!odd && *at == 0) {  // blank, as it is
      at++;
      continue;
    }
    b->pages[i] = chunk_own(b->pages[i]);
    b->pages[i]->odd = odd;
    get_sparse(&at, b->pages[i]->slots);
  }
  remember(d, &b->hd, number);
  return b;
}

// --- records of the kernel -----------------------------------------------------------------------------------------

static uint32_t add_record(state_diffs *d) { return bytepool_add(&d->records, d->part.data, d->part.len); }

static void put_raw(byte_vec *out, const void *data, size_t len) {
  vec_reserve(out, out->len + len);
  if (len) memcpy(out->data + out->len, data, len);
  out->len += len;
}

uint32_t part_of_kern(state_diffs *d, const kern *k) {
  vec_clear(&d->part);
  put_number(&d->part, k->n);
  put_number(&d->part, k->phase);
  put_number(&d->part, (uint64_t)(k->started | k->stop << 1 | k->has_bound << 2 | k->exclusive << 3 |
                                  k->one_delta << 4 | k->pause << 5));
  put_number(&d->part, k->bound);
  put_raw(&d->part, k->flags, k->n + 1);
  return add_record(d);
}

kern *kern_of_part(state_diffs *d, uint32_t number) {
  const uint8_t *at = part_text(&d->records, number);
  uint32_t n = (uint32_t)get_number(&at);
  kern *k = part_new(sizeof(kern) + n + 1);
  k->n = n;
  k->phase = (uint8_t)get_number(&at);
  uint64_t bits = get_number(&at);
  k->started = bits & 1;
  k->stop = bits >> 1 & 1;
  k->has_bound = bits >> 2 & 1;
  k->exclusive = bits >> 3 & 1;
  k->one_delta = bits >> 4 & 1;
  k->pause = bits >> 5 & 1;
  k->bound = get_number(&at);
  memcpy(k->flags, at, n + 1);
  return k;
}

uint32_t part_of_pend(state_diffs *d, const state *s) {
  const pend *p = s->pending;
  if (!p || p->n == 0) return 0;
  vec_clear(&d->part);
  put_number(&d->part, p->n);
  for (uint32_t i = 0; i < p->n; i++) {
    const pend_entry *e = &p->list[i];
    put_number(&d->part, e->kind);
    put_number(&d->part, e->update);
    put_number(&d->part, e->e.obj);
    put_number(&d->part, e->e.offset);
    put_number(&d->part, e->kind == PEND_TIMED ? e->at - s->time : e->at);
  }
  return add_record(d);
}

pend *pend_of_part(state_diffs *d, uint64_t time, uint32_t number) {
  if (!number) return NULL;
  const uint8_t *at = part_text(&d->records, number);
  uint32_t n = (uint32_t)get_number(&at);
  pend *p = part_new(sizeof(pend) + n * sizeof(pend_entry));
  p->n = p->cap = n;
  for (uint32_t i = 0; i < n; i++) {
    pend_entry *e = &p->list[i];
    e->kind = (uint32_t)get_number(&at);
    e->update = (uint32_t)get_number(&at);
    e->e.obj = (uint32_t)get_number(&at);
    e->e.offset = get_number(&at);
    e->at = get_number(&at);
    if (e->kind == PEND_TIMED) e->at += time;
  }
  return p;
}

uint32_t part_of_design(state_diffs *d, const design *g) {
  if (!g) return 0;
  vec_clear(&d->part);
  put_number(&d->part, (uint64_t)g->ran);
  put_number(&d->part, g->delta);
  put_number(&d->part, g->n);
  put_number(&d->part, g->n_calls);
  for (uint32_t i = 0; i < g->n; i++) {
    put_number(&d->part, g->procs[i].spawned);
    put_number(&d->part, g->procs[i].obj);
    put_number(&d->part, g->procs[i].offset);
  }
  put_raw(&d->part, design_calls(g), g->n_calls * sizeof(uint32_t));
  return add_record(d);
}

design *design_of_part(state_diffs *d, uint32_t number) {
  if (!number) return NULL;
  const uint8_t *at = part_text(&d->records, number);
  bool ran = get_number(&at);
  uint64_t delta = get_number(&at);
  uint32_t n = (uint32_t)get_number(&at), n_calls = (uint32_t)get_number(&at);
  design *g = part_new(sizeof(design) + n * sizeof(made_proc) + n_calls * sizeof(uint32_t));
  g->ran = ran;
  g->delta = delta;
  g->n = n;
  g->n_calls = n_calls;
  for (uint32_t i = 0; i < n; i++) {
    g->procs[i].spawned = (uint32_t)get_number(&at);
    g->procs[i].obj = (uint32_t)get_number(&at);
    g->procs[i].offset = get_number(&at);
  }
  memcpy(g->procs + n, at, n_calls * sizeof(uint32_t));
  return g;
}

static void put_wait(state_diffs *d, const wait_rec *w) {
  put_number(&d->part, (uint64_t)w->n << 1 | w->all);
  put_number(&d->part, w->at);
  for (uint32_t i = 0; i < w->n; i++) {
    put_number(&d->part, (uint64_t)w->list[i].e.obj << 1 | w->list[i].met);
    put_number(&d->part, w->list[i].e.offset);
  }
}

static wait_rec *get_wait(const uint8_t *at) {
  uint64_t form = get_number(&at);
  uint32_t n = (uint32_t)(form >> 1);
  wait_rec *w = part_new(sizeof(wait_rec) + n * sizeof w->list[0]);
  w->n = n;
  w->all = form & 1;
  w->at = (uint32_t)get_number(&at);
  for (uint32_t i = 0; i < n; i++) {
    uint64_t obj = get_number(&at);
    w->list[i].e.obj = (uint32_t)(obj >> 1);
    w->list[i].met = obj & 1;
    w->list[i].e.offset = get_number(&at);
  }
  return w;
}

uint32_t part_of_wait(state_diffs *d, const state *s, proc_id p) {
  if (!s->root[wait_root(s, p)]) return 0;
  vec_clear(&d->part);
  if (s->env->ir->scheduler == IR_SCHED_INTERLEAVE) {
    const thread_rec *t = state_thread(s, p);
    put_number(&d->part, t->spawned);
    put_number(&d->part, t->depth);
    put_number(&d->part, t->guard);
    put_number(&d->part, t->dirty);
    put_number(&d->part, t->taken);
  } else {
    put_wait(d, state_wait(s, p));
  }
  return add_record(d);
}

void *wait_of_part(state_diffs *d, const state *s, uint32_t number) {
  if (!number) return NULL;
  const uint8_t *at = part_text(&d->records, number);
  if (s->env->ir->scheduler != IR_SCHED_INTERLEAVE) return get_wait(at);
  thread_rec *t = part_new(sizeof *t);
  t->spawned = (uint32_t)get_number(&at);
  t->depth = (uint32_t)get_number(&at);
  t->guard = (uint32_t)get_number(&at);
  t->dirty = get_number(&at);
  t->taken = get_number(&at);
  return t;
}

// --- path conditions -----------------------------------------------------------------------------------------------

// As the list of its conjuncts: a path condition carries models, which would be most of what is stored.
uint32_t part_of_path(state_diffs *d, const pathcond *pc) {
  if (!pc) return 0;
  vec_clear(&d->conjuncts);
  pathcond_conjuncts(pc, &d->conjuncts);
  vec_clear(&d->part);
  put_number(&d->part, (uint64_t)d->conjuncts.len << 1 | pathcond_uncertain(pc));
  for (size_t i = 0; i < d->conjuncts.len; i++) put_number(&d->part, d->conjuncts.data[i].id);
  return add_record(d);
}

static pathcond *make_path(const state_diffs *d, smt *solver, uint32_t number) {
  const uint8_t *at = part_text(&d->records, number);
  uint64_t form = get_number(&at);
  pathcond *pc = NULL;
  for (uint64_t n = form >> 1; n > 0; n--) {
    pathcond *longer = pathcond_add(solver, pc, (expr){(uint32_t)get_number(&at)}, form & 1 ? SMT_UNKNOWN : SMT_SAT);
    pathcond_unref(pc);
    pc = longer;
  }
  return pc;
}

pathcond *path_of_part(state_diffs *d, smt *solver, uint32_t number) {
  if (!number) return NULL;
  uint32_t slot = number % PATH_CACHE;
  if (d->paths[slot].number != number) {
    pathcond_unref(d->paths[slot].pc);
    d->paths[slot].number = number;
    d->paths[slot].pc = make_path(d, solver, number);
  }
  return pathcond_ref(d->paths[slot].pc);
}
