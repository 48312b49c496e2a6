// Addresses as numbers (doc/semantics-threads.md 11).
//
// A pointer is (object, offset) until somebody looks at it as a number. Then the base of its object becomes an input: a multiple of
// what the object is aligned to, away from null and from the end of the address space, and apart from every other
// object that lives or lived at the same time and whose base is known. It stands in an object of its own that belongs to the address (object, SHADOW_ADDRESS) as a shadow
// does, so that it is a part of the state and ends with the object. The bits that the alignment and the size of the
// address space fix are constants of the term: most questions about them never reach the solver.
//
// A number becomes a pointer again by looking among the objects whose base is known.
//
// Many symbolic bases are hard for the solver: beyond --address-objects each gets one value, and a SAFE is bounded.
#include "base/vec.h"
#include "sem/sem_impl.h"

#define FIRST_ADDRESS 65536u
#define USER_BITS 47u        // of addresses of 64 bits
#define FUNCTION_ALIGN 2u    // the lowest bit of a pointer to a member function tells virtual ones
#define UNUSED_AT_TOP 4096u  // of addresses of 32 bits

static uint32_t pointer_bits(const world *m) { return m->base.ir->pointer_bits; }
static bool is_function(uint32_t obj) { return obj >= STATE_FUNC_BASE; }

uint64_t address_align(const world *m, uint32_t obj) {
  const ir_module *ir = m->base.ir;
  if (is_function(obj)) return FUNCTION_ALIGN;
  const alloc_site *site = heap_site(m, obj);
  uint32_t global = obj <= ir->n_globals ? obj : site && site->func == SITE_THREAD_LOCAL ? site->pc : 0;
  if (global) {
    const ir_global_info *g = &ir->globals[global];
    return g->align ? g->align : ir_type_get(ir, g->type)->align;
  }
  if (!site || site->func == SITE_BY_TYPE) return IR_HEAP_ALIGN;
  const ir_instr *i = &ir->funcs[site->func].code[site->pc];
  if (i->sub) return (uint64_t)1 << i->sub;
  return i->op == IR_LOCAL ? ir_type_get(ir, i->type)->align : IR_HEAP_ALIGN;
}

// Bytes that nobody else has: at least one.
static uint64_t size_of(const world *m, const state *s, uint32_t obj) {
  objref o;
  uint64_t size = 1;
  if (is_function(obj)) return 1;
  if (mem_object(m, s, obj, &o))
    size = o.size;
  else
    reuse_size(m, s, obj, &size);
  return size ? size : 1;
}

static bool is_live(const world *m, const state *s, uint32_t obj) {
  objref o;
  return is_function(obj) || mem_object(m, s, obj, &o);
}

// Live, or ended and not forgotten.
static bool has_place(const world *m, const state *s, uint32_t obj) {
  uint64_t size;
  return is_live(m, s, obj) || reuse_size(m, s, obj, &size);
}

// The base of an object if somebody has looked at it, or EXPR_NONE.
static expr base_of(const world *m, const state *s, uint32_t name) {
  objref o;
  if (!mem_object(m, s, name, &o)) return EXPR_NONE;
  value v = mem_get(m, s, &o, 0);
  return term_of(m, v, pointer_bits(m));
}

static const char *input_name(const world *m, uint32_t obj) {
  const ir_module *ir = m->base.ir;
  if (obj > ir->n_globals) return "address";
  return sem_text((world *)m, "address of %s", ir->globals[obj].name ? ir->globals[obj].name : "?");
}

static ir_type some_pointer(const ir_module *ir) {
  for (uint32_t t = 1; t <= ir->n_types; t++)
    if (ir->types[t].kind == IR_TYPE_PTR) return (ir_type){t};
  return (ir_type){0};
}

// Does a byte lie there, and as many behind it as `size` says?
static expr in_space(const world *m, expr address, uint64_t size) {
  expr_table *t = m->base.terms;
  uint32_t w = pointer_bits(m);
  uint64_t end = w == 64 ? (uint64_t)1 << USER_BITS : ((uint64_t)1 << 32) - UNUSED_AT_TOP;
  return expr_and(t, expr_ule(t, expr_const(t, w, FIRST_ADDRESS), address),
                  expr_ule(t, address, expr_const(t, w, end - size)));
}

