// Free interleaving on the step interface: which processes may step, where steps begin and end, the end of a run
// (doc/semantics-threads.md 1 to 3).
#include "base/mem.h"
#include "sem/sem_impl.h"

bool threads_live(const kern *k, proc_id p) {
  return (k->flags[p] & (PROC_STARTED | PROC_ENDED | PROC_STOPPED | PROC_CUT)) == PROC_STARTED;
}

bool threads_visible(const world *m, const ir_instr *i) {
  if (i->op == IR_STOP) return m->base.options.checks >> IR_CHECK_LEAK & 1;
  return ir_begins_step(i);
}

// --- who may step --------------------------------------------------------------------------------------------------

bool threads_holder(const state *s, event_id mutex, proc_id *holder) {
  for (uint32_t i = 0; s->pending && i < s->pending->n; i++) {
    const pend_entry *e = &s->pending->list[i];
    if (e->kind != PEND_HELD || e->e.obj != mutex.obj || e->e.offset != mutex.offset) continue;
    *holder = e->update;
    return true;
  }
  return false;
}

void threads_forget(state *s, proc_id p) {
  const thread_rec *t = state_thread(s, p);
  bool taken = t && t->taken;
  state_set_wait(s, p, NULL);
  if (taken) state_thread_rw(s, p)->taken = true;
}

bool threads_join_is_wrong(const state *s, proc_id p, proc_id joined) {
  const thread_rec *t = state_thread(s, joined);
  return joined == p || (t && t->taken);
}

uint32_t threads_first_await(const ir_func_info *f, uint32_t pc) {
  for (unsigned hops = 0; hops < 16; hops++) {
    const ir_instr *i = &f->code[pc];
    if (i->op == IR_AWAIT_BEGIN) return pc;
    if (i->op == IR_JUMP)
      pc = f->blocks[i->targets[0].id].first;
    else if (i->op == IR_ATOMIC_BEGIN)
      pc++;
    else
      return UINT32_MAX;
  }
  return UINT32_MAX;
}

// Runs the guard that begins behind pc on a copy. What stops it is for the step to report: the process counts as enabled.
// What it reads is added to `reads`, if that is not NULL.
static bool guard_may_hold(world *m, const state *s, proc_id p, uint32_t pc, footprint *reads) {
  run r;
  bool known;
  if (!reads && guard_look(m, s, p, pc + 1, &known)) return known;
  sem_out_clear(&m->guard_out);
  run_begin(&r, m, state_fork((state *)s), p, p, &m->guard_out);
  r.free = r.guard = r.silent = true;
  r.noted = reads != NULL;
  if (r.noted) map64_clear(&m->touch_index);
  state_own_top(r.s, p)->pc = pc + 1;
  bool holds = true;
  if (run_code(&r) == ACT_SWITCH) {
    holds = value_is_concrete(r.holds) ? r.holds.bits != 0
                                       : pathcond_may(m->base.solver, r.s->pc, r.holds.e) != SMT_UNSAT;
  }
  state_unref(r.s);
  for (size_t i = 0; reads && i < m->guard_out.touched.len; i++) vec_push(reads, m->guard_out.touched.data[i]);
  sem_out_clear(&m->guard_out);
  return holds;
}

