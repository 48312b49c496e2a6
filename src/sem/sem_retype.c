// Objects whose cells change because the program looks at them with other types than they were made with.
//
// A store that meets no cell of its form makes one: cells that it covers vanish, cells that it cuts keep the rest as
// integers. Loads change nothing. What is cut off a pointer has no number (STATE_LOST). An object of bytes that nobody has
// written yet (what malloc gives) gets cells of the first access's size throughout, so that an array costs no more than
// one that was declared. Division tables are interned by the layout table: objects used alike share them.
//
// A global that changes its cells moves into the directory of dynamic objects; its address stays what it was.
#include "sem/sem_impl.h"

#define RETYPE_CELLS 16384u  // larger objects keep their cells

typedef struct part {
  cell c;
  value v;
} part;
typedef VEC(part) part_vec;

static bool possible(const objref *o) { return o->elements * o->l->n_cells <= RETYPE_CELLS; }

value retype_cut(const world *m, const cell *c, value v, uint64_t from, uint64_t to) {
  expr_table *t = m->base.terms;
  if (value_is_blank(v) || (from == 0 && to == c->size)) return v;
  if (v.obj) return (value){0, {0}, STATE_LOST};
  expr all = expr_zext(t, term_of(m, v, c->bits), 8 * c->size);
  return value_from_term(t, expr_extract(t, all, (uint32_t)(8 * to - 1), (uint32_t)(8 * from)));
}

// The object gets the given parts as its cells.
static void install(run *r, objref *o, const part *parts, size_t n) {
  world *m = r->m;
  VEC(cell) cells = {0};
  for (size_t i = 0; i < n; i++) vec_push(&cells, parts[i].c);
  uint64_t elements;
  const layout *l = layout_intern(m->env->layouts, cells.data, (uint32_t)n, o->size, &elements);
  vec_free(&cells);
  const body *old = o->is_static ? NULL : state_object(r->s, o->body);
  body *b = body_new(l, elements, old && old->is_heap);
  b->uninit = old && old->uninit;
  for (size_t i = 0; i < n; i++) {
    if (!parts[i].v.bits && !parts[i].v.e.id && !parts[i].v.obj) continue;
    size_t page = i >> b->page_shift;
    b->pages[page] = chunk_own(b->pages[page]);
    b->pages[page]->slots[i & ((1u << b->page_shift) - 1)] = parts[i].v;
  }
  if (o->is_static) mem_retire_static(m, r->s, o);
  if (o->is_static)
    state_object_put(r->s, state_moved(m->env, o->obj), b);
  else
    state_object_replace(r->s, o->body, b);
  mem_object(m, r->s, o->obj, o);
}

// Is it an object of bytes that nobody has written? *blank: what its bytes hold.
static bool is_fresh(const run *r, const objref *o, value *blank) {
  if (!o->l->uniform || o->l->stride != 1 || o->elements == 0 || mem_is_array(r->m, r->s, o)) return false;
  *blank = mem_get(r->m, r->s, o, 0);
  if (!value_is_blank(*blank)) return false;
  const body *b = o->is_static ? NULL : state_object(r->s, o->body);
  const chunk *seen = NULL;
  for (uint64_t i = 0; i < o->elements; i++) {
    if (b && (i & ((1u << b->page_shift) - 1)) == 0) {  // pages that were never written are one page
      const chunk *page = b->pages[i >> b->page_shift];
      if (page == seen) {
        i += page->n - 1;
        continue;
      }
      seen = page;
    }
    value v = mem_get(r->m, r->s, o, i);
    if (v.obj != blank->obj || !value_is_blank(v)) return false;
  }
  return true;
}

// Cells of c's form from one end of a fresh object to the other; bytes where they do not fit.
static bool type_fresh(run *r, objref *o, const cell *c, value blank) {
  uint64_t first = c->offset % c->size, n = (o->size - first) / c->size;
  if (first == 0 && o->size % c->size == 0 && !o->is_static) {
    cell one = *c;
    one.offset = 0;
    uint64_t unused;
    const layout *l = layout_intern(r->m->env->layouts, &one, 1, c->size, &unused);
    const body *old = state_object(r->s, o->body);
    body *b = blank.obj ? body_new_uninit(l, n, old->is_heap) : body_new(l, n, old->is_heap);
    b->uninit = old->uninit;
    state_object_replace(r->s, o->body, b);
    mem_object(r->m, r->s, o->obj, o);
    return true;
  }
  if (n + 2 * (uint64_t)c->size > RETYPE_CELLS) return false;
  part_vec parts = {0};
  cell byte = o->l->cells[0];
  for (uint64_t at = 0; at < o->size;) {
    cell next = at < first || o->size - at < c->size ? byte : *c;
    next.offset = at;
    vec_push(&parts, ((part){next, blank}));
    at += next.size;
  }
  install(r, o, parts.data, parts.len);
  vec_free(&parts);
  return true;
}

// What is left of a cell outside of [from, to), as integers of its own.
static void push_rest(run *r, part_vec *out, const part *p, uint64_t from, uint64_t to) {
  uint64_t start = p->c.offset, end = start + p->c.size;
  if (from < start) from = start;
  if (to > end) to = end;
  if (to <= from) return;
  value v = retype_cut(r->m, &p->c, p->v, from - start, to - start);
  cell c = {.offset = from, .size = (uint32_t)(to - from), .bits = (uint32_t)(8 * (to - from))};
  vec_push(out, ((part){c, v}));
}

bool retype_store(run *r, objref *o, const cell *c, value v) {
  value blank;
  uint64_t number, end = c->offset + c->size;
  bool power = (c->size & (c->size - 1)) == 0;
  if (c->size > 1 && power && is_fresh(r, o, &blank) && type_fresh(r, o, c, blank)) {
    if (!layout_find(o->l, o->elements, c->offset, c->size, &number)) return false;
    mem_set(r->m, r->s, o, number, v);
    return true;
  }
  if (!possible(o)) return false;
  if (v.obj) keep_unless_in(r->m, r->s, v.obj, o->obj);
  part_vec parts = {0};
  bool placed = false;
  uint64_t n = o->elements * o->l->n_cells;
  for (uint64_t i = 0; i < n; i++) {
    part p = {*layout_cell(o->l, i), mem_get(r->m, r->s, o, i)};
    p.c.offset = layout_cell_offset(o->l, i);
    if (p.c.offset + p.c.size <= c->offset || p.c.offset >= end) {
      if (!placed && p.c.offset >= end) {
        vec_push(&parts, ((part){*c, v}));
        placed = true;
      }
      vec_push(&parts, p);
      continue;
    }
    push_rest(r, &parts, &p, 0, c->offset);
    if (!placed) vec_push(&parts, ((part){*c, v}));
    placed = true;
    push_rest(r, &parts, &p, end, UINT64_MAX);
  }
  if (!placed) vec_push(&parts, ((part){*c, v}));
  install(r, o, parts.data, parts.len);
  vec_free(&parts);
  return true;
}
