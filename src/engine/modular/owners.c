// Owned cells: flags that exclude others as mutexes do.
//
// A process that changes a cell of a global from zero to something owns the cell until it makes it zero again. As long as
// nobody but the owner changes a cell that is not zero, at most one process owns it: two own parts that own the same
// cell do not exist at once. Proof by induction over steps: who becomes owner found zero, so that nobody owned the cell, because
// an owned cell is not zero. A change by somebody else refutes this for the cell; it is then barred, and the search begins
// again if somebody was said to own it. Nothing is guessed about what a cell is for: locks made of a variable and
// flags that are set once are found alike.
//
// Wide cells: where the pairs become too many, numbers of cells with many values are kept only by their sign (sem/blur.h).
#include "engine/modular/modular.h"

// Cells are told apart by words; all writes into one word must be of one size.
static uint64_t word_of(uint32_t global, uint64_t offset) { return (uint64_t)global << 32 | (uint32_t)(offset >> 3); }

static void bar(modular *a, uint64_t word) {
  if (map64_put(&a->barred, word, 1) && map64_get(&a->owned, word, NULL)) a->changed = true;
}

static bool is_cell(const touch *t) {
  return (t->size == 1 || t->size == 2 || t->size == 4 || t->size == 8) && t->offset % t->size == 0 &&
         t->offset >> 35 == 0;
}

// All words of a write that is no cell; a large one bars the whole global.
static void bar_all(modular *a, uint32_t global, const touch *t) {
  enum { MOST = 64 };
  if (t->size > MOST || t->offset >> 34) {
    map64_put(&a->barred_globals, global, 1);
    for (size_t i = 0; i < a->owned.len; i++) a->changed |= a->owned.entries[i].key >> 32 == global;
    return;
  }
  for (uint64_t k = t->offset & ~(uint64_t)7; k < t->offset + t->size; k += 8) bar(a, word_of(global, k));
}

// What the step left in the cell.
static void note_value(modular *a, uint64_t word, const touch *t, state *s, uint64_t after) {
  if (map64_get(&a->wide, word, NULL)) {
    blur_cell(a->blur, s, t->obj, t->offset, (uint32_t)t->size);
    return;
  }
  uint64_t n = 0;
  if (!map64_put(&a->values, word * UINT64_C(0x9e3779b97f4a7c15) ^ after, 1)) return;
  map64_get(&a->counts, word, &n);
  map64_put(&a->counts, word, n + 1);
}

bool modular_widen(modular *a) {
  enum { MANY = 16 };
  size_t before = a->wide.len;
  for (size_t i = 0; i < a->counts.len; i++) {
    uint64_t word = a->counts.entries[i].key;
    if (a->counts.entries[i].value <= MANY) continue;
    map64_put(&a->wide, word, 1);
    map64_put(&a->barred, word, 1);
  }
  map64_clear(&a->counts);
  map64_clear(&a->values);
  return a->wide.len > before;
}

static void note_write(modular *a, uint32_t common, proc_id p, state *s, const touch *t) {
  uint32_t global = views_global(a->views, t->obj);
  if (!global) return;
  uint64_t word = word_of(global, t->offset), size = 0, before, after;
  if (is_cell(t) && views_number(a->views, s, t->obj, t->offset, (uint32_t)t->size, &after))
    note_value(a, word, t, s, after);
  if (map64_get(&a->barred_globals, global, NULL) || (is_cell(t) && map64_get(&a->barred, word, NULL))) return;
  if (!is_cell(t) || (map64_get(&a->cell_sizes, word, &size) && size != t->size)) {
    bar_all(a, global, t);
    return;
  }
  map64_put(&a->cell_sizes, word, t->size);
  bool known = views_number(a->views, a->commons.data[common].s, t->obj, t->offset, (uint32_t)t->size, &before) &&
               views_number(a->views, s, t->obj, t->offset, (uint32_t)t->size, &after);
  bool owner = views_owns(s, p, global, t->offset);
  if (!known || (before != 0 && after != before && !owner)) {
    bar(a, word);
  } else if (owner && after == 0) {
    views_set_owner(s, p, global, t->offset, false);
  } else if (!owner && before == 0 && after != 0) {
    map64_put(&a->owned, word, 1);
    views_set_owner(s, p, global, t->offset, true);
  }
}

void modular_note_owners(modular *a, uint32_t common, proc_id p, state *s) {
  modular_note_plan(a);
  if (a->replanned) return;  // writes to what was not known to be shared have gone unnoticed
  for (size_t i = 0; i < a->step.len; i++) {
    const touch *t = &a->step.data[i];
    if (t->mode == TOUCH_WRITE || t->mode == TOUCH_UPDATE) note_write(a, common, p, s, t);
  }
}
