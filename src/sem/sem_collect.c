// What holds terms between two steps: states (memory, frames, inputs, path condition with its models), constants of the
// code, canonical names of inputs. Parts that several states share are looked at once, those known to be concrete not at all.
#include "base/map64.h"
#include "sem/sem_impl.h"

struct sem_marks {
  world *m;
  map64 met;  // parts and inputs, by address: only asked whether they are there
  uint64_t looked_at;
};

static bool is_new(sem_marks *x, const void *part) {
  x->looked_at++;
  return map64_put(&x->met, (uint64_t)(uintptr_t)part, 1);
}

static void mark_values(sem_marks *x, const value *v, uint32_t n) {
  x->looked_at += n;
  for (uint32_t i = 0; i < n; i++) expr_mark(x->m->base.terms, v[i].e);
}

static void mark_chunk(sem_marks *x, const chunk *c) {
  if (c && !c->hd.plain && is_new(x, c)) mark_values(x, c->slots, c->n);
}

static void mark_body(sem_marks *x, const body *b) {
  if (b->hd.plain || !is_new(x, b)) return;
  for (uint32_t p = 0; p < b->n_pages; p++) mark_chunk(x, b->pages[p]);
}

static void mark_objects(sem_marks *x, const dir *d) {
  if (!d || d->hd.plain || !is_new(x, d)) return;
  for (uint32_t i = 0; i < d->n; i++) {
    const dir_leaf *leaf = d->leaf[i];
    if (!leaf || leaf->hd.plain || !is_new(x, leaf)) continue;
    for (uint32_t j = 0; j < DIR_LEAF; j++) {
      if (leaf->obj[j]) mark_body(x, leaf->obj[j]);
    }
  }
}

void sem_mark_pathcond(sem_marks *x, pathcond *pc) { pathcond_mark(x->m->base.solver, pc); }

static void mark_past(void *arg, const past *then) {
  sem_marks *x = arg;
  if (!is_new(x, then)) return;
  for (const frame *f = then->top; f && !f->hd.plain && is_new(x, f); f = f->caller)
    mark_values(x, f->regs, f->n_regs + 1);
  for (uint32_t i = 0; i < then->n_locals; i++) mark_body(x, then->locals[i]);
}

void sem_mark_state(sem_marks *x, const state *s) {
  for (; s && is_new(x, s); s = s->before) {
    for (uint32_t i = 0; i < s->env->n_mem; i++) mark_chunk(x, s->root[i]);
    for (proc_id p = 0; p <= update_stack(s); p++) {
      for (const frame *f = state_top(s, p); f && !f->hd.plain && is_new(x, f); f = f->caller)
        mark_values(x, f->regs, f->n_regs + 1);
    }
    mark_objects(x, s->objects);
    spin_each_place(s, mark_past, x);
    for (const state_input *in = s->inputs; in && is_new(x, in); in = in->older)
      expr_mark(x->m->base.terms, in->literal);
    sem_mark_pathcond(x, s->pc);
  }
}

void sem_marks_count(sem_marks *x, uint64_t looked_at) { x->looked_at += looked_at; }

void sem_keep_terms(sem *m) { expr_keep_all(m->terms); }

void sem_collect(sem *base, void (*roots)(void *arg, sem_marks *x), void *arg) {
  sem_marks x = {.m = (world *)base};
  roots(arg, &x);
  names_mark(x.m->names, base->terms);
  smt_collect(base->solver);
  expr_sweep(base->terms);
  base->looked_at = x.looked_at;
  map64_fini(&x.met);
}
