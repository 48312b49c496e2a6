#include "pass/pass_unwind.h"

#include "base/check.h"
#include "base/mem.h"
#include "pass/pass_copy.h"

typedef struct unwinder {
  pass_copy copy;
  uint32_t rounds;
  const ir_func_info *func;  // being copied
  ir_reg *counters;          // by block of func: none unless something jumps back to it
} unwinder;

static bool is_jump(const ir_instr *i) { return i->op == IR_JUMP || i->op == IR_BRANCH || i->op == IR_SWITCH; }

static bool goes_back(const ir_func_info *f, const ir_instr *i, uint32_t target) {
  return f->blocks[target].first <= (uint32_t)(i - f->code);
}

// Counters of the function that is being copied; made at its first instruction.
static void open_function(unwinder *u) {
  const ir_func_info *now = ir_func_get(u->copy.from, u->copy.func);
  if (u->func == now) return;
  ir_module *to = u->copy.to;
  u->func = now;
  mem_free(u->counters);
  u->counters = MEM_NEW_N(ir_reg, u->func->n_blocks + 1);
  for (uint32_t c = 0; c < u->func->n_code; c++) {
    const ir_instr *in = &u->func->code[c];
    for (uint32_t t = 0; is_jump(in) && t < in->n_targets; t++) {
      uint32_t b = in->targets[t].id;
      if (goes_back(u->func, in, b) && !u->counters[b].id)
        u->counters[b] = ir_reg_new(to, NULL, ir_type_int(to, 32, false, NULL), in->at);
    }
  }
}

// Before a jump to a block with a counter.
static void count(unwinder *u, const ir_instr *i, uint32_t target) {
  ir_module *to = u->copy.to;
  ir_reg counter = u->counters[target];
  ir_type type = ir_reg_type(to, counter);
  if (!goes_back(u->func, i, target)) {
    ir_emit_to(to, counter, IR_MOV, (ir_operand[]){ir_int(to, type, 0)}, 1, i->at);
    return;
  }
  ir_emit_to(to, counter, IR_ADD, (ir_operand[]){ir_reg_operand(to, counter), ir_int(to, type, 1)}, 2, i->at);
  ir_operand in_bound = ir_emit_binary(to, IR_ULE, ir_type_bool(to), ir_reg_operand(to, counter),
                                       ir_int(to, type, u->rounds), i->at);
  ir_emit_void(to, IR_ASSUME, 0, &in_bound, 1, i->at);
}

// Edges of a branch to counted blocks go through blocks of their own.
static void split_edges(unwinder *u, const ir_instr *i) {
  ir_module *to = u->copy.to;
  ir_instr copy = *i;
  ir_operand *args = MEM_NEW_N(ir_operand, i->n_args + 1);
  ir_block *targets = MEM_NEW_N(ir_block, i->n_targets + 1);
  for (uint32_t a = 0; a < i->n_args; a++) args[a] = pass_copy_operand(&u->copy, i->args[a]);
  for (uint32_t t = 0; t < i->n_targets; t++)
    targets[t] = u->counters[i->targets[t].id].id ? ir_block_new(to) : i->targets[t];
  copy.args = args;
  copy.targets = targets;
  ir_emit(to, &copy);
  for (uint32_t t = 0; t < i->n_targets; t++) {
    if (!u->counters[i->targets[t].id].id) continue;
    ir_block_begin(to, targets[t]);
    count(u, i, i->targets[t].id);
    ir_emit_jump(to, i->targets[t], i->at);
  }
  mem_free(args);
  mem_free(targets);
}

static bool before(pass_copy *c, const ir_instr *i) {
  unwinder *u = c->arg;
  open_function(u);
  if (!is_jump(i)) return false;
  bool counted = false;
  for (uint32_t t = 0; t < i->n_targets; t++) counted |= u->counters[i->targets[t].id].id != 0;
  if (!counted) return false;
  if (i->op == IR_JUMP) {
    count(u, i, i->targets[0].id);
    return false;
  }
  split_edges(u, i);
  return true;
}

ir_module *pass_unwind(const ir_module *m, uint32_t rounds) {
  unwinder u = {.copy = {.from = m, .before = before}, .rounds = rounds};
  u.copy.arg = &u;
  pass_copy_module(&u.copy);
  mem_free(u.counters);
  const char *why = NULL;
  if (!ir_freeze(u.copy.to, &why)) check_failed(__FILE__, __LINE__, "unwind", why);
  return u.copy.to;
}
