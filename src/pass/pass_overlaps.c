// Checks that memory is not copied to where it overlaps (`apart` and `check.overlap` behind it) are left out where the two ranges lie in
// different objects whatever the run does, and all of them where nobody asks.
#include "analysis/points.h"
#include "base/mem.h"
#include "pass/pass.h"
#include "pass/pass_copy.h"

typedef struct overlaps {
  points *pts;    // NULL: nobody asks
  uint32_t func;  // whose registers are known
  uint32_t *
      asks;  // by register: one more than the place of the only instruction that sets it, if that is an `apart`; 0: none
} overlaps;

static bool any(const ir_module *m) {
  for (uint32_t f = 1; f <= m->n_funcs; f++)
    for (uint32_t c = 0; c < m->funcs[f].n_code; c++)
      if (m->funcs[f].code[c].op == IR_APART) return true;
  return false;
}

static void know_registers(overlaps *o, const ir_module *m, uint32_t func) {
  const ir_func_info *f = &m->funcs[func];
  mem_free(o->asks);
  o->asks = MEM_NEW_N(uint32_t, f->n_regs + 1);
  bool *set = MEM_NEW_N(bool, f->n_regs + 1);
  for (uint32_t c = 0; c < f->n_code; c++) {
    uint32_t r = f->code[c].dst.id;
    o->asks[r] = f->code[c].op == IR_APART && !set[r] ? c + 1 : 0;
    set[r] = true;
  }
  o->asks[0] = 0;
  mem_free(set);
  o->func = func;
}

static bool answered(const overlaps *o, ir_func f, const ir_instr *apart) {
  return !o->pts || !bitset_intersects(points_of(o->pts, f, &apart->args[0]), points_of(o->pts, f, &apart->args[2]));
}

static bool leave_out(pass_copy *c, const ir_instr *i) {
  overlaps *o = c->arg;
  if (i->op == IR_APART) return answered(o, c->func, i);
  if (i->op != IR_CHECK || i->sub != IR_CHECK_OVERLAP || i->args[0].kind != IR_OPERAND_REG) return false;
  if (o->func != c->func.id) know_registers(o, c->from, c->func.id);
  uint32_t at = o->asks[i->args[0].value];
  return at && answered(o, c->func, &c->from->funcs[c->func.id].code[at - 1]);
}

static ir_module *run_with(const ir_module *m, points *pts) {
  overlaps o = {.pts = pts};
  pass_copy c = {.from = m, .before = leave_out, .arg = &o};
  pass_copy_module(&c);
  mem_free(o.asks);
  return c.to;
}

static bool wanted(const ir_module *m, uint32_t checks) { return checks >> IR_CHECK_OVERLAP & 1 && any(m); }

static ir_module *run(const ir_module *m) {
  points *pts = points_new(m);
  ir_module *made = run_with(m, pts);
  points_free(pts);
  return made;
}

static bool unasked(const ir_module *m, uint32_t checks) { return !(checks >> IR_CHECK_OVERLAP & 1) && any(m); }

static ir_module *run_unasked(const ir_module *m) { return run_with(m, NULL); }

const pass pass_overlaps = {
    .name = "overlaps",
    .help = "ranges in different objects are not asked whether they overlap",
    .cares = 1u << IR_CHECK_OVERLAP,
    .wanted = wanted,
    .run = run,
};

const pass pass_overlaps_unasked = {
    .name = "overlaps_unasked",
    .help = "nobody asks whether ranges overlap",
    .cares = 1u << IR_CHECK_OVERLAP,
    .wanted = unasked,
    .run = run_unasked,
};
