// What one instruction does to what holds before it.
#include "engine/values/values.h"

val step_operand(values *v, const vstate *s, const ir_operand *o) {
  switch (o->kind) {
  case IR_OPERAND_REG: return s->regs[v->contexts.data[v->now].base + o->value].v;
  case IR_OPERAND_NULL: return val_number(number_one(0));
  case IR_OPERAND_GLOBAL: return val_target(v, (uint32_t)o->value, number_one((wide)o->offset));
  case IR_OPERAND_FUNC: return val_target(v, FUNC_BASE + (uint32_t)o->value, number_one(0));
  case IR_OPERAND_PROC: return val_number(number_one((wide)o->value));
  case IR_OPERAND_INT: {
    uint32_t bits = val_bits(v, o->type);
    if (ir_type_get(v->m, o->type)->kind != IR_TYPE_INT) return val_number(number_top(bits));
    return val_number(bits == 1 ? number_one(o->value & 1) : number_fit(number_one((wide)o->value), bits));
  }
  case IR_OPERAND_WIDE: {
    uint32_t bits = val_bits(v, o->type);
    if (ir_type_get(v->m, o->type)->kind != IR_TYPE_INT || bits > NUMBER_MOST_BITS) break;
    unsigned __int128 all = (unsigned __int128)o->limbs[1] << 64 | o->limbs[0];
    if (bits < 128 && all >> (bits - 1) & 1) all |= ~(unsigned __int128)0 << bits;
    return val_number(number_one((wide)all));
  }
  case IR_OPERAND_NONE:
  case IR_OPERAND_UPDATE: break;
  }
  return val_number(
      number_top(o->type.id && val_bits(v, o->type) < NUMBER_MOST_BITS ? val_bits(v, o->type) : NUMBER_MOST_BITS));
}

void step_set(values *v, vstate *s, uint32_t dst, val a) {
  if (!dst) return;
  if (val_is_none(a)) s->reached = false;  // no run comes here
  s->regs[v->contexts.data[v->now].base + dst] = (reg){.v = a};
}

// --- computing with addresses --------------------------------------------------------------------------------------------

static val shifted(values *v, val a, number by, bool minus) {
  const target_set *set = val_targets(v, a);
  target all[MOST_TARGETS];
  if (number_is_none(by)) return val_none();
  for (uint32_t i = 0; i < set->n; i++) {
    all[i] = set->data[i];
    all[i].at = number_binary(minus ? IR_SUB : IR_ADD, set->data[i].at, by, 64);
  }
  return val_with(v, a, all, set->n);
}

// Is there one object, and is it the same for both?
static bool same_object(const values *v, const vstate *s, val a, val b, number *x, number *y) {
  const target_set *m = val_targets(v, a), *n = val_targets(v, b);
  if (m->n != 1 || n->n != 1 || !number_is_none(a.n) || !number_is_none(b.n) || m->data[0].obj != n->data[0].obj)
    return false;
  uint32_t obj = m->data[0].obj;
  *x = m->data[0].at;
  *y = n->data[0].at;
  return obj >= FUNC_BASE || vmem_find(s, obj) || vmem_unique(v, obj);
}

static val difference(values *v, vstate *s, val a, val b) {
  number x, y;
  if (!same_object(v, s, a, b, &x, &y))
    values_give_up(v, "the distance of two addresses is not known");
  else
    return val_number(number_binary(IR_SUB, x, y, 64));
  return val_number(number_top(64));
}

static val sum(values *v, vstate *s, const ir_instr *i, val a, val b) {
  bool minus = i->op == IR_SUB;
  if (a.ptrs && b.ptrs && minus) return difference(v, s, a, b);
  if ((a.ptrs && b.ptrs) || (b.ptrs && minus)) {
    values_give_up(v, "addresses are computed with");
    return a;
  }
  val r = a.ptrs ? shifted(v, a, b.n, minus) : shifted(v, b, a.n, false);
  r.n = number_binary(i->op, a.n, b.n, val_bits(v, i->type));
  return r;
}

