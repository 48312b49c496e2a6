// Blocks of memory that are copied, filled or drawn, and what an object holds when it is made.
//
// A copy of bytes that are indeterminate is indeterminate, too: whoever reads it gets a value of its own
// (doc/semantics-threads.md 4), not that of the original. So a cell of an object that is copied, and whose bytes may be
// indeterminate, has a bit beside it that says whether it was written (`settled`); where it was not, the copy is any value. A
// read settles its cell as well, which is not followed: then the copy may differ from what was read, which allows more runs, never less.
#include "engine/cegar/cfa_ops.h"

enum { MOST_COPY = 512 };

const char *const cfa_const_fields = "an object with constant members is written";
const char *const cfa_mixed = "memory that is looked at with different types";

// Whose end has to be looked at: objects of other frames, and of the heap.
expr cfa_dead_if(cwalk *w, const cobj *o) {
  expr no = expr_bool(w->c->terms, false);
  if (!o->alive) return no;
  if (o->kind == COBJ_LOCAL) return cfa_local_dead(w, o);
  return expr_not(w->c->terms, cfa_get(w, o->alive));
}

// A thread-local variable ends with its process; that is not followed, so nobody else may access it.
bool cfa_is_of_another(const cwalk *w, const cobj *o) {
  return o->kind == COBJ_GLOBAL && o->inst && o->inst != w->c->ctxs.data[w->ctx].inst;
}

bool cfa_known_place(cwalk *w, const ir_operand *o, uint64_t size, uint32_t *obj, uint64_t *offset) {
  cfa *c = w->c;
  if (!cfa_split_address(c, cfa_operand(w, o), obj, offset)) return false;
  if (*obj == 0 || *obj >= c->objs.len) return false;
  const cobj *x = &c->objs.data[*obj];
  return x->kind != COBJ_FUNC && !x->sized && *offset + size <= x->size && !cfa_is_of_another(w, x) &&
         bitset_has(points_of(c->points, c->ctxs.data[w->ctx].func, o), x->abstract) &&
         expr_is_false(c->terms, cfa_dead_if(w, x));
}

// --- settled cells ----------------------------------------------------------------------------------------------------

// The variable of the bit, or 0: the cell is settled, or nobody asks.
static uint32_t settled_var(cfa *c, uint32_t obj, size_t number) {
  const cobj *o = &c->objs.data[obj];
  if (!o->copied || !o->lacks) return 0;
  if (!o->cells.data[number].settled) {
    bool first = o->kind == COBJ_GLOBAL || o->kind == COBJ_SHADOW;
    const char *name = arena_printf(c->mem, "settled(%s)", c->vars.data[o->cells.data[number].var].name);
    uint32_t v = cfa_new_var(c, 1, o->is_private ? o->inst : 0, name, expr_bool(c->terms, first));
    c->objs.data[obj].cells.data[number].settled = v;
  }
  return c->objs.data[obj].cells.data[number].settled;
}

static bool overlaps(const ccell *x, uint64_t offset, uint64_t size) {
  return x->offset < offset + size && offset < x->offset + x->size;
}

void cfa_settle(cwalk *w, uint32_t obj, uint64_t offset, uint64_t size, expr settled, expr cond) {
  expr_table *t = w->c->terms;
  for (size_t k = 0; k < w->c->objs.data[obj].cells.len; k++) {
    ccell x = w->c->objs.data[obj].cells.data[k];
    uint32_t v = overlaps(&x, offset, size) ? settled_var(w->c, obj, k) : 0;
    if (!v) continue;
    bool whole = offset <= x.offset && x.offset + x.size <= offset + size;
    expr old = cfa_get(w, v);
    expr now = whole ? expr_ite(t, cond, settled, old) : expr_and(t, old, expr_or(t, settled, expr_not(t, cond)));
    cfa_set(w, v, now);
  }
}

static expr is_settled(cwalk *w, uint32_t obj, uint64_t offset, uint64_t size) {
  expr all = expr_bool(w->c->terms, true);
  for (size_t k = 0; k < w->c->objs.data[obj].cells.len; k++) {
    ccell x = w->c->objs.data[obj].cells.data[k];
    uint32_t v = overlaps(&x, offset, size) ? settled_var(w->c, obj, k) : 0;
    if (v) all = expr_and(w->c->terms, all, cfa_get(w, v));
  }
  return all;
}

void cfa_reset_cells(cwalk *w, uint32_t obj) {
  cfa *c = w->c;
  bool any = c->objs.data[obj].uninit;
  for (size_t k = 0; k < c->objs.data[obj].cells.len; k++) {
    ccell x = c->objs.data[obj].cells.data[k];
    uint32_t width = c->vars.data[x.var].width, bit = settled_var(c, obj, k);
    cfa_set(w, x.var, any ? cfa_fresh(w, width, "uninitialised") : expr_const(c->terms, width, 0));
    if (bit) cfa_set(w, bit, expr_bool(c->terms, !any));
  }
}