// It lies in the space for addresses, apart from the others that live or lived at the same time.
static expr constraint(const world *m, const state *s, uint32_t obj, expr base) {
  expr_table *t = m->base.terms;
  uint32_t w = pointer_bits(m);
  uint64_t size = size_of(m, s, obj);
  expr all = in_space(m, base, size);
  const state_env *env = m->env;
  for (size_t i = 0; i < env->shadows.len; i++) {
    const shadow_name *other = &env->shadows.data[i];
    if (other->offset != SHADOW_ADDRESS || other->base == obj || !state_object(s, other->name)) continue;
    if (reuse_apart(m, s, obj, other->base)) continue;
    expr there = base_of(m, s, other->name);
    expr above = expr_ule(t, expr_add(t, there, expr_const(t, w, size_of(m, s, other->base))), base);
    expr below = expr_ule(t, expr_add(t, base, expr_const(t, w, size)), there);
    all = expr_and(t, all, expr_or(t, above, below));
  }
  return all;
}

static uint32_t count_shown(const world *m, const state *s) {
  uint32_t n = 0;
  for (size_t i = 0; i < m->env->shadows.len; i++) {
    const shadow_name *x = &m->env->shadows.data[i];
    n += x->offset == SHADOW_ADDRESS && state_object(s, x->name);
  }
  return n;
}

// Beyond --address-objects: the address is one that it may have, no other is tried. False: stopped.
static bool fix_base(run *r, expr *base) {
  world *m = r->m;
  expr_table *t = m->base.terms;
  const model *now = pathcond_model(m->base.solver, r->s->pc);
  if (!now) return fork_unknown(r, "an address, for which the solver finds no place"), false;
  expr here = expr_eval(t, *base, now);
  m->base.one_layout = true;
  fork_add(r, r->s, expr_eq(t, *base, here), SMT_SAT);
  *base = here;
  return true;
}

// Draws the base of an object. False: stopped.
static bool show(run *r, uint32_t obj, uint32_t name) {
  world *m = r->m;
  expr_table *t = m->base.terms;
  if (r->guard || r->silent) return fork_unknown(r, "the guard of an await looks at an address"), false;
  if (reuse_unforeseen(m, obj)) return fork_unknown(r, SEM_BYTES_OF_ADDRESS), false;
  if (m->base.options.has_input_range) return fork_unknown(r, "an address with --input-range"), false;
  uint32_t w = pointer_bits(m), low = (uint32_t)__builtin_ctzll(address_align(m, obj)), top = w == 64 ? USER_BITS : w;
  ir_type type = some_pointer(m->base.ir);
  place at = run_instr(r)->at;
  const char *text = input_name(m, obj);
  expr x = expr_var(t, sort_bv(top - low), &(expr_var_info){.name = text, .type_tag = type.id, .at = at});
  expr base = low ? expr_concat(t, x, expr_const(t, low, 0)) : x;
  base = expr_zext(t, base, w);
  expr apart = constraint(m, r->s, obj, base);
  smt_answer may = pathcond_may(m->base.solver, r->s->pc, apart);
  if (may == SMT_UNSAT) return fork_cut(r), false;
  reuse_note_shown(m, obj, !count_shown(m, r->s));
  fork_add(r, r->s, apart, may);
  if (count_shown(m, r->s) >= m->base.options.address_objects) reuse_clean(m, r->s);
  if (count_shown(m, r->s) >= m->base.options.address_objects && !fix_base(r, &base)) return false;
  state_add_input(r->s, &(state_input){.name = text, .type = type, .literal = base, .at = at, .proc = r->p});
  cell word = {.size = 8, .bits = w};
  uint64_t elements;
  const layout *l = layout_intern(m->env->layouts, &word, 1, 8, &elements);
  state_object_put(r->s, name, body_new(l, elements, false));
  objref o;
  mem_object(m, r->s, name, &o);
  mem_set(m, r->s, &o, 0, value_from_term(t, base));
  return true;
}

bool address_known(const world *m, const state *s, value p, expr *out) {
  expr_table *t = m->base.terms;
  uint32_t name = heap_shadow_name((world *)m, p.obj, SHADOW_ADDRESS);
  if (!state_object(s, name)) return false;
  expr offset = value_is_concrete(p) ? expr_const(t, 64, p.bits) : p.e;
  *out = expr_add(t, base_of(m, s, name), expr_resize(t, offset, pointer_bits(m), false));
  return true;
}

bool address_of(run *r, value p, expr *out) {
  world *m = r->m;
  DCHECK(p.obj && !value_is_special(p), "a pointer");
  if (!has_place(m, r->s, p.obj)) {
    fork_unknown(r, reuse_unforeseen(m, p.obj) ? SEM_BYTES_OF_ADDRESS
                                               : "the address of an object that has ended is looked at");
    return false;
  }
  uint32_t name = heap_shadow_name(m, p.obj, SHADOW_ADDRESS);
  if (!state_object(r->s, name) && !show(r, p.obj, name)) return false;
  keep_not(r->s, p.obj);
  return address_known(m, r->s, p, out);
}