bool threads_may_step(world *m, const state *s, proc_id p) {
  const frame *f = state_top(s, p);
  const dfunc *df = &m->funcs[f->func];
  const ir_instr *i = &df->ir->code[f->pc];
  value v;
  proc_id holder;
  uint32_t await;
  switch ((int)i->op) {
  case IR_LOCK:
    v = i->args[0].kind == IR_OPERAND_REG ? f->regs[i->args[0].value] : world_constant(m, p, &i->args[0]);
    return !value_is_concrete(v) || !threads_holder(s, (event_id){v.bits, v.obj}, &holder);
  case IR_JOIN:
    v = i->args[0].kind == IR_OPERAND_REG ? f->regs[i->args[0].value] : world_constant(m, p, &i->args[0]);
    if (!value_is_concrete(v) || v.obj || v.bits == 0 || v.bits > s->k->n) return true;
    if (UNLIKELY(m->crowd) && threads_in_crowd(m, (proc_id)v.bits)) return true;
    if (i->sub && m->base.options.checks >> IR_CHECK_MISUSE & 1 && threads_join_is_wrong(s, p, (proc_id)v.bits))
      return true;
    return !(s->k->flags[v.bits] & PROC_STARTED) || s->k->flags[v.bits] & PROC_ENDED;
  case IR_AWAIT_BEGIN: return guard_may_hold(m, s, p, f->pc, NULL);
  case IR_ATOMIC_BEGIN:
    await = threads_first_await(df->ir, f->pc);
    return await == UINT32_MAX || guard_may_hold(m, s, p, await, NULL);
  }
  return true;
}

static void threads_waits(sem *base, const state *s, proc_id p, footprint *out) {
  world *m = (world *)base;
  if (p == PROC_KERNEL || p > s->k->n || !threads_live(s->k, p) || threads_may_step(m, s, p)) return;
  const frame *f = state_top(s, p);
  const ir_func_info *ir = m->funcs[f->func].ir;
  const ir_instr *i = &ir->code[f->pc];
  if (i->op == IR_LOCK) {
    value v = i->args[0].kind == IR_OPERAND_REG ? f->regs[i->args[0].value] : world_constant(m, p, &i->args[0]);
    const thread_rec *t = state_thread(s, p);
    uint32_t flags = t && t->depth ? TOUCH_REGION : 0;
    vec_push(out, ((touch){.mode = TOUCH_ACQUIRE, .obj = v.obj, .flags = flags, .offset = v.bits, .size = 1}));
  } else if (i->op != IR_JOIN) {
    vec_push(out, ((touch){.mode = TOUCH_ENTER, .obj = f->func, .offset = f->pc, .size = 1}));
    guard_may_hold(m, s, p, threads_first_await(ir, f->pc), out);
  }
}

static bool looks_for_deadlocks(const world *m) { return m->base.options.checks >> IR_CHECK_DEADLOCK & 1; }

static void threads_enabled(sem *base, const state *s, proc_vec *out) {
  world *m = (world *)base;
  const kern *k = s->k;
  if (s->interrupted) {
    vec_push(out, s->running);
    return;
  }
  if (k->phase == PHASE_DONE) return;
  if (k->phase != PHASE_EVAL) {
    vec_push(out, PROC_KERNEL);
    return;
  }
  // If leaks are checked it matters when the program ends: everything stands still then.
  for (proc_id p = 1; p <= k->n && (m->base.options.checks >> IR_CHECK_LEAK & 1); p++) {
    if (!(k->flags[p] & PROC_STOPPED)) continue;
    vec_push(out, PROC_KERNEL);
    return;
  }
  for (proc_id p = 1; p <= k->n; p++) {
    if (!(k->flags[p] & PROC_FRESH)) continue;
    vec_push(out, p);
    return;
  }
  size_t before = out->len;
  for (proc_id p = 1; p <= k->n; p++) {
    if (threads_live(k, p) && threads_may_step(m, s, p)) vec_push(out, p);
  }
  // With sem_needs.spin they are parked one by one, and looked at when nobody is left.
  if (out->len > before && (m->base.needs.spin || !looks_for_deadlocks(m) || stuck_all(m, s, NULL) == STUCK_NOT))
    return;
  out->len = before;
  vec_push(out, PROC_KERNEL);
}

// --- begin and end of the run --------------------------------------------------------------------------------------

void threads_begin_process(world *m, state *s, proc_id p) {
  tls_begin(m, s, p);
  state_kern_rw(s)->flags[p] = PROC_STARTED | PROC_FRESH;
}

