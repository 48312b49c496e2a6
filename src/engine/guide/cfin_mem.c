// Memory of C_fin: cascades over the places that an address may mean (symcpp-explicit-symbolic.md 5.3).
#include "engine/guide/cfin.h"

#include <string.h>

#include "engine/search/terms.h"

enum { MOST_TARGETS = 1024 };

typedef struct target {
  expr cond;
  uint32_t var;
} target;

typedef struct places {
  VEC(target) targets;  // conditions exclude each other
  expr top;             // it is outside of the pools
  expr null, outside;   // null; an object of ours, but no cell there
  bool mixed;           // looked at with another type than a cell has
} places;

static expr top_of(const cfin *c) { return cfin_address(c, c->top); }

bool cfin_typed(const cfin *c) { return !strcmp(c->ir->language, "cmin"); }

static bool may_begin(const cfin *c, ir_type elem, const fvar *x) {
  if (!elem.id || !cfin_typed(c)) return true;
  if (ir_types_agree(c->ir, elem, x->type) && ir_type_is_scalar(c->ir, elem)) return true;
  const fobj *o = &c->objs.data[x->obj];
  ir_type t = o->type;
  uint64_t at = x->offset;
  // Into the parts held by value, outermost first.
  for (const ir_type_info *info = ir_type_get(c->ir, t); info->kind == IR_TYPE_RECORD; info = ir_type_get(c->ir, t)) {
    if (!at && t.id == elem.id) return true;
    uint32_t k = info->n_fields;
    while (k && info->fields[k - 1].offset > at) k--;
    if (!k) return false;
    at -= info->fields[k - 1].offset;
    t = info->fields[k - 1].type;
  }
  return false;
}

// Does the set contain an object that some run makes beside the pools?
static bool may_top(const cfin *c, const bitset *may) {
  for (uint32_t f = 1; f <= c->ir->n_funcs; f++) {
    const ir_func_info *info = &c->ir->funcs[f];
    for (uint32_t pc = 0; pc < info->n_code; pc++)
      if (info->code[pc].op == IR_NEW && bitset_has(may, points_site(c->points, f, pc))) return true;
  }
  return false;
}

// Cells of the object of y that lie `off` behind it.
static bool add_behind(fwalk *w, const fvar *y, expr here, expr off, uint32_t size, uint32_t bits, places *out) {
  cfin *c = w->c;
  expr_table *t = c->terms;
  const fobj *o = &c->objs.data[y->obj];
  expr none = here;
  for (uint32_t k = 0; k < o->n; k++) {
    const fvar *z = &c->vars.data[o->first + k];
    expr cond = expr_and(t, here, expr_eq(t, off, expr_const(t, 64, z->offset - y->offset)));
    if (expr_is_false(t, cond)) continue;
    none = expr_and(t, none, expr_not(t, cond));
    if (size && (z->width != bits || ir_type_get(c->ir, z->type)->size != size)) out->mixed = true;
    if (out->targets.len >= MOST_TARGETS) return false;
    vec_push(&out->targets, ((target){cond, o->first + k}));
  }
  out->outside = expr_or(t, out->outside, none);
  return true;
}

// Where `cond` holds, it may be so or not.
static expr perhaps(fwalk *w, expr cond, const char *name) {
  return expr_is_false(w->c->terms, cond) ? cond : expr_and(w->c->terms, cond, fwalk_fresh(w, 1, name));
}

