// Memory of the automata: objects, their scalar cells, addresses as numbers.
#include "engine/cegar/cfa.h"

// Split of an address into object and offset. Addresses of programs with pointers of 32 bits have 64 bits as well, as offsets
// of the semantics have: an object may fill nearly all of their memory.
enum { OFFSET_BITS = 40, MOST_TARGETS = 256 };

uint32_t cfa_pointer_bits(const cfa *c) {
  (void)c;
  return 64;
}

uint32_t cfa_width(const cfa *c, ir_type t) {
  const ir_type_info *info = ir_type_get(c->ir, t);
  return info->kind == IR_TYPE_PTR ? cfa_pointer_bits(c) : info->bits;
}

uint32_t cfa_cell_width(const cfa *c, uint32_t size, bool is_pointer) {
  return is_pointer ? cfa_pointer_bits(c) : size * 8;
}

expr cfa_address(cfa *c, uint32_t obj, uint64_t offset) {
  return expr_const(c->terms, cfa_pointer_bits(c), ((uint64_t)obj << OFFSET_BITS) + offset);
}

bool cfa_split_address(const cfa *c, expr address, uint32_t *obj, uint64_t *offset) {
  if (!expr_is_const(c->terms, address)) return false;
  uint64_t v = expr_const_u64(c->terms, address);
  *obj = (uint32_t)(v >> OFFSET_BITS);
  *offset = v & (((uint64_t)1 << OFFSET_BITS) - 1);
  return true;
}

expr cfa_object_part(cfa *c, expr address) {
  return expr_extract(c->terms, address, cfa_pointer_bits(c) - 1, OFFSET_BITS);
}

static uint32_t add_var(cfa *c, cvar v) {
  vec_push(&c->vars, v);
  map64_put(&c->by_sym, v.sym.id, c->vars.len - 1);
  c->grew = true;
  return (uint32_t)c->vars.len - 1;
}

uint32_t cfa_new_var(cfa *c, uint32_t width, uint32_t inst, const char *name, expr init) {
  expr_var_info info = {.name = name};
  cvar v = {.sym = expr_var(c->terms, sort_bv(width), &info), .init = init, .width = width, .inst = inst, .name = name};
  return add_var(c, v);
}

uint32_t cfa_new_array(cfa *c, sort s, const char *name) {
  expr_var_info info = {.name = name};
  return add_var(c, (cvar){.sym = expr_var(c->terms, s, &info), .name = name});
}

// --- objects --------------------------------------------------------------------------------------------------------

static uint32_t find_object(cfa *c, uint64_t a, uint64_t b, bool *found) {
  uint64_t key = a << 40 ^ b, v;
  *found = map64_get(&c->obj_index, key, &v);
  if (*found) return (uint32_t)v;
  map64_put(&c->obj_index, key, c->objs.len);
  c->grew = true;
  return (uint32_t)c->objs.len;
}

static uint32_t add_object(cfa *c, cobj o) {
  vec_push(&c->objs, o);
  return (uint32_t)c->objs.len - 1;
}

static void take_shape(cfa *c, cobj *o, ir_type type, uint64_t count) {
  const ir_type_info *info = ir_type_get(c->ir, type);
  o->size = info->size * count;
  o->shape = layout_of(c->layouts, type);
  o->elements = o->shape->count * count;
}

uint32_t cfa_global_object(cfa *c, uint32_t inst, uint32_t global) {
  const ir_global_info *g = &c->ir->globals[global];
  uint32_t owner = g->is_thread_local ? inst : 0;
  bool found;
  uint32_t id = find_object(c, 1, (uint64_t)owner << 32 | global, &found);
  if (found) return id;
  cobj o = {.kind = COBJ_GLOBAL,
            .abstract = global,
            .global = global,
            .inst = owner,
            .is_const = g->is_const,
            .const_fields = ir_type_get(c->ir, g->type)->has_const,
            .name = g->name};
  take_shape(c, &o, g->type, 1);
  return add_object(c, o);
}

