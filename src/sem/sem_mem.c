// Memory: resolving pointers, cells, symbolic offsets.
//
// An object is stored as cells. A store at a symbolic index turns a uniform integer array into one array term (index:
// cell number, 32 bits); a load at a symbolic index builds the term and leaves the cells. Objects that are not
// uniform integer arrays are read and written at a symbolic offset by if-then-else over the cells of the right size,
// or, where that is not possible (pointers), by forking over the offsets.
#include "base/hash.h"
#include "sem/sem_impl.h"

#define READ_STORES 4096u  // longest chain of stores that a read is spelled out over
#define ITE_CELLS 64u      // largest number of cells that an if-then-else chain runs over
#define MERGE_CELLS 4096u  // the same with merging,
#define CHOICES 256u       // of which at most so many are of the right form and in reach

bool mem_object(const world *m, const state *s, uint32_t obj, objref *o) {
  if (obj <= m->base.ir->n_globals) {
    const placement *p = &m->env->statics[obj];
    const body *moved = state_object(s, state_moved(m->env, obj));
    *o = (objref){.l = p->l, .elements = p->elements, .size = p->size, .obj = obj, .is_static = !moved};
    if (moved) o->l = moved->l, o->elements = moved->elements, o->body = state_moved(m->env, obj);
  } else {
    const body *b = state_object(s, obj);
    if (!b) return false;
    *o = (objref){.l = b->l,
                  .elements = b->elements,
                  .size = b->elements * b->l->stride,
                  .obj = obj,
                  .body = obj,
                  .uninit = b->uninit};
  }
  if (UNLIKELY(m->env->lost_padding.len > 0) && map64_get(&m->env->lost_padding, obj, NULL)) o->uninit = true;
  return true;
}

// --- footprints ----------------------------------------------------------------------------------------------------

static uint64_t touch_hash(const touch *t) {
  return hash_combine(hash_combine((uint64_t)t->mode << 32 | t->detail, t->obj), hash_combine(t->offset, t->size));
}

void mem_untouch(run *r, size_t n) {
  footprint *f = &r->out->touched;
  if (f->len == n) return;
  f->len = n;
  map64_clear(&r->m->touch_index);
  for (size_t i = n; i-- > 0;) map64_put(&r->m->touch_index, touch_hash(&f->data[i]), i);
}

// Which sides of an ordering the access lacks: of a region all has both, but for accesses that say otherwise.
static uint32_t order_flags(const run *r, const ir_instr *i) {
  if (!i || !(i->flags & IR_ATOMIC)) return r->region || r->guard ? 0 : TOUCH_NO_ACQUIRE | TOUCH_NO_RELEASE;
  uint32_t flags = i->op == IR_RMW || i->op == IR_CAS ? TOUCH_RMW : 0;
  uint8_t ordering = r->fails ? i->failure : i->ordering;
  bool acquires = ordering == IR_SC || ordering == IR_ACQ_REL || ordering == IR_ACQ;
  return flags | (acquires ? 0 : TOUCH_NO_ACQUIRE) | (ir_releases(i) ? 0 : TOUCH_NO_RELEASE);
}

act mem_fence(run *r, const ir_instr *i) {
  if (!r->m->base.needs.orders || r->silent) return ACT_NEXT;
  uint32_t sides = (i->ordering == IR_REL ? TOUCH_NO_ACQUIRE : 0) | (i->ordering == IR_ACQ ? TOUCH_NO_RELEASE : 0);
  if (i->ordering == IR_SC && r->m->base.needs.weak) sides = TOUCH_FENCE_SC;
  touch t = {.mode = TOUCH_FENCE, .detail = sides, .size = 1};
  footprint *f = &r->out->touched;
  // What was touched since the same fence may be ordered by this one: it counts again.
  if (!f->len || vec_last(f).mode != TOUCH_FENCE || vec_last(f).detail != sides) vec_push(f, t);
  return ACT_NEXT;
}

// A condition that depends on inputs counts as true: that a race is one, re-execution tells.
act mem_relax(run *r, const ir_instr *i) {
  if (!r->m->base.needs.orders || r->silent) return ACT_NEXT;
  value c = run_operand(r, &i->args[0]);
  if (value_is_concrete(c) && !c.bits) return ACT_NEXT;
  if (i->sub == IR_RELAX_SHARED && !r->m->base.needs.weak) return ACT_NEXT;
  uint32_t sides = i->sub == IR_RELAX_READS    ? TOUCH_NO_ACQUIRE
                   : i->sub == IR_RELAX_WRITES ? TOUCH_NO_RELEASE
                   : i->sub == IR_RELAX_SHARED ? TOUCH_SHARED
                                               : TOUCH_NO_ACQUIRE | TOUCH_NO_RELEASE;
  footprint *f = &r->out->touched;
  for (size_t k = f->len; k-- > 0 && f->data[k].mode != TOUCH_ENTER;)
    if (f->data[k].flags & TOUCH_REGION) f->data[k].flags |= sides;
  return ACT_NEXT;
}

