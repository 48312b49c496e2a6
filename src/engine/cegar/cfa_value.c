// Operations on values as terms.
#include "engine/cegar/cfa.h"
#include "engine/search/terms.h"

// Addresses are numbers of our own choice: only what does not look at the choice has a meaning. Order and distance
// exist
// within one object.
static expr on_pointers(cwalk *w, const ir_instr *i, expr a, expr b) {
  expr_table *t = w->c->terms;
  if (i->op == IR_EQ) return expr_eq(t, a, b);
  if (i->op == IR_NE) return expr_ne(t, a, b);
  expr same = expr_eq(t, cfa_object_part(w->c, a), cfa_object_part(w->c, b));
  if (!expr_is_true(t, same)) return EXPR_NONE;
  if (i->op == IR_PTRDIFF) {
    expr d = expr_sub(t, a, b);
    return expr_width(t, d) < 64 ? expr_sext(t, d, 64) : d;
  }
  return i->op == IR_ULT ? expr_ult(t, a, b) : i->op == IR_ULE ? expr_ule(t, a, b) : EXPR_NONE;
}

static bool is_pointer(const cfa *c, const ir_operand *o) { return ir_type_get(c->ir, o->type)->kind == IR_TYPE_PTR; }

// May the first be one past the end of its object and the second the start of another one? Nobody knows which objects are neighbours.
static expr may_touch(cwalk *w, const ir_operand *first, const ir_operand *second) {
  cfa *c = w->c;
  expr_table *t = c->terms;
  expr a = cfa_operand(w, first), b = cfa_operand(w, second), end = expr_bool(t, false);
  if (expr_width(t, a) != cfa_pointer_bits(c) || expr_width(t, b) != cfa_pointer_bits(c)) return end;
  const bitset *may = points_of(c->points, c->ctxs.data[w->ctx].func, first);
  for (uint32_t k = 1; k < c->objs.len; k++) {
    const cobj *o = &c->objs.data[k];
    if (o->kind == COBJ_FUNC || !bitset_has(may, o->abstract)) continue;
    expr begin = cfa_address(c, k, 0), inside = expr_eq(t, cfa_object_part(c, a), cfa_object_part(c, begin));
    if (o->sized)
      end = expr_or(t, end, expr_and(t, inside, expr_ne(t, a, begin)));
    else if (o->size)
      end = expr_or(t, end, expr_eq(t, a, cfa_address(c, k, o->size)));
  }
  if (expr_is_false(t, end)) return end;
  expr part = cfa_object_part(c, b), null = expr_const(t, expr_width(t, part), 0);
  uint32_t low = expr_width(t, b) - expr_width(t, part);
  expr is_begin = expr_eq(t, expr_extract(t, b, low - 1, 0), expr_const(t, low, 0));
  expr is_other = expr_and(t, expr_ne(t, part, null), expr_ne(t, part, cfa_object_part(c, a)));
  return expr_and(t, end, expr_and(t, is_begin, is_other));
}

expr cfa_ends_meet(cwalk *w, const ir_instr *i) {
  expr_table *t = w->c->terms;
  if ((i->op != IR_EQ && i->op != IR_NE) || !is_pointer(w->c, &i->args[0])) return expr_bool(t, false);
  return expr_or(t, may_touch(w, &i->args[0], &i->args[1]), may_touch(w, &i->args[1], &i->args[0]));
}

// Is it the address of a heap object that has ended, of those that are followed?
static expr is_stale(cwalk *w, expr a) {
  cfa *c = w->c;
  expr_table *t = c->terms;
  expr stale = expr_bool(t, false);
  for (uint32_t k = 1; k < c->objs.len; k++) {
    const cobj *o = &c->objs.data[k];
    if (o->kind != COBJ_HEAP || !o->alive || !bitset_has(&c->reused, o->abstract)) continue;
    expr inside = expr_eq(t, cfa_object_part(c, a), cfa_object_part(c, cfa_address(c, k, 0)));
    stale = expr_or(t, stale, expr_and(t, inside, expr_not(t, cfa_get(w, o->alive))));
  }
  return stale;
}

