// Objects whose size is no constant: their contents are an array of elements of one size, their number a variable.
//
// The first access tells the size of the elements; an access of another size, or an address of which the place in the object
// cannot be read off, is a gap. A place is in bounds where its index is below the length.
//
// Contents that are anything, with inputs stored into them before anybody has read them, are anything: such a store before
// the first process is started, into an object that is not read and gets nothing else before, is left out. So a loop that fills an
// array with inputs has no effect, and no fact about the contents has to survive it. How often it goes round is of no interest
// either: its counters are anything when it is left (cfa_loosen_fills), which allows more runs, never less.
#include "engine/cegar/cfa.h"

enum { MOST_DEPTH = 16 };

static uint32_t index_bits(const cfa *c) { return c->ir->pointer_bits; }

// --- which object -----------------------------------------------------------------------------------------------------

uint64_t cfa_constant_part(const expr_table *t, expr e) {
  uint64_t sum = 0;
  expr worklist[MOST_DEPTH];
  size_t n = 0;
  worklist[n++] = e;
  while (n) {
    expr x = worklist[--n];
    if (expr_is_const(t, x)) sum += expr_const_u64(t, x);
    for (unsigned k = 0; expr_get_op(t, x) == EXPR_ADD && k < 2 && n < MOST_DEPTH; k++)
      worklist[n++] = expr_arg(t, x, k);
  }
  return sum;
}

bool cfa_array_base(const cfa *c, expr address, uint32_t *obj) {
  if (expr_width(c->terms, address) != cfa_pointer_bits(c)) return false;
  // Offsets may be negative; half of the numbers before an object are its own if it is of this kind.
  uint64_t sum = cfa_constant_part(c->terms, address);
  expr base = expr_const(c->terms, cfa_pointer_bits(c), sum + CFA_REACH);
  uint64_t offset;
  cfa_split_address(c, base, obj, &offset);
  return *obj && *obj < c->objs.len && c->objs.data[*obj].sized;
}

// --- where in it ------------------------------------------------------------------------------------------------------

// x with x * by == e; EXPR_NONE: it is not seen.
static expr divide(expr_table *t, expr e, uint64_t by, uint32_t depth) {
  if (by == 1) return e;
  if (depth > MOST_DEPTH) return EXPR_NONE;
  uint32_t width = expr_width(t, e);
  expr_op op = expr_get_op(t, e);
  if (op == EXPR_CONST) {
    int64_t v = (int64_t)(expr_const_u64(t, e) << (64 - width)) >> (64 - width);
    return v % (int64_t)by ? EXPR_NONE : expr_const(t, width, (uint64_t)(v / (int64_t)by));
  }
  if (op == EXPR_ADD || op == EXPR_ITE) {
    unsigned first = op == EXPR_ITE;
    expr a = divide(t, expr_arg(t, e, first), by, depth + 1), b = divide(t, expr_arg(t, e, first + 1), by, depth + 1);
    if (!expr_some(a) || !expr_some(b)) return EXPR_NONE;
    return op == EXPR_ADD ? expr_add(t, a, b) : expr_ite(t, expr_arg(t, e, 0), a, b);
  }
  if (op == EXPR_MUL) {
    for (unsigned k = 0; k < 2; k++) {
      expr a = divide(t, expr_arg(t, e, k), by, depth + 1);
      if (expr_is_const(t, expr_arg(t, e, k)) && expr_some(a)) return expr_mul(t, a, expr_arg(t, e, 1 - k));
    }
  }
  if (op == EXPR_SHL && expr_is_const(t, expr_arg(t, e, 1))) {
    uint64_t k = expr_const_u64(t, expr_arg(t, e, 1));
    if (k < 63 && k < width && !(((uint64_t)1 << k) % by))
      return expr_mul(t, expr_arg(t, e, 0), expr_const(t, width, ((uint64_t)1 << k) / by));
  }
  return EXPR_NONE;
}