// size 0: whatever lies there. False: too many places.
static bool find_places(fwalk *w, const ir_operand *operand, fval p, uint32_t size, uint32_t bits, places *out) {
  cfin *c = w->c;
  expr_table *t = c->terms;
  const bitset *may = points_of(c->points, c->ir->procs[w->proc].func, operand);
  *out = (places){.top = expr_bool(t, false), .outside = expr_bool(t, false)};
  out->null = expr_eq(t, p.e, cfin_address(c, 0));
  if (may_top(c, may)) out->top = expr_eq(t, p.e, top_of(c));
  // How long an object outside of the pools is, is not known.
  if (!expr_is_const(t, p.off)) out->outside = perhaps(w, out->top, "outside");
  for (uint32_t i = 1; i < c->cells.len; i++) {
    const fvar *y = &c->vars.data[c->cells.data[i]];
    expr here = expr_eq(t, p.e, cfin_address(c, i));
    if (expr_is_false(t, here) || !bitset_intersects(may, &c->objs.data[y->obj].abstracts) || !may_begin(c, p.elem, y))
      continue;
    if (!add_behind(w, y, here, p.off, size, bits, out)) return false;
  }
  return true;
}

// The ways on which the access fails become edges of their own; false: the way has ended.
static bool check_places(fwalk *w, const ir_instr *i, places *p) {
  expr_table *t = w->c->terms;
  expr dead = w->c->frees ? perhaps(w, p->top, "dead") : expr_bool(t, false);
  for (size_t k = 0; k < p->targets.len; k++) {
    uint32_t taken = w->c->objs.data[w->c->vars.data[p->targets.data[k].var].obj].taken;
    if (taken) dead = expr_or(t, dead, expr_and(t, p->targets.data[k].cond, expr_not(t, fwalk_get(w, taken))));
    if (taken && w->c->frees && w->c->dangling) dead = expr_or(t, dead, perhaps(w, p->targets.data[k].cond, "old"));
  }
  if (!fwalk_fails(w, p->null, i, IR_CHECK_NULL, true)) return false;
  if (!fwalk_fails(w, p->outside, i, IR_CHECK_BOUNDS, true)) return false;
  return fwalk_fails(w, dead, i, IR_CHECK_FREED, true);
}

static bool is_const_global(const ir_module *m, uint32_t g) {
  return m->globals[g].is_const || ir_type_get(m, m->globals[g].type)->has_const;
}

static bool is_const_local(const ir_module *m, const ir_instr *i) {
  return i->flags & IR_CONST || (i->op == IR_LOCAL && ir_type_get(m, i->type)->has_const);
}

// Where a write may go to a constant, or into an object with some in it, it may fail for that.
static bool check_constants(fwalk *w, const ir_instr *i) {
  cfin *c = w->c;
  if (i->op == IR_LOAD || i->flags & IR_INIT) return true;
  const bitset *may = points_of(c->points, c->ir->procs[w->proc].func, &i->args[0]);
  bool found = false;
  for (uint32_t g = 1; g <= c->ir->n_globals && !found; g++) found = is_const_global(c->ir, g) && bitset_has(may, g);
  for (uint32_t f = 1; f <= c->ir->n_funcs && !found; f++)
    for (uint32_t pc = 0; pc < c->ir->funcs[f].n_code && !found; pc++)
      found = is_const_local(c->ir, &c->ir->funcs[f].code[pc]) && bitset_has(may, points_site(c->points, f, pc));
  return !found || fwalk_fails(w, perhaps(w, expr_bool(c->terms, true), "constant"), i, IR_CHECK_READ_ONLY, true);
}

// Outside of the pools, or where types are mixed, any value is read.
static expr read_places(fwalk *w, const places *p, uint32_t bits, const char *name) {
  expr_table *t = w->c->terms;
  bool any = p->mixed || !p->targets.len || !expr_is_false(t, p->top);
  expr r = any ? fwalk_fresh(w, bits, name) : EXPR_NONE;
  for (size_t k = p->targets.len; k-- > 0 && !p->mixed;) {
    expr v = fwalk_get(w, p->targets.data[k].var);
    r = expr_some(r) ? expr_ite(t, p->targets.data[k].cond, v, r) : v;
  }
  return r;
}

