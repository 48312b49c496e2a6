#include "analysis/scalars.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/vec.h"

enum { WALK_MAX = 64, SLOTS_MAX = 256 };
#define FAR ((uint64_t)1 << 32)  // constant offsets beyond are no places in a record
#define NO_UNIT UINT32_MAX

typedef struct slot {
  uint64_t offset;
  uint32_t size;
} slot;

typedef struct shape {
  VEC(slot) slots;  // ascending
  uint32_t unit;    // the smallest
  uint64_t
      period;  // size of the records that declared types show, offsets count from the start of one; 0: none, 1: of several sizes
  bool mixed;  // they overlap, or are too many: only the unit counts
} shape;

struct scalars {
  const ir_module *m;
  const points *pts;
  uint32_t n_objects;
  uint32_t *parent;       // by object: union-find over what copies link
  ir_type *types;         // by object: declared; void: none
  shape *shapes;          // by representative
  shape *cuts;            // by object with a type: accesses that take its scalars apart
  const ir_instr **defs;  // by register of all functions: the only definition, or NULL
  uint32_t *first_reg;    // by function
};

// --- types ---------------------------------------------------------------------------------------------------------

static ir_type element(const ir_module *m, ir_type t) {
  while (ir_type_get(m, t)->kind == IR_TYPE_ARRAY) t = ir_type_get(m, t)->elem;
  return t;
}

// Bytes are what memory without a type consists of.
static bool is_typed(const ir_module *m, ir_type t) {
  const ir_type_info *e = ir_type_get(m, element(m, t));
  return e->size && !(e->kind == IR_TYPE_INT && e->bits == 8);
}

// The scalar that holds this byte of an array of T; false: padding.
static bool scalar_at(const ir_module *m, ir_type t, uint64_t offset, slot *found) {
  uint64_t base = 0;
  for (;;) {
    const ir_type_info *i = ir_type_get(m, t);
    if (!i->size) return false;
    base += (offset - base) / i->size * i->size;
    if (i->kind == IR_TYPE_ARRAY) {
      t = i->elem;
    } else if (i->kind == IR_TYPE_RECORD) {
      uint32_t k = i->n_fields;
      while (k > 0 && i->fields[k - 1].offset > offset - base) k--;
      if (k == 0) return false;
      const ir_field *f = &i->fields[k - 1];
      if (offset - base - f->offset >= ir_type_get(m, f->type)->size) return false;
      base += f->offset;
      t = f->type;
    } else {
      *found = (slot){base, (uint32_t)i->size};
      return true;
    }
  }
}

static uint32_t smallest(const ir_module *m, ir_type t) {
  const ir_type_info *i = ir_type_get(m, element(m, t));
  if (i->kind != IR_TYPE_RECORD) return i->size ? (uint32_t)i->size : NO_UNIT;
  uint32_t least = NO_UNIT;
  for (uint32_t k = 0; k < i->n_fields; k++) {
    uint32_t s = smallest(m, i->fields[k].type);
    if (s < least) least = s;
  }
  return least;
}

// --- addresses -----------------------------------------------------------------------------------------------------

// obj 0: unknown. The offset is the constant part; indices of arrays leave it out, so it is that of the first element.
typedef struct origin {
  uint32_t obj;
  uint64_t offset;
} origin;

static origin origin_of(const scalars *s, ir_func f, const ir_operand *o) {
  origin at = {0, 0};
  for (unsigned n = 0; n < WALK_MAX; n++) {
    if (o->kind == IR_OPERAND_GLOBAL) return (origin){(uint32_t)o->value, at.offset + o->offset};
    if (o->kind != IR_OPERAND_REG) break;
    const ir_instr *d = s->defs[s->first_reg[f.id] + o->value];
    if (!d) break;
    if (d->op == IR_LOCAL || d->op == IR_NEW) {
      at.obj = points_site(s->pts, f.id, (uint32_t)(d - s->m->funcs[f.id].code));
      break;
    }
    if (d->op != IR_MOV && d->op != IR_PTRADD) break;
    if (d->op == IR_PTRADD && d->args[1].kind == IR_OPERAND_INT) at.offset += d->args[1].value;
    o = &d->args[0];
  }
  return at;
}

