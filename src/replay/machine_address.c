// Addresses as numbers (doc/semantics-threads.md 11): an object has none until somebody looks; then its base is an input of the run. A
// run without inputs gets bases in the order of looking, one object behind the other.
#include "replay/machine_int.h"

#define FIRST_ADDRESS 65536u
#define HEAP_ALIGN ((uint64_t)IR_HEAP_ALIGN)
#define FUNCTION_ALIGN 2u

static uint64_t space_end(const machine *m) {
  return m->ir->pointer_bits == 64 ? (uint64_t)1 << 47 : ((uint64_t)1 << 32) - 4096;
}

static uint64_t extent(const object *o) { return o->size ? o->size : 1; }

uint64_t machine_align(const machine *m, objref r) {
  const object *o = memory_object((machine *)m, r);
  switch (o->kind) {
  case OBJ_FUNC: return FUNCTION_ALIGN;
  case OBJ_GLOBAL: case OBJ_THREAD: case OBJ_LOCAL: return o->align ? o->align : ir_type_get(m->ir, o->type)->align;
  case OBJ_HEAP: case OBJ_SHADOW: case OBJ_DEAD: break;
  }
  return o->align ? o->align : HEAP_ALIGN;
}

// May the object lie there? Apart from the other live objects that have an address.
static bool is_free(const machine *m, objref r, uint64_t base) {
  const object *o = memory_object((machine *)m, r);
  if (base < FIRST_ADDRESS || base > space_end(m) - extent(o) || base % machine_align(m, r)) return false;
  for (size_t i = 0; i < m->objects.len; i++) {
    const object *x = &m->objects.data[i];
    if (x == o || x->kind == OBJ_DEAD || !x->base) continue;
    if (base < x->base + extent(x) && x->base < base + extent(o)) return false;
  }
  return true;
}

static uint64_t next_free(machine *m, objref r) {
  uint64_t align = machine_align(m, r);
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
  return o->kind == OBJ_GLOBAL ? arena_printf(m->mem, "address of %s", o->name ? o->name : "?") : "address";
}

bool machine_address(machine *m, cell p, place at, uint64_t *out) {
  object *o = memory_object(m, p.obj);
  if (!o) {
    machine_stop(m, MACHINE_UNSUPPORTED, at, "the address of an object that has ended is looked at");
    return false;
  }
  if (!o->base) {
    machine_input in;
    if (!machine_draw_address(m, input_name(m, p.obj), some_pointer(m->ir), at, next_free(m, p.obj), &in)) return false;
    if (!is_free(m, p.obj, in.bits)) {
      machine_stop(m, MACHINE_LIMIT, at, "an address that the object cannot have");
      return false;
    }
    memory_object(m, p.obj)->base = in.bits;
  }
  *out = machine_cut(m->ir->pointer_bits, memory_object(m, p.obj)->base + p.bits);
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
      uint64_t distance = number - x->base;
      if (behind ? distance == extent(x) : distance < extent(x)) return (cell){distance, obj_make_ref((uint32_t)i, x->gen)};
    }
  return CELL_INT(number);
}
