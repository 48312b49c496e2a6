// Accesses that do not meet exactly one cell, copies and fills of ranges.
#include "sem/sem_impl.h"

static bool no_contents(run *r) {
  fork_unknown(r, "access to bytes without contents (an event or padding)");
  return false;
}

// The cell that holds the byte at `offset` of o, or false.
static bool cell_around(const objref *o, uint64_t offset, uint64_t *number, uint64_t *start) {
  *number = layout_first_after(o->l, o->elements, offset);
  if (o->l->n_cells == 0 || *number >= o->elements * o->l->n_cells) return false;
  *start = layout_cell_offset(o->l, *number);
  return *start <= offset;
}

// The bytes of a cell as a term of 8 * size bits.
static bool cell_bytes(run *r, const objref *o, uint64_t number, expr *out) {
  const cell *c = layout_cell(o->l, number);
  value v = mem_get(r->m, r->s, o, number);
  if (v.obj) {
    fork_unknown(r, "access to part of a pointer");
    return false;
  }
  *out = expr_zext(r->m->base.terms, term_of(r->m, v, c->bits), 8 * c->size);
  return true;
}

bool bytes_load(run *r, const objref *o, uint64_t offset, uint32_t bytes, uint32_t bits, value *out) {
  expr_table *t = r->m->base.terms;
  expr all = EXPR_NONE;
  for (uint64_t at = offset; at < offset + bytes;) {
    uint64_t number, start;
    if (!cell_around(o, at, &number, &start)) return no_contents(r);
    const cell *c = layout_cell(o->l, number);
    uint64_t end = start + c->size < offset + bytes ? start + c->size : offset + bytes;
    expr part;
    if (!cell_bytes(r, o, number, &part)) return false;
    part = expr_extract(t, part, (uint32_t)(8 * (end - start) - 1), (uint32_t)(8 * (at - start)));
    all = expr_some(all) ? expr_concat(t, part, all) : part;  // little endian
    at = end;
  }
  *out = value_from_term(t, expr_resize(t, all, bits, false));
  return true;
}

// Replaces bytes [from, to) of a cell by the given term of as many bits.
static bool patch_cell(run *r, const objref *o, uint64_t number, uint64_t from, uint64_t to, expr part) {
  expr_table *t = r->m->base.terms;
  const cell *c = layout_cell(o->l, number);
  expr old, fresh = part;
  if (from > 0 || to < c->size) {
    if (!cell_bytes(r, o, number, &old)) return false;
    if (from > 0) fresh = expr_concat(t, fresh, expr_extract(t, old, (uint32_t)(8 * from - 1), 0));
    if (to < c->size) fresh = expr_concat(t, expr_extract(t, old, 8 * c->size - 1, (uint32_t)(8 * to)), fresh);
  }
  mem_set(r->m, r->s, o, number, value_from_term(t, expr_resize(t, fresh, c->bits, false)));
  return true;
}

bool bytes_store(run *r, const objref *o, uint64_t offset, uint32_t bytes, uint32_t bits, value v) {
  expr_table *t = r->m->base.terms;
  if (v.obj) {
    fork_unknown(r, "a pointer is stored in bytes of another type");
    return false;
  }
  // Look at all cells before writing the first: a stop in the middle must not leave half a store.
  for (uint64_t at = offset, number, start; at < offset + bytes; at = start + layout_cell(o->l, number)->size) {
    expr unused;
    if (!cell_around(o, at, &number, &start)) return no_contents(r);
    bool whole = start >= offset && start + layout_cell(o->l, number)->size <= offset + bytes;
    if (!whole && !cell_bytes(r, o, number, &unused)) return false;
  }
  expr all = expr_zext(t, term_of(r->m, v, bits), 8 * bytes);
  for (uint64_t at = offset; at < offset + bytes;) {
    uint64_t number, start;
    cell_around(o, at, &number, &start);
    uint64_t size = layout_cell(o->l, number)->size;
    uint64_t end = start + size < offset + bytes ? start + size : offset + bytes;
    expr part = expr_extract(t, all, (uint32_t)(8 * (end - offset) - 1), (uint32_t)(8 * (at - offset)));
    if (!patch_cell(r, o, number, at - start, end - start, part)) return false;
    at = end;
  }
  return true;
}

// --- ranges --------------------------------------------------------------------------------------------------------

typedef struct piece { uint64_t offset; uint32_t bytes, bits; value v; } piece;
typedef VEC(piece) piece_vec;

static bool concrete_pointer(run *r, value *ptr) {
  uint64_t offset;
  if (!fork_concretise(r, (value){ptr->bits, ptr->e, 0}, 64, "an offset into an object", &offset)) return false;
  *ptr = value_pointer(ptr->obj, offset);
  return true;
}

