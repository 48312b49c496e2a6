// Addresses as numbers (doc/semantics-threads.md 11): an object has none until somebody looks; then its base is an input of the run. A
// run without inputs gets bases in the order of looking, one object behind the other.
#include "replay/machine_int.h"

#define FIRST_ADDRESS 65536u
#define HEAP_ALIGN ((uint64_t)IR_HEAP_ALIGN)
#define FUNCTION_ALIGN 2u

static uint64_t space_end(const machine *m) {
  return m->ir->pointer_bits == 64 ? (uint64_t)1 << 47 : ((uint64_t)1 << 32) - 4096;
}

// What matters of an object, live or ended and followed.
typedef struct spot {
  uint64_t size, base, align;
  uint64_t born, died;
  bool heap;
  objref self, heir;
} spot;

static uint64_t usual_align(const machine *m, const object *o) {
  switch (o->kind) {
  case OBJ_FUNC: return FUNCTION_ALIGN;
  case OBJ_GLOBAL:
  case OBJ_THREAD:
  case OBJ_LOCAL: return o->align ? o->align : ir_type_get(m->ir, o->type)->align;
  case OBJ_HEAP:
  case OBJ_SHADOW:
  case OBJ_DEAD: break;
  }
  return o->align ? o->align : HEAP_ALIGN;
}

static spot live_spot(const machine *m, objref r, const object *o) {
  return (spot){o->size ? o->size : 1, o->base, usual_align(m, o), o->born, UINT64_MAX,
                o->kind == OBJ_HEAP,   r,       OBJ_NONE};
}

static spot ended_spot(const epitaph *e) {
  return (spot){
      e->size ? e->size : 1, e->base, e->align ? e->align : HEAP_ALIGN, e->born, e->died, true, e->obj, e->heir};
}

static epitaph *find_ended(machine *m, objref r) {
  uint64_t at;
  return map64_get(&m->ended_index, r, &at) ? &m->ended.data[at] : NULL;
}

static bool find_spot(machine *m, objref r, spot *out) {
  const object *o = memory_object(m, r);
  const epitaph *e = o ? NULL : find_ended(m, r);
  if (o) *out = live_spot(m, r, o);
  if (e) *out = ended_spot(e);
  return o || e;
}

// Did two objects never live at one time? Heap objects lie where heap objects have been.
static bool lived_apart(const spot *a, const spot *b) {
  if (!a->heap || !b->heap) return false;
  return a->born > b->died || b->born > a->died || a->heir == b->self || b->heir == a->self;
}

void machine_replaced(machine *m, objref ended, objref by) {
  epitaph *e = find_ended(m, ended);
  if (e) e->heir = by;
}

lives machine_lives(machine *m, objref a, objref b) {
  spot x, y;
  if (memory_object(m, a) && memory_object(m, b)) return LIVES_MET;
  if (!find_spot(m, a, &x) || !find_spot(m, b, &y) || !x.heap || !y.heap) return LIVES_UNKNOWN;
  return lived_apart(&x, &y) ? LIVES_APART : LIVES_MET;
}

bool machine_inside(machine *m, cell p) {
  const object *o = memory_object(m, p.obj);
  if (o && o->kind == OBJ_FUNC) return p.bits == 0;
  const epitaph *e = o ? NULL : find_ended(m, p.obj);
  return p.bits < (o ? o->size : e ? e->size : 0);
}

bool machine_align(machine *m, objref r, uint64_t *align) {
  spot x;
  bool known = find_spot(m, r, &x);
  if (known) *align = x.align;
  return known;
}

static bool overlaps(const spot *o, uint64_t base, const spot *x) {
  return x->base && !lived_apart(o, x) && base < x->base + x->size && x->base < base + o->size;
}

// May the object lie there? Apart from all with an address that live or lived at the same time.
static bool is_free(machine *m, objref r, uint64_t base) {
  spot o;
  CHECK(find_spot(m, r, &o), "an object that is known");
  if (base < FIRST_ADDRESS || base > space_end(m) - o.size || base % o.align) return false;
  for (size_t i = 0; i < m->objects.len; i++) {
    const object *x = &m->objects.data[i];
    objref other = obj_make_ref((uint32_t)i, x->gen);
    if (x->kind == OBJ_DEAD || !x->base || r == other) continue;
    spot there = live_spot(m, other, x);
    if (overlaps(&o, base, &there)) return false;
  }
  for (size_t i = 0; i < m->ended.len; i++) {
    spot there = ended_spot(&m->ended.data[i]);
    if (m->ended.data[i].obj != r && overlaps(&o, base, &there)) return false;
  }
  return true;
}

static uint64_t next_free(machine *m, objref r) {
  uint64_t align = HEAP_ALIGN;
  machine_align(m, r, &align);
  uint64_t base = (FIRST_ADDRESS + align - 1) / align * align;
  while (!is_free(m, r, base) && base < space_end(m)) base += align > HEAP_ALIGN ? align : HEAP_ALIGN;
  return base;
}

static ir_type some_pointer(const ir_module *ir) {
  for (uint32_t t = 1; t <= ir->n_types; t++)
    if (ir->types[t].kind == IR_TYPE_PTR) return (ir_type){t};
  return (ir_type){0};
}

static const char *input_name(machine *m, objref r) {
  const object *o = memory_object(m, r);
  return o && o->kind == OBJ_GLOBAL ? arena_printf(m->mem, "address of %s", o->name ? o->name : "?") : "address";
}

static uint64_t *base_of(machine *m, objref r) {
  object *o = memory_object(m, r);
  epitaph *e = o ? NULL : find_ended(m, r);
  return o ? &o->base : e ? &e->base : NULL;
}

uint64_t machine_base(machine *m, objref r) {
  const uint64_t *base = base_of(m, r);
  CHECK(base && *base, "somebody has looked at it");
  return *base;
}

bool machine_address(machine *m, cell p, place at, uint64_t *out) {
  const uint64_t *base = base_of(m, p.obj);
  if (!base) {
    machine_stop(m, MACHINE_UNSUPPORTED, at, "the address of an object that has ended is looked at");
    return false;
  }
  if (!*base) {
    machine_input in;
    if (!machine_draw_address(m, input_name(m, p.obj), some_pointer(m->ir), at, next_free(m, p.obj), &in)) return false;
    if (!is_free(m, p.obj, in.bits)) {
      machine_stop(m, MACHINE_LIMIT, at, "an address that the object cannot have");
      return false;
    }
    *base_of(m, p.obj) = in.bits;
  }
  *out = machine_cut(m->ir->pointer_bits, *base_of(m, p.obj) + p.bits);
  return true;
}

bool machine_number(machine *m, cell v, place at, cell *out) {
  uint64_t number;
  *out = v;
  if (!v.obj) return true;
  if (!machine_address(m, v, at, &number)) return false;
  *out = CELL_INT(number);
  return true;
}

// In an object, or, if it is in none, right behind one.
cell machine_pointer(const machine *m, uint64_t number) {
  if (number < FIRST_ADDRESS) return CELL_INT(number);
  for (int behind = 0; behind < 2; behind++)
    for (size_t i = 0; i < m->objects.len; i++) {
      const object *x = &m->objects.data[i];
      if (x->kind == OBJ_DEAD || !x->base || number < x->base) continue;
      uint64_t distance = number - x->base, size = x->size ? x->size : 1;
      if (behind ? distance == size : distance < size) return (cell){distance, obj_make_ref((uint32_t)i, x->gen)};
    }
  return CELL_INT(number);
}
