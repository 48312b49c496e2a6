// The registry of passes and the runner.
#include "pass/pass.h"

#include <string.h>

#include "base/check.h"
#include "ir/ir_build.h"

#define PASS(name) extern const pass pass_##name;
#include "pass/passes.def"
#undef PASS

static const pass *const all[] = {
#define PASS(name) &pass_##name,
#include "pass/passes.def"
#undef PASS
    NULL};

const pass *const *pass_all(void) { return all; }

const pass *pass_find(const char *name) {
  for (size_t i = 0; all[i]; i++)
    if (strcmp(all[i]->name, name) == 0) return all[i];
  return NULL;
}

ir_module *pass_run(const pass *p, const ir_module *m) {
  CHECK(m->frozen, "a pass starts from a frozen module");
  ir_module *made = p->run(m);
  const char *why = NULL;
  if (!made) return NULL;
  if (!made->frozen && !ir_freeze(made, &why)) check_failed(__FILE__, __LINE__, p->name, why);
  return made;
}

static bool is_left_out(const pass *p, const char *const without[PASS_MOST_LEFT_OUT]) {
  for (int k = 0; k < PASS_MOST_LEFT_OUT; k++)
    if (without[k] && strcmp(p->name, without[k]) == 0) return true;
  return false;
}

ir_module *pass_apply(const ir_module *m, uint32_t checks, const char *const without[PASS_MOST_LEFT_OUT]) {
  ir_module *last = NULL;
  for (size_t i = 0; all[i]; i++) {
    if (is_left_out(all[i], without)) continue;
    if (!all[i]->wanted(last ? last : m, checks & all[i]->cares)) continue;
    ir_module *made = pass_run(all[i], last ? last : m);
    if (!made) continue;
    ir_module_free(last);
    last = made;
  }
  return last;
}

uint32_t pass_cares(void) {
  uint32_t checks = 0;
  for (size_t i = 0; all[i]; i++) checks |= all[i]->cares;
  return checks;
}