uint32_t cfa_func_object(cfa *c, uint32_t func) {
  bool found;
  uint32_t id = find_object(c, 2, func, &found);
  return found ? id : add_object(c, (cobj){.kind = COBJ_FUNC, .abstract = func, .name = c->ir->funcs[func].name});
}

uint32_t cfa_site_object(cfa *c, uint32_t ctx, uint32_t pc, const ir_instr *i, uint64_t count) {
  bool found;
  uint32_t id = find_object(c, 3, (uint64_t)ctx << 20 ^ pc, &found);
  if (found) return id;
  const cctx *x = &c->ctxs.data[ctx];
  cobj o = {.kind = i->op == IR_LOCAL ? COBJ_LOCAL : COBJ_HEAP,
            .inst = x->inst,
            .ctx = ctx,
            .abstract = points_site(c->points, x->func.id, pc),
            .uninit = (i->flags & IR_UNINIT) != 0,
            .is_const = (i->flags & IR_CONST) != 0,
            .const_fields = i->op == IR_LOCAL && ir_type_get(c->ir, i->type)->has_const};
  o.is_private = points_private(c->points, o.abstract);
  o.name = arena_printf(c->mem, "%s@%u", i->op == IR_LOCAL ? "local" : "new", i->at.line);
  const ir_type_info *info = ir_type_get(c->ir, i->type);
  take_shape(c, &o, i->type, count);
  // Raw memory has no shape of its own: the first access to a part of it tells.
  if (o.kind == COBJ_HEAP && info->kind == IR_TYPE_INT && info->bits == 8) o.shape = NULL;
  expr no = expr_bool(c->terms, false);
  if (o.kind == COBJ_HEAP) o.made = cfa_new_var(c, 1, 0, arena_printf(c->mem, "made(%s)", o.name), no);
  if (o.kind == COBJ_LOCAL)
    cfa_open_local(c, &o, pc);
  else
    o.alive = cfa_new_var(c, 1, 0, arena_printf(c->mem, "alive(%s)", o.name), no);
  id = add_object(c, o);
  if (i->op == IR_LOCAL) vec_push(&c->ctxs.data[ctx].locals, id);
  return id;
}

uint32_t cfa_shadow_object(cfa *c, uint32_t obj, uint64_t offset, ir_type type) {
  bool found;
  uint32_t id = find_object(c, 4, (uint64_t)obj << 24 ^ offset, &found);
  if (found) return id;
  cobj o = {.kind = COBJ_SHADOW, .abstract = c->objs.data[obj].abstract, .name = c->objs.data[obj].name};
  take_shape(c, &o, type, 1);
  // A shadow is asked for as raw bytes.
  if (ir_type_get(c->ir, type)->kind != IR_TYPE_RECORD) o.shape = NULL;
  return add_object(c, o);
}

// --- cells ----------------------------------------------------------------------------------------------------------

// Initial value of a cell of a global; EXPR_NONE: it is given in other pieces.
static expr initial(cfa *c, const cobj *o, uint64_t offset, uint32_t size, bool is_pointer) {
  uint32_t width = cfa_cell_width(c, size, is_pointer);
  expr zero = expr_const(c->terms, width, 0);
  if (o->kind != COBJ_GLOBAL) return zero;
  const ir_global_info *g = &c->ir->globals[o->global];
  for (uint32_t i = 0; i < g->n_inits; i++) {
    const ir_init *in = &g->inits[i];
    uint64_t n = ir_type_get(c->ir, in->value.type)->size;
    if (in->offset + n <= offset || offset + size <= in->offset) continue;
    if (in->offset != offset || n != size) return EXPR_NONE;
    if (in->value.kind == IR_OPERAND_INT) return expr_const(c->terms, width, in->value.value);
    if (in->value.kind == IR_OPERAND_NULL) return zero;
    cwalk none = {.c = c};
    if (in->value.kind == IR_OPERAND_WIDE || !is_pointer || cfa_is_far(in->value.offset)) return EXPR_NONE;
    return expr_resize(c->terms, cfa_operand(&none, &in->value), width, false);
  }
  return zero;
}

