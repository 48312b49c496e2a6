// Types of a module: interned by structure, records nominal.
#include <string.h>

#include "base/check.h"
#include "base/hash.h"
#include "base/str.h"
#include "ir/ir_build.h"
#include "ir/ir_int.h"

static bool same_type(const ir_type_info *a, const ir_type_info *b) {
  return a->kind == b->kind && a->bits == b->bits && a->is_signed == b->is_signed && a->is_bool == b->is_bool &&
         a->is_char == b->is_char && a->elem.id == b->elem.id && a->count == b->count && a->name == b->name;
}

static uint64_t hash_type(const ir_type_info *t) {
  uint64_t h = hash_combine(t->kind, t->bits);
  h = hash_combine(h, (uint64_t)t->is_signed | (uint64_t)t->is_bool << 1 | (uint64_t)t->is_char << 2);
  h = hash_combine(h, t->elem.id);
  h = hash_combine(h, t->count);
  return t->name ? hash_bytes(t->name, strlen(t->name), h) : h;
}

static ir_type push_type(ir_module *m, ir_type_info info) {
  struct ir_builder *b = m->builder;
  vec_push(&b->types, info);
  m->types = b->types.data;
  m->n_types = (uint32_t)(b->types.len - 1);
  return (ir_type){m->n_types};
}

static ir_type intern_type(ir_module *m, ir_type_info info) {
  CHECK(m->builder, "types are made while a module is being built");
  uint64_t key = hash_type(&info), id;
  for (; map64_get(&m->builder->type_index, key, &id); key++)
    if (same_type(&m->types[id], &info)) return (ir_type){(uint32_t)id};
  ir_type t = push_type(m, info);
  map64_put(&m->builder->type_index, key, t.id);
  return t;
}

static uint64_t bytes_for(uint32_t bits) {
  uint64_t size = 1;
  while (size * 8 < bits) size *= 2;
  return size;
}

static ir_type_info number(ir_type_kind kind, uint32_t bits) {
  uint64_t size = bytes_for(bits);
  return (ir_type_info){.kind = kind, .bits = bits, .size = size, .align = size > 16 ? 16 : (uint32_t)size};
}

ir_type ir_type_int(ir_module *m, uint32_t bits, bool is_signed, const char *name) {
  CHECK(bits > 0 && bits <= IR_BITS_MAX, "integer width out of range");
  ir_type_info t = number(IR_TYPE_INT, bits);
  t.is_signed = is_signed;
  t.name = name ? ir_name(m, name) : NULL;
  return intern_type(m, t);
}

ir_type ir_type_bool(ir_module *m) {
  ir_type_info t = number(IR_TYPE_INT, 1);
  t.is_bool = true;
  t.name = ir_name(m, "bool");
  return intern_type(m, t);
}

ir_type ir_type_char(ir_module *m) {
  ir_type_info t = number(IR_TYPE_INT, 8);
  t.is_signed = t.is_char = true;
  t.name = ir_name(m, "char");
  return intern_type(m, t);
}

ir_type ir_type_event(ir_module *m) {
  return intern_type(m, (ir_type_info){.kind = IR_TYPE_EVENT, .size = 1, .align = 1});
}

ir_type ir_type_float(ir_module *m, uint32_t bits) {
  CHECK(bits == 16 || bits == 32 || bits == 64 || bits == 80 || bits == 128, "no such floating-point format");
  return intern_type(m, number(IR_TYPE_FLOAT, bits));
}

ir_type ir_type_ptr(ir_module *m, ir_type to) {
  CHECK(to.id <= m->n_types, "pointer to a type that does not exist");
  uint32_t bytes = m->pointer_bits / 8;
  return intern_type(
      m, (ir_type_info){.kind = IR_TYPE_PTR, .bits = m->pointer_bits, .elem = to, .size = bytes, .align = bytes});
}

