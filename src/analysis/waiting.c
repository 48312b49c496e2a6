#include "analysis/waiting.h"

#include <string.h>

static bool is_called(const ir_func_info *f, const char *name) {
  return f->name && f->n_code && strcmp(f->name, name) == 0;
}

waiting_functions waiting_find(const ir_module *m) {
  waiting_functions w = {0};
  for (uint32_t f = 1; f <= m->n_funcs && m->scheduler == IR_SCHED_INTERLEAVE; f++) {
    if (is_called(&m->funcs[f], "allways_try")) w.attempt = f;
    if (is_called(&m->funcs[f], "allways_when_stuck")) w.when_stuck = f;
  }
  return w;
}