void mem_touch(run *r, touch_mode mode, uint32_t detail, value ptr, const objref *o, uint64_t bytes) {
  if (!r->m->base.needs.footprints || (r->silent && !r->noted)) return;
  if (UNLIKELY(r->m->base.needs.spin)) spin_note(r, mode, ptr);
  if (mode == TOUCH_READ && r->guard) mode = TOUCH_AWAIT;
  touch t = {.mode = mode, .detail = detail, .obj = ptr.obj, .offset = ptr.bits, .size = bytes};
  const ir_instr *i = r->f ? run_instr(r) : NULL;
  if (r->region || (i && i->flags & IR_ATOMIC) || ptr.obj == r->m->order) t.flags = TOUCH_ATOMIC;
  if (r->region || r->guard) t.flags |= TOUCH_REGION;
  if (i && (i->op == IR_CAS || i->op == IR_TRYLOCK)) t.flags |= TOUCH_VARIES;
  if (i && i->flags & (IR_HIDDEN | (mode == TOUCH_WRITE ? IR_OWN_TO : IR_OWN_FROM))) t.flags |= TOUCH_APART;
  if (r->merges) t.flags |= TOUCH_ALONE;
  if (UNLIKELY(r->m->base.needs.orders)) t.flags |= order_flags(r, i);
  if (!value_is_concrete(ptr)) {
    if (r->m->base.needs.orders) t.flags |= TOUCH_SOMEWHERE;
    t.offset = 0;
    t.size = o->size;
  }
  // The index makes long steps linear; a hash that meets another touch falls back to the search in footprint_add.
  uint64_t h = touch_hash(&t), at;
  footprint *f = &r->out->touched;
  if (map64_get(&r->m->touch_index, h, &at)) {
    const touch *old = &f->data[at];
    if (old->mode == t.mode && old->detail == t.detail && old->obj == t.obj && old->offset == t.offset &&
        old->size == t.size && old->flags == t.flags)
      return;
    footprint_add(f, t);
    return;
  }
  map64_put(&r->m->touch_index, h, f->len);
  vec_push(f, t);
}

// --- cells ---------------------------------------------------------------------------------------------------------

static const chunk *page_of(const world *m, const state *s, const objref *o, uint64_t number, uint32_t *slot) {
  if (o->is_static) {
    const placement *p = &m->env->statics[o->obj];
    uint64_t where = p->base + number;
    *slot = (uint32_t)where & ((1u << p->shift) - 1);
    return memo_chunk(m, s, p->first + (uint32_t)(where >> p->shift));
  }
  const body *b = state_object(s, o->body);
  *slot = (uint32_t)number & ((1u << b->page_shift) - 1);
  return b->pages[number >> b->page_shift];
}

static chunk *page_rw(const world *m, state *s, const objref *o, uint64_t number, uint32_t *slot) {
  if (o->is_static) {
    const placement *p = &m->env->statics[o->obj];
    uint64_t where = p->base + number;
    *slot = (uint32_t)where & ((1u << p->shift) - 1);
    memo_reads(m, p->first + (uint32_t)(where >> p->shift));
    return state_chunk_rw(s, p->first + (uint32_t)(where >> p->shift));
  }
  const body *b = state_object(s, o->body);
  uint8_t shift = b->page_shift;
  *slot = (uint32_t)number & ((1u << shift) - 1);
  return state_object_page_rw(s, o->body, (uint32_t)(number >> shift));
}

// The array term of an object that is one, or EXPR_NONE. It stands in the first chunk.
static expr array_of(const world *m, const state *s, const objref *o) {
  uint32_t slot;
  if (o->elements == 0 || !o->l->uniform) return EXPR_NONE;
  const chunk *c = page_of(m, s, o, 0, &slot);
  return c->odd & CHUNK_ARRAY ? c->slots[0].e : EXPR_NONE;
}

bool mem_shares_chunk(const world *m, const objref *o) {
  return o->is_static && m->env->statics[o->obj].shift == SHARED_CHUNK;
}

bool mem_is_array(const world *m, const state *s, const objref *o) { return expr_some(array_of(m, s, o)); }

void mem_retire_static(const world *m, state *s, const objref *o) {
  uint32_t slot;
  for (uint64_t i = 0; i < o->elements * o->l->n_cells; i++) {
    chunk *c = page_rw(m, s, o, i, &slot);
    c->slots[slot] = value_word(0);
    c->odd = CHUNK_MOVED;  // a chunk that was an array term belongs to this object alone
  }
}

static expr cell_index(const world *m, uint64_t number) { return expr_const(m->base.terms, 32, number); }

// The element of an array term. Over an array whose every element is known (stores on a constant array) the result is
// an if-then-else over the stores: the solver is then asked about bit-vectors only, which it always decides.
static expr array_read(const world *m, expr array, expr index) {
  expr_table *t = m->base.terms;
  VEC(expr) stores = {0};
  expr base = array;
  while (expr_get_op(t, base) == EXPR_STORE && stores.len < READ_STORES) {
    vec_push(&stores, base);
    base = expr_arg(t, base, 0);
  }
  expr result = expr_select(t, array, index);
  bool keep = expr_is_const(t, result) || expr_get_op(t, base) != EXPR_CONST_ARRAY;
  if (!keep) result = expr_arg(t, base, 0);
  while (!keep && stores.len > 0) {
    expr s = vec_pop(&stores);
    result = expr_ite(t, expr_eq(t, index, expr_arg(t, s, 1)), expr_arg(t, s, 2), result);
  }
  vec_free(&stores);
  return result;
}