// May the targets be the start of one object and the end of another, or of an unknown place?
static bool lies_inside(const values *v, const target *t) {
  return t->obj >= FUNC_BASE || (t->at.lo >= 0 && t->at.hi < (wide)v->objects.data[t->obj].least);
}

static bool is_reused(const values *v, const target *t) { return t->obj < FUNC_BASE && v->objects.data[t->obj].reused; }

// Others may lie where it has been.
static bool may_end(const values *v, const target *t) {
  if (t->obj >= FUNC_BASE) return false;
  return v->objects.data[t->obj].kind != OBJECT_GLOBAL || v->m->globals[t->obj].is_thread_local;
}

// `numbers`: in integers, where the pass `reuse` does not look for addresses that only stood in memory before.
static number compare_targets(values *v, const vstate *s, const target *a, const target *b, bool numbers) {
  if (a->obj != b->obj) {
    if (is_reused(v, a) && is_reused(v, b)) return number_top(1);
    if (numbers && may_end(v, a) && may_end(v, b)) values_give_up(v, "addresses are compared in integers");
    if (!lies_inside(v, a) || !lies_inside(v, b)) values_give_up(v, "addresses outside of their objects are compared");
    return number_one(0);
  }
  number same = number_compare(IR_EQ, a->at, b->at, 64);
  bool one = a->obj >= FUNC_BASE || vmem_find(s, a->obj) || vmem_unique(v, a->obj);
  return one ? same : number_top(1);
}

// No object lies in the first and the last 4096 bytes.
static bool is_no_address(number n) { return number_is_none(n) || (n.lo >= -4096 && n.hi < 4096); }

static number equal_values(values *v, const vstate *s, val a, val b, uint32_t bits, bool numbers) {
  const target_set *m = val_targets(v, a), *n = val_targets(v, b);
  number r = number_compare(IR_EQ, a.n, b.n, bits);
  if ((m->n && !is_no_address(b.n)) || (n->n && !is_no_address(a.n)))
    values_give_up(v, "an address is compared with a number");
  if ((m->n && !number_is_none(b.n)) || (n->n && !number_is_none(a.n))) r = number_join(r, number_one(0));
  for (uint32_t x = 0; x < m->n; x++)
    for (uint32_t y = 0; y < n->n; y++) r = number_join(r, compare_targets(v, s, &m->data[x], &n->data[y], numbers));
  return r;
}

// The order of an address and a number that is none: small ones are below all objects, those of the last bytes above.
static number order_with_number(number n, bool number_first) { return number_one((n.lo >= 0) == number_first); }

static bool all_inside(const values *v, val a) {
  const target_set *set = val_targets(v, a);
  for (uint32_t i = 0; i < set->n; i++)
    if (!lies_inside(v, &set->data[i])) return false;
  return true;
}

static number compare(values *v, const vstate *s, const ir_instr *i, val a, val b) {
  uint32_t bits = val_bits(v, i->args[0].type);
  number x, y;
  if (!a.ptrs && !b.ptrs) return number_compare(i->op, a.n, b.n, bits);
  bool numbers = ir_type_get(v->m, i->args[0].type)->kind == IR_TYPE_INT;
  if (i->op == IR_EQ) return equal_values(v, s, a, b, bits, numbers);
  if (i->op == IR_NE) return number_unary(IR_NOT, equal_values(v, s, a, b, bits, numbers), 1);
  bool is_order = i->op == IR_ULT || i->op == IR_ULE;
  number n = a.ptrs ? b.n : a.n;
  bool one_side = is_order && (!a.ptrs || !b.ptrs) && is_no_address(n) && (n.lo >= 0 || n.hi < 0) &&
                  all_inside(v, a.ptrs ? a : b);
  if (one_side) return number_join(number_compare(i->op, a.n, b.n, bits), order_with_number(n, !a.ptrs));
  if (!same_object(v, s, a, b, &x, &y) || x.lo < 0 || y.lo < 0) {
    values_give_up(v, "the order of addresses is not known");
    return number_top(1);
  }
  return number_compare(i->op == IR_ULT ? IR_SLT : i->op == IR_ULE ? IR_SLE : i->op, x, y, 64);
}

