#include "sem/weak.h"

#include "sem/sem_impl.h"

static value operand(world *m, proc_id p, const frame *f, const ir_operand *o) {
  return o->kind == IR_OPERAND_REG ? f->regs[o->value] : world_constant(m, p, o);
}

static const char *foreign(const ir_instr *i) {
  switch ((int)i->op) {
  case IR_NONDET_MEM: return "an input that fills memory which others can see";
  case IR_COPY:
  case IR_FILL: return "a copy or fill of memory in parts that depend on what it holds";
  }
  return NULL;
}

static weak_kind kind_of(const ir_instr *i) {
  switch ((int)i->op) {
  case IR_LOAD: return WEAK_LOAD;
  case IR_STORE: return WEAK_STORE;
  case IR_RMW: return WEAK_RMW;
  case IR_CAS: return WEAK_CAS;
  case IR_AWAIT_BEGIN:
  case IR_ATOMIC_BEGIN: return WEAK_REGION;
  case IR_LOCK: return WEAK_LOCK;
  case IR_TRYLOCK: return WEAK_TRYLOCK;
  case IR_UNLOCK: return WEAK_UNLOCK;
  case IR_LIFE: return WEAK_LIFE;
  case IR_JOIN: return WEAK_JOIN;
  case IR_STOP: return WEAK_STOP;
  case IR_NEW: return ir_order(i) ? WEAK_NEW : WEAK_NOTHING;
  case IR_FREE: return WEAK_FREE;
  case IR_FILL: return i->sub ? WEAK_OTHER : WEAK_STORE;
  case IR_COPY:
    if (i->sub) break;
    return i->flags & IR_OWN_TO ? WEAK_LOAD : i->flags & IR_OWN_FROM ? WEAK_STORE : WEAK_OTHER;
  }
  return foreign(i) ? WEAK_OTHER : WEAK_NOTHING;
}

static bool is_block(const ir_instr *i) { return i->op == IR_COPY || i->op == IR_FILL; }

// A part of a copy or fill is an access to the scalar that it begins with; what lies behind that is padding. False: of a length that depends on inputs.
static bool find_block(world *m, proc_id p, const frame *f, const ir_instr *i, const objref *o, weak_op *out) {
  value n = operand(m, p, f, &i->args[2]);
  if (!value_is_concrete(n)) return false;
  out->block = true;
  out->type = (ir_type){0};
  out->bytes = n.bits > UINT32_MAX ? UINT32_MAX : (uint32_t)n.bits;
  if (o && out->offset <= o->size && out->bytes <= o->size - out->offset)
    out->bytes = (uint32_t)bytes_of_scalar(o, out->offset, out->bytes);
  return true;
}

static bool has_place(weak_kind k) {
  return k != WEAK_OTHER && k != WEAK_NOTHING && k != WEAK_REGION && k != WEAK_STOP && k != WEAK_NEW;
}

void sem_weak_next(sem *base, const state *s, proc_id p, weak_op *out) {
  world *m = (world *)base;
  const thread_rec *t = state_thread(s, p);
  const frame *f = state_top(s, p);
  const ir_instr *i = &m->funcs[f->func].ir->code[f->pc];
  *out = (weak_op){.at = i->at};
  out->inside = t && t->depth;
  if (out->inside && i->op != IR_UNLOCK) {
    out->kind = WEAK_OTHER;
    out->what = "an atomic region that waits";
    return;
  }
  if (s->k->flags[p] & PROC_FRESH || !threads_visible(m, i)) return;
  out->kind = kind_of(i);
  if (out->kind == WEAK_LIFE && !(m->base.options.checks >> IR_CHECK_MISUSE & 1)) out->kind = WEAK_NOTHING;
  if (out->kind == WEAK_OTHER) out->what = foreign(i);
  if (ir_order(i)) out->lives = operand(m, p, f, ir_order(i)).obj;
  if (!has_place(out->kind)) return;
  value v = operand(m, p, f, &i->args[is_block(i) && out->kind == WEAK_LOAD ? 1 : 0]);
  if (!value_is_concrete(v)) {
    out->kind = WEAK_OTHER;
    out->what = "an access at a place that depends on inputs";
    return;
  }
  if (out->kind == WEAK_JOIN) {
    out->other = (proc_id)v.bits;
    return;
  }
  out->obj = v.obj;
  out->offset = v.bits;
  out->atomic = i->flags & IR_ATOMIC;
  out->order = (ir_ordering)i->ordering;
  out->failure = (ir_ordering)i->failure;
  out->type = i->type;
  objref o;
  bool there = v.obj && v.obj < STATE_FUNC_BASE && mem_object(m, s, v.obj, &o);
  bool is_access = out->kind <= WEAK_CAS;
  if (is_block(i) && !find_block(m, p, f, i, there ? &o : NULL, out)) {
    out->kind = WEAK_OTHER;
    out->what = "a copy of a length that depends on inputs";
    return;
  }
  if (is_access && !out->block) out->bytes = (uint32_t)ir_type_get(base->ir, i->type)->size;
  if (out->block && !out->bytes) out->kind = WEAK_NOTHING;
  // What fails is for the step to tell.
  if (out->kind != WEAK_FREE && (!there || v.bits > o.size || out->bytes > o.size - v.bits)) out->kind = WEAK_NOTHING;
}

