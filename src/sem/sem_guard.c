// Guards of awaits that are looked at without a copy of the state: straight code on concrete integers, as the models of
// semaphores and barriers have it. Everything else is the interpreter's business (sem_threads.c).
#include "sem/sem_impl.h"

enum { MOST_VALUES = 16 };

typedef struct look {
  world *m;
  const state *s;
  const frame *f;
  const dfunc *df;
  uint32_t n;
  struct {
    uint32_t reg;
    uint64_t bits;
  } made[MOST_VALUES];  // by the guard so far
} look;

static value value_at(const look *x, uint32_t a) {
  if (a & ARG_CONST) return x->df->consts[a & ~ARG_CONST];
  for (uint32_t i = x->n; i-- > 0;)
    if (x->made[i].reg == a) return value_word(x->made[i].bits);
  return x->f->regs[a];
}

static bool number(const look *x, uint32_t a, uint64_t *out) {
  value v = value_at(x, a);
  *out = v.bits;
  return !(v.e.id | v.obj);
}

// What lies in exactly one cell, if it is a number.
static bool loaded(const look *x, const dinstr *d, dop op, uint64_t *out) {
  value v;
  if (op == D_LOAD_SLOT) {
    const chunk *c = memo_chunk(x->m, x->s, d->c);
    if (c->odd) return false;
    v = c->slots[d->d];
  } else {
    value p = value_at(x, d->a);
    objref o;
    uint64_t at;
    if (p.e.id || !p.obj || p.obj >= STATE_FUNC_BASE || !mem_object(x->m, x->s, p.obj, &o)) return false;
    if (!layout_find(o.l, o.elements, p.bits, (d->width + 7u) / 8, &at) || mem_is_array(x->m, x->s, &o)) return false;
    if (layout_cell(o.l, at)->bits != d->width) return false;
    v = mem_get(x->m, x->s, &o, at);
  }
  *out = v.bits;
  return !d->sub && !(v.e.id | v.obj);
}

static bool computed(const look *x, const dinstr *d, dop op, uint64_t *out) {
  uint64_t a, b = 0;
  bool single = op == D_MOV || op == D_ZEXT || op == D_SEXT || op == D_NOT;
  if (!number(x, d->a, &a) || (!single && !number(x, d->b, &b))) return false;
  switch ((int)op) {
  case D_MOV: *out = a; return true;
  case D_ZEXT: *out = a & d->mask; return true;
  case D_SEXT: *out = (uint64_t)sign_extend(a, d->from) & d->mask; return true;
  case D_NOT: *out = ~a & d->mask; return true;
  case D_ADD: *out = (a + b) & d->mask; return true;
  case D_SUB: *out = (a - b) & d->mask; return true;
  case D_AND: *out = a & b; return true;
  case D_OR: *out = a | b; return true;
  case D_XOR: *out = a ^ b; return true;
  case D_EQ: *out = a == b; return true;
  case D_NE: *out = a != b; return true;
  case D_ULT: *out = a < b; return true;
  case D_ULE: *out = a <= b; return true;
  case D_SLT: *out = sign_extend(a, d->width) < sign_extend(b, d->width); return true;
  case D_SLE: *out = sign_extend(a, d->width) <= sign_extend(b, d->width); return true;
  }
  return false;
}

static bool is_simple(dop op) {
  return op == D_MOV || op == D_ZEXT || op == D_SEXT || op == D_NOT || op == D_ADD || op == D_SUB || op == D_AND ||
         op == D_OR || op == D_XOR || op == D_EQ || op == D_NE || op == D_ULT || op == D_ULE || op == D_SLT ||
         op == D_SLE;
}

bool guard_look(world *m, const state *s, proc_id p, uint32_t pc, bool *holds) {
  const frame *f = state_top(s, p);
  look x = {.m = m, .s = s, .f = f, .df = &m->funcs[f->func]};
  for (uint32_t at = pc; x.n < MOST_VALUES; at++) {
    const ir_instr *i = &x.df->ir->code[at];
    const dinstr *d = &x.df->code[at];
    uint64_t bits;
    if (i->op == IR_AWAIT) {
      if (i->args[0].kind != IR_OPERAND_REG || !number(&x, (uint32_t)i->args[0].value, &bits)) return false;
      *holds = bits != 0;
      m->base.instructions += at - pc + 1;
      return true;
    }
    dop op = d->op == D_VISIBLE ? (dop)d->from : (dop)d->op;
    if (op == D_LOAD || op == D_LOAD_SLOT) {
      if (!loaded(&x, d, op, &bits)) return false;
    } else if (!is_simple(op) || !computed(&x, d, op, &bits)) {
      return false;
    }
    x.made[x.n].reg = d->dst;
    x.made[x.n++].bits = bits;
  }
  return false;
}