// --- computing -----------------------------------------------------------------------------------------------------------

static val binary(values *v, vstate *s, const ir_instr *i) {
  val a = step_operand(v, s, &i->args[0]), b = step_operand(v, s, &i->args[1]);
  uint32_t bits = val_bits(v, i->type);
  if (bits > NUMBER_MOST_BITS) values_give_up(v, "numbers as wide as these");
  if ((a.ptrs || b.ptrs) && (i->op == IR_ADD || i->op == IR_SUB)) return sum(v, s, i, a, b);
  if (a.ptrs || b.ptrs) values_give_up(v, "addresses are computed with");
  return val_number(number_binary(i->op, a.n, b.n, bits));
}

static val convert(values *v, vstate *s, const ir_instr *i) {
  val a = step_operand(v, s, &i->args[0]);
  uint32_t from = val_bits(v, i->args[0].type), to = val_bits(v, i->type);
  if (from > NUMBER_MOST_BITS || to > NUMBER_MOST_BITS) values_give_up(v, "numbers as wide as these");
  if (a.ptrs) values_give_up(v, "addresses are computed with");
  return val_number(number_convert(i->op, a.n, from, to));
}

static val choose(values *v, vstate *s, const ir_instr *i) {
  number c = step_operand(v, s, &i->args[0]).n;
  val a = step_operand(v, s, &i->args[1]), b = step_operand(v, s, &i->args[2]);
  return number_is_one(c, 1) ? a : number_is_one(c, 0) ? b : val_join(v, a, b);
}

static val move_pointer(values *v, vstate *s, const ir_instr *i) {
  val a = step_operand(v, s, &i->args[0]), by = step_operand(v, s, &i->args[1]);
  if (by.ptrs) values_give_up(v, "addresses are computed with");
  val r = shifted(v, a, by.n, false);
  r.n = number_binary(IR_ADD, a.n, by.n, v->m->pointer_bits);
  return r;
}

static bool compute(values *v, vstate *s, const ir_instr *i) {
  switch ((int)i->op) {
  case IR_ADD:
  case IR_SUB:
  case IR_MUL:
  case IR_UDIV:
  case IR_SDIV:
  case IR_UREM:
  case IR_SREM:
  case IR_SHL:
  case IR_LSHR:
  case IR_ASHR:
  case IR_AND:
  case IR_OR:
  case IR_XOR: step_set(v, s, i->dst.id, binary(v, s, i)); return true;
  case IR_NOT:
  case IR_NEG: {
    val a = step_operand(v, s, &i->args[0]);
    if (a.ptrs || val_bits(v, i->type) > NUMBER_MOST_BITS) values_give_up(v, "addresses are computed with");
    step_set(v, s, i->dst.id, val_number(number_unary(i->op, a.n, val_bits(v, i->type))));
    return true;
  }
  case IR_EQ:
  case IR_NE:
  case IR_ULT:
  case IR_ULE:
  case IR_SLT:
  case IR_SLE: {
    val a = step_operand(v, s, &i->args[0]), b = step_operand(v, s, &i->args[1]);
    if (val_bits(v, i->args[0].type) > NUMBER_MOST_BITS) values_give_up(v, "numbers as wide as these");
    step_set(v, s, i->dst.id, val_number(compare(v, s, i, a, b)));
    return true;
  }
  case IR_ZEXT:
  case IR_SEXT:
  case IR_TRUNC: step_set(v, s, i->dst.id, convert(v, s, i)); return true;
  case IR_MOV:
  case IR_PTRTOINT:
  case IR_INTTOPTR: {
    const reg *from = i->args[0].kind == IR_OPERAND_REG ? &s->regs[v->contexts.data[v->now].base + i->args[0].value]
                                                        : NULL;
    reg r = from ? *from : (reg){0};
    r.v = step_operand(v, s, &i->args[0]);
    step_set(v, s, i->dst.id, r.v);
    s->regs[v->contexts.data[v->now].base + i->dst.id] = r;
    return true;
  }
  case IR_SELECT: step_set(v, s, i->dst.id, choose(v, s, i)); return true;
  case IR_PTRADD: step_set(v, s, i->dst.id, move_pointer(v, s, i)); return true;
  case IR_PTRDIFF: {
    val a = step_operand(v, s, &i->args[0]), b = step_operand(v, s, &i->args[1]);
    step_set(v, s, i->dst.id, difference(v, s, a, b));
    return true;
  }
  case IR_APART: step_set(v, s, i->dst.id, val_number(number_top(1))); return true;
  case IR_FADD:
  case IR_FSUB:
  case IR_FMUL:
  case IR_FDIV:
  case IR_FREM:
  case IR_FNEG:
  case IR_FCONV:
  case IR_STOF:
  case IR_UTOF: step_set(v, s, i->dst.id, val_top(v, i->type)); return true;
  case IR_FCMP: step_set(v, s, i->dst.id, val_number(number_top(1))); return true;
  case IR_NONDET: step_set(v, s, i->dst.id, val_top(v, i->type)); return true;
  }
  return false;
}