expr cfa_meets_ended(cwalk *w, expr a, expr b) {
  cfa *c = w->c;
  expr_table *t = c->terms;
  uint32_t bits = cfa_pointer_bits(c);
  if (!c->reuses || expr_width(t, a) != bits || expr_width(t, b) != bits) return expr_bool(t, false);
  expr x = cfa_object_part(c, a), y = cfa_object_part(c, b), null = expr_const(t, expr_width(t, x), 0);
  expr two = expr_and(t, expr_ne(t, x, y), expr_and(t, expr_ne(t, x, null), expr_ne(t, y, null)));
  return expr_and(t, two, expr_or(t, is_stale(w, a), is_stale(w, b)));
}

// An upper bound of the bits of a number with sign.
static uint32_t bits_needed(const expr_table *t, expr e, uint32_t depth) {
  enum { MOST_DEPTH = 8 };
  expr_op op = expr_get_op(t, e);
  uint32_t width = expr_width(t, e), n = width;
  if (depth > MOST_DEPTH || width > 64) return width;
  if (op == EXPR_CONST) {
    uint64_t v = expr_const_u64(t, e), positive = ((uint64_t)1 << (width - 1)) - 1;
    if (v > positive) v = ~v & positive;
    for (n = 1; v; v >>= 1) n++;
  } else if (op == EXPR_SEXT || op == EXPR_ZEXT) {
    n = expr_width(t, expr_arg(t, e, 0)) + (op == EXPR_ZEXT);
  } else if (op == EXPR_ADD || op == EXPR_ITE) {
    unsigned first = op == EXPR_ITE;
    uint32_t a = bits_needed(t, expr_arg(t, e, first), depth + 1),
             b = bits_needed(t, expr_arg(t, e, first + 1), depth + 1);
    n = (a > b ? a : b) + !first;
  } else if (op == EXPR_MUL) {
    n = bits_needed(t, expr_arg(t, e, 0), depth + 1) + bits_needed(t, expr_arg(t, e, 1), depth + 1);
  } else if (op == EXPR_SHL && expr_is_const(t, expr_arg(t, e, 1)) && expr_const_u64(t, expr_arg(t, e, 1)) < width) {
    n = bits_needed(t, expr_arg(t, e, 0), depth + 1) + (uint32_t)expr_const_u64(t, expr_arg(t, e, 1));
  }
  return n < width ? n : width;
}

bool cfa_is_far(uint64_t offset) { return offset + CFA_REACH >= 2 * CFA_REACH; }

bool cfa_names_far(const ir_instr *i) {
  for (uint32_t k = 0; k < i->n_args; k++)
    if (i->args[k].kind == IR_OPERAND_GLOBAL && cfa_is_far(i->args[k].offset)) return true;
  return false;
}

// The object around whose address an address lies; 0: it lies around null.
static expr object_around(cwalk *w, expr address) {
  expr_table *t = w->c->terms;
  return cfa_object_part(w->c, expr_add(t, address, expr_const(t, cfa_pointer_bits(w->c), CFA_REACH)));
}

// Is a register of the running function nothing but the address of accesses?
static bool is_only_accessed(const cwalk *w, ir_reg r) {
  const ir_func_info *f = ir_func_get(w->c->ir, w->c->ctxs.data[w->ctx].func);
  for (uint32_t pc = 0; pc < f->n_code; pc++) {
    const ir_instr *i = &f->code[pc];
    bool access = i->op == IR_LOAD || i->op == IR_STORE || i->op == IR_RMW || i->op == IR_CAS;
    for (uint32_t k = access; k < i->n_args; k++)
      if (i->args[k].kind == IR_OPERAND_REG && i->args[k].value == r.id) return false;
  }
  return true;
}

