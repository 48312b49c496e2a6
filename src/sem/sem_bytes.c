// Accesses that do not meet exactly one cell, copies and fills of ranges.
//
// Padding has no cells. It holds zeros, or is indeterminate in an object that began so. What a copy or a fill puts there
// is not kept when it differs: from then on the padding of that object counts as indeterminate (env->lost_padding), which
// allows every value it may have.
#include "sem/sem_impl.h"

#define NO_CELL UINT64_MAX

// A stretch of bytes within one cell, or within padding.
typedef struct span {
  uint64_t from, to, start, number;
} span;

// The stretch at `at` of a range that ends at `end`.
static span span_at(const objref *o, uint64_t at, uint64_t end) {
  uint64_t number = layout_first_after(o->l, o->elements, at);
  span s = {.from = at, .to = end, .number = NO_CELL};
  if (o->l->n_cells == 0 || number >= o->elements * o->l->n_cells) return s;
  uint64_t start = layout_cell_offset(o->l, number);
  if (start > at) {
    if (start < end) s.to = start;
    return s;
  }
  s.number = number;
  s.start = start;
  if (start + layout_cell(o->l, number)->size < end) s.to = start + layout_cell(o->l, number)->size;
  return s;
}

static value gap_value(const objref *o) { return o->uninit ? value_uninit() : value_word(0); }

static bool whole_cell(const objref *o, const span *s) {
  return s->number != NO_CELL && s->to - s->from == layout_cell(o->l, s->number)->size;
}

// The form of a stretch taken by itself.
static cell span_form(const objref *o, const span *s) {
  if (whole_cell(o, s)) return *layout_cell(o->l, s->number);
  return (cell){.size = (uint32_t)(s->to - s->from), .bits = (uint32_t)(8 * (s->to - s->from))};
}

static value span_value(const world *m, const state *s, const objref *o, const span *p) {
  if (p->number == NO_CELL) return gap_value(o);
  return retype_cut(m, layout_cell(o->l, p->number), mem_get(m, s, o, p->number), p->from - p->start, p->to - p->start);
}

static void note_padding(run *r, objref *o, value v) {
  if (v.obj == gap_value(o).obj && value_is_blank(v)) return;
  map64_put(&r->m->env->lost_padding, o->obj, 1);
  o->uninit = true;
}

bool sem_padding_lost(const sem *m) { return ((const world *)m)->env->lost_padding.len > 0; }

// --- loads ---------------------------------------------------------------------------------------------------------

static bool is_pointer(value v) { return v.obj && !value_is_special(v); }

// A pointer of which a store replaces some bytes becomes a number first: the rest are bytes of its address. False: stopped.
static bool take_apart(run *r, const objref *o, const cell *c) {
  uint64_t end = c->offset + c->size;
  for (uint64_t at = c->offset; at < end;) {
    span s = span_at(o, at, end);
    at = s.to;
    value v = s.number == NO_CELL || whole_cell(o, &s) ? value_word(0) : mem_get(r->m, r->s, o, s.number);
    if (!is_pointer(v)) continue;
    if (!address_number(r, v, layout_cell(o->l, s.number)->bits, &v)) return false;
    mem_set(r->m, r->s, o, s.number, v);
  }
  return true;
}

// As span_value, pointers as the bytes of their addresses, which are known.
static value span_number(const world *m, const state *st, const objref *o, const span *s) {
  value v = s->number == NO_CELL ? value_word(0) : mem_get(m, st, o, s->number);
  expr e;
  if (!is_pointer(v) || !address_known(m, st, v, &e)) return span_value(m, st, o, s);
  const cell *c = layout_cell(o->l, s->number);
  value number = value_from_term(m->base.terms, expr_resize(m->base.terms, e, c->bits, false));
  return retype_cut(m, c, number, s->from - s->start, s->to - s->start);
}

// The range as one term, indeterminate bytes from `drawn`.
static expr gather(const world *m, const state *st, const objref *o, uint64_t offset, uint32_t bytes, expr drawn) {
  expr_table *t = m->base.terms;
  expr all = EXPR_NONE;
  for (uint64_t at = offset; at < offset + bytes;) {
    span s = span_at(o, at, offset + bytes);
    value v = span_number(m, st, o, &s);
    uint32_t n = (uint32_t)(8 * (s.to - s.from)), low = (uint32_t)(8 * (s.from - offset));
    expr part = v.obj ? expr_extract(t, drawn, low + n - 1, low)
                      : expr_zext(t, term_of(m, v, span_form(o, &s).bits), n);
    all = expr_some(all) ? expr_concat(t, part, all) : part;  // little endian
    at = s.to;
  }
  return all;
}