value mem_get(const world *m, const state *s, const objref *o, uint64_t number) {
  uint32_t slot;
  const chunk *c = page_of(m, s, o, number, &slot);
  if (LIKELY(!(c->odd & CHUNK_ARRAY))) return c->slots[slot];
  return value_from_term(m->base.terms, array_read(m, array_of(m, s, o), cell_index(m, number)));
}

static void put_array(const world *m, state *s, const objref *o, expr array) {
  uint32_t slot;
  chunk *c = page_rw(m, s, o, 0, &slot);
  c->slots[0] = value_term(array);
}

void mem_set(const world *m, state *s, const objref *o, uint64_t number, value v) {
  uint32_t slot;
  if (UNLIKELY(page_of(m, s, o, number, &slot)->odd & CHUNK_ARRAY)) {
    uint32_t bits = o->l->cells[0].bits;
    put_array(m, s, o, expr_store(m->base.terms, array_of(m, s, o), cell_index(m, number), term_of(m, v, bits)));
    return;
  }
  if (v.obj) keep_unless_in(m, s, v.obj, o->obj);
  page_rw(m, s, o, number, &slot)->slots[slot] = v;
}

// The contents of a uniform integer object as an array term. Result: where the term is not what the object holds, because
// there are pointers or indeterminate bytes; a condition on the offset of the access.
static expr build_array(const world *m, const state *s, const objref *o, expr offset, expr *out) {
  expr_table *t = m->base.terms;
  uint32_t bits = o->l->cells[0].bits;
  expr a = array_of(m, s, o), bad = expr_bool(t, false);
  if (!expr_some(a)) {
    a = expr_const_array(t, 32, expr_const(t, bits, 0));
    for (uint64_t i = 0; i < o->elements; i++) {
      value v = mem_get(m, s, o, i);
      if (!v.obj) {
        if (v.bits || v.e.id) a = expr_store(t, a, cell_index(m, i), term_of(m, v, bits));
        continue;
      }
      uint64_t from = i;  // a stretch of such cells is one interval
      while (i + 1 < o->elements && mem_get(m, s, o, i + 1).obj) i++;
      expr lo = expr_const(t, 64, from * o->l->stride), hi = expr_const(t, 64, i * o->l->stride);
      bad = expr_or(t, bad, expr_and(t, expr_ule(t, lo, offset), expr_ule(t, offset, hi)));
    }
  }
  *out = a;
  return bad;
}

// All chunks of the object become one array term.
void mem_become_array(const world *m, state *s, const objref *o, expr array) {
  uint32_t slot;
  const chunk *first = page_of(m, s, o, 0, &slot);
  uint32_t per_page = first->n;
  for (uint64_t i = 0; i < o->elements; i += per_page) {
    chunk *c = page_rw(m, s, o, i, &slot);
    c->odd |= CHUNK_ARRAY;
    for (uint32_t k = 0; k < c->n; k++) c->slots[k] = value_word(0);
  }
  put_array(m, s, o, array);
}

// --- symbolic offsets ----------------------------------------------------------------------------------------------

// e / k for a 64-bit term that is visibly a multiple of the power of two k; exact modulo 2^64 / k. Depth is bounded.
static bool divide_exactly(const world *m, expr e, uint64_t k, unsigned depth, expr *out) {
  expr_table *t = m->base.terms;
  if (k == 1) {
    *out = e;
    return true;
  }
  if (depth == 0) return false;
  if (expr_is_const(t, e)) {
    uint64_t c = expr_const_u64(t, e);
    // A negative constant is a multiple when its bit pattern is: k divides 2^64.
    *out = expr_const(t, 64, (uint64_t)((int64_t)c >> __builtin_ctzll(k)));
    return c % k == 0;
  }
  expr_op op = expr_get_op(t, e);
  expr a, b;
  if (op == EXPR_ADD) {
    if (!divide_exactly(m, expr_arg(t, e, 0), k, depth - 1, &a) ||
        !divide_exactly(m, expr_arg(t, e, 1), k, depth - 1, &b))
      return false;
    *out = expr_add(t, a, b);
    return true;
  }
  if (op == EXPR_MUL) {
    for (unsigned i = 0; i < 2; i++) {
      if (!expr_is_const(t, expr_arg(t, e, i)) || !divide_exactly(m, expr_arg(t, e, i), k, 1, &a)) continue;
      *out = expr_mul(t, expr_arg(t, e, 1 - i), a);
      return true;
    }
  }
  if (op == EXPR_SHL && expr_is_const(t, expr_arg(t, e, 1))) {
    uint64_t by = expr_const_u64(t, expr_arg(t, e, 1)), need = (uint64_t)__builtin_ctzll(k);
    if (by < need || by >= 64) return false;
    *out = expr_binary(t, EXPR_SHL, expr_arg(t, e, 0), expr_const(t, 64, by - need));
    return true;
  }
  if (op == EXPR_ITE) {
    if (!divide_exactly(m, expr_arg(t, e, 1), k, depth - 1, &a) ||
        !divide_exactly(m, expr_arg(t, e, 2), k, depth - 1, &b))
      return false;
    *out = expr_ite(t, expr_arg(t, e, 0), a, b);
    return true;
  }
  return false;
}

