#include "sem/slots.h"

#include "sem/sem_impl.h"

// --- walks ---------------------------------------------------------------------------------------------------------

bool slots_alike(const state *a, const state *b) { return a->shape == b->shape && a->env == b->env; }

typedef struct pair_walk {
  slot_pair_fn *each;
  void *arg;
} pair_walk;

static void differ_run(const pair_walk *w, slot at, const value *a, const value *b, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    if (value_same(a[i], b[i])) continue;
    at.index = i;
    w->each(w->arg, at, &a[i], &b[i]);
  }
}

static void differ_stack(const pair_walk *w, proc_id p, const frame *a, const frame *b) {
  for (; a && b && a != b; a = a->caller, b = b->caller)
    differ_run(w, (slot){.part = SLOT_REGISTER, .where = p, .inner = a->depth}, a->regs, b->regs, a->n_regs + 1);
}

static void differ_object(const pair_walk *w, uint32_t obj, const body *a, const body *b) {
  for (uint32_t p = 0; a && b && a != b && p < a->n_pages; p++) {
    if (a->pages[p] == b->pages[p]) continue;
    differ_run(w, (slot){.part = SLOT_OBJECT, .where = obj, .inner = p}, a->pages[p]->slots, b->pages[p]->slots,
               a->pages[p]->n);
  }
}

void slots_differ(const state *a, const state *b, slot_pair_fn *each, void *arg) {
  pair_walk w = {each, arg};
  for (uint32_t i = 0; i < a->env->n_mem; i++) {
    const chunk *x = a->root[i], *y = b->root[i];
    if (x != y) differ_run(&w, (slot){.part = SLOT_GLOBAL, .where = i}, x->slots, y->slots, x->n);
  }
  for (proc_id p = 0; p <= update_stack(a); p++) differ_stack(&w, p, state_top(a, p), state_top(b, p));
  if (!a->objects || !b->objects || a->objects == b->objects) return;
  uint32_t n = a->objects->n < b->objects->n ? a->objects->n : b->objects->n;
  for (uint32_t i = 0; i < n; i++) {
    const dir_leaf *x = a->objects->leaf[i], *y = b->objects->leaf[i];
    for (uint32_t k = 0; x && y && x != y && k < DIR_LEAF; k++)
      differ_object(&w, a->env->first_dynamic + (i << DIR_LEAF_BITS) + k, x->obj[k], y->obj[k]);
  }
}

static void symbolic_run(slot at, const value *v, uint32_t n, slot_fn *each, void *arg) {
  for (uint32_t i = 0; i < n; i++) {
    if (value_is_concrete(v[i])) continue;
    at.index = i;
    each(arg, at, &v[i]);
  }
}

static void symbolic_object(uint32_t obj, const body *b, slot_fn *each, void *arg) {
  for (uint32_t p = 0; b && p < b->n_pages; p++)
    symbolic_run((slot){.part = SLOT_OBJECT, .where = obj, .inner = p}, b->pages[p]->slots, b->pages[p]->n, each, arg);
}

void slots_symbolic(const state *s, slot_fn *each, void *arg) {
  for (uint32_t i = 0; i < s->env->n_mem; i++) {
    const chunk *c = s->root[i];
    symbolic_run((slot){.part = SLOT_GLOBAL, .where = i}, c->slots, c->n, each, arg);
  }
  for (proc_id p = 0; p <= update_stack(s); p++)
    for (const frame *f = state_top(s, p); f; f = f->caller)
      symbolic_run((slot){.part = SLOT_REGISTER, .where = p, .inner = f->depth}, f->regs, f->n_regs + 1, each, arg);
  for (uint32_t i = 0; s->objects && i < s->objects->n; i++) {
    const dir_leaf *leaf = s->objects->leaf[i];
    for (uint32_t k = 0; leaf && k < DIR_LEAF; k++)
      symbolic_object(s->env->first_dynamic + (i << DIR_LEAF_BITS) + k, leaf->obj[k], each, arg);
  }
}

// --- single places -------------------------------------------------------------------------------------------------

