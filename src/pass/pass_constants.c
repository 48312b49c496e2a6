// Local constants that no write can reach are plain objects, and the writes of their initial values plain writes: then nothing
// needs to be looked at when something is written.
#include "analysis/points.h"
#include "base/bitset.h"
#include "pass/pass.h"
#include "pass/pass_copy.h"

typedef struct constants {
  points *pts;
  bitset kept;  // constants that something may write to, and those that are global
} constants;

static bool writes(ir_op op) {
  return op == IR_STORE || op == IR_RMW || op == IR_CAS || op == IR_COPY || op == IR_FILL || op == IR_NONDET_MEM;
}

static void find_kept(constants *k, const ir_module *m) {
  for (uint32_t g = 1; g <= m->n_globals; g++)
    if (m->globals[g].is_const) bitset_add(&k->kept, g);
  for (uint32_t f = 1; f <= m->n_funcs; f++)
    for (uint32_t c = 0; c < m->funcs[f].n_code; c++) {
      const ir_instr *i = &m->funcs[f].code[c];
      if (!writes(i->op) || i->flags & IR_INIT) continue;
      bitset_union(&k->kept, points_of(k->pts, (ir_func){f}, &i->args[0]));
    }
}

static bool make_plain(pass_copy *c, const ir_instr *i) {
  const constants *k = c->arg;
  uint32_t pc = (uint32_t)(i - c->from->funcs[c->func.id].code);
  bool constant = (i->op == IR_LOCAL || i->op == IR_NEW) && i->flags & IR_CONST;
  bool init = writes(i->op) && i->flags & IR_INIT;
  if (constant && bitset_has(&k->kept, points_site(k->pts, c->func.id, pc))) return false;
  if (init && bitset_intersects(&k->kept, points_of(k->pts, c->func, &i->args[0]))) return false;
  if (!constant && !init) return false;
  ir_instr plain = *i;
  plain.flags &= ~(uint32_t)(constant ? IR_CONST : IR_INIT);
  pass_copy_instr(c, &plain);
  return true;
}

static bool wanted(const ir_module *m, uint32_t checks) {
  (void)checks;
  for (uint32_t f = 1; f <= m->n_funcs; f++)
    for (uint32_t c = 0; c < m->funcs[f].n_code; c++)
      if (m->funcs[f].code[c].flags & (IR_CONST | IR_INIT)) return true;
  return false;
}

static ir_module *run(const ir_module *m) {
  constants k = {.pts = points_new(m)};
  k.kept = bitset_new(points_objects(k.pts) + 1);
  find_kept(&k, m);
  pass_copy c = {.from = m, .before = make_plain, .arg = &k};
  pass_copy_module(&c);
  points_free(k.pts);
  bitset_fini(&k.kept);
  return c.to;
}

const pass pass_constants = {
    .name = "constants",
    .help = "local constants that nothing can write to are plain objects",
    .wanted = wanted,
    .run = run,
};
