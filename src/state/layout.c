#include "state/layout.h"

#include <string.h>

#include "base/hash.h"
#include "base/map64.h"
#include "base/mem.h"
#include "base/vec.h"

typedef VEC(cell) cell_vec;

struct layout_table {
  const ir_module *ir;
  arena *mem;
  const layout **by_type;
  VEC(const layout *) interned;
  map64 index;  // hash -> position in `interned`; collisions try the next key
  uint32_t n_layouts;
};

uint32_t layout_count(const layout_table *t) { return t->n_layouts; }

layout_table *layout_table_new(const ir_module *ir) {
  layout_table *t = MEM_NEW(layout_table);
  t->ir = ir;
  t->mem = arena_new();
  t->by_type = MEM_NEW_N(const layout *, ir->n_types + 1);
  return t;
}

void layout_table_free(layout_table *t) {
  if (!t) return;
  arena_free(t->mem);
  mem_free(t->by_type);
  vec_free(&t->interned);
  map64_fini(&t->index);
  mem_free(t);
}

enum { INDEXED_BYTES = 1024 };  // elements up to that size have their cells by offset

static void index_cells(layout_table *t, layout *l) {
  if (l->uniform || l->n_cells == 0 || l->stride > INDEXED_BYTES) return;
  uint16_t *begins = ARENA_NEW_N(t->mem, uint16_t, l->stride);
  for (uint32_t i = 0; i < l->n_cells; i++) begins[l->cells[i].offset] = (uint16_t)(i + 1);
  l->begins = begins;
}

// Appends the cells of one field, which may itself be an array of records. False: too many.
static bool append_field(layout_table *t, cell_vec *out, const ir_field *field) {
  const layout *l = layout_of(t, field->type);
  if (l->too_large || (l->n_cells > 0 && l->count > (LAYOUT_MAX_CELLS - out->len) / l->n_cells)) return false;
  for (uint64_t e = 0; e < l->count; e++) {
    for (uint32_t i = 0; i < l->n_cells; i++) {
      cell c = l->cells[i];
      c.offset += field->offset + e * l->stride;
      vec_push(out, c);
    }
  }
  return true;
}

static void fill_record(layout_table *t, layout *l, const ir_type_info *info) {
  cell_vec cells = {0};
  l->stride = info->size;
  l->count = 1;
  for (uint32_t i = 0; i < info->n_fields && !l->too_large; i++) {
    if (!append_field(t, &cells, &info->fields[i])) l->too_large = true;
  }
  if (!l->too_large && cells.len > 0) {
    l->n_cells = (uint32_t)cells.len;
    l->cells = arena_copy(t->mem, cells.data, cells.len * sizeof *cells.data);
  }
  vec_free(&cells);
}

static void fill_scalar(layout_table *t, layout *l, ir_type type, const ir_type_info *info) {
  cell *c = ARENA_NEW(t->mem, cell);
  *c = (cell){.size = (uint32_t)info->size, .bits = info->bits, .is_pointer = info->kind == IR_TYPE_PTR, .type = type};
  l->stride = info->size;
  l->count = 1;
  l->cells = c;
  l->n_cells = 1;
}

// Arrays multiply the count of their element's layout when that repeats without a gap; nesting is by type, finite
// because a record cannot contain itself.
static void fill_array(layout_table *t, layout *l, const ir_type_info *info) {
  uint32_t id = l->id;
  *l = *layout_of(t, info->elem);
  l->id = id;
  if (info->count != 0 && l->count > LAYOUT_MAX_CELLS / info->count) l->too_large = true;
  l->count = l->too_large ? 0 : l->count * info->count;
}

const layout *layout_of(layout_table *t, ir_type type) {
  if (t->by_type[type.id]) return t->by_type[type.id];
  layout *l = ARENA_NEW(t->mem, layout);
  l->id = t->n_layouts++;
  const ir_type_info *info = ir_type_get(t->ir, type);
  switch (info->kind) {
  case IR_TYPE_VOID: break;
  case IR_TYPE_INT:
  case IR_TYPE_PTR:
  case IR_TYPE_FLOAT: fill_scalar(t, l, type, info); break;
  case IR_TYPE_EVENT:
    l->stride = info->size;
    l->count = 1;
    break;
  case IR_TYPE_ARRAY: fill_array(t, l, info); break;
  case IR_TYPE_RECORD: fill_record(t, l, info); break;
  }
  if (l->n_cells > 0 && l->count > LAYOUT_MAX_CELLS / l->n_cells) l->too_large = true;
  l->uniform = l->n_cells == 1 && l->cells[0].offset == 0 && l->cells[0].size == l->stride;
  if (l->too_large) {
    l->n_cells = 0;
    l->uniform = false;
    l->begins = NULL;
  }
  if (!l->begins) index_cells(t, l);  // arrays have that of their elements
  t->by_type[type.id] = l;
  return l;
}