static bool is_power_of_two(uint64_t x) { return x && !(x & (x - 1)); }

// The offset as element number, if it is visibly a multiple of the stride.
static bool element_of(const world *m, const objref *o, expr offset, expr *element) {
  return is_power_of_two(o->l->stride) && divide_exactly(m, offset, o->l->stride, 8, element);
}

// In range: offset + bytes <= size. If the element number is known not to wrap, the condition is about it, in the form
// that a front end's own check has: then the second question is answered from the first.
static expr in_range(const world *m, const objref *o, expr offset, uint64_t bytes) {
  expr_table *t = m->base.terms;
  expr element;
  if (o->l->stride == bytes && element_of(m, o, offset, &element)) {
    expr_range range = expr_get_range(t, element);
    int64_t limit = INT64_MAX / (int64_t)o->l->stride;
    if (range.smin >= -limit && range.smax <= limit) return expr_ult(t, element, expr_const(t, 64, o->elements));
  }
  return expr_ule(t, offset, expr_const(t, 64, o->size - bytes));
}

bool mem_resolve(run *r, value ptr, uint64_t bytes, objref *o) {
  const world *m = r->m;
  if (ptr.obj == 0) {
    // Symbolic integers never become pointers (cast_op, mem_load): this is null with some offset.
    fork_violation(r, IR_CHECK_NULL, NULL);
    return false;
  }
  if (ptr.obj >= STATE_FUNC_BASE) {
    fork_unknown(r, "access to the bytes of a function");
    return false;
  }
  if (!mem_object(m, r->s, ptr.obj, o)) {
    fork_violation(r, IR_CHECK_FREED, NULL);
    return false;
  }
  if (o->l->too_large) {
    fork_unknown(r, "access to an object of too many parts");
    return false;
  }
  bool fits = bytes <= o->size;
  if (!fits || (value_is_concrete(ptr) && ptr.bits > o->size - bytes)) {
    fork_violation(r, IR_CHECK_BOUNDS, NULL);
    return false;
  }
  return value_is_concrete(ptr) || fork_guard(r, in_range(m, o, ptr.e, bytes), IR_CHECK_BOUNDS, NULL);
}

static bool is_constant(const world *m, uint32_t obj) {
  const ir_module *ir = m->base.ir;
  if (LIKELY(obj > ir->n_globals && !m->more_constants)) return false;
  if (obj <= ir->n_globals) return ir->globals[obj].is_const;
  const alloc_site *site = heap_site(m, obj);
  if (!site || site->func == SITE_BY_TYPE) return false;
  if (site->func == SITE_THREAD_LOCAL) return ir->globals[site->pc].is_const;
  return ir->funcs[site->func].code[site->pc].flags & IR_CONST;
}

// The type that a variable was defined with, of which fields may be constants; none: an object without one.
static ir_type defined_type(const world *m, uint32_t obj) {
  const ir_module *ir = m->base.ir;
  if (obj <= ir->n_globals) return ir->globals[obj].type;
  const alloc_site *site = heap_site(m, obj);
  if (!site || site->func == SITE_BY_TYPE) return (ir_type){0};
  if (site->func == SITE_THREAD_LOCAL) return ir->globals[site->pc].type;
  const ir_instr *made = &ir->funcs[site->func].code[site->pc];
  return made->op == IR_LOCAL ? made->type : (ir_type){0};
}

static bool writes_const_field(run *r, const objref *o, value ptr, uint64_t bytes, bool *constant) {
  const ir_module *ir = r->m->base.ir;
  ir_type type = defined_type(r->m, o->obj);
  *constant = false;
  if (!type.id || !ir_type_get(ir, type)->has_const) return true;
  uint64_t offset;
  if (!fork_concretise(r, (value){ptr.bits, ptr.e, 0}, 64, "an offset into an object with constant members", &offset))
    return false;
  *constant = ir_type_const_at(ir, type, offset, bytes);
  return true;
}

bool mem_writable(run *r, const objref *o, value ptr, uint64_t bytes) {
  if (run_instr(r)->flags & IR_INIT) return true;
  bool constant = is_constant(r->m, o->obj);
  if (r->m->const_fields && !constant && !writes_const_field(r, o, ptr, bytes, &constant)) return false;
  if (LIKELY(!constant)) return mem_unsealed(r, ptr, bytes);
  fork_violation(r, IR_CHECK_READ_ONLY, NULL);
  return false;
}

