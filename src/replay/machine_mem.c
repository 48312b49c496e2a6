// Objects and their bytes. Integers lie in memory as on a little-endian machine. A pointer value occupies its bytes
// with the offset and has its object beside them (`origin` of its first byte); bytes of a pointer that were partly
// overwritten are no pointer any more. Bytes may be indeterminate (doc/semantics-threads.md 4).
#include <string.h>

#include "replay/machine_int.h"

#define MEMORY_LIMIT ((uint64_t)1 << 30)  // bytes of live objects
#define BIG_OBJECT 64                     // bytes; larger globals remember which bytes were written

object *memory_object(machine *m, objref r) {
  uint32_t slot = obj_slot(r);
  if (slot == 0 || slot >= m->objects.len) return NULL;
  object *o = &m->objects.data[slot];
  return o->kind != OBJ_DEAD && o->gen == (uint32_t)(r >> 32) ? o : NULL;
}

static uint32_t take_slot(machine *m) {
  if (m->free_slots.len) return vec_pop(&m->free_slots);
  object fresh = {.kind = OBJ_DEAD};
  vec_push(&m->objects, fresh);
  return (uint32_t)(m->objects.len - 1);
}

// Locals come and go with every call. Pages of large objects that nobody writes cost nothing.
static void *zeroed_block(uint64_t size) {
  return size > MEM_BLOCK_MAX ? mem_zalloc(size) : memset(mem_block(size ? size : 1), 0, size);
}
static void drop_block(void *p, uint64_t size) {
  if (p) mem_block_free(p, size ? size : 1);
}

void memory_make_origins(object *o) {
  if (!o->origin) o->origin = zeroed_block(o->size * sizeof *o->origin);
}

objref memory_new_object(machine *m, obj_kind kind, ir_type type, uint64_t count, const char *name) {
  uint64_t elem = kind == OBJ_FUNC ? 0 : ir_type_get(m->ir, type)->size, size;
  if (__builtin_mul_overflow(elem, count, &size) || size > MEMORY_LIMIT - m->memory_bytes) return OBJ_NONE;
  uint32_t slot = take_slot(m);
  object *o = &m->objects.data[slot];
  *o = (object){.kind = kind, .gen = o->gen + 1, .type = type, .count = count, .size = size, .name = name};
  o->born = ++m->made;
  weak_makes(m, o);
  o->const_fields = (kind == OBJ_GLOBAL || kind == OBJ_THREAD || kind == OBJ_LOCAL) &&
                    ir_type_get(m->ir, type)->has_const;
  o->bytes = zeroed_block(size);
  if (kind == OBJ_GLOBAL && size > BIG_OBJECT) o->written = mem_zalloc(size / 8 + 1);
  m->memory_bytes += size;
  return obj_make_ref(slot, o->gen);
}

static void drop_contents(machine *m, object *o) {
  drop_block(o->bytes, o->size);
  drop_block(o->origin, o->size * sizeof *o->origin);
  drop_block(o->has_value, o->size + 1);
  mem_free(o->written);
  vec_free(&o->shadows);
  vec_free(&o->sealed);
  m->memory_bytes -= o->size;
  *o = (object){.kind = OBJ_DEAD, .gen = o->gen};
}

static void bury(machine *m, objref r, const object *o) {
  map64_put(&m->ended_index, r, m->ended.len);
  vec_push(&m->ended, ((epitaph){r, OBJ_NONE, o->size, o->base, o->born, m->made, o->align}));
}

static void kill_one(machine *m, objref r, object *o) {
  weak_kills(m, r);
  if (o->followed) bury(m, r, o);
  drop_contents(m, o);
  // A slot whose generations are used up is never taken again.
  if (o->gen != UINT32_MAX) vec_push(&m->free_slots, obj_slot(r));
}

typedef VEC(objref) objref_vec;

static void doom_shadows(const object *o, objref_vec *doomed) {
  for (size_t i = 0; i < o->shadows.len; i++) vec_push(doomed, o->shadows.data[i].obj);
}