static state *threads_initial(sem *base) {
  world *m = (world *)base;
  const ir_module *ir = base->ir;
  state *s = state_new(m->env);
  state_init_memory(s);
  state_set_top(s, PROC_KERNEL, frame_new(ir->entry.id, m->funcs[ir->entry.id].n_regs, NULL));
  return s;
}

void threads_final(run *r) {
  run_set_phase(r->s, PHASE_DONE);
  fork_put(r, (sem_succ){.kind = SEM_FINAL, .s = r->s});
  r->s = NULL;
}

// Nothing of the entry function behind `start` is executed: its frames are dropped, its local objects live on.
static void elaborate(run *r) {
  switch (run_code(r)) {
  case ACT_STOP: return;
  case ACT_ENDED: threads_final(r); return;
  case ACT_START: break;
  case ACT_SWITCH:
  case ACT_NEXT:
  case ACT_JUMP:
  case ACT_JOINED: UNREACHABLE("the elaboration is one step");
  }
  const world *m = r->m;
  frame_unref(r->f);
  state_set_top(r->s, PROC_KERNEL, NULL);
  for (proc_id p = 1; p <= m->base.ir->n_procs; p++) {
    uint32_t func = m->base.ir->procs[p].func.id;
    state_set_top(r->s, p, frame_new(func, m->funcs[func].n_regs, NULL));
    threads_begin_process(r->m, r->s, p);
  }
  run_set_phase(r->s, PHASE_EVAL);
  run_put_next(r);
}

static void put_deadlock(run *r, proc_id blamed, const char *message) {
  const frame *f = state_top(r->s, blamed);
  fork_put(r, (sem_succ){.kind = SEM_VIOLATION,
                         .s = r->s,
                         .check = IR_CHECK_DEADLOCK,
                         .message = message,
                         .at = r->m->funcs[f->func].ir->code[f->pc].at});
  r->s = NULL;
}

// Those who were parked because they spin go on.
static void wake_spinning(state *s) {
  for (proc_id p = 1; p <= s->k->n; p++)
    if (s->k->flags[p] & PROC_SPINS) state_kern_rw(s)->flags[p] = PROC_STARTED;
}

static bool any_may_step(world *m, const state *s) {
  for (proc_id p = 1; p <= s->k->n; p++)
    if (threads_live(s->k, p) && threads_may_step(m, s, p)) return true;
  return false;
}

static bool judges_itself(const world *m) { return m->waiting.attempt || m->waiting.when_stuck; }

// Nobody can do anything but go round in a loop that does nothing? True: r->s is gone.
static bool ends_stuck(run *r) {
  if (!looks_for_deadlocks(r->m)) return false;
  state *s = state_fork(r->s);
  wake_spinning(s);
  pathcond *how = NULL;
  stuck found = stuck_all(r->m, s, &how);
  if (found == STUCK_NOT && !any_may_step(r->m, s)) {  // they were parked where they are blocked now
    state_unref(r->s);
    r->s = s;
    return false;
  }
  if (found == STUCK_NOT) {
    state_unref(s);
    return false;
  }
  state_unref(r->s);
  r->s = s;
  proc_id first = 1;
  while (!threads_live(s->k, first)) first++;
  if (found == STUCK_FOR_EVER && judges_itself(r->m) && pathcond_length(how) != pathcond_length(s->pc)) {
    const frame *f = state_top(s, first);
    fork_unknown_at(r, r->m->funcs[f->func].ir->code[f->pc].at, "who waits for ever depends on inputs");
  } else if (found == STUCK_FOR_EVER) {
    state_set_pathcond(s, how);
    if (pending_ends(r)) return true;
    r->out->deadlock = r->out->blocked = true;
    put_deadlock(r, first, "some of them wait in loops whose rounds change nothing");
  } else {
    const frame *f = state_top(s, first);
    fork_unknown_at(r, r->m->funcs[f->func].ir->code[f->pc].at,
                    "deadlock: processes wait in loops, and take mutexes there that others try to take: who sees what "
                    "is not followed");
  }
  return true;
}

