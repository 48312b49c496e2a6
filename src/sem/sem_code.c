// Decoding: IR instructions to compact ones with resolved operands.
#include <string.h>

#include "base/mem.h"
#include "sem/sem_impl.h"

typedef struct decoder {
  world *m;
  dfunc *f;
  VEC(value) consts;
  VEC(uint32_t) args;
} decoder;

static uint32_t operand(decoder *d, const ir_operand *o) {
  if (o->kind == IR_OPERAND_REG) return (uint32_t)o->value;
  vec_push(&d->consts, state_constant(d->m->env, o));
  return ARG_CONST | (uint32_t)(d->consts.len - 1);
}

static bool is_scalar_up_to_64(const world *m, ir_type t) {
  const ir_type_info *info = ir_type_get(m->base.ir, t);
  return (info->kind == IR_TYPE_INT || info->kind == IR_TYPE_PTR || info->kind == IR_TYPE_FLOAT) && info->bits <= 64;
}

// A constant address of exactly one cell of a global becomes a slot.
static bool slot_of(const world *m, const ir_operand *o, ir_type type, dinstr *i) {
  if (o->kind != IR_OPERAND_GLOBAL || !is_scalar_up_to_64(m, type)) return false;
  const placement *p = &m->env->statics[o->value];
  if (m->base.ir->globals[o->value].is_thread_local) return false;
  const ir_type_info *info = ir_type_get(m->base.ir, type);
  uint64_t number;
  if (!layout_find(p->l, p->elements, o->offset, (uint32_t)info->size, &number)) return false;
  const cell *c = layout_cell(p->l, number);
  if (c->bits != info->bits || c->is_pointer != (info->kind == IR_TYPE_PTR)) return false;
  uint64_t slot = p->base + number;
  i->c = p->first + (uint32_t)(slot >> p->shift);
  i->d = (uint32_t)slot & ((1u << p->shift) - 1);
  return true;
}

static const struct {
  uint8_t ir, d;
} simple[] = {
    {IR_ADD, D_ADD},   {IR_SUB, D_SUB},       {IR_MUL, D_MUL},         {IR_UDIV, D_UDIV},  {IR_SDIV, D_SDIV},
    {IR_UREM, D_UREM}, {IR_SREM, D_SREM},     {IR_SHL, D_SHL},         {IR_LSHR, D_LSHR},  {IR_ASHR, D_ASHR},
    {IR_AND, D_AND},   {IR_OR, D_OR},         {IR_XOR, D_XOR},         {IR_NOT, D_NOT},    {IR_NEG, D_NEG},
    {IR_EQ, D_EQ},     {IR_NE, D_NE},         {IR_ULT, D_ULT},         {IR_ULE, D_ULE},    {IR_SLT, D_SLT},
    {IR_SLE, D_SLE},   {IR_ZEXT, D_ZEXT},     {IR_SEXT, D_SEXT},       {IR_TRUNC, D_ZEXT}, {IR_PTRADD, D_PTRADD},
    {IR_MOV, D_MOV},   {IR_SELECT, D_SELECT}, {IR_PTRDIFF, D_PTRDIFF},
};

static void decode_value(decoder *d, const ir_instr *i, dinstr *out, dop op) {
  const world *m = d->m;
  out->a = operand(d, &i->args[0]);
  if (i->n_args > 1) out->b = operand(d, &i->args[1]);
  if (i->n_args > 2) out->c = operand(d, &i->args[2]);
  if (op == D_MOV || op == D_SELECT) {
    out->op = (uint8_t)op;  // any type: values are copied as they are
    return;
  }
  bool narrow = is_scalar_up_to_64(m, i->type);
  for (uint32_t k = 0; k < i->n_args; k++) narrow = narrow && is_scalar_up_to_64(m, i->args[k].type);
  if (!narrow) return;
  uint32_t first = type_bits(m, i->args[0].type), result = type_bits(m, i->type);
  bool compares = op == D_EQ || op == D_NE || op == D_ULT || op == D_ULE || op == D_SLT || op == D_SLE;
  out->op = (uint8_t)op;
  out->from = (uint8_t)first;
  out->width = (uint8_t)(compares ? first : result);
  // Offsets of pointers are 64 bits wide whatever the size of a pointer in memory.
  out->mask = op == D_PTRADD ? ~(uint64_t)0 : width_mask(result);
}