bool ir_array_fits(const ir_module *m, ir_type elem, uint64_t count) {
  if (!ir_type_is_complete(m, elem)) return false;
  uint64_t size;
  return !__builtin_mul_overflow(m->types[elem.id].size, count, &size) && size <= IR_SIZE_MAX && count <= IR_SIZE_MAX;
}

ir_type ir_type_array(ir_module *m, ir_type elem, uint64_t count) {
  CHECK(ir_array_fits(m, elem, count), "array of incomplete elements or too large: ask ir_array_fits before");
  const ir_type_info *e = &m->types[elem.id];
  return intern_type(m, (ir_type_info){.kind = IR_TYPE_ARRAY,
                                       .elem = elem,
                                       .count = count,
                                       .size = e->size * count,
                                       .align = e->align,
                                       .has_const = e->has_const && count});
}

ir_type ir_type_record_declare(ir_module *m, const char *name) {
  CHECK(m->builder, "types are made while a module is being built");
  return push_type(m, (ir_type_info){.kind = IR_TYPE_RECORD, .name = ir_name(m, name)});
}

// Common end of both definitions: `at` holds the offsets.
static bool complete_record(ir_module *m, ir_type record, const ir_field *fields, uint32_t n, const uint64_t *at,
                            uint64_t size, uint32_t align) {
  ir_field *copy = ARENA_NEW_N(m->mem, ir_field, n ? n : 1);
  for (uint32_t i = 0; i < n; i++)
    copy[i] = (ir_field){ir_name(m, fields[i].name), fields[i].type, at[i], fields[i].is_const};
  ir_type_info *r = &m->builder->types.data[record.id];
  for (uint32_t i = 0; i < n; i++) r->has_const |= fields[i].is_const || m->types[fields[i].type.id].has_const;
  r->fields = copy;
  r->n_fields = n;
  r->size = size;
  r->align = align;
  r->rank = ++m->builder->n_completed;
  return true;
}

static bool open_record(const ir_module *m, ir_type record, const ir_field *fields, uint32_t n) {
  CHECK(m->builder && record.id && record.id <= m->n_types && m->types[record.id].kind == IR_TYPE_RECORD,
        "only a declared record can be defined");
  if (m->types[record.id].align) return false;
  for (uint32_t i = 0; i < n; i++)
    if (!ir_type_is_complete(m, fields[i].type)) return false;
  return true;
}

bool ir_type_record_define(ir_module *m, ir_type record, const ir_field *fields, uint32_t n) {
  if (!open_record(m, record, fields, n)) return false;
  uint64_t *at = MEM_NEW_N(uint64_t, n ? n : 1), size = 0;
  uint32_t align = 1;
  bool ok = true;
  for (uint32_t i = 0; i < n && ok; i++) {
    const ir_type_info *t = &m->types[fields[i].type.id];
    size = (size + t->align - 1) / t->align * t->align;
    at[i] = size;
    size += t->size;
    if (t->align > align) align = t->align;
    ok = size <= IR_SIZE_MAX;
  }
  size = (size + align - 1) / align * align;
  // Distinct objects have distinct addresses, hence an empty record still takes a byte.
  ok = ok && complete_record(m, record, fields, n, at, size ? size : 1, align);
  mem_free(at);
  return ok;
}

bool ir_type_record_define_at(ir_module *m, ir_type record, const ir_field *fields, uint32_t n, uint64_t size,
                              uint32_t align) {
  if (!open_record(m, record, fields, n)) return false;
  if (size > IR_SIZE_MAX || !align || (align & (align - 1))) return false;
  uint64_t last = 0;
  for (uint32_t i = 0; i < n; i++) {
    uint64_t at = fields[i].offset;
    if (at < last || at > size || m->types[fields[i].type.id].size > size - at) return false;
    last = at;
  }
  uint64_t *at = MEM_NEW_N(uint64_t, n ? n : 1);
  for (uint32_t i = 0; i < n; i++) at[i] = fields[i].offset;
  complete_record(m, record, fields, n, at, size, align);
  mem_free(at);
  return true;
}

