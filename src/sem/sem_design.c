// What programs that build their design do beyond static processes (doc/semantics-systemc.md 5): make processes, name
// and arm them, call each other (switch_to).
#include <string.h>

#include "base/mem.h"
#include "sem/sem_impl.h"

enum { MAX_TEXT = 4096 };

// --- making processes ------------------------------------------------------------------------------------------------

// The function that is spawned; false: stopped.
static bool spawned_function(run *r, const ir_instr *i, uint32_t *func) {
  value f = run_operand(r, &i->args[0]);
  if (f.obj == 0) {
    fork_violation(r, IR_CHECK_NULL, "a process of a null function is made");
    return false;
  }
  if (f.obj < STATE_FUNC_BASE || f.e.id || f.bits) {
    fork_unknown(r, "the process that is made has no function");
    return false;
  }
  *func = f.obj - STATE_FUNC_BASE;
  const ir_func_info *ir = r->m->funcs[*func].ir;
  if (ir->n_code && i->n_args - 1 == ir->n_params) return true;
  fork_unknown(r, "%s is made a process, and %s", ir->name,
               ir->n_code ? "it takes other arguments" : "its code is missing");
  return false;
}

act design_spawn(run *r, const ir_instr *i) {
  world *m = r->m;
  uint32_t func, n = i->n_args - 1;
  if (sysc_in_update(r)) return fork_unknown(r, "a process is made in an update");
  if (!spawned_function(r, i, &func)) return ACT_STOP;
  value data = n ? run_operand(r, &i->args[1]) : value_word(0);
  if (!value_is_concrete(data)) return fork_unknown(r, "the data of a process are symbolic");
  design *d = state_design_rw(r->s, r->p);
  proc_id p = threads_number(m, r->p, ++d->procs[r->p].spawned, func);
  if (p >= MAX_PROCS) return fork_unknown(r, "more than %u processes", MAX_PROCS - 1);
  r->s = state_with_procs(r->s, p);
  d = state_design_rw(r->s, p);
  d->procs[p] = (made_proc){.obj = data.obj, .offset = data.bits};
  frame *top = frame_new(func, m->funcs[func].n_regs, NULL);
  for (uint32_t k = 0; k < n; k++) top->regs[k + 1] = run_operand(r, &i->args[k + 1]);
  state_set_top(r->s, p, top);
  tls_begin(m, r->s, p);
  uint8_t flags = PROC_MADE | (i->sub & IR_SPAWN_METHOD ? PROC_METHOD : 0);
  state_kern_rw(r->s)->flags[p] = (uint8_t)(flags | (r->s->k->started ? PROC_RUNNABLE : 0));
  mem_touch(r, TOUCH_SPAWN, 0, value_pointer(p, 0), NULL, 1);
  run_set(r, value_word(p));
  return ACT_NEXT;
}

static bool has_not_run(const state *s, proc_id p) {
  const frame *f = state_top(s, p);
  return f && f->pc == 0 && !f->caller;
}

act design_arm(run *r, const ir_instr *i) {
  uint64_t p;
  event_vec events = {0};
  if (!sysc_process_operand(r, &i->args[0], &p)) return ACT_STOP;
  memo_reads_process(r->m, r->s, (proc_id)p);
  if (!has_not_run(r->s, (proc_id)p)) return fork_unknown(r, "a process is armed that has run already");
  bool ok = sysc_event_array(r, &i->args[1], &i->args[2], &events);
  if (ok) {
    sysc_begin_wait(r, (proc_id)p, &events, false, NO_WAIT);
    kern *k = state_kern_rw(r->s);
    k->flags[p] = (uint8_t)((k->flags[p] & ~PROC_RUNNABLE) | PROC_WAITING);
  }
  vec_free(&events);
  return ok ? ACT_NEXT : ACT_STOP;
}

// --- names -----------------------------------------------------------------------------------------------------------

const char *design_text(world *m, const state *s, value at) {
  strbuf text = {0};
  objref o;
  cell c = {.bits = 8, .size = 1};
  bool known = value_is_concrete(at) && at.obj && at.obj < STATE_FUNC_BASE && mem_object(m, s, at.obj, &o);
  for (uint64_t k = 0; known && k < MAX_TEXT && at.bits + k < o.size; k++) {
    c.offset = at.bits + k;
    value v = bytes_peek(m, s, &o, &c);
    if (value_is_concrete(v) && !v.obj && !v.bits) break;
    sb_putc(&text, value_is_concrete(v) && !v.obj ? (char)v.bits : '?');
  }
  const char *kept = text.len ? intern(m->texts, sb_text(&text)) : NULL;
  sb_fini(&text);
  return kept;
}

// The first name that is given to a number counts: names are for reports.
act design_name(run *r, const ir_instr *i) {
  world *m = r->m;
  value p = run_operand(r, &i->args[0]);
  uint32_t first = m->base.ir->n_procs + 1;
  if (!value_is_concrete(p) || p.bits < first || p.bits - first >= m->spawned.len) return ACT_NEXT;
  spawned *s = &m->spawned.data[p.bits - first];
  if (s->named) return ACT_NEXT;
  const char *name = design_text(m, r->s, run_operand(r, &i->args[1]));
  if (name) *s = (spawned){s->parent, s->k, s->func, name, true};
  return ACT_NEXT;
}