// --- blocks -----------------------------------------------------------------------------------------------------------

typedef struct piece {
  uint64_t offset;
  uint32_t size;
  bool is_pointer;
  expr value, settled;
} piece;

typedef struct block {
  cwalk *w;
  const ir_instr *i;
  uint32_t to, src;
  uint64_t at, src_at, size;
  VEC(piece) pieces;
} block;

static void note_flag(cfa *c, bool *flag, bool value) {
  if (!value || *flag) return;
  *flag = c->grew = true;
}

// From now on it is asked which cells of the source are settled.
static void note_copy(block *b) {
  cfa *c = b->w->c;
  cobj *src = &c->objs.data[b->src];
  note_flag(c, &src->copied, true);
  note_flag(c, &src->lacks, src->uninit);
  note_flag(c, &c->objs.data[b->to].lacks, src->lacks);
}

// What the piece that begins at offset k of the block becomes; false: it cannot be told.
static bool find_value(block *b, uint64_t k, piece *x) {
  cwalk *w = b->w;
  expr_table *t = w->c->terms;
  uint32_t width = cfa_cell_width(w->c, x->size, x->is_pointer);
  x->settled = expr_bool(t, true);
  if (b->i->op == IR_COPY) {
    x->value = cfa_read(w, b->src, b->src_at + k, x->size, x->is_pointer);
    if (!expr_some(x->value)) return false;
    x->settled = is_settled(w, b->src, b->src_at + k, x->size);
    if (!expr_is_true(t, x->settled))
      x->value = expr_ite(t, x->settled, x->value, cfa_fresh(w, width, "uninitialised"));
  } else if (b->i->op == IR_FILL) {
    expr byte = cfa_operand(w, &b->i->args[1]);
    x->value = byte;
    for (uint32_t j = 1; j < x->size && !x->is_pointer; j++) x->value = expr_concat(t, byte, x->value);
    if (x->is_pointer) x->value = expr_const(t, width, 0);
    return !x->is_pointer || (expr_is_const(t, byte) && !expr_const_u64(t, byte));
  } else if (!x->is_pointer) {
    x->value = cfa_fresh(w, width, "memory");
  }
  return expr_some(x->value);
}

// Whole cells of the target; all of them are read before the first one is written: the ranges may overlap.
static bool find_pieces(block *b) {
  cfa *c = b->w->c;
  const layout *shape = c->objs.data[b->to].shape;
  uint64_t elements = c->objs.data[b->to].elements;
  uint32_t step = shape && shape->uniform ? (uint32_t)shape->stride : 1;
  if (shape && !shape->uniform) step = 0;
  for (uint64_t k = 0; k < b->size;) {
    piece x = {.size = step, .is_pointer = step && shape && layout_cell(shape, 0)->is_pointer};
    if (!step) {
      uint64_t number = layout_first_after(shape, elements, b->at + k);
      if (number >= elements * shape->n_cells) break;
      uint64_t begin = layout_cell_offset(shape, number);
      if (begin < b->at + k) return false;
      k = begin - b->at;
      if (k >= b->size) break;
      x.size = layout_cell(shape, number)->size;
      x.is_pointer = layout_cell(shape, number)->is_pointer;
    }
    x.offset = b->at + k;
    if (k + x.size > b->size || !find_value(b, k, &x)) return false;
    vec_push(&b->pieces, x);
    k += x.size;
  }
  return true;
}

static bool write_pieces(block *b) {
  expr yes = expr_bool(b->w->c->terms, true);
  for (size_t k = 0; k < b->pieces.len; k++) {
    const piece *x = &b->pieces.data[k];
    if (!cfa_write(b->w, b->to, x->offset, x->size, x->is_pointer, x->value)) return false;
    cfa_settle(b->w, b->to, x->offset, x->size, x->settled, yes);
  }
  return true;
}

const char *cfa_block(cwalk *w, const ir_instr *i) {
  expr_table *t = w->c->terms;
  bool draws = i->op == IR_NONDET_MEM, copies = i->op == IR_COPY;
  expr n = draws ? expr_const(t, 64, ir_type_get(w->c->ir, i->type)->size) : cfa_operand(w, &i->args[2]);
  block b = {.w = w, .i = i, .size = expr_is_const(t, n) ? expr_const_u64(t, n) : MOST_COPY + 1};
  if (b.size > MOST_COPY || !cfa_known_place(w, &i->args[0], b.size, &b.to, &b.at) ||
      (copies && !cfa_known_place(w, &i->args[1], b.size, &b.src, &b.src_at)))
    return "a block of memory whose place or size is not known";
  if (w->c->objs.data[b.to].is_const && !(i->flags & IR_INIT))
    return "a block of memory that may be a constant is written";
  if (w->c->objs.data[b.to].const_fields && !(i->flags & IR_INIT)) return cfa_const_fields;
  if (copies) note_copy(&b);
  bool ok = find_pieces(&b) && write_pieces(&b);
  vec_free(&b.pieces);
  return ok ? NULL : cfa_mixed;
}