bool mem_is_blank(run *r, value ptr, uint64_t bytes, bool *blank) {
  objref o;
  *blank = false;
  if (!value_is_concrete(ptr) || ptr.obj == 0 || ptr.obj >= STATE_FUNC_BASE || !mem_object(r->m, r->s, ptr.obj, &o) ||
      ptr.bits >= o.size)
    return true;
  if (bytes > o.size - ptr.bits) bytes = o.size - ptr.bits;
  cell c = {.offset = ptr.bits, .size = (uint32_t)bytes, .bits = (uint32_t)(8 * bytes)};
  value v = bytes_peek(r->m, r->s, &o, &c);
  if (!v.obj && !value_is_concrete(v)) return false;
  *blank = !v.obj && v.bits == 0;
  return true;
}

static act tell_blank(run *r, value ptr, uint64_t bytes) {
  bool blank;
  objref o;
  bool alive = value_is_concrete(ptr) && ptr.obj && ptr.obj < STATE_FUNC_BASE && mem_object(r->m, r->s, ptr.obj, &o);
  if (alive) mem_touch(r, TOUCH_READ, 0, ptr, &o, bytes);
  if (!mem_is_blank(r, ptr, bytes, &blank))
    return fork_unknown(r, "the bytes of a synchronisation object depend on inputs");
  run_set(r, value_word(blank));
  return ACT_NEXT;
}

// A dead object is touched too: who looks at it depends on who freed it.
act mem_valid(run *r, const ir_instr *i) {
  value ptr = run_operand(r, &i->args[0]), bytes = run_operand(r, &i->args[1]);
  objref o;
  if (i->sub == IR_VALID_BLANK && value_is_concrete(bytes)) return tell_blank(r, ptr, bytes.bits);
  if (i->sub == IR_VALID_BLANK) return fork_unknown(r, "a symbolic number of bytes is asked for");
  bool alive = ptr.obj && ptr.obj < STATE_FUNC_BASE && mem_object(r->m, r->s, ptr.obj, &o);
  if (ptr.obj && ptr.obj < STATE_FUNC_BASE && !(i->flags & IR_HIDDEN)) {
    if (alive)
      mem_touch(r, TOUCH_READ, 0, ptr, &o, value_is_concrete(bytes) && bytes.bits ? bytes.bits : 1);
    else
      mem_touch(r, TOUCH_READ, 0, value_pointer(ptr.obj, 0), NULL, UINT32_MAX);
  }
  if (!value_is_concrete(bytes)) {
    if (!value_is_concrete(ptr)) return fork_unknown(r, "a symbolic number of bytes is asked for");
    expr_table *t = r->m->base.terms;
    bool inside = alive && ptr.bits <= o.size;
    run_set(r, inside ? value_from_term(t, expr_ule(t, bytes.e, expr_const(t, 64, o.size - ptr.bits))) : value_word(0));
    return ACT_NEXT;
  }
  bool fits = alive && bytes.bits <= o.size && !(value_is_concrete(ptr) && ptr.bits > o.size - bytes.bits);
  if (!fits || value_is_concrete(ptr))
    run_set(r, value_word(fits));
  else
    run_set(r, value_from_term(r->m->base.terms, in_range(r->m, &o, ptr.e, bytes.bits)));
  return ACT_NEXT;
}

// The 32-bit cell number of an access to whole elements of a uniform object; false: stopped.
static bool symbolic_cell(run *r, const objref *o, expr offset, expr *index) {
  expr_table *t = r->m->base.terms;
  expr element;
  if (!element_of(r->m, o, offset, &element)) {
    expr stride = expr_const(t, 64, o->l->stride);
    expr rest = expr_eq(t, expr_binary(t, EXPR_UREM, offset, stride), expr_const(t, 64, 0));
    if (pathcond_may(r->m->base.solver, r->s->pc, expr_not(t, rest)) != SMT_UNSAT) {
      fork_unknown(r, "access at a symbolic offset that may lie inside an element");
      return false;
    }
    element = expr_binary(t, EXPR_UDIV, offset, stride);
  }
  // In range the number is below 2^32, so the low bits are all of it, also where a multiple of it wrapped.
  *index = expr_extract(t, element, 31, 0);
  return true;
}

// May the access go through an array term? (whole integer elements)
static bool suits_array(const objref *o, const ir_type_info *type) {
  const cell *c = &o->l->cells[0];
  return o->l->uniform && !c->is_pointer && type->kind != IR_TYPE_PTR && c->size == type->size && c->bits == type->bits;
}

// The cells of the type's form that an offset may lie at, all of them integers.
typedef VEC(uint64_t) cell_vec;

static void choice_cells(const run *r, const objref *o, expr offset, const ir_type_info *type, cell_vec *out) {
  expr_range range = expr_get_range(r->m->base.terms, offset);
  uint64_t cells = o->elements * o->l->n_cells;
  for (uint64_t i = 0; i < cells; i++) {
    const cell *c = layout_cell(o->l, i);
    uint64_t at = layout_cell_offset(o->l, i);
    if (c->is_pointer || c->size != type->size || c->bits != type->bits || at < range.umin || at > range.umax) continue;
    if (!mem_get(r->m, r->s, o, i).obj) vec_push(out, i);
  }
}