static void kill_doomed(machine *m, objref_vec *doomed) {
  while (doomed->len) {
    objref r = vec_pop(doomed);
    object *o = memory_object(m, r);
    if (!o) continue;
    doom_shadows(o, doomed);
    kill_one(m, r, o);
  }
  vec_free(doomed);
}

// With the shadow objects that belong to it, and theirs.
void memory_kill_object(machine *m, objref r) {
  objref_vec doomed = {0};
  vec_push(&doomed, r);
  kill_doomed(m, &doomed);
}

void memory_kill_shadows(machine *m, objref r) {
  objref_vec doomed = {0};
  object *o = memory_object(m, r);
  doom_shadows(o, &doomed);
  vec_clear(&o->shadows);
  kill_doomed(m, &doomed);
}

objref memory_shadow(machine *m, cell pointer, ir_type type) {
  const object *o = memory_object(m, pointer.obj);
  for (size_t i = 0; i < o->shadows.len; i++)
    if (o->shadows.data[i].offset == pointer.bits) return o->shadows.data[i].obj;
  // Texts call it as what it belongs to: whoever locks it has locked that.
  const char *name = m->options.changed ? machine_event_name(m, (event_id){pointer.obj, pointer.bits}) : NULL;
  objref r = memory_new_object(m, OBJ_SHADOW, type, 1, name);
  if (!r) return OBJ_NONE;
  memory_object(m, r)->quiet = true;
  shadow_object fresh = {pointer.bits, r};
  vec_push(&memory_object(m, pointer.obj)->shadows, fresh);
  return r;
}

bool memory_shadowed(machine *m, objref shadow, objref *of, uint64_t *offset) {
  for (uint32_t slot = 1; slot < m->objects.len; slot++) {
    const object *o = &m->objects.data[slot];
    for (size_t i = 0; o->kind != OBJ_DEAD && i < o->shadows.len; i++) {
      if (o->shadows.data[i].obj != shadow) continue;
      *of = (objref)o->gen << 32 | slot;
      *offset = o->shadows.data[i].offset;
      return true;
    }
  }
  return false;
}

void memory_make_indeterminate(machine *m, objref r) {
  object *o = memory_object(m, r);
  if (o->has_value)
    memset(o->has_value, 0, o->size);
  else
    o->has_value = zeroed_block(o->size + 1);
}

bool memory_is_indeterminate(const object *o, uint64_t offset, uint64_t size) {
  return o->has_value && memchr(o->has_value + offset, 0, size);
}

bool memory_is_blank(machine *m, cell at, uint64_t size) {
  const object *o = at.obj ? memory_object(m, at.obj) : NULL;
  if (!o || o->kind == OBJ_FUNC || at.bits >= o->size) return false;
  if (size > o->size - at.bits) size = o->size - at.bits;
  bool blank = !memory_is_indeterminate(o, at.bits, size);
  for (uint64_t k = at.bits; k < at.bits + size && blank; k++) blank = !o->bytes[k] && !(o->origin && o->origin[k]);
  return blank;
}

void memory_forget_ended(machine *m) {
  vec_clear(&m->ended);
  map64_clear(&m->ended_index);
  m->made = 0;
}

void memory_release(machine *m) {
  for (size_t i = 0; i < m->objects.len; i++)
    if (m->objects.data[i].kind != OBJ_DEAD) drop_contents(m, &m->objects.data[i]);
  vec_clear(&m->objects);
  vec_clear(&m->free_slots);
  memory_forget_ended(m);
}

static void init_global(machine *m, objref r, const ir_global_info *g) {
  for (uint32_t i = 0; i < g->n_inits; i++) {
    const ir_init *init = &g->inits[i];
    cell at = {init->offset, r};
    if (machine_is_wide(m, init->value.type))
      memory_store_wide(m, at, init->value.type, machine_read_wide(m, &init->value));
    else
      memory_store(m, at, init->value.type, machine_read_operand(m, &init->value));
  }
}