static void find_definitions(scalars *s) {
  const ir_module *m = s->m;
  uint32_t n = 0;
  s->first_reg = MEM_NEW_N(uint32_t, m->n_funcs + 1);
  for (uint32_t f = 1; f <= m->n_funcs; f++) {
    s->first_reg[f] = n;
    n += m->funcs[f].n_regs + 1;
  }
  s->defs = MEM_NEW_N(const ir_instr *, n + 1);
  bitset several = bitset_new(n + 1);
  for (uint32_t f = 1; f <= m->n_funcs; f++) {
    for (uint32_t r = 1; r <= m->funcs[f].n_params; r++) bitset_add(&several, s->first_reg[f] + r);
    for (uint32_t c = 0; c < m->funcs[f].n_code; c++) {
      const ir_instr *i = &m->funcs[f].code[c];
      uint32_t r = s->first_reg[f] + i->dst.id;
      if (!i->dst.id || bitset_has(&several, r)) continue;
      if (s->defs[r]) bitset_add(&several, r);
      s->defs[r] = s->defs[r] ? NULL : i;
    }
  }
  bitset_fini(&several);
}

// --- shapes --------------------------------------------------------------------------------------------------------

static uint32_t find(const scalars *s, uint32_t o) {
  while (s->parent[o] != o) o = s->parent[o];
  return o;
}

static void add_slot(shape *h, uint64_t offset, uint32_t size) {
  if (size < h->unit) h->unit = size;
  if (offset >= FAR || h->slots.len >= SLOTS_MAX) h->mixed = true;
  if (h->mixed) return;
  size_t k = h->slots.len;
  while (k > 0 && h->slots.data[k - 1].offset > offset) k--;
  if (k > 0) {
    slot before = h->slots.data[k - 1];
    if (before.offset == offset && before.size == size) return;
    if (before.offset + before.size > offset) h->mixed = true;
  }
  if (k < h->slots.len && offset + size > h->slots.data[k].offset) h->mixed = true;
  vec_push(&h->slots, ((slot){0, 0}));
  memmove(&h->slots.data[k + 1], &h->slots.data[k], (h->slots.len - 1 - k) * sizeof(slot));
  h->slots.data[k] = (slot){offset, size};
}

static void add_type(const scalars *s, shape *h, uint64_t offset, ir_type t) {
  t = element(s->m, t);
  uint64_t size = ir_type_get(s->m, t)->size;
  slot at;
  uint32_t least = smallest(s->m, t);
  if (least < h->unit) h->unit = least;
  for (uint64_t k = 0; k < size && !h->mixed;) {
    bool some = scalar_at(s->m, t, k, &at);
    if (some) add_slot(h, offset + at.offset, at.size);
    k = some ? at.offset + at.size : k + 1;
  }
}

static void link_copies(scalars *s, ir_func f, const ir_instr *i) {
  uint32_t first = 0;
  for (uint32_t a = 0; a < 2; a++) {
    const bitset *set = points_of(s->pts, f, &i->args[a]);
    for (uint32_t o = 1; o <= s->n_objects; o++) {
      if (!bitset_has(set, o)) continue;
      uint32_t root = find(s, o);
      if (!first) first = root;
      if (root < first)
        s->parent[first] = root, first = root;
      else
        s->parent[root] = first;
    }
  }
}

// Does a scalar of the declared type end inside of the range, and another one begin?
static bool is_several(const scalars *s, ir_type t, uint64_t from, uint64_t bytes) {
  slot x;
  bool first = scalar_at(s->m, t, from, &x) && x.offset == from;
  for (uint64_t k = first ? x.size : bytes; k < bytes; k++)
    if (scalar_at(s->m, t, from + k, &x)) return true;
  return false;
}