static frame *frame_at(const state *s, slot at) {
  frame *f = state_top(s, at.where);
  while (f && f->depth != at.inner) f = f->caller;
  CHECK(f, "a register of a frame that is not there");
  return f;
}

value slot_get(const state *s, slot at) {
  switch (at.part) {
  case SLOT_GLOBAL: return ((const chunk *)s->root[at.where])->slots[at.index];
  case SLOT_REGISTER: return frame_at(s, at)->regs[at.index];
  case SLOT_OBJECT: return state_object(s, at.where)->pages[at.inner]->slots[at.index];
  }
  UNREACHABLE("a place of no known kind");
}

void slot_put(state *s, slot at, value v) {
  if (value_same(slot_get(s, at), v)) return;
  if (at.part == SLOT_GLOBAL) {
    chunk *c = state_chunk_rw(s, at.where);
    c->slots[at.index] = v;
  } else if (at.part == SLOT_OBJECT) {
    state_object_page_rw(s, at.where, at.inner)->slots[at.index] = v;
  } else {
    // Everything from the top down to that frame gets its own copy.
    frame *f = state_own_top(s, at.where);
    while (f->depth != at.inner) f = f->caller = frame_own(f->caller);
    f->regs[at.index] = v;
  }
}

// The cell of a global that a slot of a chunk holds, or NULL.
static const cell *global_cell(const state *s, slot at, uint32_t *global, uint64_t *number) {
  for (uint32_t g = 1; g <= s->env->ir->n_globals; g++) {
    const placement *p = &s->env->statics[g];
    uint64_t cells = p->elements * p->l->n_cells;
    if (!cells || at.where < p->first) continue;
    uint64_t nth = ((uint64_t)(at.where - p->first) << p->shift) + at.index;
    if (nth < p->base || nth - p->base >= cells || (p->shift == SHARED_CHUNK && at.where != p->first)) continue;
    *global = g;
    *number = nth - p->base;
    return layout_cell(p->l, *number);
  }
  return NULL;
}

static sort sort_of_cell(const cell *c) { return sort_bv(c && !c->is_pointer ? c->bits : 0); }

static sort sort_of_register(const sem *m, const frame *f, uint32_t reg) {
  const ir_func_info *info = ir_func_get(m->ir, (ir_func){f->func});
  if (!reg || reg > info->n_regs) return sort_bv(0);
  const ir_type_info *type = ir_type_get(m->ir, info->regs[reg].type);
  return sort_bv(type->kind == IR_TYPE_PTR ? 0 : type->bits);
}

sort slot_sort(const sem *m, const state *s, slot at, value v) {
  if (value_is_special(v)) return sort_bv(0);
  if (!value_is_concrete(v)) return expr_sort(m->terms, v.e);
  if (v.obj) return sort_bv(0);
  uint32_t global;
  uint64_t number;
  if (at.part == SLOT_GLOBAL) return sort_of_cell(global_cell(s, at, &global, &number));
  if (at.part == SLOT_REGISTER) return sort_of_register(m, frame_at(s, at), at.index);
  const body *b = state_object(s, at.where);
  return sort_of_cell(layout_cell(b->l, ((uint64_t)at.inner << b->page_shift) + at.index));
}

void slots_forget_history(state *s) {
  state_forget_history(s);
  s->drawn = 0;
}

// --- names ---------------------------------------------------------------------------------------------------------

void slot_name(sem *m, const state *s, slot at, strbuf *out) {
  uint32_t global;
  uint64_t number;
  if (at.part == SLOT_GLOBAL && global_cell(s, at, &global, &number)) {
    const placement *p = &s->env->statics[global];
    sb_puts(out, m->ir->globals[global].name);
    sem_leaf_name(m->ir, m->ir->globals[global].type, layout_cell_offset(p->l, number), out);
  } else if (at.part == SLOT_REGISTER) {
    const ir_func_info *f = ir_func_get(m->ir, (ir_func){frame_at(s, at)->func});
    const char *name = at.index && at.index <= f->n_regs ? f->regs[at.index].name : NULL;
    sb_printf(out, "%s: %s", sem_proc_name(m, s, at.where), name ? name : "register");
  } else {
    sb_printf(out, "object %u cell %u", at.where, at.index);
  }
}