static bool make_global(machine *m, uint32_t g) {
  const ir_global_info *info = &m->ir->globals[g];
  objref r = memory_new_object(m, OBJ_GLOBAL, info->type, 1, info->name);
  if (!r) {
    machine_stop(m, MACHINE_LIMIT, info->at, "memory: the program's variables need more than 1 GiB");
    return false;
  }
  CHECK(r == obj_make_ref(g, 1), "globals have the slots of their numbers");
  m->objects.data[g].quiet = info->is_hidden;
  m->objects.data[g].align = info->align;
  m->objects.data[g].constant = info->is_const;
  return true;
}

static void set_global(machine *m, uint32_t g) {
  init_global(m, obj_make_ref(g, 1), &m->ir->globals[g]);
  m->objects.data[g].stored = false;
}

static void init_globals(machine *m) {
  object none = {.kind = OBJ_DEAD};
  vec_push(&m->objects, none);
  for (uint32_t g = 1; g <= m->ir->n_globals; g++)
    if (!make_global(m, g)) return;
  for (uint32_t f = 1; f <= m->ir->n_funcs; f++) memory_new_object(m, OBJ_FUNC, (ir_type){0}, 0, m->ir->funcs[f].name);
  for (uint32_t g = 1; g <= m->ir->n_globals; g++) set_global(m, g);
}

// Most variables of a large program are tables that no run writes to: they stay from run to run.
static bool is_as_made(const object *o) {
  return o->kind == OBJ_GLOBAL && o->gen == 1 && !o->stored && !o->is_mutex && !o->has_value && !o->base &&
         !o->shadows.len;
}

static void renew_global(machine *m, uint32_t g) {
  object *o = &m->objects.data[g];
  if (o->kind != OBJ_DEAD) drop_contents(m, o);
  o->gen = 0;
  vec_push(&m->free_slots, g);
  if (make_global(m, g)) set_global(m, g);
}

void memory_begin_run(machine *m) {
  size_t fixed = (size_t)m->ir->n_globals + m->ir->n_funcs + 1;
  if (m->objects.len < fixed) {  // the first run, or they do not fit
    memory_release(m);
    init_globals(m);
    return;
  }
  for (size_t i = fixed; i < m->objects.len; i++)
    if (m->objects.data[i].kind != OBJ_DEAD) drop_contents(m, &m->objects.data[i]);
  m->objects.len = fixed;
  vec_clear(&m->free_slots);
  memory_forget_ended(m);
  for (uint32_t f = m->ir->n_globals + 1; f < fixed; f++) m->objects.data[f].base = 0;
  for (uint32_t g = 1; g <= m->ir->n_globals; g++)
    if (!is_as_made(&m->objects.data[g])) renew_global(m, g);
}

// Made from the initial values; what elaboration did to the kernel's copy (the global itself) is not seen.
void memory_make_own(machine *m, uint32_t proc) {
  vec_clear(&m->procs[proc].own);
  for (uint32_t g = 1; g <= m->ir->n_globals && m->n_own; g++) {
    const ir_global_info *info = &m->ir->globals[g];
    if (!info->is_thread_local) continue;
    objref r = memory_new_object(m, OBJ_THREAD, info->type, 1, info->name);
    if (!r) {
      machine_stop(m, MACHINE_LIMIT, info->at, "memory: the program's variables need more than 1 GiB");
      return;
    }
    memory_object(m, r)->owner = proc;
    memory_object(m, r)->quiet = info->is_hidden;
    memory_object(m, r)->align = info->align;
    memory_object(m, r)->constant = info->is_const;
    vec_push(&m->procs[proc].own, r);
  }
  for (uint32_t g = 1; g <= m->ir->n_globals && m->n_own; g++)
    if (m->own_index[g]) init_global(m, m->procs[proc].own.data[m->own_index[g] - 1], &m->ir->globals[g]);
}

void memory_end_own(machine *m, uint32_t proc) {
  process *p = &m->procs[proc];
  for (size_t i = 0; i < p->own.len; i++) memory_kill_object(m, p->own.data[i]);
  vec_clear(&p->own);
}