// --- divisions found at run time -----------------------------------------------------------------------------------

// How a cell is shown (its type) is no part of its form.
static bool same_form(const cell *a, const cell *b) {
  return a->offset == b->offset && a->size == b->size && a->bits == b->bits && a->is_pointer == b->is_pointer;
}

static bool same_layout(const layout *l, const cell *cells, uint32_t n, uint64_t stride) {
  if (l->stride != stride || l->n_cells != n) return false;
  for (uint32_t i = 0; i < n; i++) {
    if (!same_form(&l->cells[i], &cells[i])) return false;
  }
  return true;
}

static bool cells_repeat(const cell *cells, uint32_t n, uint64_t size) {
  if (n == 0 || (uint64_t)cells[0].size * n != size) return false;
  for (uint32_t i = 0; i < n; i++) {
    cell c = cells[i];
    if (c.offset != (uint64_t)i * c.size) return false;
    c.offset = cells[0].offset;
    if (!same_form(&c, &cells[0])) return false;
  }
  return true;
}

const layout *layout_intern(layout_table *t, const cell *cells, uint32_t n, uint64_t size, uint64_t *elements) {
  bool uniform = cells_repeat(cells, n, size);
  uint64_t stride = uniform ? cells[0].size : size, h = hash_combine(n, stride), at;
  *elements = uniform ? n : 1;
  if (uniform) n = 1;
  for (uint32_t i = 0; i < n; i++) {
    h = hash_combine(
        h, hash_combine(cells[i].offset, (uint64_t)cells[i].size << 32 | cells[i].bits << 1 | cells[i].is_pointer));
  }
  for (; map64_get(&t->index, h, &at); h++) {
    if (same_layout(t->interned.data[at], cells, n, stride)) return t->interned.data[at];
  }
  layout *l = ARENA_NEW(t->mem, layout);
  *l = (layout){.stride = stride, .count = 1, .n_cells = n, .uniform = uniform, .id = t->n_layouts++};
  if (n) l->cells = arena_copy(t->mem, cells, n * sizeof *cells);
  index_cells(t, l);
  map64_put(&t->index, h, t->interned.len);
  vec_push(&t->interned, l);
  return l;
}

// --- finding cells -------------------------------------------------------------------------------------------------

// Index of the first cell of an element whose end lies after `offset`.
static uint32_t lower_cell(const layout *l, uint64_t offset) {
  uint32_t lo = 0, hi = l->n_cells;
  while (lo < hi) {
    uint32_t mid = lo + (hi - lo) / 2;
    if (l->cells[mid].offset + l->cells[mid].size > offset)
      hi = mid;
    else
      lo = mid + 1;
  }
  return lo;
}

const cell *layout_cell_at(const layout *l, uint64_t offset) {
  uint32_t i = lower_cell(l, offset);
  return i < l->n_cells && l->cells[i].offset == offset ? &l->cells[i] : NULL;
}

bool layout_find(const layout *l, uint64_t elements, uint64_t offset, uint32_t size, uint64_t *number) {
  if (l->stride == 0 || l->n_cells == 0) return false;
  uint64_t element = offset / l->stride, rest = offset % l->stride;
  if (element >= elements) return false;
  uint32_t i = l->uniform ? 0 : l->begins ? l->begins[rest] - 1u : lower_cell(l, rest);
  if (i >= l->n_cells || l->cells[i].offset != rest || l->cells[i].size != size) return false;
  *number = element * l->n_cells + i;
  return true;
}

uint64_t layout_first_after(const layout *l, uint64_t elements, uint64_t offset) {
  if (l->stride == 0 || l->n_cells == 0) return 0;
  uint64_t element = offset / l->stride;
  if (element >= elements) return elements * l->n_cells;
  return element * l->n_cells + lower_cell(l, offset % l->stride);
}