// --- who runs --------------------------------------------------------------------------------------------------------

act design_self(run *r, const ir_instr *i) {
  if (ir_type_get(r->m->base.ir, i->type)->kind != IR_TYPE_PTR) {
    run_set(r, value_word(r->p));
    return ACT_NEXT;
  }
  const design *d = r->s->made;
  bool known = r->p != PROC_KERNEL && d && r->p < d->n;
  run_set(r, known ? value_pointer(d->procs[r->p].obj, d->procs[r->p].offset) : value_word(0));
  return ACT_NEXT;
}

static bool is_calling(const state *s, proc_id p) {
  for (uint32_t i = 0; i < state_calls(s); i++) {
    if (design_calls(s->made)[i] == p) return true;
  }
  return false;
}

// The order of a call and of what its target would have done by itself shows: as with a suspension. Whoever notifies
// what the target waits for meets the wait's end.
static void touch_target(run *r, proc_id p) {
  mem_touch(r, TOUCH_SUSPEND, 0, value_pointer(p, 0), NULL, 1);
  const wait_rec *w = state_wait(r->s, p);
  for (uint32_t k = 0; w && k < w->n; k++)
    mem_touch(r, TOUCH_WAIT, 0, value_pointer(w->list[k].e.obj, w->list[k].e.offset), NULL, 1);
}

act design_switch_to(run *r, const ir_instr *i) {
  uint64_t p;
  if (sysc_in_update(r)) return fork_unknown(r, "an update switches to a process");
  if (!sysc_process_operand(r, &i->args[0], &p)) return ACT_STOP;
  if (r->s->k->flags[p] & PROC_ENDED) return ACT_NEXT;
  if (p == r->p || is_calling(r->s, (proc_id)p)) return fork_unknown(r, "a process switches to one that waits for it");
  touch_target(r, (proc_id)p);
  if (r->s->k->flags[p] & PROC_WAITING)
    sysc_wake(r->m, r->s, (proc_id)p, false);
  else
    state_kern_rw(r->s)->flags[p] |= PROC_RUNNABLE;
  if (state_calls(r->s) == 0) state_push_call(r->s, r->p);
  state_push_call(r->s, (proc_id)p);
  r->f->pc++;
  return ACT_SWITCH;
}

void design_step_over(state *s, proc_id p) {
  if (state_calls(s) && state_called(s) == p) state_pop_call(s);
}

// --- the kernel ------------------------------------------------------------------------------------------------------

act design_waited(run *r, const ir_instr *i) {
  value v = run_operand(r, &i->args[0]);
  uint64_t offset;
  objref o;
  if (!sysc_in_update(r)) return fork_unknown(r, "`waited` outside of an update");
  if (!mem_resolve(r, v, 1, &o)) return ACT_STOP;
  if (!fork_concretise(r, (value){v.bits, v.e, 0}, 64, "the event", &offset)) return ACT_STOP;
  bool found = false;
  for (proc_id p = 1; p <= r->s->k->n && !found; p++) {
    const wait_rec *w = r->s->k->flags[p] & PROC_WAITING ? state_wait(r->s, p) : NULL;
    for (uint32_t k = 0; w && k < w->n && !found; k++)
      found = w->list[k].e.obj == v.obj && w->list[k].e.offset == offset;
  }
  run_set(r, value_word(found));
  return ACT_NEXT;
}

act design_delta(run *r, const ir_instr *i) {
  (void)i;
  run_set(r, value_word(r->s->made ? r->s->made->delta : 0));
  return ACT_NEXT;
}

// What is pending or has come depends on all who run in the phase: `simulate` alone knows an order.
act design_not_explored(run *r, const ir_instr *i) { return fork_unknown(r, "%s", ir_op_text(i->op)); }

act design_pause(run *r, const ir_instr *i) {
  (void)i;
  state_kern_rw(r->s)->pause = true;
  return ACT_NEXT;
}

act design_halt(run *r, const ir_instr *i) {
  (void)i;
  mem_touch(r, TOUCH_STOP, 0, value_word(0), NULL, 0);
  run_set_phase(r->s, PHASE_DONE);
  fork_put(r, (sem_succ){.kind = SEM_FINAL, .s = r->s});
  r->s = NULL;
  return ACT_STOP;
}

// Nobody else runs while a process waits here, so a guard that is false stays so.
act design_await(run *r, const ir_instr *i) {
  value c = run_operand(r, &i->args[0]);
  if (r->silent) {  // the condition of an observer is looked at
    r->holds = c;
    return ACT_SWITCH;
  }
  if (!value_is_concrete(c)) {
    decision d = fork_decide(r, c.e);
    if (d == DECIDE_FORKED) return ACT_STOP;
    c = value_word(d == DECIDE_YES);
  }
  return c.bits ? ACT_NEXT : fork_unknown(r, "a process of SystemC waits for a condition of threads");
}
