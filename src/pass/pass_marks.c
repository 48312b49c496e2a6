#include "pass/pass_marks.h"

#include <string.h>

#include "base/check.h"
#include "base/mem.h"
#include "pass/pass_copy.h"

typedef struct marker {
  pass_copy copy;
  place last;  // what was marked last in this block
} marker;

static bool is_users(place at) { return at.line && at.file && !place_in_library(at.file); }

static void mark(marker *k, uint32_t sub, place at) {
  ir_module *to = k->copy.to;
  ir_operand always = ir_int(to, ir_type_bool(to), 1);
  ir_emit_void(to, IR_ASSUME, sub, &always, 1, at);
}

static bool begins_block(const pass_copy *c, const ir_instr *i) {
  return i == ir_func_get(c->from, c->func)->code || ir_op_ends_block(i[-1].op);
}

// Each arm goes through a block of its own.
static void mark_arms(marker *k, const ir_instr *i) {
  ir_module *to = k->copy.to;
  ir_instr copy = *i;
  ir_operand *args = MEM_NEW_N(ir_operand, i->n_args + 1);
  ir_block *arms = MEM_NEW_N(ir_block, i->n_targets + 1);
  for (uint32_t a = 0; a < i->n_args; a++) args[a] = pass_copy_operand(&k->copy, i->args[a]);
  for (uint32_t t = 0; t < i->n_targets; t++)
    arms[t] = IR_MARK_ARM + t < IR_MARK_COUNT ? ir_block_new(to) : i->targets[t];
  copy.args = args;
  copy.targets = arms;
  ir_emit(to, &copy);
  for (uint32_t t = 0; t < i->n_targets && IR_MARK_ARM + t < IR_MARK_COUNT; t++) {
    ir_block_begin(to, arms[t]);
    mark(k, IR_MARK_ARM + t, i->at);
    ir_emit_jump(to, i->targets[t], i->at);
  }
  mem_free(args);
  mem_free(arms);
}

static bool before(pass_copy *c, const ir_instr *i) {
  marker *k = c->arg;
  if (begins_block(c, i)) k->last = PLACE_NONE;
  if (i->op == IR_LANDING || !is_users(i->at)) return false;
  bool same = k->last.file && k->last.line == i->at.line && !strcmp(k->last.file, i->at.file);
  if (!same) mark(k, IR_MARK_LINE, i->at);
  k->last = i->at;
  bool forks = (i->op == IR_BRANCH || i->op == IR_SWITCH) && i->n_targets > 1;
  if (forks) mark_arms(k, i);
  return forks;
}

ir_module *pass_marks(const ir_module *m) {
  marker k = {.copy = {.from = m, .before = before}};
  k.copy.arg = &k;
  pass_copy_module(&k.copy);
  const char *why = NULL;
  if (!ir_freeze(k.copy.to, &why)) check_failed(__FILE__, __LINE__, "marks", why);
  return k.copy.to;
}
