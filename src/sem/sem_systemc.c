// The SystemC scheduler on the step interface: phases ([AVPE15]; decisions in doc/semantics-systemc.md).
#include <string.h>

#include "base/mem.h"
#include "sem/sem_impl.h"

// --- update functions ----------------------------------------------------------------------------------------------

// Runs the updates marked as running; false: stopped (the phase says where to go on).
static bool run_updates(run *r) {
  const world *m = r->m;
  r->stack = update_stack(r->s);
  for (;;) {
    if (!state_top(r->s, r->stack)) {
      const pend *p = r->s->pending;
      if (!p || p->n == 0 || p->list[0].kind != PEND_RUNNING) return true;
      pend_entry e = p->list[0];
      pend_remove(r->s, 0);
      uint32_t func = m->base.ir->updates[e.update].func.id;
      value arg = value_pointer(e.e.obj, e.e.offset);
      r->f = NULL;
      r->df = &m->funcs[func];
      if (run_push(r, func, &arg, m->funcs[func].ir->n_params ? 1 : 0) == ACT_STOP) return false;
    }
    if (run_code(r) == ACT_STOP) return false;
    r->f = NULL;
  }
}

// --- initialisation ------------------------------------------------------------------------------------------------

static void initialise(run *r) {
  if (!run_updates(r)) return;
  kern *k = state_kern_rw(r->s);
  k->started = true;
  for (proc_id p = 1; p <= k->n; p++) {
    if (!sysc_exists(r->m, k, p) || k->flags[p] & (PROC_WAITING | PROC_ENDED)) continue;
    k->flags[p] |= PROC_RUNNABLE;
    if (p <= r->m->base.ir->n_procs && r->m->base.ir->procs[p].dont_initialize) k->flags[p] |= PROC_SUSPENDED;
  }
  sysc_deliver_delta(r->m, r->s);
  run_set_phase(r->s, PHASE_EVAL);
  run_put_next(r);
}

static void end_run(run *r);

// The entry function from where it stands to START or its end.
static void entry_step(run *r) {
  act a = run_code(r);
  if (a != ACT_STOP) design_step_over(r->s, PROC_KERNEL);
  switch (a) {
  case ACT_STOP: return;
  case ACT_ENDED: end_run(r); return;
  case ACT_SWITCH:
    run_trim(r->m, r->s, PROC_KERNEL);
    run_put_next(r);
    return;
  case ACT_START:
    run_trim(r->m, r->s, PROC_KERNEL);
    if (r->m->elaborating) {
      run_put_next(r);
      return;
    }
    if (r->s->k->started) {
      run_set_phase(r->s, PHASE_EVAL);
      run_put_next(r);
      return;
    }
    run_set_phase(r->s, PHASE_INIT);
    pend_start_updates(r->s);
    initialise(r);
    return;
  case ACT_NEXT:
  case ACT_JUMP:
  case ACT_JOINED: break;
  }
  UNREACHABLE("the entry function cannot wait");
}

// --- notification phase --------------------------------------------------------------------------------------------

// Where a process that has not ended stands: its wait or suspend, or its declaration if it never ran.
place sysc_blocked_place(const world *m, const state *s, proc_id p) {
  const frame *f = state_top(s, p);
  if (!f || (f->pc == 0 && !f->caller))
    return p <= m->base.ir->n_procs ? m->base.ir->procs[p].at : f ? m->funcs[f->func].ir->at : PLACE_NONE;
  return m->funcs[f->func].ir->code[f->pc ? f->pc - 1 : 0].at;
}

static bool something_left(const state *s) {
  return sysc_some_enabled(s->k) || pend_has(s, PEND_REQUEST) || pend_has(s, PEND_DELTA) || pend_has(s, PEND_TIMED);
}

bool sysc_may_wait(const world *m, proc_id p) { return p < m->base.options.n_may_wait && m->base.options.may_wait[p]; }

// Nothing is pending: is there a process that waits for ever? True: that was a violation, the state is gone.
static bool deadlocks(run *r) {
  const kern *k = r->s->k;
  proc_id blocked = 0;
  for (proc_id p = k->n; p >= 1; p--) {
    bool observes = p <= r->m->base.ir->n_procs && r->m->base.ir->procs[p].observer;
    bool waits = sysc_exists(r->m, k, p) && !(k->flags[p] & (PROC_ENDED | PROC_METHOD));
    if (waits && !observes && !sysc_may_wait(r->m, p)) blocked = p;
  }
  r->out->deadlock = blocked != 0;
  if (!blocked || !(r->m->base.options.checks >> IR_CHECK_DEADLOCK & 1)) return false;
  fork_put(r, (sem_succ){.kind = SEM_VIOLATION,
                         .s = r->s,
                         .check = IR_CHECK_DEADLOCK,
                         .message = ir_check_message(IR_CHECK_DEADLOCK),
                         .at = sysc_blocked_place(r->m, r->s, blocked)});
  r->s = NULL;
  return true;
}

