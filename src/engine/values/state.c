// What holds at a point: copies and joins.
#include "engine/values/values.h"

void vstate_free(vstate *s) {
  for (size_t i = 0; i < s->pieces.len; i++) vec_free(&s->pieces.data[i].c.slots);
  vec_free(&s->pieces);
  mem_free(s->regs);
  *s = (vstate){0};
}

static const char *value_fault(const values *v, const val *a) {
  if (!number_is_well_formed(a->n)) return "a number whose step does not lead from its least to its greatest value";
  if (a->ptrs >= v->sets.len) return "a set of targets that was never made";
  return NULL;
}

static const char *content_fault(const values *v, const content *c) {
  for (size_t i = 0; i < c->slots.len; i++) {
    const slot *s = &c->slots.data[i];
    if (s->start >= s->end || !s->size || s->off + s->size > s->step) return "a slot that lies outside of its region";
    for (size_t k = 0; k < i; k++) {
      const slot *o = &c->slots.data[k];
      if (o->start != s->start) continue;
      if (o->end != s->end || o->step != s->step) return "two regions that begin in one place";
      if (o->off < s->off + s->size && s->off < o->off + o->size) return "two slots of a region that overlap";
    }
    const char *fault = value_fault(v, &s->v);
    if (fault) return fault;
  }
  return NULL;
}

const char *vstate_fault(const values *v, const vstate *s) {
  const char *fault = NULL;
  for (uint32_t r = 0; r < s->n_regs && !fault; r++) fault = value_fault(v, &s->regs[r].v);
  for (size_t i = 0; i < s->pieces.len && !fault; i++) {
    const piece *p = &s->pieces.data[i];
    if (!p->obj || p->obj >= v->objects.len) return "a piece of no object";
    if (i && s->pieces.data[i - 1].obj >= p->obj) return "pieces that are not sorted, or two of one object";
    fault = content_fault(v, &p->c);
  }
  return fault;
}

static piece copied(const piece *p) {
  piece q = *p;
  content_copy(&q.c, &p->c);
  return q;
}

void vstate_copy(vstate *to, const vstate *from) {
  *to = *from;
  to->regs = MEM_NEW_N(reg, from->n_regs);
  if (from->n_regs) memcpy(to->regs, from->regs, from->n_regs * sizeof(reg));
  to->pieces.data = NULL;
  to->pieces.len = to->pieces.cap = 0;
  for (size_t i = 0; i < from->pieces.len; i++) vec_push(&to->pieces, copied(&from->pieces.data[i]));
}

static bool join_regs(values *v, vstate *into, const vstate *from, const uint32_t *bits, int widen) {
  bool changed = false;
  for (uint32_t r = 0; r < into->n_regs; r++) {
    reg *a = &into->regs[r];
    const reg *b = &from->regs[r];
    val joined = val_join(v, a->v, b->v);
    bool linked = a->obj == b->obj && a->off == b->off && a->size == b->size;
    if (a->obj && !linked) {
      a->obj = 0;
      changed = true;
    }
    if (val_same(joined, a->v)) continue;
    if (widen) joined = val_widen(v, a->v, joined, bits[r], widen > 1);
    a->v = joined;
    changed = true;
  }
  return changed;
}

static bool exists_anyway(const values *v, const piece *p) { return p->obj <= v->m->n_globals; }

// Borrowed objects are given back where only one side has them.
static void give_back_single(values *v, vstate *s, const vstate *other) {
  for (size_t i = 0; i < s->pieces.len;) {
    const piece *p = &s->pieces.data[i];
    if (!p->borrowed || vmem_find(other, p->obj)) {
      i++;
      continue;
    }
    vmem_give_back_one(v, s, p->obj);
    i = 0;
  }
}

static bool join_piece(values *v, piece *a, const content *b, bool freed, int widen) {
  bool changed = freed && !a->freed;
  a->freed |= freed;
  return content_join(v, &a->c, b, a->obj, widen) || changed;
}

static bool join_pieces(values *v, vstate *into, const vstate *from, int widen) {
  bool changed = false;
  const content untouched = {0};
  for (size_t i = 0; i < from->pieces.len; i++) {
    const piece *b = &from->pieces.data[i];
    piece *a = vmem_find(into, b->obj);
    if (a) {
      changed |= join_piece(v, a, &b->c, b->freed, widen);
      continue;
    }
    a = vmem_add(into, copied(b));
    changed = true;
    if (exists_anyway(v, b)) join_piece(v, a, &untouched, false, 0);
  }
  for (size_t i = 0; i < into->pieces.len; i++) {
    piece *a = &into->pieces.data[i];
    if (exists_anyway(v, a) && !vmem_find(from, a->obj)) changed |= join_piece(v, a, &untouched, false, widen);
  }
  return changed;
}

// `from` is used up.
bool vstate_join(values *v, vstate *into, vstate *from, const uint32_t *bits, int widen) {
  if (!from->reached) return false;
  DCHECK(into != from && (!into->reached || into->n_regs == from->n_regs), "two states of one point");
  if (!into->reached) {
    vstate_free(into);
    vstate_copy(into, from);
    return true;
  }
  bool changed = false;
  if (into->depth != from->depth) values_give_up(v, "an atomic region is entered on some ways only");
  if (into->alone != from->alone) {
    changed = into->alone;
    vmem_publish_globals(v, into);
    vmem_publish_globals(v, from);
  }
  changed |= (into->locks & from->locks) != into->locks;
  into->locks &= from->locks;
  from->locks = into->locks;
  size_t before = into->pieces.len;
  vmem_give_back(v, into);
  vmem_give_back(v, from);
  give_back_single(v, into, from);
  give_back_single(v, from, into);
  changed |= into->pieces.len != before;
  changed |= join_regs(v, into, from, bits, widen);
  changed |= join_pieces(v, into, from, widen);
  CHECK_WHOLE(vstate_fault(v, into));
  return changed;
}
