// Runs in which somebody waits for ever, where the program says what that means (doc/semantics-threads.md 3).
#include <string.h>

#include "replay/machine_int.h"

// The number of a function with code; 0: there is none.
static uint32_t find_function(const machine *m, const char *name) {
  for (uint32_t f = 1; f <= m->ir->n_funcs; f++) {
    const ir_func_info *info = &m->ir->funcs[f];
    if (info->n_code && info->name && strcmp(info->name, name) == 0) return f;
  }
  return 0;
}

// The only process that has not ended; 0: there are others.
static uint32_t alone(const machine *m) {
  uint32_t found = 0;
  for (uint32_t p = 1; p <= m->n_procs; p++) {
    const process *x = &m->procs[p];
    if (!x->exists || x->ended || x->parked || (p <= m->ir->n_procs && m->ir->procs[p].observer)) continue;
    if (found) return 0;
    found = p;
  }
  return found;
}

static size_t find_frame(const stack *s, uint32_t func) {
  for (size_t i = s->frames.len; i-- > 1;)
    if (s->frames.data[i].func.id == func) return i;
  return 0;
}

static bool comes_back(machine *m) {
  uint32_t attempt = find_function(m, "allways_try"), p = attempt ? alone(m) : 0;
  stack *s = p ? &m->procs[p].stack : NULL;
  size_t at = s ? find_frame(s, attempt) : 0;
  if (!at) return false;
  process *x = &m->procs[p];
  while (s->frames.len > at) machine_pop_frame(m, s);
  frame *f = &vec_last(&s->frames);
  const ir_instr *call = f->call;
  f->call = NULL;
  if (call->dst.id) machine_write_reg(m, s, f, call->dst, CELL_INT(1));
  x->atomic_depth = 0;
  x->in_guard = x->region_effects = false;
  x->held = NULL;
  for (size_t i = 0; i < m->mutexes.len; i++)
    if (m->mutexes.data[i].holder == p) m->mutexes.data[i].holder = 0;
  waiting_moved(m, p);
  m->all_spin = false;
  machine_note_action(m, (action){.kind = ACT_TEXT, .text = "the call would wait for ever"});
  return true;
}

static bool is_judged_by_program(machine *m) {
  ir_func judge = {find_function(m, "allways_when_stuck")};
  if (!judge.id) return false;
  m->active = &m->updating;  // that of the entry function has its frames still
  m->phase = PHASE_END;
  machine_note_action(m, (action){.kind = ACT_TEXT, .text = "nobody goes on"});
  if (!machine_push_frame(m, m->active, judge, PLACE_NONE)) return true;
  machine_run_active(m);
  if (m->status == MACHINE_RUNNING) m->status = MACHINE_FINISHED;
  return true;
}

bool machine_pending_ends(machine *m) { return comes_back(m) || is_judged_by_program(m); }