// What is read there could be known if the type had slots (refine_memory).
static void note_top(fwalk *w, const ir_operand *at, const places *p) {
  if (w->inputs.len && !expr_is_false(w->c->terms, p->top))
    vec_push(&w->c->tops, ((ftop){vec_last(&w->inputs), w->c->ir->procs[w->proc].func, at}));
}

static void write_places(fwalk *w, const places *p, expr value) {
  expr_table *t = w->c->terms;
  for (size_t k = 0; k < p->targets.len; k++) {
    uint32_t v = p->targets.data[k].var;
    expr now = p->mixed ? fwalk_fresh(w, w->c->vars.data[v].width, "mixed") : value;
    fwalk_set(w, v, expr_ite(t, p->targets.data[k].cond, now, fwalk_get(w, v)));
  }
}

static fend refuse(fwalk *w, const ir_instr *i, const char *why) {
  cfin_refuse(w->c, i->at, why);
  return FEND_DONE;
}

static fval from_memory(fwalk *w, ir_type type, expr e) {
  const ir_type_info *info = ir_type_get(w->c->ir, type);
  if (info->kind != IR_TYPE_PTR) return (fval){.e = e};
  return (fval){.e = e, .off = expr_const(w->c->terms, 64, 0), .elem = info->elem};
}

// What a write changes when parts of other cells are hit is not known to lie in the cells found: everything of the objects is.
static void widen_mixed(fwalk *w, places *p) {
  if (!p->mixed) return;
  size_t n = p->targets.len;
  for (size_t k = 0; k < n; k++) {
    const fobj *o = &w->c->objs.data[w->c->vars.data[p->targets.data[k].var].obj];
    for (uint32_t j = 0; j < o->n; j++) vec_push(&p->targets, ((target){p->targets.data[k].cond, o->first + j}));
  }
}

fend fmem_access(fwalk *w, const ir_instr *i) {
  cfin *c = w->c;
  expr_table *t = c->terms;
  const ir_type_info *info = ir_type_get(c->ir, i->type);
  if (info->kind != IR_TYPE_INT && info->kind != IR_TYPE_PTR)
    return refuse(w, i, "an access to a value that is no integer or pointer");
  fval at = fwalk_operand(w, &i->args[0]);
  if (!expr_some(at.off)) return refuse(w, i, "an address that is not a pointer");
  places p;
  if (!find_places(w, &i->args[0], at, (uint32_t)info->size, info->bits, &p)) {
    vec_free(&p.targets);
    return refuse(w, i, "an access to one of too many places");
  }
  // A pointer that no object was given to is null or dangling: the access fails.
  bool goes_on = check_places(w, i, &p) && check_constants(w, i) && (p.targets.len || !expr_is_false(t, p.top));
  if (goes_on && i->op != IR_STORE && i->op != IR_LOAD && info->kind == IR_TYPE_PTR) {
    vec_free(&p.targets);
    return refuse(w, i, "an update of a pointer in memory");
  }
  if (goes_on) {
    expr old = i->op == IR_STORE ? EXPR_NONE : read_places(w, &p, info->bits, "top");
    if (i->op != IR_STORE) note_top(w, &i->args[0], &p);
    expr value = EXPR_NONE;
    if (i->op == IR_STORE) value = fwalk_scalar(w, fwalk_operand(w, &i->args[1]));
    if (i->op == IR_RMW) value = terms_rmw(t, (ir_rmw)i->sub, old, fwalk_operand(w, &i->args[1]).e);
    if (i->op == IR_CAS)
      value = expr_ite(t, expr_eq(t, old, fwalk_operand(w, &i->args[1]).e), fwalk_operand(w, &i->args[2]).e, old);
    if (expr_some(value)) {
      widen_mixed(w, &p);
      write_places(w, &p, value);
    }
    if (i->op != IR_STORE) fwalk_result(w, i, from_memory(w, i->type, old));
    w->pc++;
  }
  vec_free(&p.targets);
  return goes_on ? FEND_NEXT : FEND_DONE;
}