bool ir_type_is_scalar(const ir_module *m, ir_type t) {
  if (t.id > m->n_types) return false;
  ir_type_kind k = m->types[t.id].kind;
  return k == IR_TYPE_INT || k == IR_TYPE_PTR || k == IR_TYPE_FLOAT;
}

bool ir_type_is_complete(const ir_module *m, ir_type t) { return t.id && t.id <= m->n_types && m->types[t.id].align; }

bool ir_types_agree(const ir_module *m, ir_type a, ir_type b) {
  if (a.id == b.id) return true;
  if (!ir_type_is_scalar(m, a) || !ir_type_is_scalar(m, b)) return false;
  return m->types[a.id].kind == m->types[b.id].kind && m->types[a.id].bits == m->types[b.id].bits;
}

static bool overlap(uint64_t a, uint64_t bytes_a, uint64_t b, uint64_t bytes_b) {
  return a < b + bytes_b && b < a + bytes_a;
}

bool ir_any_const_field(const ir_module *m) {
  for (uint32_t t = 1; t <= m->n_types; t++)
    if (m->types[t].has_const) return true;
  return false;
}

bool ir_type_const_at(const ir_module *m, ir_type t, uint64_t offset, uint64_t bytes) {
  const ir_type_info *i = &m->types[t.id];
  if (!i->has_const || !bytes || !i->size) return false;
  if (bytes > i->size) return true;  // of elements that stand one after another a whole one
  offset %= i->size;
  if (bytes > i->size - offset) {
    uint64_t first = i->size - offset;
    return ir_type_const_at(m, t, offset, first) || ir_type_const_at(m, t, 0, bytes - first);
  }
  if (i->kind == IR_TYPE_ARRAY) return ir_type_const_at(m, i->elem, offset, bytes);
  for (uint32_t k = 0; k < i->n_fields; k++) {
    const ir_field *f = &i->fields[k];
    uint64_t size = m->types[f->type.id].size;
    if (!overlap(f->offset, size, offset, bytes)) continue;
    if (f->is_const) return true;
    uint64_t from = offset > f->offset ? offset : f->offset;
    uint64_t end = offset + bytes < f->offset + size ? offset + bytes : f->offset + size;
    if (ir_type_const_at(m, f->type, from - f->offset, end - from)) return true;
  }
  return false;
}

// Array and pointer marks are written after the element, so a walk down the elements yields them from right to left.
const char *ir_type_text(const ir_module *m, ir_type t) {
  VEC(ir_type) outer = {0};
  for (; m->types[t.id].kind == IR_TYPE_PTR || m->types[t.id].kind == IR_TYPE_ARRAY; t = m->types[t.id].elem)
    vec_push(&outer, t);
  const ir_type_info *i = &m->types[t.id];
  strbuf out = {0};
  switch (i->kind) {
  case IR_TYPE_VOID: sb_puts(&out, "void"); break;
  case IR_TYPE_EVENT: sb_puts(&out, "event"); break;
  case IR_TYPE_FLOAT: sb_printf(&out, "f%u", i->bits); break;
  case IR_TYPE_RECORD: sb_puts(&out, i->name); break;
  case IR_TYPE_INT:
    if (i->name)
      sb_puts(&out, i->name);
    else
      sb_printf(&out, "%c%u", i->is_signed ? 'i' : 'u', i->bits);
    break;
  case IR_TYPE_PTR:
  case IR_TYPE_ARRAY: UNREACHABLE("pointers and arrays are passed above");
  }
  while (outer.len) {
    const ir_type_info *o = &m->types[vec_pop(&outer).id];
    if (o->kind == IR_TYPE_PTR)
      sb_putc(&out, '*');
    else
      sb_printf(&out, "[%llu]", (unsigned long long)o->count);
  }
  const char *text = intern(m->names, sb_text(&out));
  sb_fini(&out);
  vec_free(&outer);
  return text;
}
