// What a delete-expression says about its object (the text of `free`) is left out where everything that it may get was made so: then no run has
// to look.
#include "analysis/points.h"
#include "pass/pass.h"
#include "pass/pass_copy.h"

static bool made_fitting(const ir_module *m, const ir_instr *made, const char *deleted_as) {
  const ir_operand *count = &made->args[0];
  if (!made->text) return true;
  if (*deleted_as == '-') return ir_deletion_fits(made->text, deleted_as, 0);
  if (count->kind != IR_OPERAND_INT) return false;
  return ir_deletion_fits(made->text, deleted_as, count->value * ir_type_get(m, made->type)->size);
}

static bool fits(const ir_module *m, const points *pts, ir_func func, const ir_instr *i) {
  const bitset *to = points_of(pts, func, &i->args[0]);
  for (uint32_t f = 1; f <= m->n_funcs; f++)
    for (uint32_t c = 0; c < m->funcs[f].n_code; c++) {
      const ir_instr *made = &m->funcs[f].code[c];
      if (made->op != IR_NEW || !bitset_has(to, points_site(pts, f, c))) continue;
      if (!made_fitting(m, made, i->text)) return false;
    }
  return true;
}

static bool leave_out(pass_copy *c, const ir_instr *i) {
  if (i->op != IR_FREE || !i->text || !fits(c->from, c->arg, c->func, i)) return false;
  ir_instr plain = *i;
  plain.text = NULL;
  pass_copy_instr(c, &plain);
  return true;
}

static bool wanted(const ir_module *m, uint32_t checks) {
  if (!(checks >> IR_CHECK_DOUBLE_FREE & 1)) return false;
  for (uint32_t f = 1; f <= m->n_funcs; f++)
    for (uint32_t c = 0; c < m->funcs[f].n_code; c++)
      if (m->funcs[f].code[c].op == IR_FREE && m->funcs[f].code[c].text) return true;
  return false;
}

static ir_module *run(const ir_module *m) {
  points *pts = points_new(m);
  pass_copy c = {.from = m, .before = leave_out, .arg = pts};
  pass_copy_module(&c);
  points_free(pts);
  return c.to;
}

const pass pass_deletions = {
    .name = "deletions",
    .help = "objects that can only be deleted as what they are need no look",
    .cares = 1u << IR_CHECK_DOUBLE_FREE,
    .wanted = wanted,
    .run = run,
};