// May so many bytes be read there? Outside of the pools, and where no cell begins, that is not known.
fend fmem_valid(fwalk *w, const ir_instr *i) {
  cfin *c = w->c;
  expr_table *t = c->terms;
  fval at = fwalk_operand(w, &i->args[0]), n = fwalk_operand(w, &i->args[1]);
  places p;
  bool ok = expr_some(at.off) && expr_is_const(t, n.e) && find_places(w, &i->args[0], at, 0, 0, &p);
  if (i->sub == IR_VALID_BLANK) return refuse(w, i, "a question about the bytes of an object");
  if (!ok) return refuse(w, i, "a question about an address that is not known");
  expr yes = expr_and(t, expr_or(t, p.top, p.outside), fwalk_fresh(w, 1, "valid"));
  for (size_t k = 0; k < p.targets.len; k++) {
    const fvar *z = &c->vars.data[p.targets.data[k].var];
    const fobj *o = &c->objs.data[z->obj];
    expr is = p.targets.data[k].cond;
    if (z->offset + expr_const_u64(t, n.e) > o->size) continue;
    yes = expr_or(t, yes, o->taken ? expr_and(t, is, fwalk_get(w, o->taken)) : is);
  }
  vec_free(&p.targets);
  fwalk_result(w, i, (fval){.e = yes});
  w->pc++;
  return FEND_NEXT;
}

// --- addresses as values --------------------------------------------------------------------------------------------

// The address `off` behind e: that of the cell there; outside of the pools it stays outside (MEND-15).
expr fwalk_pointer(fwalk *w, fval v) {
  cfin *c = w->c;
  expr_table *t = c->terms;
  if (expr_is_const(t, v.off) && !expr_const_u64(t, v.off)) return v.e;
  expr r = fwalk_fresh(w, c->ir->pointer_bits, "address");
  r = expr_ite(t, expr_eq(t, v.e, top_of(c)), top_of(c), r);
  for (uint32_t i = 1; i < c->cells.len; i++) {
    const fvar *y = &c->vars.data[c->cells.data[i]];
    const fobj *o = &c->objs.data[y->obj];
    expr here = expr_eq(t, v.e, cfin_address(c, i));
    if (expr_is_false(t, here) || !may_begin(c, v.elem, y)) continue;
    for (uint32_t k = 0; k < o->n; k++) {
      const fvar *z = &c->vars.data[o->first + k];
      expr cond = expr_and(t, here, expr_eq(t, v.off, expr_const(t, 64, z->offset - y->offset)));
      r = expr_ite(t, cond, cfin_address(c, z->index), r);
    }
  }
  return r;
}

expr fwalk_scalar(fwalk *w, fval v) { return expr_some(v.off) ? fwalk_pointer(w, v) : v.e; }

// --- objects --------------------------------------------------------------------------------------------------------

static void reset_cells(fwalk *w, const fobj *o, expr cond, bool uninit) {
  expr_table *t = w->c->terms;
  for (uint32_t k = 0; k < o->n; k++) {
    uint32_t v = o->first + k, width = w->c->vars.data[v].width;
    expr now = uninit ? fwalk_fresh(w, width, "uninitialised") : expr_const(t, width, 0);
    fwalk_set(w, v, expr_ite(t, cond, now, fwalk_get(w, v)));
  }
}