// A load that meets indeterminate bytes (semantics-threads 4).
static bool draw_load(run *r, objref *o, uint64_t offset, ir_type type, value *out) {
  expr_table *t = r->m->base.terms;
  const ir_type_info *info = ir_type_get(r->m->base.ir, type);
  expr x;
  const ir_instr *i = run_instr(r);
  bool keeps_bits = i->op == IR_LOAD && i->flags & IR_UNINIT;
  if (r->m->base.options.checks >> IR_CHECK_UNINIT & 1 && !keeps_bits) {
    fork_violation(r, IR_CHECK_UNINIT, NULL);
    return false;
  }
  if (keeps_bits) r->m->base.kept_blank = true;
  if (info->kind == IR_TYPE_PTR) {
    fork_unknown(r, "an indeterminate pointer is read");
    return false;
  }
  if (!input_uninitialised(r, type, &x)) return false;
  uint32_t bytes = (uint32_t)info->size;
  expr all = gather(r->m, r->s, o, offset, bytes, expr_zext(t, x, 8 * bytes));
  *out = value_from_term(t, expr_resize(t, all, info->bits, false));
  // A determinate byte above the value's width stays as it is only if the whole is written back.
  cell c = {.offset = offset, .size = bytes, .bits = info->bits, .type = type};
  if (8 * bytes == info->bits) return bytes_store(r, o, &c, *out);
  c.bits = 8 * bytes;
  c.type = (ir_type){0};
  return bytes_store(r, o, &c, value_from_term(t, all));
}

bool bytes_load(run *r, objref *o, uint64_t offset, ir_type type, value *out) {
  expr_table *t = r->m->base.terms;
  const ir_type_info *info = ir_type_get(r->m->base.ir, type);
  uint32_t bytes = (uint32_t)info->size;
  bool missing = false;
  for (uint64_t at = offset; at < offset + bytes;) {
    span s = span_at(o, at, offset + bytes);
    value v = span_value(r->m, r->s, o, &s);
    if (v.obj && v.obj < STATE_LOST && s.to - s.from == bytes && info->bits == r->m->base.ir->pointer_bits) {
      *out = v;  // a pointer, whatever the type of its cell
      return true;
    }
    if (v.obj && v.obj != STATE_UNINIT) {
      value whole = mem_get(r->m, r->s, o, s.number);
      expr looked;
      if (!is_pointer(whole)) return fork_unknown(r, "access to part of a pointer"), false;
      if (!address_of(r, whole, &looked)) return false;
      v = value_word(0);
    }
    missing |= v.obj != 0;
    at = s.to;
  }
  if (missing) return draw_load(r, o, offset, type, out);
  *out = value_from_term(t, expr_resize(t, gather(r->m, r->s, o, offset, bytes, EXPR_NONE), info->bits, false));
  return true;
}

value bytes_peek(const world *m, const state *s, const objref *o, const cell *c) {
  expr_table *t = m->base.terms;
  for (uint64_t at = c->offset; at < c->offset + c->size;) {
    span p = span_at(o, at, c->offset + c->size);
    value v = span_value(m, s, o, &p);
    if (v.obj) return p.to - p.from == c->size ? v : (value){0, {0}, STATE_LOST};
    at = p.to;
  }
  return value_from_term(t, expr_resize(t, gather(m, s, o, c->offset, c->size, EXPR_NONE), c->bits, false));
}

uint64_t bytes_of_scalar(const objref *o, uint64_t offset, uint64_t bytes) {
  span first = span_at(o, offset, offset + bytes);
  if (first.number == NO_CELL || !whole_cell(o, &first) || first.to == offset + bytes) return bytes;
  span rest = span_at(o, first.to, offset + bytes);
  return rest.number == NO_CELL && rest.to == offset + bytes ? first.to - offset : bytes;
}

// --- stores --------------------------------------------------------------------------------------------------------

// Sets a whole cell. An array term holds integers only.
static bool put(run *r, const objref *o, uint64_t number, value v) {
  if (v.obj && mem_is_array(r->m, r->s, o)) {
    fork_unknown(r, value_is_special(v) ? "indeterminate bytes are copied into an array with symbolic contents"
                                        : "a pointer is stored in an array with symbolic contents");
    return false;
  }
  mem_set(r->m, r->s, o, number, v);
  return true;
}

