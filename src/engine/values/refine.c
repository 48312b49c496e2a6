// What a condition that holds, or does not, says about the registers it was computed from, and about the memory they were loaded from.
#include "engine/values/values.h"

enum { MOST_DEPTH = 12 };

static reg *reg_at(const values *v, const vstate *s, uint64_t id) {
  return &s->regs[v->contexts.data[v->now].base + id];
}

// What was executed before a point for certain, backwards: the block, and the chain of those that alone lead to it.
typedef struct walk {
  const ir_func_info *f;
  const uint32_t *before;
  uint32_t block, pc, hops;
} walk;

static walk walk_from(values *v, uint32_t pc) {
  uint32_t func = v->contexts.data[v->now].func;
  return (walk){.f = &v->m->funcs[func], .before = vflow_before(v, func), .block = v->block, .pc = pc};
}

// To the instruction before; false: it is not known.
static bool walk_back(walk *w) {
  enum { MOST_HOPS = 8 };
  while (w->pc == w->f->blocks[w->block].first) {
    w->block = w->before[w->block];
    if (!w->block || w->hops++ == MOST_HOPS) return false;
    w->pc = w->f->blocks[w->block].first + w->f->blocks[w->block].count;
  }
  w->pc--;
  return true;
}

// The instruction before pc that gave the register its value; NULL: it is older.
static const ir_instr *definition(values *v, uint64_t id, uint32_t pc, uint32_t *at) {
  for (walk w = walk_from(v, pc); walk_back(&w);) {
    if (w.f->code[w.pc].dst.id != id) continue;
    *at = w.pc;
    return &w.f->code[w.pc];
  }
  return NULL;
}

// Does the operand have the value at pc that it had at `from`, a definition found from there?
static bool is_same_since(values *v, const ir_operand *o, uint32_t from, uint32_t pc) {
  if (o->kind != IR_OPERAND_REG) return true;
  for (walk w = walk_from(v, pc); walk_back(&w);) {
    if (w.f->code[w.pc].dst.id == o->value) return false;
    if (w.pc == from) return true;
  }
  return false;
}

static void refine_memory(values *v, vstate *s, const reg *r, val a) {
  piece *p = vmem_find(s, r->obj);
  if (!p) return;
  slot *at = content_slot(v, &p->c, r->obj, number_one((wide)r->off), r->size);
  if (!at->mixed && at->size == r->size && at->end - at->start == at->step) at->v = a;
}

static void set_refined(values *v, vstate *s, uint32_t pc, const ir_operand *o, val a, uint32_t depth);

// The operand was computed from others by what can be turned back.
static void refine_origin(values *v, vstate *s, uint32_t pc, const ir_operand *o, number n, uint32_t depth) {
  uint32_t at;
  const ir_instr *d = definition(v, o->value, pc, &at);
  if (!d || d->n_args == 0 || d->args[0].kind != IR_OPERAND_REG || !is_same_since(v, &d->args[0], at, pc)) return;
  val old = reg_at(v, s, d->args[0].value)->v;
  uint32_t bits = val_bits(v, d->args[0].type);
  if (old.ptrs || bits > NUMBER_MOST_BITS) return;
  number cut = old.n;
  if (d->op == IR_MOV)
    cut = number_cut(cut, n.lo, n.hi);
  else if (d->op == IR_SEXT && bits > 1)
    cut = number_cut(cut, n.lo, n.hi);
  else if (d->op == IR_ZEXT && n.lo >= 0 && n.hi <= number_greatest(bits))
    cut = number_cut(cut, n.lo, n.hi);
  else if ((d->op == IR_ADD || d->op == IR_SUB) && bits > 1 && bits <= 64 && d->args[1].kind == IR_OPERAND_INT) {
    wide c = number_fit(number_one((wide)d->args[1].value), bits).lo * (d->op == IR_ADD ? 1 : -1);
    bool wraps = old.n.lo + c < number_least(bits) || old.n.hi + c > number_greatest(bits);
    if (!wraps) cut = number_cut(cut, n.lo - c, n.hi - c);
  }
  if (number_same(cut, old.n)) return;
  if (bits == 1 && cut.lo == cut.hi)
    refine_condition(v, s, pc, &d->args[0], cut.lo == 1, depth + 1);
  else
    set_refined(v, s, pc, &d->args[0], val_number(cut), depth + 1);
}