// The first free slot, else an object outside of the pools (MEND-11). In the search a place whose object was freed is used again
// only when nothing refers to it any more (doc/engines.md, --heap=type), which C_fin does not see: then any free slot is taken.
fend fmem_new(fwalk *w, const ir_instr *i) {
  cfin *c = w->c;
  expr_table *t = c->terms;
  fval n = fwalk_operand(w, &i->args[0]);
  const fpool *pool = NULL;
  for (size_t k = 0; k < c->pools.len; k++)
    if (c->pools.data[k].type.id == i->type.id) pool = &c->pools.data[k];
  if (pool && (!expr_is_const(t, n.e) || expr_const_u64(t, n.e) != 1))
    return refuse(w, i, "several objects at once of a type that has a pool");
  expr address = top_of(c), free = expr_bool(t, true);
  expr_vec first = {0};
  expr pick = pool && c->frees ? fwalk_fresh(w, 32, "slot") : EXPR_NONE;
  for (uint32_t j = 0; pool && j < pool->slots; j++) {
    expr taken = fwalk_get(w, c->objs.data[pool->first + j].taken);
    if (expr_some(pick)) free = expr_eq(t, pick, expr_const(t, 32, j));
    vec_push(&first, expr_and(t, free, expr_not(t, taken)));
    free = expr_and(t, free, taken);
  }
  for (uint32_t j = (uint32_t)first.len; j-- > 0;) {
    const fobj *o = &c->objs.data[pool->first + j];
    address = expr_ite(t, first.data[j], cfin_address(c, c->vars.data[o->first].index), address);
    reset_cells(w, o, first.data[j], i->flags & IR_UNINIT);
    fwalk_set(w, o->taken, expr_or(t, fwalk_get(w, o->taken), first.data[j]));
  }
  vec_free(&first);
  fwalk_result(w, i, (fval){.e = address, .off = expr_const(t, 64, 0), .elem = i->type});
  w->pc++;
  return FEND_NEXT;
}

fend fmem_local(fwalk *w, const ir_instr *i) {
  cfin *c = w->c;
  for (uint32_t o = 1; o < c->objs.len; o++) {
    const fobj *x = &c->objs.data[o];
    if (x->kind != FOBJ_LOCAL || x->proc != w->proc || x->pc != w->pc || !x->n) continue;
    reset_cells(w, x, expr_bool(c->terms, true), i->flags & IR_UNINIT);
    fwalk_result(w, i,
                 (fval){.e = cfin_address(c, c->vars.data[x->first].index),
                        .off = expr_const(c->terms, 64, 0),
                        .elem = i->type});
    w->pc++;
    return FEND_NEXT;
  }
  return refuse(w, i, "a local object without contents");
}

// Null: nothing happens. The address must be that of a whole object.
fend fmem_free(fwalk *w, const ir_instr *i) {
  cfin *c = w->c;
  expr_table *t = c->terms;
  fval p = fwalk_operand(w, &i->args[0]);
  expr at = fwalk_pointer(w, p);
  expr null = expr_eq(t, at, cfin_address(c, 0)), top = expr_eq(t, at, top_of(c)), known = expr_or(t, null, top);
  expr dead = perhaps(w, top, "dead");  // or not the beginning of an object
  expr_vec is = {0};
  for (uint32_t o = 1; o < c->objs.len; o++) {
    const fobj *x = &c->objs.data[o];
    expr here = x->kind == FOBJ_SLOT ? expr_eq(t, at, cfin_address(c, c->vars.data[x->first].index))
                                     : expr_bool(t, false);
    vec_push(&is, here);
    known = expr_or(t, known, here);
    if (x->kind == FOBJ_SLOT) dead = expr_or(t, dead, expr_and(t, here, expr_not(t, fwalk_get(w, x->taken))));
  }
  bool goes_on = fwalk_fails(w, expr_or(t, dead, expr_not(t, known)), i, IR_CHECK_DOUBLE_FREE, true);
  for (uint32_t o = 1; o < c->objs.len && goes_on; o++) {
    const fobj *x = &c->objs.data[o];
    if (expr_is_false(t, is.data[o - 1])) continue;
    reset_cells(w, x, is.data[o - 1], false);
    fwalk_set(w, x->taken, expr_and(t, fwalk_get(w, x->taken), expr_not(t, is.data[o - 1])));
  }
  vec_free(&is);
  w->pc++;
  return goes_on ? FEND_NEXT : FEND_DONE;
}