// May v, of c's width, stand in a cell of this width?
static bool fits(const cell *into, const cell *c, value v) {
  return into->bits == c->bits || value_is_blank(v) || v.obj == STATE_LOST || (!v.obj && into->bits > c->bits);
}

// All stretches of the range are whole cells that may become v, or padding that holds it anyway.
static bool all_whole(const objref *o, const cell *c, value v) {
  for (uint64_t at = c->offset; at < c->offset + c->size;) {
    span s = span_at(o, at, c->offset + c->size);
    if (s.number == NO_CELL ? v.obj != gap_value(o).obj : !whole_cell(o, &s)) return false;
    at = s.to;
  }
  return true;
}

static bool all_integers(const run *r, const objref *o, const cell *c) {
  for (uint64_t at = c->offset; at < c->offset + c->size;) {
    span s = span_at(o, at, c->offset + c->size);
    if (s.number == NO_CELL || mem_get(r->m, r->s, o, s.number).obj) return false;
    at = s.to;
  }
  return true;
}

// Replaces bytes [from, to) of a cell by the given term of as many bits.
static void patch_cell(run *r, const objref *o, uint64_t number, uint64_t from, uint64_t to, expr part) {
  expr_table *t = r->m->base.terms;
  const cell *c = layout_cell(o->l, number);
  expr old = expr_zext(t, term_of(r->m, mem_get(r->m, r->s, o, number), c->bits), 8 * c->size), fresh = part;
  if (from > 0) fresh = expr_concat(t, fresh, expr_extract(t, old, (uint32_t)(8 * from - 1), 0));
  if (to < c->size) fresh = expr_concat(t, expr_extract(t, old, 8 * c->size - 1, (uint32_t)(8 * to)), fresh);
  mem_set(r->m, r->s, o, number, value_from_term(t, expr_resize(t, fresh, c->bits, false)));
}

// An integer into cells that hold integers: they stay as they are cut.
static void patch(run *r, const objref *o, const cell *c, value v) {
  expr_table *t = r->m->base.terms;
  expr all = expr_zext(t, term_of(r->m, v, c->bits), 8 * c->size);
  for (uint64_t at = c->offset; at < c->offset + c->size;) {
    span s = span_at(o, at, c->offset + c->size);
    expr part = expr_extract(t, all, (uint32_t)(8 * (s.to - c->offset) - 1), (uint32_t)(8 * (at - c->offset)));
    patch_cell(r, o, s.number, s.from - s.start, s.to - s.start, part);
    at = s.to;
  }
}

// Every bit of the cells must be kept: a cell narrower than its bytes (a bool) takes no integer of all of them.
static bool full_width(const objref *o, const cell *c) {
  for (uint64_t at = c->offset; at < c->offset + c->size;) {
    span s = span_at(o, at, c->offset + c->size);
    if (layout_cell(o->l, s.number)->bits < 8 * layout_cell(o->l, s.number)->size) return false;
    at = s.to;
  }
  return true;
}

bool bytes_store(run *r, objref *o, const cell *c, value v) {
  uint64_t number;
  if (!take_apart(r, o, c)) return false;
  if (layout_find(o->l, o->elements, c->offset, c->size, &number) && fits(layout_cell(o->l, number), c, v)) {
    const cell *into = layout_cell(o->l, number);
    if (!v.obj && into->bits > c->bits) v = term_convert(r->m, IR_ZEXT, v, c->bits, into->bits);
    return put(r, o, number, v);
  }
  if ((value_is_blank(v) || v.obj == STATE_LOST) && all_whole(o, c, v)) {
    for (uint64_t at = c->offset; at < c->offset + c->size;) {
      span s = span_at(o, at, c->offset + c->size);
      if (s.number != NO_CELL && !put(r, o, s.number, v)) return false;
      at = s.to;
    }
    return true;
  }
  bool plain = !v.obj && all_integers(r, o, c) && full_width(o, c);
  if (plain && (o->is_static || mem_is_array(r->m, r->s, o))) {
    patch(r, o, c, v);
    return true;
  }
  if (retype_store(r, o, c, v)) return true;
  if (plain) {
    patch(r, o, c, v);
    return true;
  }
  fork_unknown(r, "an object of %llu bytes is used with different types", (unsigned long long)o->size);
  return false;
}

// --- ranges --------------------------------------------------------------------------------------------------------

typedef struct piece {
  cell c;
  value v;
  bool gap;
} piece;  // c.offset: from the start of the range
typedef VEC(piece) piece_vec;