// The variable of the cell that lies exactly there, made if it may be one; 0: it overlaps others.
static uint32_t cell_var(cfa *c, uint32_t obj, uint64_t offset, uint32_t size, bool is_pointer) {
  uint32_t width = cfa_cell_width(c, size, is_pointer);
  cobj *o = &c->objs.data[obj];
  for (size_t i = 0; i < o->cells.len; i++) {
    const ccell *x = &o->cells.data[i];
    if (x->offset == offset && x->size == size) return x->is_pointer == is_pointer ? x->var : 0;
    if (x->offset < offset + size && offset < x->offset + x->size) return 0;
  }
  uint64_t number;
  if (o->shape && !layout_find(o->shape, o->elements, offset, size, &number)) return 0;
  if (o->shape && layout_cell(o->shape, number)->is_pointer != is_pointer) return 0;
  expr init = initial(c, o, offset, size, is_pointer);
  o = &c->objs.data[obj];  // an address in the initial value may have made objects
  if (!expr_some(init) && o->kind == COBJ_GLOBAL) return 0;
  const char *name = o->size == size ? o->name : arena_printf(c->mem, "%s+%llu", o->name, (unsigned long long)offset);
  uint32_t v = cfa_new_var(c, width, o->is_private ? o->inst : 0, name, init);
  vec_push(&c->objs.data[obj].cells, ((ccell){.offset = offset, .size = size, .var = v, .is_pointer = is_pointer}));
  return v;
}

uint32_t cfa_cell_at(const cfa *c, expr address, uint32_t size, uint32_t *obj) {
  uint64_t offset;
  if (cfa_array_base(c, address, obj)) return c->objs.data[*obj].element == size ? c->objs.data[*obj].array : 0;
  if (!cfa_split_address(c, address, obj, &offset) || !*obj || *obj >= c->objs.len) return 0;
  const cobj *o = &c->objs.data[*obj];
  for (size_t i = 0; i < o->cells.len; i++)
    if (o->cells.data[i].offset == offset && o->cells.data[i].size == size) return o->cells.data[i].var;
  return 0;
}

// The cell of the shape that covers the byte at `offset`; false: padding, or bytes of an address, which have no meaning.
static bool covering(const cobj *o, uint64_t offset, uint64_t *first, uint32_t *size) {
  if (!o->shape || o->shape->too_large) return false;
  uint64_t n = layout_first_after(o->shape, o->elements, offset);
  if (n >= o->elements * o->shape->n_cells) return false;
  *first = layout_cell_offset(o->shape, n);
  *size = layout_cell(o->shape, n)->size;
  return *first <= offset && !layout_cell(o->shape, n)->is_pointer;
}

// Looks at parts of several cells.
static expr read_parts(cwalk *w, uint32_t obj, uint64_t offset, uint32_t size) {
  expr r = EXPR_NONE;
  for (uint64_t at = offset; at < offset + size;) {
    uint64_t first;
    uint32_t n;
    if (!covering(&w->c->objs.data[obj], at, &first, &n)) return EXPR_NONE;
    uint32_t v = cell_var(w->c, obj, first, n, false);
    if (!v) return EXPR_NONE;
    uint64_t end = first + n < offset + size ? first + n : offset + size;
    expr part = expr_extract(w->c->terms, cfa_get(w, v), (uint32_t)(end - first) * 8 - 1, (uint32_t)(at - first) * 8);
    r = expr_some(r) ? expr_concat(w->c->terms, part, r) : part;
    at = end;
  }
  return r;
}

expr cfa_read(cwalk *w, uint32_t obj, uint64_t offset, uint32_t size, bool is_pointer) {
  uint32_t v = cell_var(w->c, obj, offset, size, is_pointer);
  if (v) return cfa_get(w, v);
  return is_pointer ? EXPR_NONE : read_parts(w, obj, offset, size);
}