// --- mutexes -------------------------------------------------------------------------------------------------------------

// Number of the mutex, MOST_LOCKS: it is not told apart.
static uint32_t lock_number(values *v, val address, bool word) {
  const target_set *set = val_targets(v, address);
  if (set->n != 1 || !number_is_none(address.n)) return MOST_LOCKS;
  target t = set->data[0];
  if (t.obj > v->m->n_globals || v->m->globals[t.obj].is_thread_local || t.at.lo != t.at.hi) return MOST_LOCKS;
  for (uint32_t k = 0; k < v->locks.len; k++)
    if (v->locks.data[k].obj == t.obj && v->locks.data[k].at.lo == t.at.lo && (v->words >> k & 1) == word) return k;
  if (v->locks.len == MOST_LOCKS || v->protects) return MOST_LOCKS;
  uint64_t bit = (uint64_t)1 << v->locks.len;
  vec_push(&v->locks, t);
  if (word) v->words |= bit;
  if (!word && v->objects.data[t.obj].loose) v->barred |= bit;
  for (size_t i = 0; i < v->spoiled.len && word; i++)
    if (v->spoiled.data[i].obj == t.obj && v->spoiled.data[i].at.hi >= t.at.lo &&
        v->spoiled.data[i].at.lo < t.at.lo + 8)
      v->barred |= bit;
  return (uint32_t)v->locks.len - 1;
}

// --- memory --------------------------------------------------------------------------------------------------------------

static bool is_pointer(const values *v, ir_type t) { return ir_type_get(v->m, t)->kind == IR_TYPE_PTR; }

// From memory to a register of the type.
static val loaded(values *v, val a, ir_type t) {
  uint32_t bits = val_bits(v, t), whole = (uint32_t)ir_type_get(v->m, t)->size * 8;
  if (a.uninit && v->ctx->sem->options.checks >> IR_CHECK_UNINIT & 1)
    values_unproved(v, "an indeterminate value may be read");
  if (a.uninit && is_pointer(v, t)) values_unproved(v, "an indeterminate pointer may be read");
  if (a.ptrs && bits < v->m->pointer_bits) values_give_up(v, "a part of an address is read");
  if (a.uninit && !is_pointer(v, t))
    a.n = number_top(bits);
  else if (bits == 1)
    a.n = number_convert(IR_TRUNC, a.n, 8, 1);
  else if (bits < whole)
    a.n = number_top(bits);
  else
    a.n = number_fit(a.n, bits);
  a.uninit = false;
  return a;
}

