// What always holds of a state (state_impl.h), looked at as a whole: for --check=3 and tests.
#include "state/state_impl.h"

static const char *chunk_fault(const chunk *c) {
  if (!c->hd.refs) return "a chunk without an owner";
  for (uint32_t i = 0; i < c->n; i++) {
    const value *v = &c->slots[i];
    if (c->hd.plain && !value_is_concrete(*v)) return "a chunk that is said to contain no terms contains one";
    if (c->hd.bare && v->obj && !value_is_special(*v))
      return "a chunk that is said to contain no pointers contains one";
  }
  return NULL;
}

static const char *stack_fault(const ir_module *ir, const frame *f) {
  for (; f; f = f->caller) {
    if (!f->hd.refs) return "a frame without an owner";
    if (!f->func || f->func > ir->n_funcs) return "a frame of no function";
    if (f->pc >= ir->funcs[f->func].n_code) return "a frame that stands behind its function";
    if (f->caller && f->caller->depth + 1 != f->depth) return "a frame that is not as deep as it says";
  }
  return NULL;
}

static int compare_entries(const pend_entry *a, const pend_entry *b) {
  if (a->kind != b->kind) return a->kind < b->kind ? -1 : 1;
  if (a->at != b->at) return a->at < b->at ? -1 : 1;
  if (a->update != b->update) return a->update < b->update ? -1 : 1;
  if (a->e.obj != b->e.obj) return a->e.obj < b->e.obj ? -1 : 1;
  return a->e.offset < b->e.offset ? -1 : a->e.offset > b->e.offset;
}

static const char *pending_fault(const pend *p) {
  if (!p) return NULL;
  if (p->n > p->cap) return "more is pending than there is room for";
  for (uint32_t i = 1; i < p->n; i++)
    if (compare_entries(&p->list[i - 1], &p->list[i]) >= 0) return "what is pending is not sorted, or there twice";
  return NULL;
}

static const char *object_fault(const body *b) {
  if (!b->hd.refs) return "an object without an owner";
  for (uint32_t i = 0; i < b->n_pages; i++) {
    const char *fault = b->pages[i] ? chunk_fault(b->pages[i]) : NULL;
    if (fault) return fault;
  }
  return NULL;
}

static const char *directory_fault(const dir *d) {
  for (uint32_t i = 0; d && i < d->n; i++) {
    const dir_leaf *leaf = d->leaf[i];
    if (!leaf) continue;
    if (leaf->used & leaf->dead) return "an object that is there and dead";
    for (uint32_t k = 0; k < DIR_LEAF; k++) {
      if ((leaf->used >> k & 1) != (leaf->obj[k] != NULL)) return "an object that is not where the directory says";
      const char *fault = leaf->obj[k] ? object_fault(leaf->obj[k]) : NULL;
      if (fault) return fault;
    }
  }
  return NULL;
}

const char *state_fault(const state *s) {
  if (!s->refs) return "a state without an owner";
  if (s->k->n > s->shape->n_procs) return "more processes than there is room for";
  const char *fault = pending_fault(s->pending);
  for (uint32_t r = 0; r < s->shape->n_mem && !fault; r++) fault = chunk_fault(s->root[r]);
  for (proc_id p = 0; p <= update_stack(s) && !fault; p++) fault = stack_fault(s->env->ir, s->root[stack_root(s, p)]);
  return fault ? fault : directory_fault(s->objects);
}