// A program that builds its design may go on to help its processes: they are looked at when it ends.
static void end_run(run *r) {
  run_set_phase(r->s, PHASE_DONE);
  bool look = r->m->base.ir->spawns && r->s->k->started && !r->s->k->stop && !something_left(r->s);
  if (look && deadlocks(r)) return;
  fork_put(r, (sem_succ){.kind = SEM_FINAL, .s = r->s});
  r->s = NULL;
}

// The result of START, which stands before where the entry function goes on.
static void set_start_result(run *r) {
  frame *f = state_own_top(r->s, PROC_KERNEL);
  uint32_t dst = r->m->funcs[f->func].ir->code[f->pc - 1].dst.id;
  if (dst) f->regs[dst] = value_word(!r->s->k->stop && something_left(r->s));
}

static void end_simulation(run *r, bool nothing_pending) {
  run_set_phase(r->s, PHASE_CLEANUP);
  if (r->s->k->exclusive) {
    kern *k = state_kern_rw(r->s);
    k->has_bound = k->one_delta = k->pause = false;
    k->bound = 0;
    set_start_result(r);
  }
  if (nothing_pending && !r->m->base.ir->spawns && deadlocks(r)) return;
  run_put_next(r);
}

// Advances to the next instant with a notification and delivers it; false: the simulation has ended.
static bool timed_phase(run *r) {
  state *s = r->s;
  const kern *k = s->k;
  uint64_t next;
  if (!sysc_next_time(s, &next)) {
    if (k->has_bound && k->exclusive && k->bound > s->time) state_set_time(s, k->bound);
    end_simulation(r, true);
    return false;
  }
  // IVL: instants up to and including the bound run and the time stays where it is. SystemC: the time is then the
  // bound, and who is woken at the bound runs in the next start.
  if (k->has_bound && next > k->bound) {
    if (k->exclusive) state_set_time(s, k->bound);
    end_simulation(r, false);
    return false;
  }
  state_set_time(s, next);
  sysc_deliver_time(r->m, s, next);
  if (!k->has_bound || !k->exclusive || next < k->bound) return true;
  end_simulation(r, false);
  return false;
}

// An evaluation phase in which nobody ran is no delta cycle; that in which the run is stopped is not counted. Updates
// still see the number of the evaluation before them.
static void count_delta(run *r) {
  if (!r->s->made || !r->s->made->ran) return;
  design *d = state_design_rw(r->s, PROC_KERNEL);
  d->ran = false;
  d->delta += !r->s->k->stop;
}

// From behind the updates of one turn: delta, then the next turn, the next instant or the end.
static void notification_phase(run *r) {
  for (;;) {
    if (!run_updates(r)) return;
    count_delta(r);
    if (r->s->k->stop) {  // SystemC
      end_simulation(r, false);
      return;
    }
    sysc_deliver_delta(r->m, r->s);
    bool enabled = sysc_some_enabled(r->s->k);
    if (r->s->k->one_delta || r->s->k->pause) {
      end_simulation(r, false);
      return;
    }
    if (!enabled && !pend_has(r->s, PEND_REQUEST)) {
      if (!timed_phase(r)) return;
      enabled = sysc_some_enabled(r->s->k);
    }
    if (enabled) {
      run_set_phase(r->s, PHASE_EVAL);
      run_put_next(r);
      return;
    }
    // Updates that request each other for ever, or notifications nobody waits for: every turn costs.
    if (r->left == 0 || (r->m->base.stop && *r->m->base.stop)) {
      fork_unknown_at(r, PLACE_NONE, "the notification phase does not end within the limit of instructions");
      return;
    }
    r->left--;
    pend_start_updates(r->s);
  }
}

