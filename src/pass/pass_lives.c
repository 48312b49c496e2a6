// The end of a local object with its block (`end`) is left out where nothing refers to the object any more: nobody can tell.
//
// Something may refer to it if its address may be stored in another object, given to a process or thrown, or if a register of the
// function that is live behind the end may hold it. Registers of callees are gone by then, and those of callers get the address in one
// of these ways. What is not left out ends the object of this frame, as the end of the frame does to all of them.
#include "analysis/live.h"
#include "analysis/points.h"
#include "base/mem.h"
#include "pass/pass.h"
#include "pass/pass_copy.h"

typedef struct lives {
  points *pts;
  live_info *live;
  bitset loose;  // objects whose address may be elsewhere than in registers of calls
} lives;

static bool lets_out(ir_op op) {
  return op == IR_SPAWN || op == IR_THROW || op == IR_REQUEST_UPDATE || op == IR_ARM || op == IR_PTRTOINT;
}

static void find_loose(lives *l, const ir_module *m) {
  uint32_t n = points_objects(l->pts);
  for (uint32_t o = 1; o <= n; o++) bitset_union(&l->loose, points_contents(l->pts, o));
  for (uint32_t f = 1; f <= m->n_funcs; f++)
    for (uint32_t c = 0; c < m->funcs[f].n_code; c++) {
      const ir_instr *i = &m->funcs[f].code[c];
      if (!lets_out(i->op)) continue;
      for (uint32_t a = 0; a < i->n_args; a++) bitset_union(&l->loose, points_of(l->pts, (ir_func){f}, &i->args[a]));
    }
}

static bool is_held(const lives *l, const ir_module *m, ir_func f, uint32_t pc, const bitset *ended) {
  const ir_func_info *fi = ir_func_get(m, f);
  for (uint32_t r = 1; r <= fi->n_regs; r++) {
    ir_operand o = {.kind = IR_OPERAND_REG, .type = fi->regs[r].type, .value = r};
    if (live_at(l->live, f, pc + 1, (ir_reg){r}) && bitset_intersects(points_of(l->pts, f, &o), ended)) return true;
  }
  return false;
}

static bool leave_out(pass_copy *c, const ir_instr *i) {
  if (i->op != IR_END) return false;
  const lives *l = c->arg;
  const bitset *ended = points_of(l->pts, c->func, &i->args[0]);
  uint32_t pc = (uint32_t)(i - c->from->funcs[c->func.id].code);
  return !bitset_intersects(ended, &l->loose) && !is_held(l, c->from, c->func, pc, ended);
}

static bool wanted(const ir_module *m, uint32_t checks) {
  (void)checks;
  for (uint32_t f = 1; f <= m->n_funcs; f++)
    for (uint32_t c = 0; c < m->funcs[f].n_code; c++)
      if (m->funcs[f].code[c].op == IR_END) return true;
  return false;
}

static ir_module *run(const ir_module *m) {
  lives l = {.pts = points_new(m), .live = live_new(m)};
  l.loose = bitset_new(points_objects(l.pts) + 1);
  find_loose(&l, m);
  pass_copy c = {.from = m, .before = leave_out, .arg = &l};
  pass_copy_module(&c);
  points_free(l.pts);
  live_free(l.live);
  bitset_fini(&l.loose);
  return c.to;
}

const pass pass_lives = {
    .name = "lives",
    .help = "ends of local objects that nobody can tell are left out",
    .wanted = wanted,
    .run = run,
};