// A term that is visibly one of a few constants: keeps the cells that lie there. False: it is not, or some lie elsewhere.
static bool keep_listed(const run *r, const objref *o, expr offset, cell_vec *cells) {
  uint64_t list[CHOICES];
  size_t n = expr_constants(r->m->base.terms, offset, list, CHOICES), kept = 0, next = 0;
  for (size_t k = 0; k < cells->len && n; k++) {
    uint64_t at = layout_cell_offset(o->l, cells->data[k]);
    while (next < n && list[next] < at) next++;
    if (next < n && list[next] == at) cells->data[kept++] = cells->data[k];
  }
  if (!n || kept != n) return false;
  cells->len = kept;
  return true;
}

static expr lies_at(const run *r, const objref *o, expr offset, uint64_t number) {
  expr_table *t = r->m->base.terms;
  return expr_eq(t, offset, expr_const(t, 64, layout_cell_offset(o->l, number)));
}

// Can an access be a choice among cells? They must cover every possible value of the offset, and not be too many.
static bool suits_choice(run *r, const objref *o, expr offset, const ir_type_info *type, cell_vec *cells) {
  expr_table *t = r->m->base.terms;
  uint64_t limit = r->m->base.options.merge ? MERGE_CELLS : ITE_CELLS;
  if (o->elements * o->l->n_cells > limit || type->kind == IR_TYPE_PTR) return false;
  choice_cells(r, o, offset, type, cells);
  if (keep_listed(r, o, offset, cells)) return true;
  if (cells->len > CHOICES) return false;
  expr covered = expr_bool(t, false);
  for (size_t k = 0; k < cells->len; k++) covered = expr_or(t, covered, lies_at(r, o, offset, cells->data[k]));
  return pathcond_may(r->m->base.solver, r->s->pc, expr_not(t, covered)) == SMT_UNSAT;
}

static void choice_load(const run *r, const objref *o, expr offset, const ir_type_info *type, const cell_vec *cells,
                        value *out) {
  expr_table *t = r->m->base.terms;
  expr result = EXPR_NONE;
  for (size_t k = 0; k < cells->len; k++) {
    expr x = term_of(r->m, mem_get(r->m, r->s, o, cells->data[k]), type->bits);
    result = k ? expr_ite(t, lies_at(r, o, offset, cells->data[k]), x, result) : x;
  }
  *out = value_from_term(t, result);
}

static void choice_store(run *r, const objref *o, expr offset, const ir_type_info *type, const cell_vec *cells,
                         value v) {
  expr_table *t = r->m->base.terms;
  for (size_t k = 0; k < cells->len; k++) {
    value old = mem_get(r->m, r->s, o, cells->data[k]);
    expr fresh = expr_ite(t, lies_at(r, o, offset, cells->data[k]), term_of(r->m, v, type->bits),
                          term_of(r->m, old, type->bits));
    mem_set(r->m, r->s, o, cells->data[k], value_from_term(t, fresh));
  }
}

// --- loads and stores ----------------------------------------------------------------------------------------------

static bool exact_cell(const objref *o, uint64_t offset, const ir_type_info *type, uint64_t *number) {
  if (!layout_find(o->l, o->elements, offset, (uint32_t)type->size, number)) return false;
  return layout_cell(o->l, *number)->bits == type->bits;
}

static bool load_at(run *r, objref *o, uint64_t offset, ir_type type, value *out) {
  uint64_t number;
  if (exact_cell(o, offset, ir_type_get(r->m->base.ir, type), &number)) {
    *out = mem_get(r->m, r->s, o, number);
    if (LIKELY(!value_is_special(*out))) return true;
  }
  return bytes_load(r, o, offset, type, out);
}

static bool store_at(run *r, objref *o, uint64_t offset, ir_type type, value v) {
  uint64_t number;
  const ir_type_info *info = ir_type_get(r->m->base.ir, type);
  if (LIKELY(!v.obj) && exact_cell(o, offset, info, &number)) {
    mem_set(r->m, r->s, o, number, v);
    return true;
  }
  cell c = {offset, (uint32_t)info->size, info->bits, info->kind == IR_TYPE_PTR, type};
  return bytes_store(r, o, &c, v);
}

// In range of an object of one cell there is one offset. (Such objects share chunks and must not become arrays.)
static bool single_cell(const objref *o, const ir_type_info *type) {
  return o->elements == 1 && o->l->uniform && o->l->stride == type->size;
}

static bool load_symbolic(run *r, objref *o, expr offset, ir_type t, value *out) {
  const ir_type_info *type = ir_type_get(r->m->base.ir, t);
  expr array, index;
  if (single_cell(o, type)) return load_at(r, o, 0, t, out);
  if (suits_array(o, type)) {
    expr bad = build_array(r->m, r->s, o, offset, &array);
    decision d = expr_is_false(r->m->base.terms, bad) ? DECIDE_NO : fork_decide(r, bad);
    if (d == DECIDE_FORKED) return false;
    if (d == DECIDE_NO) {
      if (!symbolic_cell(r, o, offset, &index)) return false;
      *out = value_from_term(r->m->base.terms, array_read(r->m, array, index));
      return true;
    }
  }
  cell_vec cells = {0};
  bool choice = suits_choice(r, o, offset, type, &cells);
  if (choice) choice_load(r, o, offset, type, &cells, out);
  vec_free(&cells);
  if (choice) return true;
  uint64_t at;
  return fork_concretise(r, value_term(offset), 64, "an offset into an object", &at) && load_at(r, o, at, t, out);
}

