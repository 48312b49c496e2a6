// Memory that is given back in another way than it was obtained (analysis/families.h): a check before the `free`. Where
// it cannot be told without running there is none; the result says so (app/assumptions.c).
#include "analysis/families.h"
#include "pass/pass.h"
#include "pass/pass_copy.h"

static bool check(pass_copy *c, const ir_instr *i) {
  if (i->op != IR_FREE || families_fit(c->from, c->arg, c->func, i) != FAMILY_OTHER) return false;
  ir_operand p = pass_copy_operand(c, i->args[0]);
  ir_operand sides[] = {p, ir_null(c->to, p.type)};
  ir_operand is_null = ir_emit_value(c->to, IR_EQ, ir_type_bool(c->to), sides, 2, i->at);
  ir_emit(c->to, &(ir_instr){.op = IR_CHECK,
                             .sub = IR_CHECK_DOUBLE_FREE,
                             .args = &is_null,
                             .n_args = 1,
                             .text = "memory is freed in another way than it was allocated",
                             .at = i->at});
  return false;
}

static bool wanted(const ir_module *m, uint32_t checks) {
  return checks >> IR_CHECK_DOUBLE_FREE & 1 && families_differ(m);
}

static ir_module *run(const ir_module *m) {
  points *pts = points_new(m);
  pass_copy c = {.from = m, .before = check, .arg = pts};
  bool found = false;
  for (uint32_t f = 1; f <= m->n_funcs && !found; f++)
    for (uint32_t k = 0; k < m->funcs[f].n_code && !found; k++) {
      const ir_instr *i = &m->funcs[f].code[k];
      found = i->op == IR_FREE && families_fit(m, pts, (ir_func){f}, i) == FAMILY_OTHER;
    }
  if (found) pass_copy_module(&c);
  points_free(pts);
  return c.to;
}

const pass pass_families = {
    .name = "families",
    .help = "checks where memory is freed in another way than it was allocated",
    .cares = 1u << IR_CHECK_DOUBLE_FREE,
    .wanted = wanted,
    .run = run,
};