bool memory_access(machine *m, cell pointer, uint64_t size, place at) {
  if (!pointer.obj) {
    machine_fail(m, IR_CHECK_NULL, at, NULL);
    return false;
  }
  object *o = memory_object(m, pointer.obj);
  if (!o) {
    m->wrong = pointer.obj;
    machine_fail(m, IR_CHECK_FREED, at, NULL);
    return false;
  }
  if (pointer.bits > o->size || size > o->size - pointer.bits) {
    machine_fail(m, IR_CHECK_BOUNDS, at, NULL);
    return false;
  }
  return true;
}

static bool is_sealed(const object *o, uint64_t offset, uint64_t size) {
  for (size_t k = 0; k < o->sealed.len; k++) {
    sealed_range s = o->sealed.data[k];
    if (s.offset < offset + size && offset < s.offset + s.size) return true;
  }
  return false;
}

void machine_exec_seal(machine *m, const ir_instr *i) {
  cell at = machine_read_operand(m, &i->args[0]), bytes = machine_read_operand(m, &i->args[1]);
  object *o = at.obj ? memory_object(m, at.obj) : NULL;
  if (!o || !bytes.bits || at.bits > o->size || bytes.bits > o->size - at.bits) return;
  size_t kept = 0;
  for (size_t k = 0; k < o->sealed.len; k++) {
    sealed_range s = o->sealed.data[k];
    bool ends = at.bits <= s.offset && s.offset < at.bits + bytes.bits;
    if (i->sub == IR_SEAL_BEGINS ? s.offset != at.bits || s.size != bytes.bits : !ends) o->sealed.data[kept++] = s;
  }
  o->sealed.len = kept;
  if (i->sub == IR_SEAL_BEGINS) vec_push(&o->sealed, ((sealed_range){at.bits, bytes.bits}));
}

bool memory_write_access(machine *m, const ir_instr *i, cell pointer, uint64_t size) {
  if (!memory_access(m, pointer, size, i->at)) return false;
  const object *o = memory_object(m, pointer.obj);
  bool constant = o->constant || (o->const_fields && ir_type_const_at(m->ir, o->type, pointer.bits, size)) ||
                  is_sealed(o, pointer.bits, size);
  if (i->flags & IR_INIT || !constant) return true;
  machine_fail(m, IR_CHECK_READ_ONLY, i->at, NULL);
  return false;
}

// Pointers that begin before a written range and reach into it lose their object.
static void forget_origins(const machine *m, object *o, uint64_t offset, uint64_t size) {
  if (!o->origin) return;
  uint64_t reach = m->ir->pointer_bits / 8 - 1;
  uint64_t first = offset > reach ? offset - reach : 0;
  for (uint64_t i = first; i < offset + size; i++) o->origin[i] = OBJ_NONE;
}

static object *begin_write(machine *m, cell to, uint64_t size) {
  object *o = memory_object(m, to.obj);
  CHECK(o && to.bits <= o->size && size <= o->size - to.bits, "the access was checked");
  if (m->options.changed) machine_note_write(m, to.obj, to.bits, size);
  operands_write(m, to.obj, to.bits, size);
  o->stored = true;
  if (o->written)
    for (uint64_t i = to.bits; i < to.bits + size; i++) o->written[i / 8] |= (uint8_t)(1u << (i % 8));
  forget_origins(m, o, to.bits, size);
  if (o->has_value) memset(o->has_value + to.bits, 1, size);
  return o;
}

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "words are copied to and from memory as they are");

static void put_bytes(uint8_t *to, uint64_t bits, uint64_t size) {
  memcpy(to, &bits, size < 8 ? size : 8);
  if (size > 8) memset(to + 8, 0, size - 8);
}

void memory_store(machine *m, cell pointer, ir_type type, cell value) {
  const ir_type_info *t = ir_type_get(m->ir, type);
  object *o = begin_write(m, pointer, t->size);
  put_bytes(o->bytes + pointer.bits, value.bits, t->size);
  if (!value.obj) return;
  memory_make_origins(o);
  o->origin[pointer.bits] = value.obj;
  if (pointer.bits % 8) o->odd_pointers = true;
}

