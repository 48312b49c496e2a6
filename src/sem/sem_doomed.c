// Code that can only fail: the arm of a branch behind which a check fails whatever the data are.
//
// A search that goes deep first would leave such an arm to the end, which does not come where data grow without bound. So it goes first.
// Nothing rests on it but the order of successors.
#include "sem/sem_impl.h"

enum { FAR = 48, KNOWN = 8 };

typedef struct look {
  const world *m;
  const ir_func_info *f;
  uint32_t pc;
  uint32_t n_known;  // registers that hold constants here
  struct {
    uint32_t reg;
    bool is;
  } known[KNOWN];
} look;

static void learn(look *l, const ir_instr *i) {
  uint32_t n = 0;
  for (uint32_t k = 0; k < l->n_known; k++)
    if (l->known[k].reg != i->dst.id) l->known[n++] = l->known[k];
  l->n_known = n;
  if (i->op != IR_MOV || i->args[0].kind != IR_OPERAND_INT || n == KNOWN) return;
  l->known[n].reg = i->dst.id;
  l->known[n].is = i->args[0].value != 0;
  l->n_known++;
}

static bool is_known(const look *l, const ir_operand *a, bool *is) {
  *is = a->value != 0;
  if (a->kind == IR_OPERAND_INT) return true;
  for (uint32_t k = 0; k < l->n_known && a->kind == IR_OPERAND_REG; k++) {
    *is = l->known[k].is;
    if (l->known[k].reg == a->value) return true;
  }
  return false;
}

static void go_to(look *l, ir_block b) { l->pc = l->f->blocks[b.id].first; }

// Goes into a function that is defined.
static bool enter(look *l, const ir_instr *call) {
  if (call->args[0].kind != IR_OPERAND_FUNC) return false;
  l->f = &l->m->base.ir->funcs[call->args[0].value];
  l->pc = l->n_known = 0;
  return l->f->n_code > 0;
}

typedef enum view { GOES_ON, FAILS, OPEN } view;

static view look_at(look *l) {
  const ir_instr *i = &l->f->code[l->pc++];
  bool is = false;
  if (i->op == IR_CHECK) {
    if (!(l->m->base.options.checks >> i->sub & 1)) return GOES_ON;
    if (!is_known(l, &i->args[0], &is)) return OPEN;
    return is ? GOES_ON : FAILS;
  }
  if (i->op == IR_CALL) return enter(l, i) ? GOES_ON : OPEN;
  if (i->op == IR_JUMP) {
    go_to(l, i->targets[0]);
  } else if (i->op == IR_BRANCH) {
    if (!is_known(l, &i->args[0], &is)) return OPEN;
    go_to(l, i->targets[is ? 0 : 1]);
  } else if (i->op == IR_MOV || i->op == IR_LOAD || i->op == IR_STORE || i->op == IR_PTRADD) {
    learn(l, i);
  } else {
    return OPEN;
  }
  return GOES_ON;
}

bool code_is_doomed(const world *m, const ir_func_info *f, uint32_t pc) {
  look l = {.m = m, .f = f, .pc = pc};
  for (int n = 0; n < FAR && l.pc < l.f->n_code; n++) {
    view v = look_at(&l);
    if (v != GOES_ON) return v == FAILS;
  }
  return false;
}
