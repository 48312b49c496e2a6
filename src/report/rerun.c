#include "report/rerun.h"

static bool next_input(void *arg, size_t n, machine_input *in) {
  const result *res = arg;
  if (n >= res->inputs.len) return false;
  in->bits = res->inputs.data[n].bits;
  in->limbs = res->inputs.data[n].limbs;
  return true;
}

static bool is_enabled(const report *r, const machine *m, uint32_t proc) {
  size_t max = (size_t)r->ir->n_procs + 1;
  uint32_t *procs = MEM_NEW_N(uint32_t, max);
  size_t n = machine_enabled(m, procs, max);
  bool found = false;
  for (size_t i = 0; i < n && !found; i++) found = procs[i] == proc;
  mem_free(procs);
  return found;
}

static bool follow(const report *r, machine *m, rerun_visit visit, void *arg, const char **why) {
  const result *res = r->result;
  visit(arg, m, "-", res->schedule.len == 0);
  for (size_t i = 0; i < res->schedule.len; i++) {
    uint32_t proc = res->schedule.data[i];
    if (machine_get_status(m) != MACHINE_RUNNING || !is_enabled(r, m, proc)) {
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
  mo.changed = NULL;
  mo.output = NULL;
  machine *m = machine_new(r->ir, &mo);
  bool ok = follow(r, m, visit, arg, why);
  machine_free(m);
  return ok;
}