void memory_store_wide(machine *m, cell pointer, ir_type type, const uint64_t *limbs) {
  const ir_type_info *t = ir_type_get(m->ir, type);
  object *o = begin_write(m, pointer, t->size);
  uint32_t n = wide_limbs(t->bits);
  uint64_t held = t->size < 8 * (uint64_t)n ? t->size : 8 * (uint64_t)n;
  memcpy(o->bytes + pointer.bits, limbs, held);  // little endian, as memory_load_wide reads it
  memset(o->bytes + pointer.bits + held, 0, t->size - held);
}

static bool holds_pointer(const machine *m, const object *o, uint64_t offset, uint64_t size) {
  if (!o->origin) return false;
  uint64_t reach = m->ir->pointer_bits / 8 - 1;
  for (uint64_t i = offset > reach ? offset - reach : 0; i < offset + size; i++)
    if (o->origin[i]) return true;
  return false;
}

bool memory_pointer_at(machine *m, cell at) {
  const object *o = at.obj ? memory_object(m, at.obj) : NULL;
  uint64_t word = m->ir->pointer_bits / 8;
  return o && o->origin && word <= o->size && at.bits <= o->size - word && o->origin[at.bits];
}

// Goes to the next byte at which a pointer begins; false: there is none before `end`.
static bool next_pointer(const object *o, uint64_t *at, uint64_t end) {
  for (; o->origin && *at < end; ++*at)
    if (o->origin[*at]) return true;
  return false;
}

static uint64_t first_reaching(const machine *m, uint64_t offset) {
  uint64_t reach = m->ir->pointer_bits / 8 - 1;
  return offset > reach ? offset - reach : 0;
}

static cell pointer_at(const object *o, const machine *m, uint64_t at) {
  uint64_t bits = 0;
  memcpy(&bits, o->bytes + at, m->ir->pointer_bits / 8);
  if (m->ir->pointer_bits == 32) bits = (uint64_t)(int64_t)(int32_t)(uint32_t)bits;
  return (cell){bits, o->origin[at]};
}

// The addresses of all pointers of which something stands in the range. False: m->status is set.
static bool look_at_pointers(machine *m, objref r, uint64_t offset, uint64_t size, place at) {
  uint64_t i = first_reaching(m, offset), unused;
  for (; next_pointer(memory_object(m, r), &i, offset + size); i++)
    if (!machine_address(m, pointer_at(memory_object(m, r), m, i), at, &unused)) return false;
  return true;
}

// The bytes of a range, pointers as their addresses, which are known.
static void read_bytes(machine *m, const object *o, uint64_t offset, uint64_t size, uint8_t *out) {
  memcpy(out, o->bytes + offset, size);
  uint64_t width = m->ir->pointer_bits / 8;
  for (uint64_t i = first_reaching(m, offset); next_pointer(o, &i, offset + size); i++) {
    cell p = pointer_at(o, m, i);
    uint64_t number = machine_base(m, p.obj) + p.bits;
    for (uint64_t k = 0; k < width; k++)
      if (i + k >= offset && i + k < offset + size) out[i + k - offset] = (uint8_t)(number >> (8 * k));
  }
}

bool memory_take_apart(machine *m, cell to, uint64_t size, place at) {
  uint64_t width = m->ir->pointer_bits / 8, i = first_reaching(m, to.bits), number;
  for (; next_pointer(memory_object(m, to.obj), &i, to.bits + size); i++) {
    if (i >= to.bits && i + width <= to.bits + size) continue;
    if (!machine_address(m, pointer_at(memory_object(m, to.obj), m, i), at, &number)) return false;
    object *o = memory_object(m, to.obj);
    memcpy(o->bytes + i, &number, width);
    o->origin[i] = OBJ_NONE;
  }
  return true;
}