static bool concrete_pointer(run *r, value *ptr) {
  uint64_t offset;
  if (!fork_concretise(r, (value){ptr->bits, ptr->e, 0}, 64, "an offset into an object", &offset)) return false;
  *ptr = value_pointer(ptr->obj, offset);
  return true;
}

// Parts of pointers are bytes of their addresses. False: stopped.
static bool read_pieces(run *r, const objref *o, uint64_t offset, uint64_t bytes, piece_vec *out) {
  for (uint64_t at = offset; at < offset + bytes;) {
    span s = span_at(o, at, offset + bytes);
    value v = s.number == NO_CELL || whole_cell(o, &s) ? value_word(0) : mem_get(r->m, r->s, o, s.number);
    expr looked;
    if (is_pointer(v) && !address_of(r, v, &looked)) return false;
    v = is_pointer(v) ? span_number(r->m, r->s, o, &s) : span_value(r->m, r->s, o, &s);
    piece p = {.c = span_form(o, &s), .v = v, .gap = s.number == NO_CELL};
    p.c.offset = at - offset;
    vec_push(out, p);
    at = s.to;
  }
  return true;
}

// Padding goes to padding unkept, to cells as what it holds.
static bool write_gap(run *r, objref *o, uint64_t offset, const piece *p) {
  for (uint64_t at = offset; at < offset + p->c.size;) {
    span s = span_at(o, at, offset + p->c.size);
    cell c = {.offset = at, .size = (uint32_t)(s.to - at), .bits = (uint32_t)(8 * (s.to - at))};
    if (s.number == NO_CELL)
      note_padding(r, o, p->v);
    else if (!bytes_store(r, o, &c, p->v))
      return false;
    at = s.to;
  }
  return true;
}

static bool write_piece(run *r, objref *o, uint64_t offset, const piece *p) {
  if (p->gap) return write_gap(r, o, offset, p);
  cell c = p->c;
  c.offset = offset;
  return bytes_store(r, o, &c, p->v);
}

// One whole dynamic object onto another: it takes over the cells.
static bool copy_whole(run *r, objref *to, const objref *from, uint64_t bytes) {
  if (to->is_static || from->is_static || to->obj == from->obj || bytes != to->size || bytes != from->size)
    return false;
  const body *source = state_object(r->s, from->body), *old = state_object(r->s, to->body);
  body *b = body_new(source->l, source->elements, old->is_heap);
  for (uint32_t i = 0; i < b->n_pages; i++) {
    chunk_unref(b->pages[i]);
    b->pages[i] = source->pages[i];
    b->pages[i]->hd.refs++;
  }
  b->uninit = from->uninit;
  for (uint64_t i = 0; i < from->elements * from->l->n_cells; i++) {
    uint32_t obj = mem_get(r->m, r->s, from, i).obj;
    if (obj) keep_unless_in(r->m, r->s, obj, to->obj);
  }
  state_object_replace(r->s, to->body, b);
  return true;
}

// A pointer of which a copy replaces every byte, but in several pieces, is not looked at: it goes before the first of them comes.
static void drop_pointers(run *r, const objref *o, uint64_t at, uint64_t bytes, const piece_vec *pieces) {
  for (size_t k = 0; k < pieces->len; k++) {
    uint64_t begin = at + pieces->data[k].c.offset, end = begin + pieces->data[k].c.size;
    while (begin < end) {
      span s = span_at(o, begin, end);
      begin = s.to;
      if (s.number == NO_CELL || whole_cell(o, &s) || s.start < at) continue;
      if (s.start + layout_cell(o->l, s.number)->size > at + bytes) continue;
      if (is_pointer(mem_get(r->m, r->s, o, s.number))) mem_set(r->m, r->s, o, s.number, value_word(0));
    }
  }
}

static bool copy_range(run *r, objref *to, uint64_t at, const objref *from, uint64_t offset, uint64_t bytes) {
  if (copy_whole(r, to, from, bytes)) return true;
  piece_vec pieces = {0};  // all is read before anything is written: the ranges may overlap
  bool ok = read_pieces(r, from, offset, bytes, &pieces);
  if (ok) drop_pointers(r, to, at, bytes, &pieces);
  for (size_t k = 0; ok && k < pieces.len; k++) ok = write_piece(r, to, at + pieces.data[k].c.offset, &pieces.data[k]);
  vec_free(&pieces);
  return ok;
}

