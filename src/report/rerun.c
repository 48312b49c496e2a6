#include "report/rerun.h"

static bool next_input(void *arg, size_t n, machine_input *in) {
  const result *res = arg;
  if (n >= res->inputs.len) return false;
  in->bits = res->inputs.data[n].bits;
  in->limbs = res->inputs.data[n].limbs;
  return true;
}

static bool follow(const report *r, machine *m, rerun_visit visit, void *arg, const char **why) {
  const result *res = r->result;
  visit(arg, m, "-", res->schedule.len == 0);
  for (size_t i = 0; i < res->schedule.len; i++) {
    uint32_t proc = res->schedule.data[i];
    if (machine_get_status(m) != MACHINE_RUNNING || !machine_may_step(m, proc)) {
      *why = "the run cannot be re-executed";
      return false;
    }
    machine_step(m, proc);
    visit(arg, m, machine_proc_name(m, proc), i + 1 == res->schedule.len);
  }
  return true;
}

bool report_rerun(const report *r, rerun_visit visit, void *arg, const char **why) {
  machine_options mo = *r->machine;
  mo.input = next_input;
  mo.input_arg = (void *)(uintptr_t)r->result;
  mo.origins = r->result->origins.data;
  mo.n_origins = r->result->origins.len;
  mo.changed = NULL;
  mo.output = NULL;
  machine_memory memory = {r->result->replay_memory, r->result->links.data, r->result->links.len};
  if (memory.model) mo.memory = &memory;
  machine *m = machine_new(r->ir, &mo);
  bool ok = follow(r, m, visit, arg, why);
  machine_free(m);
  return ok;
}