static bool write_parts(cwalk *w, uint32_t obj, uint64_t offset, uint32_t size, expr value) {
  expr_table *t = w->c->terms;
  for (uint64_t at = offset; at < offset + size;) {
    uint64_t first;
    uint32_t n;
    if (!covering(&w->c->objs.data[obj], at, &first, &n)) return false;
    uint32_t v = cell_var(w->c, obj, first, n, false);
    if (!v) return false;
    uint64_t end = first + n < offset + size ? first + n : offset + size;
    expr old = cfa_get(w, v);
    expr r = expr_extract(t, value, (uint32_t)(end - offset) * 8 - 1, (uint32_t)(at - offset) * 8);
    if (at > first) r = expr_concat(t, r, expr_extract(t, old, (uint32_t)(at - first) * 8 - 1, 0));
    if (end < first + n) r = expr_concat(t, expr_extract(t, old, n * 8 - 1, (uint32_t)(end - first) * 8), r);
    cfa_set(w, v, r);
    at = end;
  }
  return true;
}

bool cfa_write(cwalk *w, uint32_t obj, uint64_t offset, uint32_t size, bool is_pointer, expr value) {
  uint32_t v = cell_var(w->c, obj, offset, size, is_pointer);
  if (!v) return !is_pointer && write_parts(w, obj, offset, size, value);
  cfa_set(w, v, value);
  return true;
}

// --- what an address means ------------------------------------------------------------------------------------------

static bool add_targets(cwalk *w, uint32_t obj, expr address, uint64_t size, ctarget_vec *out) {
  cfa *c = w->c;
  const cobj *o = &c->objs.data[obj];
  uint64_t step = size ? size : 1;
  if (o->sized) return cfa_array_target(w, obj, address, size, out);
  if (o->kind == COBJ_FUNC || o->size < size) return true;
  for (uint64_t at = 0; at + size <= o->size; at += step) {
    uint64_t number;
    if (o->shape && !o->shape->uniform && !layout_find(o->shape, o->elements, at, (uint32_t)size, &number)) continue;
    expr cond = expr_eq(c->terms, address, cfa_address(c, obj, at));
    if (expr_is_false(c->terms, cond)) continue;
    if (out->len >= MOST_TARGETS) return false;
    vec_push(out, ((ctarget){.cond = cond, .obj = obj, .offset = at}));
  }
  return true;
}

bool cfa_targets(cwalk *w, const ir_operand *operand, expr address, uint64_t size, ctarget_vec *out) {
  cfa *c = w->c;
  uint32_t obj;
  uint64_t offset;
  vec_clear(out);
  if (cfa_array_base(c, address, &obj)) return cfa_array_target(w, obj, address, size, out);
  const bitset *may = points_of(c->points, c->ctxs.data[w->ctx].func, operand);
  if (cfa_split_address(c, address, &obj, &offset)) {
    if (obj == 0 || obj >= c->objs.len || offset + size > c->objs.data[obj].size) return true;
    if (!bitset_has(may, c->objs.data[obj].abstract)) return true;  // far behind its own object
    vec_push(out, ((ctarget){.cond = expr_bool(c->terms, true), .obj = obj, .offset = offset}));
    return true;
  }
  // A base that is known leaves one object.
  expr part = cfa_object_part(c, address);
  for (uint32_t o = 1; o < c->objs.len; o++) {
    if (c->objs.data[o].kind == COBJ_FUNC || !bitset_has(may, c->objs.data[o].abstract)) continue;
    expr is_it = expr_eq(c->terms, part,
                         expr_extract(c->terms, cfa_address(c, o, 0), cfa_pointer_bits(c) - 1, OFFSET_BITS));
    if (expr_is_false(c->terms, is_it)) continue;
    if (!add_targets(w, o, address, size, out)) return false;
  }
  return true;
}