// Is the index, of 64 bits, below the length?
static expr in_bounds(cwalk *w, expr x, uint32_t length) {
  cfa *c = w->c;
  expr_table *t = c->terms;
  expr n = cfa_get(w, length);
  uint32_t bits = index_bits(c);
  expr_op op = expr_get_op(t, x);
  if ((op == EXPR_SEXT || op == EXPR_ZEXT) && expr_width(t, expr_arg(t, x, 0)) <= bits) {
    expr inner = expr_arg(t, x, 0);
    expr below = expr_ult(t, expr_resize(t, inner, bits, op == EXPR_SEXT), n);
    expr negative = expr_slt(t, inner, expr_const(t, expr_width(t, inner), 0));
    return op == EXPR_ZEXT ? below : expr_and(t, expr_not(t, negative), below);
  }
  return expr_ult(t, x, expr_zext(t, n, 64));
}

static void learn_element(cfa *c, uint32_t obj, uint32_t size) {
  cobj *o = &c->objs.data[obj];
  const char *name = o->name;
  o->element = size;
  uint32_t array = cfa_new_array(c, sort_array(index_bits(c), size * 8), name);
  uint32_t length = cfa_new_var(c, index_bits(c), 0, arena_printf(c->mem, "length(%s)", name),
                                expr_const(c->terms, index_bits(c), 0));
  c->objs.data[obj].array = array;
  c->objs.data[obj].length = length;
}

bool cfa_array_target(cwalk *w, uint32_t obj, expr address, uint64_t size, ctarget_vec *out) {
  cfa *c = w->c;
  expr_table *t = c->terms;
  if (!size || size > 8) return false;
  if (!c->objs.data[obj].element) learn_element(c, obj, (uint32_t)size);
  const cobj *o = &c->objs.data[obj];
  if (o->element != size) return false;
  expr x = divide(t, expr_sub(t, address, cfa_address(c, obj, 0)), size, 0);
  if (!expr_some(x)) return false;
  expr cond = in_bounds(w, x, o->length);
  if (expr_is_false(t, cond)) return true;
  vec_push(out, ((ctarget){.cond = cond, .obj = obj, .index = expr_extract(t, x, index_bits(c) - 1, 0)}));
  return true;
}

// The first access tells whether its elements are addresses, too.
bool cfa_array_fits(cfa *c, uint32_t obj, bool is_pointer) {
  cobj *o = &c->objs.data[obj];
  if (!o->typed) o->of_pointers = is_pointer;
  o->typed = true;
  return o->of_pointers == is_pointer && (!is_pointer || cfa_pointer_bits(c) == o->element * 8);
}

expr cfa_array_length(cwalk *w, uint32_t obj, expr n, uint64_t unit, expr *fits) {
  cfa *c = w->c;
  expr_table *t = c->terms;
  uint64_t element = c->objs.data[obj].element;
  uint32_t bits = index_bits(c);
  *fits = expr_bool(t, true);
  if (expr_get_op(t, n) == EXPR_ZEXT && expr_width(t, expr_arg(t, n, 0)) <= bits) n = expr_arg(t, n, 0);
  uint32_t width = expr_width(t, n);
  uint64_t most = (width < 39 ? ((uint64_t)1 << width) - 1 : CFA_REACH - 1) / (unit > element ? unit : element);
  expr x = unit == element ? n : unit == 1 ? divide(t, n, element, 0) : EXPR_NONE;
  if (!expr_some(x)) {
    // The rest of the division is no element.
    *fits = expr_ule(t, n, expr_const(t, width, most));
    expr bytes = expr_mul(t, n, expr_const(t, width, unit));
    x = expr_binary(t, EXPR_UDIV, bytes, expr_const(t, width, element));
  } else if (unit != 1 || element != 1 || width > 38) {
    *fits = expr_ule(t, x, expr_const(t, width, most));
  }
  return expr_resize(t, x, bits, false);
}

