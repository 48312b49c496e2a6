// Copies from object to object.
#include "engine/values/values.h"

// All that stands in these bytes, in pieces.
static val melted_range(values *v, vstate *s, val from, uint64_t bytes) {
  const target_set set = *val_targets(v, from);
  val all = val_none();
  for (uint32_t i = 0; i < set.n && !v->given_up; i++) {
    if (vmem_is_function(set.data[i].obj)) continue;
    piece *own = vmem_piece(v, s, set.data[i].obj);
    const object *o = vmem_object(v, set.data[i].obj);
    const content *c = own ? &own->c : &o->c;
    if (!own) vflow_note_read(v, set.data[i].obj);
    for (size_t k = 0; k < c->slots.len; k++) all = val_join(v, all, c->slots.data[k].v);
    all = val_join(v, all, content_initial(v, set.data[i].obj, c, 0, 0, 0, o->most ? o->most : 1));
  }
  (void)bytes;
  if (!val_only_zero(all)) all.n = number_top(128);
  return all;
}

// Offsets (relative to the copied bytes) and sizes of what is described there.
typedef struct cut {
  uint64_t at, size;
} cut;
typedef VEC(cut) cut_vec;

static bool add_cuts(const content *c, uint64_t from, uint64_t bytes, cut_vec *into) {
  for (size_t i = 0; i < c->slots.len; i++) {
    const slot *t = &c->slots.data[i];
    uint64_t at = t->start + t->off;
    if (t->start >= from + bytes || t->end <= from) continue;
    if (t->mixed || t->end - t->start > t->step || at < from || at + t->size > from + bytes) return false;
    bool known = false;
    for (size_t k = 0; k < into->len; k++) known |= into->data[k].at == at - from && into->data[k].size == t->size;
    if (!known) vec_push(into, ((cut){at - from, t->size}));
  }
  return true;
}

static bool add_initial_cuts(const values *v, uint32_t obj, uint64_t from, uint64_t bytes, cut_vec *into) {
  const ir_global_info *g = &v->m->globals[obj];
  for (uint32_t i = 0; i < g->n_inits; i++) {
    uint64_t at = g->inits[i].offset, size = ir_type_get(v->m, g->inits[i].value.type)->size;
    if (at >= from + bytes || at + size <= from) continue;
    if (at < from || at + size > from + bytes) return false;
    bool known = false;
    for (size_t k = 0; k < into->len; k++) known |= into->data[k].at == at - from && into->data[k].size == size;
    if (!known) vec_push(into, ((cut){at - from, size}));
  }
  return true;
}

static bool cuts_overlap(const cut_vec *cuts) {
  for (size_t i = 0; i < cuts->len; i++)
    for (size_t k = 0; k < i; k++) {
      const cut *a = &cuts->data[i], *b = &cuts->data[k];
      if (a->at < b->at + b->size && b->at < a->at + a->size) return true;
    }
  return false;
}

// One object to another, part by part. Parts that neither describes keep what they were at the start, so that must be the same, or
// indeterminate in the target.
static bool copy_parts(values *v, vstate *s, const target *to, const target *from, uint64_t bytes) {
  enum { MOST_PARTS = 64 };
  piece *own = vmem_piece(v, s, from->obj), *own_to = vmem_piece(v, s, to->obj);
  own = vmem_find(s, from->obj);
  const object *o = vmem_object(v, from->obj), *ot = vmem_object(v, to->obj);
  const content *c = own ? &own->c : &o->c, *ct = own_to ? &own_to->c : &ot->c;
  // Also where there is no part yet: one that others make later is to be copied then.
  if (!own) vflow_note_read(v, from->obj);
  if (!own_to) vflow_note_read(v, to->obj);
  cut_vec cuts = {0};
  bool source_zero = c->zeroed || !o->uninit, target_open = ot->uninit && !ct->zeroed;
  bool good = add_cuts(c, (uint64_t)from->at.lo, bytes, &cuts) && add_cuts(ct, (uint64_t)to->at.lo, bytes, &cuts) &&
              (o->kind != OBJECT_GLOBAL || add_initial_cuts(v, from->obj, (uint64_t)from->at.lo, bytes, &cuts)) &&
              (ot->kind != OBJECT_GLOBAL || add_initial_cuts(v, to->obj, (uint64_t)to->at.lo, bytes, &cuts)) &&
              cuts.len <= MOST_PARTS && !cuts_overlap(&cuts) && (source_zero || target_open);
  for (size_t i = 0; i < cuts.len && good; i++) {
    val source = val_target(v, from->obj, number_one(from->at.lo + (wide)cuts.data[i].at));
    val target_at = val_target(v, to->obj, number_one(to->at.lo + (wide)cuts.data[i].at));
    val what = vmem_load(v, s, source, cuts.data[i].size, NULL);
    vmem_store(v, s, target_at, cuts.data[i].size, what, false);
  }
  vec_free(&cuts);
  return good;
}

void vmem_copy(values *v, vstate *s, val to, val from, number bytes) {
  const target_set *a = val_targets(v, to), *b = val_targets(v, from);
  vmem_access(v, s, to, bytes);
  vmem_access(v, s, from, bytes);
  if (number_is_none(bytes) || bytes.hi <= 0) return;
  bool exact = bytes.lo == bytes.hi && bytes.hi < (wide)IR_SIZE_MAX && a->n == 1 && b->n == 1 &&
               !vmem_is_function(a->data[0].obj) && !vmem_is_function(b->data[0].obj) &&
               a->data[0].obj != b->data[0].obj;
  target t = exact ? a->data[0] : (target){0}, f = exact ? b->data[0] : (target){0};
  exact = exact && t.at.lo == t.at.hi && f.at.lo == f.at.hi && t.at.lo >= 0 && f.at.lo >= 0;
  if (exact && copy_parts(v, s, &t, &f, (uint64_t)bytes.lo)) return;
  uint64_t most = bytes.hi > (wide)IR_SIZE_MAX ? IR_SIZE_MAX : (uint64_t)bytes.hi;
  val all = melted_range(v, s, from, most);
  vmem_smear(v, s, to, most, all);
}