static bool store_symbolic(run *r, objref *o, expr offset, ir_type ty, value v) {
  const ir_type_info *type = ir_type_get(r->m->base.ir, ty);
  expr_table *t = r->m->base.terms;
  expr array, index;
  if (single_cell(o, type)) return store_at(r, o, 0, ty, v);
  bool whole = !v.obj && suits_array(o, type) && !mem_shares_chunk(r->m, o);
  if (whole && expr_is_false(t, build_array(r->m, r->s, o, offset, &array))) {
    if (!symbolic_cell(r, o, offset, &index)) return false;
    if (!expr_some(array_of(r->m, r->s, o))) mem_become_array(r->m, r->s, o, array);
    put_array(r->m, r->s, o, expr_store(t, array, index, term_of(r->m, v, type->bits)));
    return true;
  }
  cell_vec cells = {0};
  bool choice = !v.obj && suits_choice(r, o, offset, type, &cells);
  if (choice) choice_store(r, o, offset, type, &cells, v);
  vec_free(&cells);
  if (choice) return true;
  uint64_t at;
  return fork_concretise(r, value_term(offset), 64, "an offset into an object", &at) && store_at(r, o, at, ty, v);
}

static bool load_from(run *r, objref *o, value ptr, ir_type type, value *out) {
  return value_is_concrete(ptr) ? load_at(r, o, ptr.bits, type, out) : load_symbolic(r, o, ptr.e, type, out);
}

static bool store_to(run *r, objref *o, value ptr, ir_type type, value v) {
  return value_is_concrete(ptr) ? store_at(r, o, ptr.bits, type, v) : store_symbolic(r, o, ptr.e, type, v);
}

bool mem_load(run *r, value ptr, ir_type type, value *out) {
  objref o;
  uint64_t size = ir_type_get(r->m->base.ir, type)->size;
  if (!mem_resolve(r, ptr, size, &o) || !load_from(r, &o, ptr, type, out)) return false;
  bool pointer = ir_type_get(r->m->base.ir, type)->kind == IR_TYPE_PTR;
  if (out->e.id && !out->obj && pointer && !address_pointer(r, *out, out)) return false;
  mem_touch(r, TOUCH_READ, 0, ptr, &o, size);
  return true;
}

// Is a write nothing that others can see? Who follows rounds compares the memory after each step; that is not enough where a step writes more than once.
static bool writes_same(const run *r, value old, value fresh) {
  if (value_same(old, fresh)) return true;
  return r->m->rounds.on && (r->region || !value_is_concrete(old) || !value_is_concrete(fresh));
}

// Does the store write what it finds? Asked only in rounds of loops that have done nothing so far.
static bool changes_nothing(const run *r, const objref *o, value ptr, ir_type type, value v) {
  uint64_t number;
  if (r->s->acted || !spin_watches(r)) return false;
  if (!value_is_concrete(ptr) || !exact_cell(o, ptr.bits, ir_type_get(r->m->base.ir, type), &number))
    return r->m->rounds.on;
  value old = mem_get(r->m, r->s, o, number);
  return value_is_special(old) ? r->m->rounds.on : writes_same(r, old, v);
}

bool mem_store(run *r, value ptr, ir_type type, value v) {
  objref o;
  uint64_t size = ir_type_get(r->m->base.ir, type)->size;
  if (!mem_resolve(r, ptr, size, &o) || !mem_writable(r, &o, ptr, size) || !threads_may_write(r, ptr, size))
    return false;
  bool acted = r->s->acted;
  bool nothing = UNLIKELY(r->m->base.needs.spin) && changes_nothing(r, &o, ptr, type, v);
  if (!store_to(r, &o, ptr, type, v)) return false;
  mem_touch(r, TOUCH_WRITE, 0, ptr, &o, size);
  if (nothing) {
    r->s->acted = acted;
    spin_note_same(r, ptr);
  }
  return true;
}

// --- read-modify-write ---------------------------------------------------------------------------------------------

static value pick(const world *m, ir_op less, uint32_t width, value a, value b, bool smaller) {
  expr_table *t = m->base.terms;
  value c = term_binary(m, less, width, a, b);
  if (!smaller) c = value_from_term(t, expr_not(t, term_of(m, c, 1)));
  return value_from_term(t, expr_ite(t, term_of(m, c, 1), term_of(m, a, width), term_of(m, b, width)));
}