static void kernel_step(run *r) {
  switch ((kernel_phase)r->s->k->phase) {
  case PHASE_ELAB:
  case PHASE_CLEANUP:
    starve_prepare(r->m);
    entry_step(r);
    return;
  case PHASE_INIT: initialise(r); return;
  case PHASE_EVAL:
    if (r->s->k->stop && !r->s->k->exclusive) {
      end_simulation(r, false);
      return;
    }
    if (starve_look(r)) return;
    run_set_phase(r->s, PHASE_UPDATE);
    pend_start_updates(r->s);
    notification_phase(r);
    return;
  case PHASE_UPDATE: notification_phase(r); return;
  case PHASE_DONE: break;
  }
  UNREACHABLE("the run is over");
}

// --- processes -----------------------------------------------------------------------------------------------------

static void process_step(run *r, bool resumed) {
  if (!resumed) {
    kern *k = state_kern_rw(r->s);
    k->flags[r->p] = (uint8_t)(k->flags[r->p] & ~PROC_RUNNABLE);
    mem_touch(r, TOUCH_STEP, 0, value_pointer(r->p, 0), NULL, 1);
    if (r->m->base.ir->uses_delta && !(r->s->made && r->s->made->ran)) state_design_rw(r->s, PROC_KERNEL)->ran = true;
  }
  act a = run_code(r);
  if (a != ACT_STOP) design_step_over(r->s, r->p);
  switch (a) {
  case ACT_STOP: return;
  case ACT_SWITCH:
    run_trim(r->m, r->s, r->p);
    run_put_next(r);
    return;
  case ACT_ENDED:
    tls_end(r);
    sysc_end_process(r->m, r->s, r->p);
    run_put_next(r);
    return;
  case ACT_START:
  case ACT_NEXT:
  case ACT_JUMP:
  case ACT_JOINED: break;
  }
  UNREACHABLE("a process cannot start the simulation");
}

// --- the interface -------------------------------------------------------------------------------------------------

static state *systemc_initial(sem *base) {
  world *m = (world *)base;
  const ir_module *ir = base->ir;
  state *s = state_new(m->env);
  state_init_memory(s);
  state_set_top(s, PROC_KERNEL, frame_new(ir->entry.id, m->funcs[ir->entry.id].n_regs, NULL));
  for (proc_id p = 1; p <= ir->n_procs; p++) {
    uint32_t func = ir->procs[p].func.id;
    state_set_top(s, p, frame_new(func, m->funcs[func].n_regs, NULL));
    if (ir_observer_looks(ir, (ir_proc){p}))
      state_kern_rw(s)->flags[p] = PROC_ENDED;  // it stands where its guard is looked at
  }
  return s;
}

state *sem_elaborated(sem *base) {
  world *m = (world *)base;
  if (m->scheduler != &systemc_scheduler) return NULL;
  sem_out out = {0};
  m->elaborating = true;
  sem_step(base, sem_initial(base), PROC_KERNEL, &out);
  m->elaborating = false;
  state *s = NULL;
  bool one = out.succs.len == 1 && out.succs.data[0].kind == SEM_NEXT && !state_calls(out.succs.data[0].s);
  if (one) {
    s = out.succs.data[0].s;
    out.succs.data[0].s = NULL;
  }
  sem_out_fini(&out);
  return s;
}

static void systemc_enabled(sem *base, const state *s, proc_vec *out) {
  (void)base;
  if (s->interrupted) {
    vec_push(out, s->running);
    return;
  }
  if (s->k->phase == PHASE_DONE) return;
  if (state_calls(s)) {
    vec_push(out, state_called(s));
    return;
  }
  size_t before = out->len;
  for (proc_id p = 1; s->k->phase == PHASE_EVAL && p <= s->k->n; p++) {
    if (sysc_enabled(s->k, p)) vec_push(out, p);
  }
  if (out->len == before) vec_push(out, PROC_KERNEL);
}

static void systemc_step(sem *base, state *s, proc_id p, sem_out *out) {
  world *m = (world *)base;
  bool resumed = s->interrupted;
  s = world_begin_step(m, s, out);
  if (m->memo && memo_replay(m, s, p, resumed, out)) return;
  run r;
  run_begin(&r, m, s, p, p, out);
  if (p == PROC_KERNEL)
    kernel_step(&r);
  else
    process_step(&r, resumed);
  if (m->memo) memo_record(m, out);
  DCHECK(r.s == NULL, "a step hands its state on");
}

static const struct sem_ops systemc_ops = {systemc_initial, systemc_enabled, systemc_step, world_free, NULL};

const scheduler systemc_scheduler = {&systemc_ops, "SystemC", sysc_ops, fork_assume_or_cut};