// The same by a shape with a period: slots are whole scalars then.
static bool spans_slots(const shape *h, uint64_t from, uint64_t bytes) {
  unsigned n = 0;
  if (h->mixed || h->period <= 1 || from >= FAR) return false;
  for (size_t k = 0; k < h->slots.len; k++) {
    uint64_t first = h->slots.data[k].offset, end = first + h->slots.data[k].size, at = from % h->period;
    if (first < at ? end > at : first < at + bytes && end > at + bytes) return false;  // a part of it
    n += first >= at && first < at + bytes;
  }
  return n > 1;
}

// An access to an object with a type: nothing new, unless it takes scalars apart.
static void note_typed(scalars *s, uint32_t obj, const origin *at, uint32_t size) {
  slot whole;
  if (at->obj == obj) {
    uint64_t offset = at->offset % ir_type_get(s->m, s->types[obj])->size;
    bool fits = scalar_at(s->m, s->types[obj], offset, &whole) && whole.offset == offset && whole.size == size;
    if (!fits && !is_several(s, s->types[obj], offset, size)) add_slot(&s->cuts[obj], offset, size);
  } else if (size < smallest(s->m, s->types[obj])) {
    add_slot(&s->cuts[obj], FAR, size);
  }
}

static void note_untyped(const scalars *s, shape *h, uint64_t offset, ir_type t) {
  if (spans_slots(h, offset, ir_type_get(s->m, t)->size)) return;
  add_type(s, h, h->period > 1 && offset < FAR ? offset % h->period : offset, t);
}

static void note_access(scalars *s, ir_func f, const ir_instr *i) {
  origin at = origin_of(s, f, &i->args[0]);
  const bitset *set = points_of(s->pts, f, &i->args[0]);
  uint32_t size = (uint32_t)ir_type_get(s->m, i->type)->size;
  for (uint32_t o = 1; o <= s->n_objects; o++) {
    if (!bitset_has(set, o)) continue;
    if (s->types[o].id && i->op != IR_NONDET_MEM)
      note_typed(s, o, &at, size);
    else if (!s->types[o].id)
      note_untyped(s, &s->shapes[find(s, o)], at.offset, i->type);
  }
}

bool scalars_described(const char **text, uint64_t *place_at, uint64_t *size, bool *whole) {
  char *end;
  *place_at = strtoull(*text, &end, 10);
  *whole = *end == '+';
  if (end == *text || (*end != '+' && *end != '*')) return false;
  const char *second = end + 1;
  *size = strtoull(second, &end, 10);
  *text = end;
  return end != second;
}

static void set_period(shape *h, uint64_t size) { h->period = h->period && h->period != size ? 1 : size; }

// A struct that is copied as a whole: as if its type were declared.
static void note_described(scalars *s, ir_func f, const ir_instr *i) {
  uint64_t at, size;
  bool whole, all = i->text && i->args[2].kind == IR_OPERAND_INT;
  for (const char *text = i->text; all && scalars_described(&text, &at, &size, &whole);) all = whole;
  if (!all) return;
  for (uint32_t a = 0; a < 2; a++) {
    const bitset *set = points_of(s->pts, f, &i->args[a]);
    for (uint32_t o = 1; o <= s->n_objects; o++) {
      if (!bitset_has(set, o) || s->types[o].id) continue;
      shape *h = &s->shapes[find(s, o)];
      set_period(h, i->args[2].value);
      for (const char *text = i->text; scalars_described(&text, &at, &size, &whole);) add_slot(h, at, (uint32_t)size);
    }
  }
}

static void note_declared(const scalars *s, shape *h, ir_type t) {
  const ir_type_info *e = ir_type_get(s->m, element(s->m, t));
  if (e->kind == IR_TYPE_RECORD) set_period(h, e->size);
  add_type(s, h, 0, t);
}