value term_rmw(const world *m, ir_rmw op, uint32_t width, value old, value v) {
  switch (op) {
  case IR_RMW_ADD: return term_binary(m, IR_ADD, width, old, v);
  case IR_RMW_SUB: return term_binary(m, IR_SUB, width, old, v);
  case IR_RMW_MUL: return term_binary(m, IR_MUL, width, old, v);
  case IR_RMW_AND: return term_binary(m, IR_AND, width, old, v);
  case IR_RMW_OR: return term_binary(m, IR_OR, width, old, v);
  case IR_RMW_XOR: return term_binary(m, IR_XOR, width, old, v);
  case IR_RMW_XCHG: return v;
  case IR_RMW_UMIN: return pick(m, IR_ULT, width, old, v, true);
  case IR_RMW_UMAX: return pick(m, IR_ULT, width, old, v, false);
  case IR_RMW_SMIN: return pick(m, IR_SLT, width, old, v, true);
  case IR_RMW_SMAX: return pick(m, IR_SLT, width, old, v, false);
  case IR_RMW_COUNT: break;
  }
  UNREACHABLE("unknown update operation");
}

// The same on addresses, which move inside of their objects or are numbers. False: stopped.
static bool update(run *r, ir_rmw op, uint32_t width, value old, value v, value *out) {
  static const struct {
    ir_rmw rmw;
    ir_op op;
  } as[] = {{IR_RMW_ADD, IR_ADD}, {IR_RMW_SUB, IR_SUB}, {IR_RMW_AND, IR_AND},
            {IR_RMW_OR, IR_OR},   {IR_RMW_XOR, IR_XOR}, {IR_RMW_MUL, IR_MUL}};
  for (size_t k = 0; k < sizeof as / sizeof *as && (old.obj || v.obj); k++)
    if (as[k].rmw == op) return term_on_pointers(r, as[k].op, width, old, v, out);
  if (op != IR_RMW_XCHG && (!address_number(r, old, width, &old) || !address_number(r, v, width, &v))) return false;
  *out = term_rmw(r->m, op, width, old, v);
  return true;
}

act mem_rmw(run *r, const ir_instr *i) {
  value ptr = run_operand(r, &i->args[0]), v = run_operand(r, &i->args[1]), old;
  ir_rmw op = (ir_rmw)i->sub;
  objref o;
  uint64_t size = ir_type_get(r->m->base.ir, i->type)->size;
  if (!mem_resolve(r, ptr, size, &o) || !mem_writable(r, &o, ptr, size) || !threads_may_write(r, ptr, size))
    return ACT_STOP;
  if (i->flags & IR_DATA && !apart_written(r, ptr, size)) return ACT_STOP;
  if (!load_from(r, &o, ptr, i->type, &old)) return ACT_STOP;
  value fresh;
  if (!update(r, op, type_bits(r->m, i->type), old, v, &fresh)) return ACT_STOP;
  if (!store_to(r, &o, ptr, i->type, fresh)) return ACT_STOP;
  bool acted = r->s->acted;
  if (i->dst.id == 0 && ir_rmw_commutative(op)) {
    mem_touch(r, TOUCH_UPDATE, i->sub, ptr, &o, size);
  } else {
    mem_touch(r, TOUCH_READ, 0, ptr, &o, size);
    mem_touch(r, TOUCH_WRITE, 0, ptr, &o, size);
  }
  if (writes_same(r, old, fresh)) r->s->acted = acted;
  run_set(r, old);
  return ACT_NEXT;
}

act mem_cas(run *r, const ir_instr *i) {
  value ptr = run_operand(r, &i->args[0]), expected = run_operand(r, &i->args[1]), fresh = run_operand(r, &i->args[2]),
        old;
  expr_table *t = r->m->base.terms;
  uint32_t width = type_bits(r->m, i->type);
  objref o;
  uint64_t size = ir_type_get(r->m->base.ir, i->type)->size;
  if (!mem_resolve(r, ptr, size, &o) || !mem_writable(r, &o, ptr, size) || !threads_may_write(r, ptr, size))
    return ACT_STOP;
  if (i->flags & IR_DATA && !apart_written(r, ptr, size)) return ACT_STOP;
  if (!load_from(r, &o, ptr, i->type, &old)) return ACT_STOP;
  value same;
  if (!term_equal(r, old, expected, width, &same)) return ACT_STOP;
  bool write = value_is_concrete(same) && same.bits;
  if (!value_is_concrete(same)) {
    if (old.obj || expected.obj || fresh.obj || r->m->base.needs.orders) {
      decision d = fork_decide(r, same.e);
      if (d == DECIDE_FORKED) return ACT_STOP;
      write = d == DECIDE_YES;
    } else {
      fresh = value_from_term(t, expr_ite(t, same.e, term_of(r->m, fresh, width), term_of(r->m, old, width)));
      write = true;
    }
  }
  if (write && !store_to(r, &o, ptr, i->type, fresh)) return ACT_STOP;
  bool acted = r->s->acted;
  r->fails = !write;
  mem_touch(r, TOUCH_READ, 0, ptr, &o, size);
  r->fails = false;
  if (write) mem_touch(r, TOUCH_WRITE, 0, ptr, &o, size);
  if (writes_same(r, old, fresh)) r->s->acted = acted;
  run_set(r, old);
  return ACT_NEXT;
}
