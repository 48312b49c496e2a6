// Spurious wake-ups that add nothing (analysis/wakes.h, doc/semantics-threads.md 10) do not happen: their `nondet` becomes false.
#include "analysis/wakes.h"
#include "pass/pass.h"
#include "pass/pass_copy.h"

static bool is_spurious(const ir_instr *i) { return i->op == IR_NONDET && i->sub == IR_NONDET_SPURIOUS; }

static bool settle(pass_copy *c, const ir_instr *i) {
  if (!is_spurious(i) || !wakes_superfluous(c->arg, c->func.id, (uint32_t)(i - c->from->funcs[c->func.id].code)))
    return false;
  ir_operand never = {.kind = IR_OPERAND_INT, .type = i->type};
  ir_emit(c->to, &(ir_instr){.op = IR_MOV, .type = i->type, .dst = i->dst, .args = &never, .n_args = 1, .at = i->at});
  return true;
}

static bool wanted(const ir_module *m, uint32_t checks) {
  (void)checks;
  for (uint32_t f = 1; f <= m->n_funcs && m->scheduler == IR_SCHED_INTERLEAVE && !m->separate; f++)
    for (uint32_t c = 0; c < m->funcs[f].n_code; c++)
      if (is_spurious(&m->funcs[f].code[c])) return true;
  return false;
}

static ir_module *run(const ir_module *m) {
  pass_copy c = {.from = m, .before = settle, .arg = wakes_new(m)};
  pass_copy_module(&c);
  wakes_free(c.arg);
  return c.to;
}

const pass pass_wakes = {
    .name = "wakes",
    .help = "spurious wake-ups of threads that would only look again do not happen",
    .wanted = wanted,
    .run = run,
};