static val stored(const values *v, val a, ir_type t) {
  uint32_t bits = val_bits(v, t), whole = (uint32_t)ir_type_get(v->m, t)->size * 8;
  if (bits > 1 && bits < whole) a.n = number_top(whole < 128 ? whole : 128);
  return a;
}

static void load(values *v, vstate *s, const ir_instr *i) {
  reg from = {0};
  val a = loaded(v, vmem_load(v, s, step_operand(v, s, &i->args[0]), ir_type_get(v->m, i->type)->size, &from), i->type);
  step_set(v, s, i->dst.id, a);
  from.v = a;
  s->regs[v->contexts.data[v->now].base + i->dst.id] = from;
}

static void store(values *v, vstate *s, const ir_instr *i, val what, bool maybe) {
  vmem_store(v, s, step_operand(v, s, &i->args[0]), ir_type_get(v->m, i->type)->size, stored(v, what, i->type), maybe);
}

// A word of memory is a mutex if it is written in two ways alone: from zero to something else, by who holds it then, and to zero by
// who holds it. That its value is exactly zero here is a fact of this moment: it is a piece.
static void store_word(values *v, vstate *s, const ir_instr *i) {
  val address = step_operand(v, s, &i->args[0]), what = step_operand(v, s, &i->args[1]);
  uint64_t size = ir_type_get(v->m, i->type)->size;
  const target_set *set = val_targets(v, address);
  bool plain = set->n == 1 && set->data[0].obj <= v->m->n_globals && number_is_none(address.n) && size <= 8 &&
               !what.ptrs;
  bool takes = plain && !number_has(what.n, 0) && vmem_piece(v, s, set->data[0].obj) &&
               val_only_zero(vmem_load(v, s, address, size, NULL));
  uint32_t which = takes || (plain && val_only_zero(what)) ? lock_number(v, address, true) : MOST_LOCKS;
  bool leaves = which < MOST_LOCKS && !takes && s->locks >> which & 1;
  v->lawful = which < MOST_LOCKS && (takes || leaves);
  store(v, s, i, what, false);
  v->lawful = false;
  if (which == MOST_LOCKS || !s->reached) return;
  if (takes) s->locks |= (uint64_t)1 << which;
  if (!leaves) return;
  s->locks &= ~((uint64_t)1 << which);
  vmem_give_back(v, s);
}

static number updated(ir_rmw sub, number old, number by, uint32_t bits) {
  switch (sub) {
  case IR_RMW_ADD: return number_binary(IR_ADD, old, by, bits);
  case IR_RMW_SUB: return number_binary(IR_SUB, old, by, bits);
  case IR_RMW_MUL: return number_binary(IR_MUL, old, by, bits);
  case IR_RMW_AND: return number_binary(IR_AND, old, by, bits);
  case IR_RMW_OR: return number_binary(IR_OR, old, by, bits);
  case IR_RMW_XOR: return number_binary(IR_XOR, old, by, bits);
  case IR_RMW_UMIN:
  case IR_RMW_UMAX:
  case IR_RMW_SMIN:
  case IR_RMW_SMAX: return number_join(old, by);
  case IR_RMW_XCHG:
  case IR_RMW_COUNT: break;
  }
  return by;
}

static void update(values *v, vstate *s, const ir_instr *i) {
  uint64_t size = ir_type_get(v->m, i->type)->size;
  val old = loaded(v, vmem_load(v, s, step_operand(v, s, &i->args[0]), size, NULL), i->type);
  val by = step_operand(v, s, &i->args[1]);
  if (i->sub != IR_RMW_XCHG && (old.ptrs || by.ptrs)) values_give_up(v, "addresses are computed with");
  val made = i->sub == IR_RMW_XCHG ? by : val_number(updated((ir_rmw)i->sub, old.n, by.n, val_bits(v, i->type)));
  store(v, s, i, made, false);
  vmem_refresh(v, s, &old);
  step_set(v, s, i->dst.id, old);
}