// Nobody can step any more, or those who can only go round in loops that do nothing.
static void end_run(run *r) {
  if (ends_stuck(r)) return;
  const kern *k = r->s->k;
  proc_id blocked = 0;
  bool stopped = false, cut = false;
  for (proc_id p = k->n; p >= 1; p--) {
    bool observes = p <= r->m->base.ir->n_procs && r->m->base.ir->procs[p].observer;
    if (threads_live(k, p) && !observes) blocked = p;
    stopped |= (k->flags[p] & PROC_STOPPED) != 0;
    cut |= (k->flags[p] & PROC_CUT) != 0;
  }
  if (blocked && !stopped && !cut && looks_for_deadlocks(r->m) && pending_ends(r)) return;
  r->out->blocked = blocked != 0;
  if (cut) {
    // What the others did has been seen on the way; the run itself does not exist to its end.
    fork_cut(r);
    return;
  }
  r->out->deadlock = blocked && !stopped;
  if (r->out->deadlock && looks_for_deadlocks(r->m)) {
    put_deadlock(r, blocked, ir_check_message(IR_CHECK_DEADLOCK));
    return;
  }
  place at;
  if ((r->m->base.options.checks >> IR_CHECK_LEAK & 1) && heap_leaks(r->m, r->s, &at)) {
    fork_put(r, (sem_succ){.kind = SEM_VIOLATION,
                           .s = r->s,
                           .check = IR_CHECK_LEAK,
                           .message = ir_check_message(IR_CHECK_LEAK),
                           .at = at,
                           .uncertain = true});  // dead registers are trimmed here, and may hold the last pointer
    r->s = NULL;
    return;
  }
  threads_final(r);
}

// --- steps ---------------------------------------------------------------------------------------------------------

static void end_step(run *r, state *s) {
  kern *k = s->k;
  if (k->flags[r->p] & PROC_FRESH) {
    k = state_kern_rw(s);
    k->flags[r->p] = (uint8_t)(k->flags[r->p] & ~PROC_FRESH);
  }
  run_trim(r->m, s, r->p);
  if (UNLIKELY(r->m->reuse)) reuse_clean(r->m, s);
  if (UNLIKELY(r->m->base.needs.spin) && !spin_end_step(r, s)) {
    fork_put(r, (sem_succ){.kind = SEM_CUT, .at = PLACE_NONE});
    state_unref(s);
    return;
  }
  state_set_before(s, NULL);
  s->may_begin = false;
  s->jumps = s->drawn = 0;
  fork_put(r, (sem_succ){.kind = SEM_NEXT, .s = s});
}

// A lock or a join waits for what its operand names: that has one value in each state, so that it is known who may step. Where it may
// have too many, the operation tells. False: nothing has happened.
static bool end_by_name(run *r, state *s) {
  const frame *f = state_top(s, r->p);
  const ir_instr *i = f ? &r->m->funcs[f->func].ir->code[f->pc] : NULL;
  if (!i || (i->op != IR_LOCK && i->op != IR_JOIN) || i->args[0].kind != IR_OPERAND_REG) return false;
  value v = f->regs[i->args[0].value];
  if (value_is_concrete(v) || value_is_special(v) || (i->op == IR_JOIN && r->m->crowd)) return false;
  fork_words words = {0};
  bool known = fork_values(r, s, v.e, &words) && words.len;
  expr_table *t = r->m->base.terms;
  for (size_t k = 0; known && k < words.len; k++) {
    state *one = k + 1 < words.len ? state_fork(s) : s;
    if (words.len > 1) {
      r->out->forks = 1;
      fork_add(r, one, expr_eq(t, v.e, expr_const(t, expr_width(t, v.e), words.data[k])), SMT_SAT);
    }
    state_own_top(one, r->p)->regs[i->args[0].value] = value_pointer(v.obj, words.data[k]);
    end_step(r, one);
  }
  vec_free(&words);
  return known;
}