bool memory_load(machine *m, cell pointer, ir_type type, cell *out, place at) {
  const ir_type_info *t = ir_type_get(m->ir, type);
  object *o = memory_object(m, pointer.obj);
  uint64_t bits = 0;
  memcpy(&bits, o->bytes + pointer.bits, t->size < 8 ? t->size : 8);
  *out = (cell){machine_cut(t->bits, bits), OBJ_NONE};
  // A whole pointer, or an integer of its width that then carries it.
  if (o->origin && (t->kind == IR_TYPE_PTR || t->bits == m->ir->pointer_bits)) out->obj = o->origin[pointer.bits];
  // Offsets are kept in as many bytes as a pointer has; one below the object's begin is negative.
  if (out->obj && t->bits == 32) out->bits = (uint64_t)(int64_t)(int32_t)(uint32_t)bits;
  if (out->obj) return true;
  if (holds_pointer(m, o, pointer.bits, t->size)) {
    if (!look_at_pointers(m, pointer.obj, pointer.bits, t->size, at)) return false;
    bits = 0;
    read_bytes(m, memory_object(m, pointer.obj), pointer.bits, t->size, (uint8_t *)&bits);
    *out = CELL_INT(machine_cut(t->bits, bits));
  }
  if (t->kind == IR_TYPE_PTR) *out = machine_pointer(m, out->bits);
  return true;
}

bool memory_is_number(machine *m, cell pointer, uint64_t size, place at) {
  return look_at_pointers(m, pointer.obj, pointer.bits, size, at);
}

void memory_load_wide(machine *m, cell pointer, ir_type type, uint64_t *out) {
  const ir_type_info *t = ir_type_get(m->ir, type);
  const object *o = memory_object(m, pointer.obj);
  memset(out, 0, wide_limbs(t->bits) * sizeof *out);
  uint64_t all = 8 * (uint64_t)wide_limbs(t->bits);
  read_bytes(m, o, pointer.bits, t->size < all ? t->size : all, (uint8_t *)out);
  wide_cut(out, t->bits);
}

// Parts of pointers at the ends of the range are bytes of their addresses.
bool memory_copy(machine *m, cell to, cell from, uint64_t size, place at) {
  uint64_t width = m->ir->pointer_bits / 8, unused, k = first_reaching(m, from.bits);
  for (; next_pointer(memory_object(m, from.obj), &k, from.bits + size); k++) {
    bool part = k < from.bits || k + width > from.bits + size;
    if (part && !machine_address(m, pointer_at(memory_object(m, from.obj), m, k), at, &unused)) return false;
  }
  if (!memory_take_apart(m, to, size, at)) return false;
  const object *src = memory_object(m, from.obj);
  uint8_t *bytes = mem_alloc(size), *set = NULL;
  objref *origin = NULL;
  memcpy(bytes, src->bytes + from.bits, size);
  for (uint64_t i = first_reaching(m, from.bits); next_pointer(src, &i, from.bits + size); i++) {
    if (i < from.bits || i + width > from.bits + size) {
      uint64_t first = i < from.bits ? from.bits : i, end = i + width < from.bits + size ? i + width : from.bits + size;
      read_bytes(m, src, first, end - first, bytes + (first - from.bits));
    } else {
      if (!origin) origin = MEM_NEW_N(objref, size);
      origin[i - from.bits] = src->origin[i];
    }
  }
  if (memory_is_indeterminate(src, from.bits, size)) set = memcpy(mem_alloc(size), src->has_value + from.bits, size);
  object *dst = begin_write(m, to, size);
  memcpy(dst->bytes + to.bits, bytes, size);
  if (set && !dst->has_value) dst->has_value = memset(mem_block(dst->size + 1), 1, dst->size);
  if (set) memcpy(dst->has_value + to.bits, set, size);
  if (origin) memory_make_origins(dst);
  if (origin) {
    memcpy(dst->origin + to.bits, origin, size * sizeof *origin);
    if (src->odd_pointers || (to.bits - from.bits) % 8) dst->odd_pointers = true;
  }
  mem_free(bytes);
  mem_free(origin);
  mem_free(set);
  return true;
}

void memory_fill(machine *m, cell to, uint8_t byte, uint64_t size) {
  object *o = begin_write(m, to, size);
  memset(o->bytes + to.bits, byte, size);
}