static void set_refined(values *v, vstate *s, uint32_t pc, const ir_operand *o, val a, uint32_t depth) {
  if (o->kind != IR_OPERAND_REG) {
    if (val_is_none(a)) s->reached = false;
    return;
  }
  reg *r = reg_at(v, s, o->value);
  bool same = val_same(r->v, a);
  r->v = a;
  if (val_is_none(a)) {
    s->reached = false;
    return;
  }
  if (same || depth > MOST_DEPTH) return;
  uint32_t bits = val_bits(v, o->type);
  if (r->obj && bits == r->size * 8) refine_memory(v, s, r, a);
  if (!a.ptrs) refine_origin(v, s, pc, o, a.n, depth);
}

static void refine_comparison(values *v, vstate *s, uint32_t pc, uint32_t at, const ir_instr *d, bool truth,
                              uint32_t depth) {
  const ir_operand *x = &d->args[0], *y = &d->args[1];
  if (!is_same_since(v, x, at, pc) || !is_same_since(v, y, at, pc)) return;
  uint32_t bits = val_bits(v, x->type);
  if (bits > NUMBER_MOST_BITS) return;
  val a = step_operand(v, s, x), b = step_operand(v, s, y);
  bool equal = (d->op == IR_EQ) == truth, is_equality = d->op == IR_EQ || d->op == IR_NE;
  if (a.ptrs || b.ptrs) {  // an address is not null
    if (!is_equality || a.uninit || b.uninit) return;
    if (val_only_zero(b)) {
      a.n = equal ? number_cut(a.n, 0, 0) : number_is_one(a.n, 0) ? number_none() : a.n;
      if (equal) a.ptrs = 0;
      set_refined(v, s, pc, x, a, depth);
    } else if (val_only_zero(a)) {
      b.n = equal ? number_cut(b.n, 0, 0) : number_is_one(b.n, 0) ? number_none() : b.n;
      if (equal) b.ptrs = 0;
      set_refined(v, s, pc, y, b, depth);
    }
    return;
  }
  number_refine(d->op, truth, &a.n, &b.n, bits);
  set_refined(v, s, pc, x, a, depth);
  if (s->reached) set_refined(v, s, pc, y, b, depth);
}

// The select yields `truth`, and one of its arms does not: the other one was taken.
static void refine_choice(values *v, vstate *s, uint32_t pc, const ir_instr *d, bool truth, uint32_t depth) {
  val yes = step_operand(v, s, &d->args[1]), no = step_operand(v, s, &d->args[2]);
  bool may_yes = yes.ptrs || number_has(yes.n, truth), may_no = no.ptrs || number_has(no.n, truth);
  if (may_yes && may_no) return;
  refine_condition(v, s, pc, &d->args[0], may_yes, depth + 1);
  refine_condition(v, s, pc, &d->args[may_yes ? 1 : 2], truth, depth + 1);
}

void refine_condition(values *v, vstate *s, uint32_t pc, const ir_operand *o, bool truth, uint32_t depth) {
  uint32_t at;
  if (o->kind != IR_OPERAND_REG || !s->reached || depth > MOST_DEPTH) return;
  val c = reg_at(v, s, o->value)->v;
  if (c.ptrs) return;
  c.n = number_cut(c.n, truth, truth);
  set_refined(v, s, pc, o, c, depth);
  const ir_instr *d = s->reached ? definition(v, o->value, pc, &at) : NULL;
  if (!d) return;
  bool in_place = true;
  for (uint32_t k = 0; k < d->n_args; k++) in_place &= is_same_since(v, &d->args[k], at, pc);
  if (d->op >= IR_EQ && d->op <= IR_SLE) {
    refine_comparison(v, s, pc, at, d, truth, depth);
  } else if (!in_place) {
    return;
  } else if ((d->op == IR_AND && truth) || (d->op == IR_OR && !truth)) {
    refine_condition(v, s, pc, &d->args[0], truth, depth + 1);
    refine_condition(v, s, pc, &d->args[1], truth, depth + 1);
  } else if (d->op == IR_MOV) {
    refine_condition(v, s, pc, &d->args[0], truth, depth + 1);
  } else if (d->op == IR_NOT) {
    refine_condition(v, s, pc, &d->args[0], !truth, depth + 1);
  } else if (d->op == IR_XOR && d->args[1].kind == IR_OPERAND_INT) {
    refine_condition(v, s, pc, &d->args[0], truth != (d->args[1].value & 1), depth + 1);
  } else if (d->op == IR_SELECT) {
    refine_choice(v, s, pc, d, truth, depth);
  }
}

void refine_value(values *v, vstate *s, uint32_t pc, const ir_operand *o, number n) {
  set_refined(v, s, pc, o, val_number(n), 0);
}