// The contents of a range, cell by cell; padding is left out.
static bool read_pieces(run *r, const objref *o, uint64_t offset, uint64_t bytes, piece_vec *out) {
  for (uint64_t at = offset; at < offset + bytes;) {
    uint64_t number = layout_first_after(o->l, o->elements, at);
    if (o->l->n_cells == 0 || number >= o->elements * o->l->n_cells) return true;
    const cell *c = layout_cell(o->l, number);
    uint64_t start = layout_cell_offset(o->l, number), end = start + c->size;
    if (start >= offset + bytes) return true;
    if (at < start) at = start;
    if (end > offset + bytes) end = offset + bytes;
    piece p = {.offset = at - offset, .bytes = (uint32_t)(end - at), .bits = c->bits};
    if (p.bytes == c->size) {
      p.v = mem_get(r->m, r->s, o, number);
    } else {
      p.bits = 8 * p.bytes;
      if (!bytes_load(r, o, at, p.bytes, p.bits, &p.v)) return false;
    }
    vec_push(out, p);
    at = end;
  }
  return true;
}

static bool write_piece(run *r, const objref *o, uint64_t offset, const piece *p) {
  uint64_t number;
  if (layout_find(o->l, o->elements, offset, p->bytes, &number) && layout_cell(o->l, number)->bits == p->bits) {
    mem_set(r->m, r->s, o, number, p->v);
    return true;
  }
  return bytes_store(r, o, offset, p->bytes, p->bits, p->v);
}

act mem_copy(run *r, const ir_instr *i) {
  value to = run_operand(r, &i->args[0]), from = run_operand(r, &i->args[1]);
  uint64_t bytes;
  objref source, target;
  if (!fork_concretise(r, run_operand(r, &i->args[2]), 64, "the length of a copy", &bytes)) return ACT_STOP;
  if (bytes == 0) return ACT_NEXT;
  if (!mem_resolve(r, to, bytes, &target) || !mem_resolve(r, from, bytes, &source)) return ACT_STOP;
  if (!concrete_pointer(r, &to) || !concrete_pointer(r, &from)) return ACT_STOP;
  piece_vec pieces = {0};  // all is read before anything is written: the ranges may overlap
  bool ok = read_pieces(r, &source, from.bits, bytes, &pieces);
  for (size_t k = 0; ok && k < pieces.len; k++)
    ok = write_piece(r, &target, to.bits + pieces.data[k].offset, &pieces.data[k]);
  vec_free(&pieces);
  if (!ok) return ACT_STOP;
  mem_touch(r, TOUCH_READ, 0, from, &source, bytes);
  mem_touch(r, TOUCH_WRITE, 0, to, &target, bytes);
  return ACT_NEXT;
}

// The byte, repeated over a number of bytes.
static value repeated(const world *m, value byte, uint32_t bytes, uint32_t bits) {
  expr_table *t = m->base.terms;
  expr one = term_of(m, byte, 8), all = one;
  for (uint32_t k = 1; k < bytes; k++) all = expr_concat(t, one, all);
  return value_from_term(t, expr_resize(t, all, bits, false));
}

static bool fill_range(run *r, const objref *o, uint64_t offset, uint64_t bytes, value byte) {
  bool zero = value_is_concrete(byte) && byte.bits == 0;
  for (uint64_t at = offset; at < offset + bytes;) {
    uint64_t number = layout_first_after(o->l, o->elements, at);
    if (o->l->n_cells == 0 || number >= o->elements * o->l->n_cells) return true;
    const cell *c = layout_cell(o->l, number);
    uint64_t start = layout_cell_offset(o->l, number), end = start + c->size;
    if (start >= offset + bytes) return true;
    if (at < start) at = start;
    if (end > offset + bytes) end = offset + bytes;
    uint32_t n = (uint32_t)(end - at);
    if (n == c->size) mem_set(r->m, r->s, o, number, zero ? value_word(0) : repeated(r->m, byte, n, c->bits));
    else if (!bytes_store(r, o, at, n, 8 * n, repeated(r->m, byte, n, 8 * n))) return false;
    at = end;
  }
  return true;
}

act mem_fill(run *r, const ir_instr *i) {
  value to = run_operand(r, &i->args[0]), byte = run_operand(r, &i->args[1]);
  uint64_t bytes;
  objref o;
  if (byte.obj) return fork_unknown(r, "a fill with part of a pointer");
  if (!fork_concretise(r, run_operand(r, &i->args[2]), 64, "the length of a fill", &bytes)) return ACT_STOP;
  if (bytes == 0) return ACT_NEXT;
  if (!mem_resolve(r, to, bytes, &o) || !concrete_pointer(r, &to)) return ACT_STOP;
  if (!fill_range(r, &o, to.bits, bytes, byte)) return ACT_STOP;
  mem_touch(r, TOUCH_WRITE, 0, to, &o, bytes);
  return ACT_NEXT;
}