static void decode_memory(decoder *d, const ir_instr *i, dinstr *out) {
  const world *m = d->m;
  if (!is_scalar_up_to_64(m, i->type)) return;
  uint32_t bits = type_bits(m, i->type);
  out->width = (uint8_t)bits;
  out->mask = width_mask(bits);
  // A write to a constant is found on the slow way.
  bool constant = i->args[0].kind == IR_OPERAND_GLOBAL && m->base.ir->globals[i->args[0].value].is_const;
  if (i->op != IR_LOAD && (constant || m->more_constants)) return;
  if (m->has_data && i->flags & IR_DATA) return;
  bool slot = slot_of(m, &i->args[0], i->type, out);
  out->a = operand(d, &i->args[0]);
  if (i->n_args > 1) out->b = operand(d, &i->args[1]);
  if (i->op == IR_LOAD) out->op = slot ? D_LOAD_SLOT : D_LOAD;
  if (i->op == IR_LOAD) out->sub = ir_type_get(m->base.ir, i->type)->kind == IR_TYPE_PTR;
  if (i->op == IR_STORE) out->op = slot ? D_STORE_SLOT : D_STORE;
  if (i->op == IR_RMW && slot && ir_type_get(m->base.ir, i->type)->kind == IR_TYPE_INT) {
    out->op = D_RMW_SLOT;
    out->sub = (uint8_t)i->sub;
  }
}

static uint32_t target(const decoder *d, ir_block b) { return b.id ? d->f->ir->blocks[b.id].first : 0; }

// Of a function that takes what it gets; all else goes by the IR.
static void decode_call(decoder *d, const ir_instr *i, dinstr *out) {
  if (i->args[0].kind != IR_OPERAND_FUNC) return;
  const ir_func_info *callee = &d->m->base.ir->funcs[i->args[0].value];
  if (callee->n_code == 0 || callee->n_params != i->n_args - 1) return;
  out->op = D_CALL;
  out->a = (uint32_t)i->args[0].value;
  out->c = (uint32_t)d->args.len;
  out->d = i->n_args - 1;
  for (uint32_t k = 1; k < i->n_args; k++) {
    uint32_t a = operand(d, &i->args[k]);
    vec_push(&d->args, a);
  }
}

static void decode_control(decoder *d, const ir_instr *i, dinstr *out) {
  if (i->op == IR_JUMP) {
    out->op = D_JUMP;
    out->c = target(d, i->targets[0]);
  } else if (i->op == IR_BRANCH) {
    out->op = D_BRANCH;
    out->a = operand(d, &i->args[0]);
    out->c = target(d, i->targets[0]);
    out->d = target(d, i->targets[1]);
  } else if (i->op == IR_CALL) {
    decode_call(d, i, out);
  } else if (i->op == IR_RETURN) {
    out->op = D_RETURN;
    if (i->n_args)
      out->a = operand(d, &i->args[0]);
    else
      out->d = 1;  // no value
  } else if (i->op == IR_CHECK) {
    out->op = D_CHECK;
    out->sub = !(d->m->base.options.checks >> i->sub & 1);
    out->a = operand(d, &i->args[0]);
  } else if (i->op == IR_ASSUME) {
    out->op = D_ASSUME;
    out->a = operand(d, &i->args[0]);
  }
}

static void decode_instr(decoder *d, const ir_instr *i, dinstr *out) {
  *out = (dinstr){.op = D_SLOW, .dst = i->dst.id};
  for (size_t k = 0; k < sizeof simple / sizeof *simple; k++) {
    if (simple[k].ir == i->op) {
      decode_value(d, i, out, (dop)simple[k].d);
      return;
    }
  }
  if (i->op == IR_LOAD || i->op == IR_STORE || i->op == IR_RMW)
    decode_memory(d, i, out);
  else
    decode_control(d, i, out);
}

static bool writes_memory(ir_op op) {
  return op == IR_STORE || op == IR_RMW || op == IR_CAS || op == IR_COPY || op == IR_FILL || op == IR_FREE ||
         op == IR_NONDET_MEM;
}

