#include "pass/pass_ltl.h"

#include <string.h>

#include "base/check.h"
#include "base/mem.h"
#include "ltl/ltl.h"
#include "pass/pass_copy.h"
#include "pass/pass_goal_int.h"

static bool suits(const ir_module *m, const ltl *f, strbuf *error) {
  if (m->scheduler != IR_SCHED_INTERLEAVE)
    sb_puts(error, "--ltl: formulas are for C, C++, dlang and C_min programs");
  else if (f->has_next)
    sb_puts(error, "--ltl: `X` is refused: how many steps a statement has is nothing that the program says");
  return !error->len;
}

static bool parse_conditions(const ir_module *m, const ltl *f, arena *mem, goal_tree *trees, strbuf *error) {
  for (size_t i = 0; i < f->atoms.len; i++) {
    const ltl_atom *a = &f->atoms.data[i];
    if (!goal_parse_condition(m, PASS_LTL_SOURCE, a->text, a->col, mem, &trees[i], error)) return false;
  }
  return true;
}

ir_module *pass_ltl(const ir_module *m, const char *formula, strbuf *error) {
  ltl *f = ltl_parse(formula, error);
  if (!f) {
    strbuf why = {0};
    sb_printf(&why, "--ltl: %s", sb_text(error));
    sb_clear(error);
    sb_puts(error, sb_text(&why));
    sb_fini(&why);
    return NULL;
  }
  arena *mem = arena_new();
  goal_tree *trees = MEM_NEW_N(goal_tree, f->atoms.len + 1);
  pass_copy c = {.from = m};
  if (suits(m, f, error) && parse_conditions(m, f, mem, trees, error)) {
    pass_copy_module(&c);
    ir_add_source(c.to, PASS_LTL_SOURCE, formula, strlen(formula));
    for (size_t i = 0; i < f->atoms.len; i++)
      goal_add_observer(c.to, arena_printf(mem, "ltl#%zu", i + 1), &trees[i],
                        (place){PASS_LTL_SOURCE, 1, f->atoms.data[i].col}, NULL);
    const char *why = NULL;
    if (!ir_freeze(c.to, &why)) check_failed(__FILE__, __LINE__, "ltl", why);
  }
  arena_free(mem);
  mem_free(trees);
  ltl_free(f);
  return c.to;
}