// An access looks for its place in the objects that its address may point to, so that one of them alone is never missed.
static bool has_one_object(const cwalk *w, const ir_operand *o) {
  const cfa *c = w->c;
  const bitset *may = points_of(c->points, c->ctxs.data[w->ctx].func, o);
  uint32_t n = 0;
  for (uint32_t k = 1; k < c->objs.len; k++)
    n += c->objs.data[k].kind != COBJ_FUNC && bitset_has(may, c->objs.data[k].abstract);
  return n == 1;
}

// Steps from field to field, or to the next element, are not looked at: none of them leads far, and a loop would have to make very many.
expr cfa_leads_far(cwalk *w, const ir_instr *i) {
  enum { NEAR_BITS = 39, STEP_BITS = 13 };  // with sign
  cfa *c = w->c;
  expr_table *t = c->terms;
  expr no = expr_bool(t, false);
  if (i->op != IR_PTRADD || !is_pointer(c, &i->args[0])) return no;
  uint32_t bits = cfa_pointer_bits(c);
  expr a = cfa_operand(w, &i->args[0]), by = expr_resize(t, cfa_operand(w, &i->args[1]), bits, true),
       to = expr_add(t, a, by);
  if (!expr_is_const(t, a) && expr_is_const(t, by) && bits_needed(t, by, 0) <= STEP_BITS) return no;
  uint64_t base = (cfa_constant_part(t, a) + CFA_REACH) & ~(2 * CFA_REACH - 1);
  if (base && bits_needed(t, expr_sub(t, to, expr_const(t, bits, base)), 0) <= NEAR_BITS) return no;
  if (base && has_one_object(w, &i->args[0]) && is_only_accessed(w, i->dst)) return no;
  expr away = expr_ne(t, object_around(w, a), object_around(w, to)), near_null = expr_const(t, bits, CFA_NO_OBJECT);
  expr around = object_around(w, to), of_null = expr_eq(t, around, expr_const(t, expr_width(t, around), 0));
  expr is_small = expr_ult(t, expr_add(t, to, near_null), expr_add(t, near_null, near_null));
  return expr_or(t, away, expr_and(t, of_null, expr_not(t, is_small)));
}

static bool touches_float(const cfa *c, const ir_instr *i) {
  if (ir_type_get(c->ir, i->type)->kind == IR_TYPE_FLOAT) return i->op != IR_MOV && i->op != IR_SELECT;
  for (uint32_t k = 0; k < i->n_args; k++)
    if (ir_type_get(c->ir, i->args[k].type)->kind == IR_TYPE_FLOAT && i->op != IR_MOV && i->op != IR_SELECT)
      return true;
  return false;
}

static expr value_of(cwalk *w, const ir_instr *i, uint32_t width) {
  expr_table *t = w->c->terms;
  expr a = i->n_args > 0 ? cfa_operand(w, &i->args[0]) : EXPR_NONE;
  expr b = i->n_args > 1 ? cfa_operand(w, &i->args[1]) : EXPR_NONE;
  expr one = i->n_args == 1 ? terms_unary(t, i->op, a, width) : EXPR_NONE;
  if (expr_some(one)) return one;
  if (i->op == IR_SELECT) return expr_ite(t, a, b, cfa_operand(w, &i->args[2]));
  if (i->op == IR_PTRADD) return expr_add(t, a, expr_resize(t, b, cfa_pointer_bits(w->c), true));
  if (i->op == IR_PTRTOINT || i->op == IR_INTTOPTR) return EXPR_NONE;
  if (i->n_args == 2 && is_pointer(w->c, &i->args[0])) return on_pointers(w, i, a, b);
  return i->n_args == 2 ? terms_binary(t, i->op, a, b) : EXPR_NONE;
}

expr cfa_value(cwalk *w, const ir_instr *i) {
  if (touches_float(w->c, i)) return EXPR_NONE;
  uint32_t width = cfa_width(w->c, i->type);
  expr v = value_of(w, i, width);
  // A number that is taken for an address, or the other way round.
  return expr_some(v) && expr_width(w->c->terms, v) == width ? v : EXPR_NONE;
}