// Does a pointer stand at this very place, in a cell of its own?
static bool pointer_at(const world *m, const state *s, value at) {
  uint32_t word = m->base.ir->pointer_bits / 8;
  objref o;
  uint64_t number;
  if (!value_is_concrete(at) || !at.obj || at.obj >= STATE_FUNC_BASE || !mem_object(m, s, at.obj, &o)) return false;
  if (word > o.size || at.bits > o.size - word || !layout_find(o.l, o.elements, at.bits, word, &number)) return false;
  value v = mem_get(m, s, &o, number);
  return v.obj && !value_is_special(v);
}

bool bytes_part(const world *m, const state *s, const ir_instr *i, value to, value from, uint64_t *bytes) {
  uint32_t word = m->base.ir->pointer_bits / 8;
  bool copies = i->op == IR_COPY;
  if (!i->sub) return true;
  if (i->sub == IR_PART_WORD) {
    if (*bytes < word && (pointer_at(m, s, to) || (copies && pointer_at(m, s, from)))) *bytes = word;
    return true;
  }
  from.bits -= i->sub;
  return !copies || !pointer_at(m, s, from);
}

act mem_copy(run *r, const ir_instr *i) {
  value to = run_operand(r, &i->args[0]), from = run_operand(r, &i->args[1]);
  uint64_t bytes;
  objref source, target;
  if (!fork_concretise(r, run_operand(r, &i->args[2]), 64, "the length of a copy", &bytes)) return ACT_STOP;
  if (bytes == 0) return ACT_NEXT;
  if (!mem_resolve(r, to, bytes, &target) || !mem_writable(r, &target, to, bytes)) return ACT_STOP;
  if (!mem_resolve(r, from, bytes, &source)) return ACT_STOP;
  if (!concrete_pointer(r, &to) || !concrete_pointer(r, &from)) return ACT_STOP;
  if (i->sub) {
    if (!bytes_part(r->m, r->s, i, to, from, &bytes)) {
      mem_touch(r, TOUCH_READ, 0, from, &source, bytes);
      return ACT_NEXT;
    }
    if (!mem_resolve(r, to, bytes, &target) || !mem_resolve(r, from, bytes, &source)) return ACT_STOP;
  }
  if (!threads_may_write(r, to, bytes)) return ACT_STOP;
  if (!copy_range(r, &target, to.bits, &source, from.bits, bytes)) return ACT_STOP;
  mem_touch(r, TOUCH_READ, 0, from, &source, bytes);
  mem_touch(r, TOUCH_WRITE, 0, to, &target, bytes);
  return ACT_NEXT;
}

// The byte, repeated over a number of bytes.
static value repeated(const world *m, value byte, uint32_t bytes, uint32_t bits) {
  expr_table *t = m->base.terms;
  if (value_is_blank(byte)) return byte;
  expr one = term_of(m, byte, 8), all = one;
  for (uint32_t k = 1; k < bytes; k++) all = expr_concat(t, one, all);
  return value_from_term(t, expr_resize(t, all, bits, false));
}

static bool fill_range(run *r, objref *o, uint64_t offset, uint64_t bytes, value byte) {
  if (!o->is_static && bytes == o->size && value_is_blank(byte)) {
    state_object_replace(r->s, o->body, body_new(o->l, o->elements, state_object(r->s, o->body)->is_heap));
    return true;
  }
  for (uint64_t at = offset; at < offset + bytes;) {
    span s = span_at(o, at, offset + bytes);
    uint32_t n = (uint32_t)(s.to - at);
    cell c = {.offset = at, .size = n, .bits = 8 * n};
    if (whole_cell(o, &s) && layout_cell(o->l, s.number)->bits == 8 * n) c = span_form(o, &s), c.offset = at;
    if (s.number == NO_CELL)
      note_padding(r, o, byte);
    else if (!bytes_store(r, o, &c, repeated(r->m, byte, n, 8 * n)))
      return false;
    at = s.to;
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
  if (!mem_resolve(r, to, bytes, &o) || !mem_writable(r, &o, to, bytes) || !concrete_pointer(r, &to)) return ACT_STOP;
  if (i->sub && (!bytes_part(r->m, r->s, i, to, to, &bytes) || !mem_resolve(r, to, bytes, &o))) return ACT_STOP;
  if (!threads_may_write(r, to, bytes) || !fill_range(r, &o, to.bits, bytes, byte)) return ACT_STOP;
  mem_touch(r, TOUCH_WRITE, 0, to, &o, bytes);
  return ACT_NEXT;
}