static void exchange(values *v, vstate *s, const ir_instr *i) {
  uint64_t size = ir_type_get(v->m, i->type)->size;
  val old = loaded(v, vmem_load(v, s, step_operand(v, s, &i->args[0]), size, NULL), i->type);
  val expected = step_operand(v, s, &i->args[1]);
  if (old.ptrs || expected.ptrs) equal_values(v, s, old, expected, v->m->pointer_bits, false);
  store(v, s, i, step_operand(v, s, &i->args[2]), true);
  vmem_refresh(v, s, &old);
  step_set(v, s, i->dst.id, old);
}

static bool has_pointers(const ir_module *m, ir_type t) {
  const ir_type_info *info = ir_type_get(m, t);
  if (info->kind == IR_TYPE_ARRAY) return has_pointers(m, info->elem);
  if (info->kind != IR_TYPE_RECORD) return info->kind == IR_TYPE_PTR;
  for (uint32_t f = 0; f < info->n_fields; f++)
    if (has_pointers(m, info->fields[f].type)) return true;
  return false;
}

static void draw_memory(values *v, vstate *s, const ir_instr *i) {
  uint64_t size = ir_type_get(v->m, i->type)->size;
  val to = step_operand(v, s, &i->args[0]);
  vmem_access(v, s, to, number_one((wide)size));
  if (has_pointers(v->m, i->type))
    values_give_up(v, "a pointer is an input");
  else if (ir_type_is_scalar(v->m, i->type) && size <= 16)
    vmem_store(v, s, to, size, val_number(number_top((uint32_t)size * 8)), false);
  else
    vmem_smear(v, s, to, size, val_number(number_top(128)));
}

static void make(values *v, vstate *s, uint32_t pc, const ir_instr *i) {
  number count = step_operand(v, s, &i->args[0]).n;
  bool heap = i->op == IR_NEW;
  if (heap && v->ctx->sem->options.checks >> IR_CHECK_LEAK & 1) values_give_up(v, "heap objects are made");
  if (number_is_none(count)) return;
  uint32_t obj = vmem_site(v, pc, heap ? OBJECT_HEAP : OBJECT_LOCAL, i->type, count, i->flags & IR_UNINIT);
  if (i->flags & IR_REUSED) vmem_object(v, obj)->reused = vmem_object(v, obj + 1)->reused = true;
  bool constant = i->flags & IR_CONST || (!heap && ir_type_get(v->m, i->type)->has_const);
  if (constant) vmem_object(v, obj)->constant = vmem_object(v, obj + 1)->constant = true;
  bool again = !heap && vflow_comes_again(v, v->contexts.data[v->now].func, pc);
  if (!again || !vmem_make_again(v, s, obj))
    vmem_make(v, s, obj);
  else
    obj++;
  step_set(v, s, i->dst.id, val_target(v, obj, number_one(0)));
}

static void tell_size(values *v, vstate *s, const ir_instr *i) {
  val a = step_operand(v, s, &i->args[0]);
  const target_set *set = val_targets(v, a);
  number n = number_none();
  vmem_access(v, s, a, number_one(0));
  for (uint32_t k = 0; k < set->n; k++) {
    if (set->data[k].obj >= FUNC_BASE) continue;
    const object *o = &v->objects.data[set->data[k].obj];
    vflow_note_read(v, set->data[k].obj);
    n = number_join(n, number_between((wide)o->least, (wide)o->most));
  }
  step_set(v, s, i->dst.id, val_number(n));
}

static bool writes(const ir_instr *i) {
  switch ((int)i->op) {
  case IR_STORE:
  case IR_COPY:
  case IR_FILL: return !(i->flags & IR_INIT);
  case IR_RMW:
  case IR_CAS:
  case IR_NONDET_MEM: return true;
  }
  return false;
}