static cell form(const sem *base, const objref *o, const weak_op *op) {
  uint64_t number;
  if (op->block) {
    cell c = {.size = op->bytes, .bits = 8 * op->bytes};
    if (layout_find(o->l, o->elements, op->offset, op->bytes, &number)) c = *layout_cell(o->l, number);
    c.offset = op->offset;
    return c;
  }
  const ir_type_info *info = ir_type_get(base->ir, op->type);
  return (cell){.offset = op->offset,
                .size = op->bytes,
                .bits = info->bits,
                .is_pointer = info->kind == IR_TYPE_PTR,
                .type = op->type};
}

bool sem_weak_is_blank(value v) { return v.obj == STATE_UNINIT; }

bool sem_weak_get(sem *base, const state *s, const weak_op *op, value *out) {
  const world *m = (const world *)base;
  objref o;
  *out = (value){0, {0}, STATE_LOST};
  if (!mem_object(m, s, op->obj, &o)) return false;
  cell c = form(base, &o, op);
  *out = bytes_peek(m, s, &o, &c);
  return !value_is_special(*out);
}

bool sem_weak_set(sem *base, state *s, const weak_op *op, value v) {
  world *m = (world *)base;
  objref o;
  value old;
  if (sem_weak_get(base, s, op, &old) && value_same(old, v)) return true;
  if (!mem_object(m, s, op->obj, &o)) return false;
  uint64_t number;
  cell c = form(base, &o, op);
  if (!v.obj && layout_find(o.l, o.elements, op->offset, op->bytes, &number) &&
      layout_cell(o.l, number)->bits == c.bits) {
    mem_set(m, s, &o, number, v);
    return true;
  }
  run r;
  sem_out_clear(&m->guard_out);
  run_begin(&r, m, state_ref(s), PROC_KERNEL, PROC_KERNEL, &m->guard_out);
  r.silent = true;
  bool done = bytes_store(&r, &o, &c, v);
  if (done) state_unref(s);
  sem_out_clear(&m->guard_out);  // what could not be done holds the other reference
  return done;
}

bool sem_weak_held(const state *s, const weak_op *op) {
  proc_id holder;
  return threads_holder(s, (event_id){op->offset, op->obj}, &holder);
}

void sem_weak_pretend(state *s, const weak_op *op, bool held) {
  event_id e = {op->offset, op->obj};
  proc_id holder;
  bool is = threads_holder(s, e, &holder);
  if (held && !is) pend_add(s, (pend_entry){.kind = PEND_HELD, .e = e, .update = PROC_KERNEL});
  if (held || !is || holder != PROC_KERNEL) return;
  for (uint32_t k = s->pending->n; k-- > 0;) {
    const pend_entry *p = &s->pending->list[k];
    if (p->kind == PEND_HELD && p->e.obj == e.obj && p->e.offset == e.offset) pend_remove(s, k);
  }
}

bool sem_weak_shared(const state *s) { return s->k->n > 1; }

// --- regions of models -----------------------------------------------------------------------------------------------

enum { OBJECT_ALIGN = 4 };  // of everything that models keep something of

static const shadow_name *shadow_called(const world *m, uint32_t name) {
  for (size_t i = 0; i < m->env->shadows.len; i++)
    if (m->env->shadows.data[i].name == name) return &m->env->shadows.data[i];
  return NULL;
}

static uint64_t object_at(uint64_t offset) { return offset - offset % OBJECT_ALIGN; }

static bool is_part(const weak_op *op, const shadow_name *x) {
  return x->base == op->obj && object_at(x->offset) == op->offset;
}

static bool is_memory(const touch *t) { return t->mode <= TOUCH_UPDATE || t->mode == TOUCH_AWAIT; }

static bool is_region_touch(const touch *t) {
  return is_memory(t) && t->flags & TOUCH_REGION && !(t->flags & TOUCH_APART);
}