// --- contents ---------------------------------------------------------------------------------------------------------

// Has no process been started yet?
static bool is_early(const cwalk *w) { return !w->c->entry && w->c->ir->n_procs == 1 && w->inst == 1 && !w->k; }

static void note(cfa *c, bool *flag) {
  if (!*flag) *flag = c->grew = true;
}

expr cfa_array_read(cwalk *w, const ctarget *at) {
  cobj *o = &w->c->objs.data[at->obj];
  if (is_early(w)) note(w->c, &o->early_read);
  return expr_select(w->c->terms, cfa_get(w, o->array), at->index);
}

static bool is_input(const cwalk *w, expr v) {
  expr_op op = expr_get_op(w->c->terms, v);
  if (op == EXPR_ZEXT || op == EXPR_SEXT) v = expr_arg(w->c->terms, v, 0);
  for (size_t i = 0; i < w->inputs.len; i++)
    if (expr_same(w->inputs.data[i], v)) return true;
  return false;
}

void cfa_array_write(cwalk *w, const ctarget *at, expr value) {
  cfa *c = w->c;
  cobj *o = &c->objs.data[at->obj];
  bool input = o->uninit && expr_is_true(c->terms, at->cond) && is_input(w, value);
  if (is_early(w) && !input) note(c, &o->early_store);
  if (is_early(w) && input && !o->early_read && !o->early_store) {
    w->fills = true;
    return;
  }
  cfa_set(w, o->array, expr_store(c->terms, cfa_get(w, o->array), at->index, value));
}

bool cfa_has_arrays(const cfa *c) {
  for (size_t o = 1; o < c->objs.len; o++)
    if (c->objs.data[o].array) return true;
  return false;
}

void cfa_array_zero(cwalk *w, uint32_t obj) {
  cfa *c = w->c;
  const cobj *o = &c->objs.data[obj];
  expr zero = expr_const(c->terms, o->element * 8, 0);
  cfa_set(w, o->array, expr_const_array(c->terms, index_bits(c), zero));
}

// --- loops that fill ----------------------------------------------------------------------------------------------------

// Registers that a loop without other effects changes; false: it has some.
static bool add_counters(const cfa *c, const cedge *e, expr_vec *out) {
  for (size_t i = 0; i < e->updates.len; i++) {
    const cvar *v = &c->vars.data[e->updates.data[i].var];
    if (!v->ctx) return false;
    vec_push(out, v->sym);
  }
  return e->sync == CSYNC_NONE;
}

static void loosen(cfa *c, cedge *e, const expr_vec *counters) {
  expr_vec any = {0};
  for (size_t i = 0; i < counters->len; i++) {
    expr v = expr_var(c->terms, expr_sort(c->terms, counters->data[i]), expr_var_get(c->terms, counters->data[i]));
    vec_push(&any, v);
    vec_push(&e->inputs, v);
  }
  e->guard = expr_subst(c->terms, e->guard, counters->data, any.data, any.len);
  for (size_t i = 0; i < e->updates.len; i++)
    e->updates.data[i].value = expr_subst(c->terms, e->updates.data[i].value, counters->data, any.data, any.len);
  vec_free(&any);
}

void cfa_loosen_fills(cfa *c) {
  for (uint32_t l = 1; l < c->locs.len; l++) {
    const cloc *x = &c->locs.data[l];
    expr_vec counters = {0};
    bool fills = false, only = true;
    for (size_t i = 0; i < x->out.len; i++) {
      const cedge *e = &c->edges.data[x->out.data[i]];
      if (e->to != l) continue;
      fills |= e->fills;
      only &= add_counters(c, e, &counters);
    }
    for (size_t i = 0; i < x->out.len && fills && only && counters.len; i++) {
      cedge *e = &c->edges.data[x->out.data[i]];
      if (e->to != l && c->locs.data[e->to].kind == CLOC_CODE) loosen(c, e, &counters);
    }
    vec_free(&counters);
  }
}
