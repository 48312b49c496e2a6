#include "app/may_wait.h"

#include <fnmatch.h>

#include "replay/machine.h"

static bool refuse(const char *what, const char *why) {
  fprintf(stderr, "allways: --may-wait%s%s: %s\n", *what ? "=" : "", what, why);
  return false;
}

// Marks what the pattern means; false: that is nobody.
static bool mark(const machine *m, const char *pattern, uint8_t *marks) {
  bool found = false;
  for (uint32_t p = 1; p <= machine_max_proc(m); p++) {
    if (fnmatch(pattern, machine_proc_name(m, p), 0) != 0) continue;
    marks[p] = 1;
    found = true;
  }
  return found;
}

// One step of the concrete interpreter is the elaboration.
static bool settle_by(session *s, machine *m) {
  const opt_list *patterns = &s->options->may_wait;
  machine_status status = machine_step(m, 0);
  if (status != MACHINE_RUNNING && status != MACHINE_FINISHED)
    return refuse("", "the elaboration fails, so there are no names");
  if (machine_inputs_drawn(m))
    return refuse("", "the design may depend on inputs: names of processes are not known before");
  uint32_t n = machine_max_proc(m) + 1;
  uint8_t *marks = arena_alloc(s->result->mem, n);
  for (uint32_t p = 0; p < n; p++) marks[p] = 0;
  for (size_t i = 0; i < patterns->len; i++)
    if (!mark(m, patterns->items[i], marks))
      return refuse(patterns->items[i], "no process has such a name (`allways ir --tree` shows them)");
  s->machine.may_wait = marks;
  s->machine.n_may_wait = n;
  return true;
}

bool may_wait_settle(session *s) {
  if (!s->options->may_wait.len) return true;
  if (s->ir->scheduler != IR_SCHED_SYSTEMC || !s->ir->spawns)
    return refuse("", "the program builds no design (it has no sc_main)");
  machine_options mo = s->machine;
  machine *m = machine_new(s->ir, &mo);
  bool ok = settle_by(s, m);
  machine_free(m);
  return ok;
}
