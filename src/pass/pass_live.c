// For questions about runs that never end (doc/engines.md, live): steps are the same whoever else lives, and who leaves a loop is seen
// to have left it: a step begins where an edge leads out of a loop, so that between two rounds of a loop its process stands outside
// only if it has left it. Inside a region no step begins: where a region may have begun inside of a loop that it does not end in, a step begins
// behind it.
#include "analysis/loops.h"
#include "base/mem.h"
#include "pass/pass.h"
#include "pass/pass_copy.h"

typedef struct exits {
  uint32_t func;  // that `at` is about
  bool *at;       // by code index: a step begins here
} exits;

// May a region that ends at this index have begun in a loop that the index is outside of, or in another function?
static bool ends_outside(const loops *l, uint32_t end) {
  bool begins = false;
  for (uint32_t c = 0; c < l->f->n_code; c++) {
    if (l->f->code[c].op != IR_ATOMIC_BEGIN) continue;
    begins = true;
    for (size_t n = 0; n < l->list.len; n++)
      if (l->list.data[n].has_exit && loops_contain(l, n, c) && !loops_contain(l, n, end)) return true;
  }
  return !begins;
}

static void mark_exits(const ir_func_info *f, bool *at) {
  loops *l = loops_new(f);
  for (uint32_t c = 0; c < f->n_code; c++)
    if (f->code[c].op == IR_ATOMIC_END && ends_outside(l, c)) at[c + 1] = true;
  for (size_t n = 0; n < l->list.len; n++) {
    const loop *x = &l->list.data[n];
    for (uint32_t c = 0; c < f->n_code && x->has_exit; c++) {
      if (!bitset_has(&x->blocks, l->block_of[c])) continue;
      for (uint32_t t = 0; t < f->code[c].n_targets; t++) {
        uint32_t to = f->code[c].targets[t].id;
        uint32_t first = f->blocks[to].first;
        if (!bitset_has(&x->blocks, to)) at[first + (f->code[first].op == IR_LANDING)] = true;
      }
    }
  }
  loops_free(l);
}

static bool begin_step(pass_copy *c, const ir_instr *i) {
  exits *x = c->arg;
  const ir_func_info *f = &c->from->funcs[c->func.id];
  if (x->func != c->func.id) {
    mem_free(x->at);
    x->at = MEM_NEW_N(bool, f->n_code + 1);
    x->func = c->func.id;
    mark_exits(f, x->at);
  }
  if (x->at[i - f->code]) ir_emit_void(c->to, IR_STEP, 0, NULL, 0, i->at);
  return false;
}

static bool wanted(const ir_module *m, uint32_t checks) {
  return m->scheduler == IR_SCHED_INTERLEAVE && checks & IR_CHECKS_OF_ENDLESS_RUNS;
}

static ir_module *run(const ir_module *m) {
  exits x = {0};
  pass_copy c = {.from = m, .before = begin_step, .arg = &x};
  pass_copy_module(&c);
  mem_free(x.at);
  ir_set_separate(c.to, true);
  return c.to;
}

const pass pass_live = {
    .name = "live",
    .help = "steps begin where loops are left, and are the same whoever else lives",
    .cares = IR_CHECKS_OF_ENDLESS_RUNS,
    .wanted = wanted,
    .run = run,
};
