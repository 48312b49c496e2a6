// Branches to the end of the program become assumptions: `if (!c) abort();` goes on only where c holds.
//
// Whether the process is parked at a `stop` or at a false assumption makes no difference to what the others do (doc/
// semantics-threads.md 1), except that leaks are looked for where the program ends. As an assumption it is no branch:
// functions that contain nothing else are straight, and code around them can be if-converted (pass_select.c).
#include "pass/pass.h"
#include "pass/pass_copy.h"

static bool ends(const ir_func_info *f, ir_block b) { return f->code[f->blocks[b.id].first].op == IR_STOP; }

static bool before(pass_copy *c, const ir_instr *i) {
  if (i->op != IR_BRANCH) return false;
  const ir_func_info *f = ir_func_get(c->from, c->func);
  bool yes = ends(f, i->targets[0]), no = ends(f, i->targets[1]);
  if (yes == no) return false;
  ir_operand good = pass_copy_operand(c, i->args[0]);
  if (yes) good = ir_emit_unary(c->to, IR_NOT, i->args[0].type, good, i->at);
  ir_emit(c->to, &(ir_instr){.op = IR_ASSUME, .flags = IR_WEAK, .args = &good, .n_args = 1, .at = i->at});
  ir_emit_jump(c->to, i->targets[yes ? 1 : 0], i->at);
  return true;
}

static ir_module *run(const ir_module *m) {
  pass_copy c = {.from = m, .before = before};
  pass_copy_module(&c);
  return c.to;
}

static bool wanted(const ir_module *m, uint32_t checks) {
  return m->scheduler == IR_SCHED_INTERLEAVE && !(checks >> IR_CHECK_LEAK & 1);
}

const pass pass_ends = {
    .name = "ends",
    .help = "branches to the end of the program become assumptions (free interleaving, no leaks)",
    .cares = 1u << IR_CHECK_LEAK,
    .wanted = wanted,
    .run = run,
};