void threads_end_step(run *r, state *s) {
  if (!end_by_name(r, s)) end_step(r, s);
}

// A process whose last step was taken back counts: to whoever replays the schedule, which does not have that step, it is live. So
// is one that spins.
static bool nobody_else(const kern *k, proc_id p) {
  for (proc_id q = 1; q <= k->n; q++) {
    if (q != p && (threads_live(k, q) || k->flags[q] & (PROC_UNDONE | PROC_SPINS))) return false;
  }
  return true;
}

// What of the step is already behind: nothing, or what an interrupted state remembers.
static void begin_step(run *r, bool resumed) {
  state *s = r->s;
  const thread_rec *t = state_thread(s, r->p);
  const frame *f = state_top(s, r->p);
  r->region = t ? t->depth : 0;
  r->guard = t && t->guard;
  r->alone = nobody_else(s->k, r->p) && !threads_in_crowd(r->m, r->p) && !(r->m->base.needs.weak && s->k->n > 1);
  r->merges = r->alone && !r->m->base.ir->separate;
  r->free = r->merges || r->region || r->guard;
  r->may_begin = resumed ? s->may_begin
                         : !(s->k->flags[r->p] & PROC_FRESH) &&
                               threads_visible(r->m, &r->m->funcs[f->func].ir->code[f->pc]);
  r->jumps = resumed ? s->jumps : 0;
  r->inputs = s->inputs;
  for (uint32_t i = 0; resumed && i < s->drawn; i++) r->inputs = r->inputs->older;
  s->may_begin = false;
  s->jumps = s->drawn = 0;
}

static void forget_barred(state *s) {
  for (proc_id q = 1; q <= s->k->n; q++)
    if (s->k->flags[q] & PROC_BARRED) state_kern_rw(s)->flags[q] &= (uint8_t)~PROC_BARRED;
}

static void process_step(run *r, bool resumed) {
  if (!resumed) {
    forget_barred(r->s);
    r->s->acted = r->s->looked = false;
  }
  begin_step(r, resumed);
  switch (run_code(r)) {
  case ACT_STOP: return;
  case ACT_SWITCH:
    threads_end_step(r, r->s);
    r->s = NULL;
    return;
  case ACT_ENDED:
    mem_touch(r, TOUCH_END, 0, value_pointer(r->p, 0), NULL, 1);
    tls_end(r);
    if (r->m->reuse) reuse_clean(r->m, r->s);
    state_set_before(r->s, NULL);
    state_kern_rw(r->s)->flags[r->p] = PROC_STARTED | PROC_ENDED;
    run_put_next(r);
    return;
  case ACT_START:
  case ACT_NEXT:
  case ACT_JUMP:
  case ACT_JOINED: break;
  }
  UNREACHABLE("a process cannot start the simulation");
}

static void threads_step(sem *base, state *s, proc_id p, sem_out *out) {
  world *m = (world *)base;
  bool resumed = s->interrupted;
  s = world_begin_step(m, s, out);
  if (m->memo && memo_replay(m, s, p, resumed, out)) return;
  run r;
  run_begin(&r, m, s, p, p, out);
  if (p != PROC_KERNEL) {
    process_step(&r, resumed);
  } else if (s->k->phase == PHASE_ELAB) {
    r.free = true;
    elaborate(&r);
  } else {
    end_run(&r);
  }
  if (m->memo) memo_record(m, out);
  DCHECK(r.s == NULL, "a step hands its state on");
}

static const struct sem_ops threads_sem_ops = {threads_initial, threads_enabled, threads_step, world_free,
                                               threads_waits};

const scheduler threads_scheduler = {&threads_sem_ops, "interleaving", threads_ops, threads_assumption_fails};
