// The elaborated design as the moment that analysis/flow.h begins at.
#include "base/mem.h"
#include "sem/sem_impl.h"

static flow_atom atom_of(value v) {
  flow_atom a = {.offset = v.bits, .obj = v.obj};
  if (v.e.id) a.offset = FLOW_ANY;
  if (value_is_special(v)) a = (flow_atom){.offset = FLOW_ANY};
  return a;
}

typedef struct moment {
  world *m;
  state *s;
  VEC(flow_stack) stacks;
  VEC(flow_mark) requested, armed;
} moment;

static void cells(void *arg, uint32_t obj, uint64_t from, uint64_t end, flow_cell_fn *each, void *to) {
  const moment *t = arg;
  objref o;
  if (!mem_object(t->m, t->s, obj, &o) || o.l->n_cells == 0 || o.l->too_large) return;
  uint64_t n = o.elements * o.l->n_cells;
  bool one_term = mem_is_array(t->m, t->s, &o);
  for (uint64_t k = layout_first_after(o.l, o.elements, from); k < n; k++) {
    uint64_t offset = layout_cell_offset(o.l, k);
    if (offset >= end) return;
    flow_atom a = one_term ? (flow_atom){.offset = FLOW_ANY} : atom_of(mem_get(t->m, t->s, &o, k));
    each(to, offset, layout_cell(o.l, k)->size, a);
  }
}

// Frames stand innermost first in the state.
static void add_stack(moment *t, proc_id p) {
  uint32_t n = 0;
  for (const frame *f = state_top(t->s, p); f; f = f->caller) n++;
  if (n == 0) return;
  flow_frame *frames = MEM_NEW_N(flow_frame, n);
  uint32_t k = n;
  for (const frame *f = state_top(t->s, p); f; f = f->caller) {
    flow_atom *regs = MEM_NEW_N(flow_atom, f->n_regs + 1);
    for (uint32_t r = 1; r <= f->n_regs; r++) regs[r] = atom_of(f->regs[r]);
    frames[--k] = (flow_frame){f->func, f == state_top(t->s, p) ? f->pc : f->pc + 1, regs};
  }
  vec_push(&t->stacks, ((flow_stack){p, frames, n}));
}

static void add_armed(moment *t, proc_id p) {
  const wait_rec *w = state_wait(t->s, p);
  for (uint32_t i = 0; w && i < w->n; i++) {
    vec_push(&t->armed, ((flow_mark){p, {.obj = w->list[i].e.obj, .offset = w->list[i].e.offset}}));
  }
}

static void add_requested(moment *t) {
  const pend *p = t->s->pending;
  for (uint32_t i = 0; p && i < p->n; i++) {
    const pend_entry *e = &p->list[i];
    if (e->kind != PEND_REQUEST && e->kind != PEND_RUNNING) continue;
    vec_push(&t->requested, ((flow_mark){e->update, {.obj = e->e.obj, .offset = e->e.offset}}));
  }
}

static void forget(moment *t) {
  for (size_t i = 0; i < t->stacks.len; i++) {
    for (uint32_t k = 0; k < t->stacks.data[i].n; k++) mem_free((void *)t->stacks.data[i].frames[k].regs);
    mem_free((void *)t->stacks.data[i].frames);
  }
  vec_free(&t->stacks);
  vec_free(&t->requested);
  vec_free(&t->armed);
}

flow *sem_flow(sem *base, const char **why) {
  moment t = {.m = (world *)base, .s = sem_elaborated(base)};
  *why = "an elaboration that depends on inputs, or fails";
  if (!t.s) return NULL;
  for (proc_id p = 0; p <= t.s->k->n; p++) add_stack(&t, p);
  for (proc_id p = 1; p <= t.s->k->n; p++) add_armed(&t, p);
  add_requested(&t);
  uint32_t objects = t.m->env->first_dynamic + (t.s->objects ? t.s->objects->n << DIR_LEAF_BITS : 0);
  flow_seed seed = {.n_objects = objects,
                    .n_procs = t.s->k->n,
                    .cells = cells,
                    .arg = &t,
                    .stacks = t.stacks.data,
                    .n_stacks = (uint32_t)t.stacks.len,
                    .requested = t.requested.data,
                    .n_requested = (uint32_t)t.requested.len,
                    .armed = t.armed.data,
                    .n_armed = (uint32_t)t.armed.len};
  flow *f = flow_new(base->ir, &seed, why);
  forget(&t);
  state_unref(t.s);
  return f;
}
