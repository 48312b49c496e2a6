// A function is straight if one chain of blocks leads from its begin to its only return and holds nothing but pure
// operations, checks and assumptions. What the instructions mean does not depend on the frame they run in; places stay
// those of the callee.
#include "pass/pass_inline.h"

#include "base/mem.h"
#include "base/vec.h"
#include "pass/pass_copy.h"

#define STRAIGHT_MAX 48  // instructions

typedef struct straight {
  bool known, is;
  uint32_t n;
  const ir_instr *code[STRAIGHT_MAX];  // the last one is the return
} straight;

typedef struct inliner {
  pass_copy copy;
  straight *funcs;
  uint32_t inlined;
} inliner;

static bool is_integer(const ir_module *m, ir_type t) { return m->types[t.id].kind == IR_TYPE_INT; }

bool pass_is_pure(const ir_module *m, const ir_instr *i) {
  bool divides = i->op == IR_UDIV || i->op == IR_SDIV || i->op == IR_UREM || i->op == IR_SREM;  // costly as a term
  if (i->op > IR_SELECT || divides || !is_integer(m, i->type)) return false;
  bool null_test = false, pointers = false;
  for (uint32_t a = 0; a < i->n_args; a++) {
    pointers = pointers || !is_integer(m, i->args[a].type);
    null_test = null_test || i->args[a].kind == IR_OPERAND_NULL;
  }
  return !pointers || ((i->op == IR_EQ || i->op == IR_NE) && null_test);
}

// Is every register assigned before it is read? Parameters are.
static bool defines_first(const ir_func_info *f, const straight *s) {
  bool *set = MEM_NEW_N(bool, f->n_regs + 1);
  bool ok = true;
  for (uint32_t r = 1; r <= f->n_params; r++) set[r] = true;
  for (uint32_t n = 0; n < s->n; n++) {
    const ir_instr *i = s->code[n];
    for (uint32_t a = 0; a < i->n_args; a++) ok = ok && (i->args[a].kind != IR_OPERAND_REG || set[i->args[a].value]);
    if (i->dst.id) set[i->dst.id] = true;
  }
  mem_free(set);
  return ok;
}

static void find_straight(const ir_module *m, const ir_func_info *f, straight *s) {
  s->known = true;
  uint32_t block = 1;
  for (uint32_t hops = 0; hops < STRAIGHT_MAX && f->n_blocks; hops++) {
    const ir_block_info *b = &f->blocks[block];
    for (uint32_t n = 0; n < b->count; n++) {
      const ir_instr *i = &f->code[b->first + n];
      if (i->op == IR_JUMP) break;
      if (s->n == STRAIGHT_MAX) return;
      s->code[s->n++] = i;
      if (i->op == IR_RETURN) {
        s->is = defines_first(f, s);
        return;
      }
      if (!pass_is_pure(m, i) && i->op != IR_CHECK && i->op != IR_ASSUME) return;
    }
    block = f->code[b->first + b->count - 1].targets[0].id;
  }
}

static ir_operand inner(inliner *v, const ir_reg *names, ir_operand o) {
  if (o.kind == IR_OPERAND_REG) return ir_reg_operand(v->copy.to, names[o.value]);
  return pass_copy_operand(&v->copy, o);
}

static void emit_inner(inliner *v, const ir_func_info *f, ir_reg *names, const ir_instr *inside) {
  ir_module *to = v->copy.to;
  ir_instr i = *inside;
  ir_operand args[3];
  for (uint32_t a = 0; a < i.n_args; a++) args[a] = inner(v, names, i.args[a]);
  i.args = args;
  if (i.dst.id) i.dst = ir_reg_new(to, NULL, f->regs[i.dst.id].type, i.at);
  ir_emit(to, &i);
  if (i.dst.id) names[inside->dst.id] = i.dst;
}

static void put_in_place(inliner *v, const ir_instr *call, uint32_t func, const straight *s) {
  ir_module *to = v->copy.to;
  const ir_func_info *f = &v->copy.from->funcs[func];
  ir_reg *names = MEM_NEW_N(ir_reg, f->n_regs + 1);
  for (uint32_t p = 1; p <= f->n_params; p++) {
    names[p] = ir_reg_new(to, NULL, f->regs[p].type, call->at);
    ir_operand given = pass_copy_operand(&v->copy, call->args[p]);
    ir_emit_to(to, names[p], IR_MOV, &given, 1, call->at);
  }
  for (uint32_t n = 0; n + 1 < s->n; n++) emit_inner(v, f, names, s->code[n]);
  const ir_instr *last = s->code[s->n - 1];
  if (call->dst.id && last->n_args) {
    ir_operand result = inner(v, names, last->args[0]);
    ir_emit_to(to, call->dst, IR_MOV, &result, 1, call->at);
  }
  mem_free(names);
}

// What an instruction of the caller calls, if it is straight; or NULL.
static const straight *straight_callee(inliner *v, uint32_t caller, const ir_instr *i) {
  const ir_module *m = v->copy.from;
  if (i->op != IR_CALL || i->args[0].kind != IR_OPERAND_FUNC || i->n_targets) return NULL;
  uint32_t func = (uint32_t)i->args[0].value;
  const ir_func_info *f = &m->funcs[func];
  straight *s = &v->funcs[func];
  if (func == caller || f->n_params + 1 != i->n_args) return NULL;
  if (!s->known) find_straight(m, f, s);
  return s->is ? s : NULL;
}

static bool before(pass_copy *c, const ir_instr *i) {
  inliner *v = c->arg;
  const straight *s = straight_callee(v, c->func.id, i);
  if (!s) return false;
  put_in_place(v, i, (uint32_t)i->args[0].value, s);
  v->inlined++;
  return true;
}

static bool has_straight_calls(inliner *v) {
  const ir_module *m = v->copy.from;
  for (uint32_t f = 1; f <= m->n_funcs; f++)
    for (uint32_t n = 0; n < m->funcs[f].n_code; n++)
      if (straight_callee(v, f, &m->funcs[f].code[n])) return true;
  return false;
}

ir_module *pass_inline_round(const ir_module *m, uint32_t *inlined) {
  inliner v = {.copy = {.from = m, .before = before}, .funcs = MEM_NEW_N(straight, m->n_funcs + 1)};
  v.copy.arg = &v;
  if (has_straight_calls(&v)) pass_copy_module(&v.copy);
  mem_free(v.funcs);
  *inlined = v.inlined;
  return v.copy.to;
}