static void note_objects(scalars *s) {
  for (uint32_t g = 1; g <= s->m->n_globals; g++) s->types[g] = s->m->globals[g].type;
  for (uint32_t f = 1; f <= s->m->n_funcs; f++) {
    for (uint32_t c = 0; c < s->m->funcs[f].n_code; c++) {
      const ir_instr *i = &s->m->funcs[f].code[c];
      uint32_t o = i->op == IR_LOCAL || i->op == IR_NEW ? points_site(s->pts, f, c) : 0;
      if (o) s->types[o] = i->type;
      if (i->op == IR_COPY) link_copies(s, (ir_func){f}, i);
    }
  }
  for (uint32_t o = 1; o <= s->n_objects; o++) {
    if (!is_typed(s->m, s->types[o]))
      s->types[o] = (ir_type){0};
    else
      note_declared(s, &s->shapes[find(s, o)], s->types[o]);
  }
  for (uint32_t f = 1; f <= s->m->n_funcs; f++)
    for (uint32_t c = 0; c < s->m->funcs[f].n_code; c++)
      if (s->m->funcs[f].code[c].op == IR_COPY) note_described(s, (ir_func){f}, &s->m->funcs[f].code[c]);
}

scalars *scalars_new(const ir_module *m, const points *p) {
  scalars *s = MEM_NEW(scalars);
  *s = (scalars){.m = m, .pts = p, .n_objects = points_objects(p)};
  s->parent = MEM_NEW_N(uint32_t, s->n_objects + 1);
  s->types = MEM_NEW_N(ir_type, s->n_objects + 1);
  s->shapes = MEM_NEW_N(shape, s->n_objects + 1);
  s->cuts = MEM_NEW_N(shape, s->n_objects + 1);
  for (uint32_t o = 0; o <= s->n_objects; o++) {
    s->parent[o] = o;
    s->shapes[o].unit = s->cuts[o].unit = NO_UNIT;
  }
  find_definitions(s);
  note_objects(s);
  for (uint32_t f = 1; f <= m->n_funcs; f++) {
    for (uint32_t c = 0; c < m->funcs[f].n_code; c++) {
      const ir_instr *i = &m->funcs[f].code[c];
      if (i->op == IR_LOAD || i->op == IR_STORE || i->op == IR_RMW || i->op == IR_CAS || i->op == IR_NONDET_MEM)
        note_access(s, (ir_func){f}, i);
    }
  }
  return s;
}

void scalars_free(scalars *s) {
  if (!s) return;
  for (uint32_t o = 0; o <= s->n_objects; o++) {
    vec_free(&s->shapes[o].slots);
    vec_free(&s->cuts[o].slots);
  }
  mem_free(s->parent);
  mem_free(s->types);
  mem_free(s->shapes);
  mem_free(s->cuts);
  mem_free(s->defs);
  mem_free(s->first_reg);
  mem_free(s);
}

// --- questions -----------------------------------------------------------------------------------------------------

static void begin_units(uint32_t unit, uint64_t from, uint64_t first, uint64_t end, bitset *begins) {
  if (unit == NO_UNIT) return;
  for (uint64_t k = (first + unit - 1) / unit * unit; k < end; k += unit)
    if (k > from) bitset_add(begins, k - from);
}

// Bytes from first..end of the record at `base`, for a range that begins at `from`. What lies between the slots is padding if a
// declaration says so (a period), else units.
static void begin_record(const shape *h, uint64_t base, uint64_t from, uint64_t first, uint64_t end, bitset *begins) {
  uint64_t at = first;
  uint32_t unit = h->period > 1 ? NO_UNIT : h->unit;
  for (size_t k = 0; k < h->slots.len && at < end; k++) {
    slot x = h->slots.data[k];
    x.offset += base;
    if (x.offset + x.size <= at) continue;
    begin_units(unit, from, at, x.offset < end ? x.offset : end, begins);
    if (x.offset > from && x.offset < end) bitset_add(begins, x.offset - from);
    at = x.offset + x.size;
  }
  begin_units(unit, from, at, end, begins);
}

