// Accesses that are separated from all others that conflict with them get the flag `hidden`: they never begin a step.
//
// Why nothing is lost (Lipton, "Reduction", CACM 1975). Let a be such an access of process p, and c the operation of p before it in a run. An
// operation b of another process between c and a does not conflict with a: if it did, then by analysis/guards.h a mutex or the
// order of start and join separates the two, so p itself must lock or join behind b and before a, and nothing of p lies between c and a. So a
// commutes with everything between, and the run in which a comes directly behind c ends in the same state: every
// violation of the program is one of a run whose steps go on over a. The same holds where p has just been started.
// Persistent sets may look at the first operation c of a step alone: if a process does b, which conflicts with a, before p
// moves, then c is the `lock` or `join` that separates them, and c itself depends on what that process does.
//
// It matters for no property but leaks what the memory holds between two steps: without them `stop` parks its process and the others go on.
// With them the program may end between c and a, and the state there is looked at; so nothing is hidden then.
//
// Left out as well: objects that end with a frame or a process, because their end is no operation that was compared; and programs without
// mutexes, where there is little to gain and steps are counted.
#include "analysis/guards.h"
#include "pass/pass.h"
#include "pass/pass_copy.h"

static bool mark(pass_copy *c, const ir_instr *i) {
  if (ir_order(i)) return false;  // the guards know nothing of it
  uint32_t pc = (uint32_t)(i - c->from->funcs[c->func.id].code);
  if (!ir_begins_step(i) || !guards_separate(c->arg, c->func.id, pc)) return false;
  ir_instr hidden = *i;
  if (ir_op_may_flags(i->op) & IR_DATA && guards_takes_for_data(c->arg, c->func.id, pc)) hidden.flags |= IR_DATA;
  pass_copy_hidden(c, &hidden);
  return true;
}

static bool wanted(const ir_module *m, uint32_t checks) {
  if (m->scheduler != IR_SCHED_INTERLEAVE || m->separate || checks >> IR_CHECK_LEAK & 1) return false;
  for (uint32_t f = 1; f <= m->n_funcs; f++)
    for (uint32_t c = 0; c < m->funcs[f].n_code; c++)
      if (m->funcs[f].code[c].op == IR_LOCK) return true;
  return false;
}

static ir_module *hide(const ir_module *m) {
  pass_copy c = {.from = m, .before = mark, .arg = guards_new(m)};
  pass_copy_module(&c);
  guards_free(c.arg);
  return c.to;
}

const pass pass_guarded = {
    .name = "guarded",
    .help = "accesses that mutexes or the order of start and join keep apart from all others begin no step",
    .cares = 1u << IR_CHECK_LEAK,
    .wanted = wanted,
    .run = hide,
};