static bool touch_memory(values *v, vstate *s, uint32_t pc, const ir_instr *i) {
  if (writes(i)) vmem_writes(v, step_operand(v, s, &i->args[0]));
  switch ((int)i->op) {
  case IR_LOAD: load(v, s, i); return true;
  case IR_STORE: store_word(v, s, i); return true;
  case IR_RMW: update(v, s, i); return true;
  case IR_CAS: exchange(v, s, i); return true;
  case IR_COPY:
    vmem_copy(v, s, step_operand(v, s, &i->args[0]), step_operand(v, s, &i->args[1]),
              step_operand(v, s, &i->args[2]).n);
    return true;
  case IR_FILL:
    vmem_fill(v, s, step_operand(v, s, &i->args[0]), step_operand(v, s, &i->args[1]),
              step_operand(v, s, &i->args[2]).n);
    return true;
  case IR_LOCAL:
  case IR_NEW: make(v, s, pc, i); return true;
  case IR_END: vmem_end(v, s, step_operand(v, s, &i->args[0])); return true;
  case IR_SEAL:
    if (v->ctx->sem->options.checks >> IR_CHECK_READ_ONLY & 1) values_unproved(v, "an object becomes a constant");
    return true;
  case IR_FREE:
    if (i->text && v->ctx->sem->options.checks >> IR_CHECK_DOUBLE_FREE & 1)
      values_unproved(v, "an object may be deleted as one of another class");
    vmem_free(v, s, step_operand(v, s, &i->args[0]));
    return true;
  case IR_SIZE: tell_size(v, s, i); return true;
  case IR_VALID: step_set(v, s, i->dst.id, val_number(number_top(1))); return true;
  case IR_SHADOW:
    step_set(v, s, i->dst.id, vmem_shadow(v, s, step_operand(v, s, &i->args[0]), ir_type_get(v->m, i->type)->size));
    return true;
  case IR_NONDET_MEM: draw_memory(v, s, i); return true;
  case IR_WRITE: vmem_access(v, s, step_operand(v, s, &i->args[1]), step_operand(v, s, &i->args[2]).n); return true;
  }
  return false;
}

// --- mutexes and regions ---------------------------------------------------------------------------------------------------

static void unlock(values *v, vstate *s, val address) {
  uint32_t which = lock_number(v, address, false);
  const target_set *set = val_targets(v, address);
  for (uint32_t i = 0; i < set->n && which == MOST_LOCKS; i++) {
    if (set->data[i].obj >= FUNC_BASE) continue;
    v->objects.data[set->data[i].obj].loose = true;
    for (uint32_t k = 0; k < v->locks.len; k++) {
      if (v->locks.data[k].obj != set->data[i].obj) continue;
      vmem_bar(v, k);
      s->locks &= ~((uint64_t)1 << k);
    }
  }
  if (which < MOST_LOCKS) {
    if (!(s->locks >> which & 1)) vmem_bar(v, which);
    s->locks &= ~((uint64_t)1 << which);
  }
  vmem_give_back(v, s);
}

// Who waits inside of an atomic region lets others run.
static void let_others(values *v, vstate *s) {
  uint64_t region = s->locks & LOCK_REGION;
  s->locks &= ~LOCK_REGION;
  vmem_give_back(v, s);
  s->locks |= region;
}

static void hold(values *v, vstate *s, const ir_instr *i) {
  val address = step_operand(v, s, &i->args[0]);
  uint32_t which = lock_number(v, address, false);
  vmem_access(v, s, address, number_one(1));
  switch ((int)i->op) {
  case IR_LOCK:
    let_others(v, s);
    if (which < MOST_LOCKS) s->locks |= (uint64_t)1 << which;
    break;
  case IR_UNLOCK: unlock(v, s, address); break;
  case IR_TRYLOCK: step_set(v, s, i->dst.id, val_number(number_top(1))); break;
  case IR_HOLDS: {  // unless another one has unlocked it since
    bool certain = which < MOST_LOCKS && s->locks >> which & 1 && !(v->barred >> which & 1);
    step_set(v, s, i->dst.id, val_number(certain ? number_one(1) : number_top(1)));
    break;
  }
  }
}

