// Memory: per place what it held at first and everything that anybody may ever have written there.
#include "analysis/flow_impl.h"

enum { ENTRIES_MAX = 512 };

typedef struct gather {
  flow *f;
  uint64_t offset, size;  // what is read
  uint64_t covered;       // bytes of it with cells
  flow_set set;
} gather;

static void gather_cell(void *to, uint64_t offset, uint64_t size, flow_atom value) {
  gather *g = to;
  flow_set v = sets_one(&g->f->sets, value);
  bool exact = offset == g->offset && size == g->size;
  if (!exact) v = value.obj ? sets_blur(&g->f->sets, v) : g->f->integer;
  g->covered += size;
  g->set = sets_join(&g->f->sets, g->set, v);
}

static void gather_any(void *to, uint64_t offset, uint64_t size, flow_atom value) {
  gather *g = to;
  (void)offset;
  (void)size;
  g->set = sets_join(&g->f->sets, g->set, value.obj ? sets_one(&g->f->sets, value) : g->f->integer);
}

static flow_set initial_all(flow *f, uint32_t obj) {
  flow_object *o = &f->objects.data[obj];
  if (o->initial_all) return o->initial_all;
  gather g = {.f = f, .set = f->integer};
  f->seed.cells(f->seed.arg, obj, 0, UINT64_MAX, gather_any, &g);
  o->initial_all = g.set;
  return g.set;
}

static flow_set initial(flow *f, uint32_t obj, uint64_t offset, uint64_t size) {
  const flow_object *o = &f->objects.data[obj];
  if (o->fresh) return o->fresh;
  if (offset == FLOW_ANY || size == FLOW_ANY) return initial_all(f, obj);
  gather g = {.f = f, .offset = offset, .size = size};
  f->seed.cells(f->seed.arg, obj, offset, offset + size, gather_cell, &g);
  return g.covered < size ? sets_join(&f->sets, g.set, f->integer) : g.set;
}

static bool overlaps(const flow_entry *e, uint64_t offset, uint64_t size) {
  return offset == FLOW_ANY || size == FLOW_ANY || (e->offset < offset + size && offset < e->offset + e->size);
}

// Whoever reads here is looked at again when something is written.
static void note_reader(flow *f, uint32_t obj) {
  const flow_object *o = &f->objects.data[obj];
  if (o->readers.len && vec_last(&o->readers) == f->current) return;
  if (map64_put(&f->reads, (uint64_t)obj << 32 | f->current, 1)) vec_push(&f->objects.data[obj].readers, f->current);
}

flow_set flow_memory_read(flow *f, uint32_t obj, uint64_t offset, uint64_t size) {
  if (obj == 0 || obj >= f->objects.len) return 0;  // the access fails
  note_reader(f, obj);
  f->sets.work += 20 + 2 * f->objects.data[obj].entries.len;
  flow_set set = sets_join(&f->sets, initial(f, obj, offset, size), f->objects.data[obj].smear);
  const flow_object *o = &f->objects.data[obj];
  for (size_t i = 0; i < o->entries.len; i++) {
    const flow_entry *e = &o->entries.data[i];
    if (!overlaps(e, offset, size)) continue;
    bool exact = e->offset == offset && e->size == size;
    set = sets_join(&f->sets, set, exact ? e->set : sets_blur(&f->sets, e->set));
  }
  return set;
}

static void grow(flow *f, const flow_object *o, flow_set *into, flow_set v) {
  flow_set joined = sets_join(&f->sets, *into, v);
  if (joined == *into) return;
  *into = joined;
  for (size_t i = 0; i < o->readers.len; i++) flow_look_again(f, o->readers.data[i]);
}

void flow_memory_write(flow *f, uint32_t obj, uint64_t offset, uint64_t size, flow_set v) {
  if (obj == 0 || obj >= f->objects.len || v == 0) return;
  flow_object *o = &f->objects.data[obj];
  f->sets.work += 20 + 2 * o->entries.len;
  if (offset == FLOW_ANY || size == FLOW_ANY || o->entries.len >= ENTRIES_MAX) {
    grow(f, o, &o->smear, sets_blur(&f->sets, v));
    return;
  }
  for (size_t i = 0; i < o->entries.len; i++) {
    if (o->entries.data[i].offset != offset || o->entries.data[i].size != size) continue;
    grow(f, o, &o->entries.data[i].set, v);
    return;
  }
  vec_push(&o->entries, ((flow_entry){.offset = offset, .size = size}));
  grow(f, o, &vec_last(&o->entries).set, v);
}

typedef struct moved {
  flow_atoms values;
  VEC(uint64_t) places;
} moved;  // places: offset, size of each value

static void note_cell(void *to, uint64_t offset, uint64_t size, flow_atom value) {
  moved *m = to;
  vec_push(&m->values, value);
  vec_push(&m->places, offset);
  vec_push(&m->places, size);
}

void flow_memory_copy(flow *f, flow_atom to, flow_atom from, uint64_t bytes) {
  if (to.obj == 0 || from.obj == 0 || to.obj >= f->objects.len || from.obj >= f->objects.len) return;
  if (to.offset == FLOW_ANY || from.offset == FLOW_ANY || bytes == FLOW_ANY) {
    flow_memory_write(f, to.obj, FLOW_ANY, FLOW_ANY, flow_memory_read(f, from.obj, FLOW_ANY, FLOW_ANY));
    return;
  }
  if (bytes == 0) return;
  flow_memory_write(f, to.obj, to.offset, bytes, f->integer);  // what is padding here may be looked at there
  moved m = {0};
  note_reader(f, from.obj);
  if (!f->objects.data[from.obj].fresh) {
    f->seed.cells(f->seed.arg, from.obj, from.offset, from.offset + bytes, note_cell, &m);
  }
  for (size_t i = 0; i < m.values.len; i++) {
    uint64_t at = m.places.data[2 * i] - from.offset + to.offset, size = m.places.data[2 * i + 1];
    if (m.values.data[i].obj) flow_memory_write(f, to.obj, at, size, sets_one(&f->sets, m.values.data[i]));
  }
  vec_free(&m.values);
  vec_free(&m.places);
  for (size_t i = 0; i < f->objects.data[from.obj].entries.len; i++) {
    flow_entry e = f->objects.data[from.obj].entries.data[i];
    if (!overlaps(&e, from.offset, bytes)) continue;
    if (e.offset < from.offset || e.offset + e.size > from.offset + bytes) {
      flow_memory_write(f, to.obj, to.offset, bytes, sets_blur(&f->sets, e.set));
    } else {
      flow_memory_write(f, to.obj, e.offset - from.offset + to.offset, e.size, e.set);
    }
  }
  if (f->objects.data[from.obj].smear) flow_memory_write(f, to.obj, to.offset, bytes, f->objects.data[from.obj].smear);
}