// Bytes from..end of what has this shape.
static void begin_slots(const shape *h, uint64_t from, uint64_t end, bitset *begins) {
  if (h->mixed) {
    begin_units(h->unit, from, from, end, begins);
  } else if (h->period <= 1) {
    begin_record(h, 0, from, from, end, begins);
  } else {
    for (uint64_t base = from / h->period * h->period; base < end; base += h->period) {
      uint64_t behind = base + h->period;
      begin_record(h, base, from, base < from ? from : base, behind < end ? behind : end, begins);
    }
  }
}

static void begin_typed(const scalars *s, uint32_t obj, uint64_t from, uint64_t bytes, bitset *begins) {
  ir_type t = s->types[obj];
  const shape *cuts = &s->cuts[obj];
  slot x;
  for (uint64_t k = 0; k < bytes;) {
    bool some = scalar_at(s->m, t, from + k, &x);
    if (some && x.offset == from + k && k > 0) bitset_add(begins, k);
    k = some ? x.offset + x.size - from : k + 1;
  }
  if (cuts->mixed) begin_units(cuts->unit, from, from, from + bytes, begins);
  for (size_t k = 0; k < cuts->slots.len && !cuts->mixed; k++) {
    uint64_t size = ir_type_get(s->m, t)->size, first = cuts->slots.data[k].offset,
             last = first + cuts->slots.data[k].size;
    for (uint64_t base = from / size * size; base < from + bytes; base += size) {
      if (base + first > from && base + first < from + bytes) bitset_add(begins, base + first - from);
      if (base + last > from && base + last < from + bytes) bitset_add(begins, base + last - from);
    }
  }
}

static bool is_known(const scalars *s, const origin *at) { return at->obj && s->types[at->obj].id && at->offset < FAR; }

bool scalars_known(const scalars *s, ir_func f, const ir_operand *address) {
  origin at = origin_of(s, f, address);
  return is_known(s, &at);
}

void scalars_begin(const scalars *s, ir_func f, const ir_operand *address, uint64_t bytes, bitset *begins) {
  origin at = origin_of(s, f, address);
  if (is_known(s, &at)) {
    begin_typed(s, at.obj, at.offset, bytes, begins);
    return;
  }
  if (at.offset >= FAR) {  // before the start of what the pointer means: no record is known there
    begin_units(scalars_unit(s, f, address), 0, 0, bytes, begins);
    return;
  }
  const bitset *set = points_of(s->pts, f, address);
  bool any = false;
  for (uint32_t o = 1; o <= s->n_objects; o++) {
    if (!bitset_has(set, o)) continue;
    any = true;
    begin_slots(&s->shapes[find(s, o)], at.offset, at.offset + bytes, begins);
    if (s->cuts[o].unit != NO_UNIT) begin_units(s->cuts[o].unit, at.offset, at.offset, at.offset + bytes, begins);
  }
  if (!any) begin_units(1, 0, 0, bytes, begins);
}

bool scalars_several(const scalars *s, ir_func f, const ir_operand *address, uint64_t bytes) {
  origin at = origin_of(s, f, address);
  if (is_known(s, &at)) return is_several(s, s->types[at.obj], at.offset, bytes);
  const bitset *set = points_of(s->pts, f, address);
  for (uint32_t o = 1; o <= s->n_objects; o++)
    if (bitset_has(set, o) && spans_slots(&s->shapes[find(s, o)], at.offset, bytes)) return true;
  return false;
}

uint32_t scalars_unit(const scalars *s, ir_func f, const ir_operand *address) {
  uint32_t unit = s->m->pointer_bits / 8;
  const bitset *set = points_of(s->pts, f, address);
  bool any = false;
  for (uint32_t o = 1; o <= s->n_objects; o++) {
    if (!bitset_has(set, o)) continue;
    any = true;
    uint32_t whole = s->types[o].id ? smallest(s->m, s->types[o]) : s->shapes[find(s, o)].unit;
    uint32_t cut = s->cuts[o].unit;
    if (whole < unit) unit = whole;
    if (cut < unit) unit = cut;
  }
  return any ? unit : 1;
}

uint64_t scalars_offset(const scalars *s, ir_func f, const ir_operand *address) {
  return origin_of(s, f, address).offset;
}
