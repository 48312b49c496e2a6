// Layouts: how the bytes of a type divide into cells, the scalars that a state stores as values.
//
// A layout is a sequence of `count` equal elements of `stride` bytes, each with the same table of cells; a plain array
// of integers is `uniform` (one cell fills each element), so that a cell number is an offset divided by the stride.
// Arrays of arrays are flattened. Events have an address but no contents, hence no cell; padding has none either.
//
// A program may look at an object with other types than it was made with. Then its cells change (sem/sem_retype.c), and
// the new division is interned here: equal divisions are the same layout.
#ifndef STATE_LAYOUT_H
#define STATE_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "ir/ir.h"

typedef struct cell {
  uint64_t offset;  // bytes from the start of the element
  uint32_t size;    // bytes
  uint32_t bits;    // width of the value; pointers: width of a pointer
  bool is_pointer;
  ir_type type;
} cell;

typedef struct layout {
  uint64_t stride, count;  // bytes per element, elements
  const cell *cells;       // of one element, ascending offsets
  uint32_t n_cells;
  bool uniform;    // one integer or pointer cell that fills the element
  bool too_large;  // more cells than a state can hold: any access ends UNKNOWN
  uint32_t id;     // number within its table
  const uint16_t *
      begins;  // by offset within an element: number + 1 of the cell that begins there; NULL: a long or uniform element
} layout;

#define LAYOUT_MAX_CELLS ((uint64_t)1 << 22)

typedef struct layout_table layout_table;
layout_table *layout_table_new(const ir_module *ir);
void layout_table_free(layout_table *t);
const layout *layout_of(layout_table *t, ir_type type);
uint32_t layout_count(const layout_table *t);  // how many have got numbers so far
// The layout of an object of `size` bytes with the given cells: ascending, without overlap, gaps allowed. Equal cells
// that fill the object make a uniform layout, all others one element. *elements: their number.
const layout *layout_intern(layout_table *t, const cell *cells, uint32_t n, uint64_t size, uint64_t *elements);

// The cell of an element that begins at `offset` (< stride), or NULL.
const cell *layout_cell_at(const layout *l, uint64_t offset);
// Number of the cell of n elements that lies exactly at [offset, offset + size), or false.
bool layout_find(const layout *l, uint64_t elements, uint64_t offset, uint32_t size, uint64_t *number);
// The first cell that ends after `offset`; its number may be elements * n_cells (none).
uint64_t layout_first_after(const layout *l, uint64_t elements, uint64_t offset);
static inline uint64_t layout_cell_offset(const layout *l, uint64_t number) {
  return number / l->n_cells * l->stride + l->cells[number % l->n_cells].offset;
}
static inline const cell *layout_cell(const layout *l, uint64_t number) { return &l->cells[number % l->n_cells]; }

#endif