void sem_weak_region(sem *base, const footprint *touched, weak_op *op) {
  const world *m = (const world *)base;
  op->kind = WEAK_NOTHING;
  for (size_t i = 0; i < touched->len && op->kind == WEAK_NOTHING; i++) {
    const touch *t = &touched->data[i];
    const shadow_name *x = is_region_touch(t) ? shadow_called(m, t->obj) : NULL;
    if (!x) continue;
    op->kind = WEAK_REGION;
    op->obj = x->base;
    op->offset = object_at(x->offset);
  }
  for (size_t i = 0; i < touched->len; i++) {
    const touch *t = &touched->data[i];
    if (!is_region_touch(t) || (op->kind == WEAK_REGION && sem_weak_belongs(base, op, t))) continue;
    op->kind = WEAK_OTHER;
    op->what = shadow_called(m, t->obj) ? "an atomic region over several objects"
                                        : "an atomic region over memory of the program";
    return;
  }
}

bool sem_weak_belongs(const sem *base, const weak_op *op, const touch *t) {
  const shadow_name *x = shadow_called((const world *)base, t->obj);
  if (t->mode == TOUCH_RELEASE) return t->obj == op->obj && object_at(t->offset) == op->offset;
  if (x) return is_part(op, x);
  // Its first word tells whether it is initialised.
  bool reads = t->mode == TOUCH_READ || t->mode == TOUCH_AWAIT;
  return reads && t->obj == op->obj && t->offset >= op->offset && t->offset + t->size <= op->offset + OBJECT_ALIGN;
}

static bool is_pinned(const state *s, const weak_op *op, uint32_t *at) {
  for (uint32_t k = 0; s->pending && k < s->pending->n; k++) {
    const pend_entry *p = &s->pending->list[k];
    *at = k;
    if (p->kind == PEND_USED && p->e.obj == op->obj && object_at(p->e.offset) == op->offset) return true;
  }
  return false;
}

bool sem_weak_same(const sem *base, const state *a, const state *b, const weak_op *op) {
  const world *m = (const world *)base;
  uint32_t at;
  if (is_pinned(a, op, &at) != is_pinned(b, op, &at)) return false;
  for (size_t i = 0; i < m->env->shadows.len; i++) {
    const shadow_name *x = &m->env->shadows.data[i];
    if (is_part(op, x) && state_object(a, x->name) != state_object(b, x->name)) return false;
  }
  return true;
}

void sem_weak_transfer(sem *base, const state *from, state *to, const weak_op *op) {
  const world *m = (const world *)base;
  uint32_t at, old;
  for (size_t i = 0; i < m->env->shadows.len; i++) {
    const shadow_name *x = &m->env->shadows.data[i];
    body *b = is_part(op, x) ? state_object(from, x->name) : NULL, *now = state_object(to, x->name);
    if (!is_part(op, x) || !now || b == now) continue;
    // What nobody has asked for yet is zero.
    if (b)
      b->hd.refs++;
    else
      b = body_new(now->l, now->elements, now->is_heap);
    state_object_replace(to, x->name, b);
  }
  bool pinned = is_pinned(from, op, &at), was = is_pinned(to, op, &old);
  if (pinned && !was) pend_add(to, from->pending->list[at]);
  if (!pinned && was) pend_remove(to, old);
}

static bool touches_object(const sem *m, const weak_op *op, const touch *t) {
  return is_memory(t) && sem_weak_belongs(m, op, t);
}

weak_effect sem_weak_effect(const sem *m, const weak_op *op, const footprint *touched) {
  weak_effect e = {0};
  for (size_t i = 0; i < touched->len; i++) {
    const touch *t = &touched->data[i];
    if (!touches_object(m, op, t)) continue;
    e.acquires |= !(t->flags & TOUCH_NO_ACQUIRE);
    e.releases |= !(t->flags & TOUCH_NO_RELEASE);
    e.shared |= (t->flags & TOUCH_SHARED) != 0;
    e.writes |= t->mode == TOUCH_WRITE || t->mode == TOUCH_UPDATE;
  }
  return e;
}

bool sem_weak_wrote(const footprint *touched, const weak_op *op) {
  for (size_t i = 0; i < touched->len; i++) {
    const touch *t = &touched->data[i];
    bool writes = t->mode == TOUCH_WRITE || t->mode == TOUCH_UPDATE;
    if (writes && t->obj == op->obj && t->offset == op->offset && !(t->flags & TOUCH_APART)) return true;
  }
  return false;
}

ir_ordering sem_weak_fence(const touch *t) {
  if (t->detail & TOUCH_FENCE_SC) return IR_SC;
  return t->detail & TOUCH_NO_ACQUIRE ? IR_REL : t->detail & TOUCH_NO_RELEASE ? IR_ACQ : IR_ACQ_REL;
}