// What free interleaving adds: operations that may begin a step, jumps that may end one.
static void decode_steps(const decoder *d, const ir_instr *i, uint32_t pc, dinstr *out) {
  if (threads_visible(d->m, i)) {
    out->from = out->op;
    out->op = writes_memory(i->op) ? D_VISIBLE_WRITE : D_VISIBLE;
  }
  if (i->op == IR_JUMP && out->c <= pc) out->op = D_JUMP_BACK;
  if (i->op == IR_BRANCH && (out->c <= pc || out->d <= pc)) out->op = D_BRANCH_BACK;
}

static void decode_claim(const decoder *d, uint32_t func, uint32_t pc, dinstr *out) {
  const ir_claims *claims = d->m->base.options.claims;
  if (!claims || !ir_claim_at(claims, func, pc) || out->op == D_SLOW) return;
  out->from = out->op;
  out->op = D_CLAIM;
}

static bool uses_thread_local(const ir_module *ir, const ir_instr *i) {
  for (uint32_t k = 0; k < i->n_args; k++) {
    if (i->args[k].kind == IR_OPERAND_GLOBAL && ir->globals[i->args[k].value].is_thread_local) return true;
  }
  return false;
}

static void decode_func(world *m, uint32_t id) {
  dfunc *f = &m->funcs[id];
  f->ir = &m->base.ir->funcs[id];
  uint32_t n = f->ir->n_code;
  f->code = MEM_NEW_N(dinstr, n);
  f->local = MEM_NEW_N(uint32_t, n);
  f->resumed = MEM_NEW_N(reg_sets *, n + 1);
  f->called = MEM_NEW_N(reg_sets *, n + 1);
  f->n_regs = f->ir->n_regs;
  decoder d = {.m = m, .f = f};
  for (uint32_t i = 0; i < n; i++) {
    const ir_instr *in = &f->ir->code[i];
    if (in->op == IR_LOCAL) f->local[i] = ++f->n_regs;
    decode_instr(&d, in, &f->code[i]);
    // No slot: under free interleaving every process has its own copy; elsewhere it ends the run UNKNOWN (run_slow).
    if (uses_thread_local(m->base.ir, in)) f->code[i] = (dinstr){.op = D_SLOW, .dst = in->dst.id, .sub = 1};
    if (m->scheduler == &threads_scheduler) decode_steps(&d, in, i, &f->code[i]);
    decode_claim(&d, id, i, &f->code[i]);
  }
  f->consts = d.consts.data;
  f->args = d.args.data;
}

static bool assumes(const world *m, const ir_instr *i) {
  if ((i->op == IR_ASSUME && i->sub == IR_MARK_NONE) || i->op == IR_STOP) return true;
  if (i->op != IR_CALL) return false;
  return i->args[0].kind != IR_OPERAND_FUNC || m->funcs[i->args[0].value].may_assume;
}

static void find_assumptions(world *m) {
  for (bool grew = true; grew;) {
    grew = false;
    for (uint32_t f = 1; f <= m->base.ir->n_funcs; f++) {
      dfunc *df = &m->funcs[f];
      for (uint32_t c = 0; c < df->ir->n_code && !df->may_assume; c++)
        grew |= df->may_assume = assumes(m, &df->ir->code[c]);
    }
  }
}

void code_decode(world *m) {
  const ir_module *ir = m->base.ir;
  m->funcs = MEM_NEW_N(dfunc, ir->n_funcs + 1);
  for (uint32_t i = 1; i <= ir->n_funcs; i++) decode_func(m, i);
  if (m->scheduler == &threads_scheduler) find_assumptions(m);
}

void code_free(world *m) {
  for (uint32_t i = 1; m->funcs && i <= m->base.ir->n_funcs; i++) {
    dfunc *f = &m->funcs[i];
    for (uint32_t k = 0; k <= f->ir->n_code; k++) {
      mem_free(f->resumed[k]);
      mem_free(f->called[k]);
    }
    mem_free(f->resumed);
    mem_free(f->called);
    mem_free(f->rounds);
    mem_free(f->waits);
    mem_free(f->allowances);
    mem_free(f->local);
    mem_free(f->code);
    mem_free(f->consts);
    mem_free(f->args);
  }
  mem_free(m->funcs);
}