static void leave_region(values *v, vstate *s) {
  if (s->depth == 0)
    values_give_up(v, "an atomic region ends that did not begin");
  else
    s->depth--;
  if (s->depth == 0) s->locks &= ~LOCK_REGION;
  vmem_give_back(v, s);
}

// --- everything ------------------------------------------------------------------------------------------------------------

static void judge(values *v, vstate *s, uint32_t pc, const ir_instr *i) {
  if (!(v->ctx->sem->options.checks >> i->sub & 1)) return;
  number c = step_operand(v, s, &i->args[0]).n;
  if (!number_is_one(c, 1)) values_unproved(v, ir_check_message((ir_check)i->sub));
  if (number_is_one(c, 0))
    s->reached = false;
  else
    refine_condition(v, s, pc, &i->args[0], true, 0);
}

static void demand(values *v, vstate *s, uint32_t pc, const ir_instr *i) {
  if (number_is_one(step_operand(v, s, &i->args[0]).n, 0))
    s->reached = false;
  else
    refine_condition(v, s, pc, &i->args[0], true, 0);
}

bool step_instr(values *v, vstate *s, uint32_t pc) {
  const ir_instr *i = &v->m->funcs[v->contexts.data[v->now].func].code[pc];
  if (compute(v, s, i) || touch_memory(v, s, pc, i)) return s->reached;
  switch ((int)i->op) {
  case IR_CHECK: judge(v, s, pc, i); return s->reached;
  case IR_ASSUME:
  case IR_AWAIT: demand(v, s, pc, i); return s->reached;
  case IR_LOCK:
  case IR_UNLOCK:
  case IR_TRYLOCK:
  case IR_HOLDS: hold(v, s, i); return s->reached;
  case IR_LIFE:
    if (i->sub == IR_LIFE_ANEW) values_give_up(v, "an object begins anew");
    vmem_access(v, s, step_operand(v, s, &i->args[0]), number_one(1));
    return s->reached;
  case IR_DETACH: return true;
  case IR_ATOMIC_BEGIN:
    if (s->depth == UINT8_MAX) values_give_up(v, "atomic regions are nested too deeply");
    s->depth++;
    s->locks |= LOCK_REGION;
    return true;
  case IR_ATOMIC_END: leave_region(v, s); return true;
  case IR_AWAIT_BEGIN: let_others(v, s); return true;
  case IR_JOIN:
    if (step_operand(v, s, &i->args[0]).ptrs) values_give_up(v, "a pointer is used as a process");
    let_others(v, s);
    return true;
  case IR_SELF:
    if (is_pointer(v, i->type)) values_give_up(v, "the argument of the process is asked for");
    step_set(v, s, i->dst.id, val_number(vflow_process(v)));
    return true;
  case IR_CALL: return vflow_call(v, s, pc);
  case IR_SPAWN: vflow_spawn(v, s, pc); return s->reached;
  case IR_START: vflow_start(v, s); return false;
  case IR_STOP:
  case IR_EXIT:
    if (i->op == IR_EXIT) {
      for (uint32_t c = v->now; c; c = v->contexts.data[c].parent) v->contexts.data[c].returns = true;
      vmem_give_back_all(v, s);
    }
    return false;
  case IR_OUTPUT:
  case IR_FENCE:
  case IR_RELAX:
  case IR_DECLARE:
  case IR_BOUND:
  case IR_SENSITIVE:
  case IR_NAME:
  case IR_STEP: return true;
  case IR_UNSUPPORTED: values_give_up(v, i->text); return false;
  case IR_JUMP:
  case IR_BRANCH:
  case IR_SWITCH:
  case IR_RETURN: return true;
  }
  values_give_up(v, ir_op_text(i->op));
  return false;
}