bool address_number(run *r, value v, uint32_t width, value *out) {
  expr e;
  *out = v;
  if (!v.obj) return true;
  if (!address_of(r, v, &e)) return false;
  *out = value_from_term(r->m->base.terms, expr_resize(r->m->base.terms, e, width, false));
  return true;
}

bool address_equal(run *r, value a, value b, uint32_t width, value *out) {
  expr_table *t = r->m->base.terms;
  value x, y;
  if (!address_number(r, a, width, &x) || !address_number(r, b, width, &y)) return false;
  *out = value_from_term(t, expr_eq(t, term_of(r->m, x, width), term_of(r->m, y, width)));
  return true;
}

// Does the term mention what the base consists of?
static bool mentions(const world *m, expr x, expr base) {
  expr_vec of_x = {0}, of_base = {0};
  expr_collect_vars(m->base.terms, x, &of_x);
  expr_collect_vars(m->base.terms, base, &of_base);
  bool found = false;
  for (size_t i = 0; i < of_base.len && !found; i++)
    for (size_t k = 0; k < of_x.len && !found; k++) found = expr_same(of_base.data[i], of_x.data[k]);
  vec_free(&of_x);
  vec_free(&of_base);
  return found;
}

bool address_mentioned(run *r, expr number) {
  const state_env *env = r->m->env;
  for (size_t i = 0; i < env->shadows.len; i++) {
    const shadow_name *o = &env->shadows.data[i];
    if (o->offset == SHADOW_ADDRESS && state_object(r->s, o->name) &&
        mentions(r->m, number, base_of(r->m, r->s, o->name)))
      return true;
  }
  return false;
}

typedef enum found { FOUND, NOT_THERE, STOPPED } found;

// Does x lie in the object, or right behind it?
static found try_object(run *r, expr x, const shadow_name *o, bool behind, value *out) {
  world *m = r->m;
  expr_table *t = m->base.terms;
  uint32_t w = pointer_bits(m);
  expr distance = expr_sub(t, x, base_of(m, r->s, o->name)), size = expr_const(t, w, size_of(m, r->s, o->base));
  decision d = fork_decide(r, behind ? expr_eq(t, distance, size) : expr_ult(t, distance, size));
  if (d == DECIDE_FORKED) return STOPPED;
  if (d == DECIDE_NO) return NOT_THERE;
  expr offset = expr_resize(t, distance, 64, false);
  const model *now = pathcond_model(m->base.solver, r->s->pc);
  expr some = now ? expr_eval(t, offset, now) : EXPR_NONE;
  if (!expr_is_const(t, offset) && expr_some(some) &&
      pathcond_may(m->base.solver, r->s->pc, expr_ne(t, offset, some)) == SMT_UNSAT)
    offset = some;
  *out = value_from_term(t, offset);
  out->obj = o->base;
  return FOUND;
}

// Objects that the number is made of come first; a number right behind an object counts as that only if it lies in none.
static found search_objects(run *r, expr x, bool behind, bool mentioned, value *out) {
  const state_env *env = r->m->env;
  for (size_t i = 0; i < env->shadows.len; i++) {
    shadow_name o = env->shadows.data[i];
    if (o.offset != SHADOW_ADDRESS || !state_object(r->s, o.name) || !is_live(r->m, r->s, o.base)) continue;
    if (mentions(r->m, x, base_of(r->m, r->s, o.name)) != mentioned) continue;
    found f = try_object(r, x, &o, behind, out);
    if (f != NOT_THERE) return f;
  }
  return NOT_THERE;
}

bool address_pointer(run *r, value number, value *out) {
  world *m = r->m;
  expr_table *t = m->base.terms;
  uint32_t w = pointer_bits(m);
  expr x = expr_resize(t, number.e, w, false);
  if (!count_shown(m, r->s)) return fork_unknown(r, "a symbolic integer becomes a pointer"), false;
  decision null = fork_decide(r, expr_eq(t, x, expr_const(t, w, 0)));
  if (null == DECIDE_FORKED) return false;
  if (null == DECIDE_YES) {
    *out = value_word(0);
    return true;
  }
  for (int pass = 0; pass < 4; pass++) {
    found f = search_objects(r, x, pass >= 2, pass % 2 == 0, out);
    if (f != NOT_THERE) return f == FOUND;
  }
  // Where no object can lie the number stays one (an address with something in its upper bits).
  decision somewhere = fork_decide(r, in_space(m, x, 0));
  if (somewhere == DECIDE_YES) fork_unknown(r, "a number becomes a pointer, and no object is known to lie there");
  return somewhere == DECIDE_NO;
}
