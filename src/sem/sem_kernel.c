// Kernel operations of the SystemC scheduler: events, waiting, suspension, update requests [AVPE15].
#include <string.h>

#include "base/mem.h"
#include "sem/sem_impl.h"

bool sysc_enabled(const kern *k, proc_id p) {
  return (k->flags[p] & (PROC_RUNNABLE | PROC_SUSPENDED | PROC_ENDED)) == PROC_RUNNABLE;
}

bool sysc_some_enabled(const kern *k) {
  for (proc_id p = 1; p <= k->n; p++) {
    if (sysc_enabled(k, p)) return true;
  }
  return false;
}

bool sysc_exists(const world *m, const kern *k, proc_id p) {
  return p <= m->base.ir->n_procs || k->flags[p] & (PROC_MADE | PROC_ENDED);
}

bool sysc_in_update(const run *r) { return r->stack == update_stack(r->s); }

static bool event_same(event_id a, event_id b) { return a.obj == b.obj && a.offset == b.offset; }

// --- waking up -----------------------------------------------------------------------------------------------------

// Removes what is pending for an event (obj 0: the time-out of a process).
static void drop_pending(state *s, event_id e) {
  for (uint32_t i = s->pending ? s->pending->n : 0; i-- > 0;) {
    const pend_entry *entry = &s->pending->list[i];
    if (entry->kind >= PEND_DELTA && event_same(entry->e, e)) pend_remove(s, i);
  }
}

static void drop_timeout(state *s, proc_id p) { drop_pending(s, (event_id){p, 0}); }

// The wait of p is over: whatever else it waited for is discarded.
void sysc_wake(world *m, state *s, proc_id p, bool timed_out) {
  memo_reads_process(m, s, p);
  const wait_rec *w = state_wait(s, p);
  const frame *top = state_top(s, p);
  uint32_t dst = w->at == NO_WAIT ? 0 : m->funcs[top->func].ir->code[w->at].dst.id;
  if (dst && timed_out) state_own_top(s, p)->regs[dst] = value_word(1);
  state_set_wait(s, p, NULL);
  drop_timeout(s, p);
  kern *k = state_kern_rw(s);
  k->flags[p] = (uint8_t)((k->flags[p] & ~PROC_WAITING) | PROC_RUNNABLE);
}

// Records that e happened in the and-list of p; true if the list is complete.
static bool meet(state *s, proc_id p, event_id e) {
  const wait_rec *old = state_wait(s, p);
  size_t size = sizeof(wait_rec) + old->n * sizeof old->list[0];
  wait_rec *w = part_copy(old, size);
  bool complete = true;
  for (uint32_t i = 0; i < w->n; i++) {
    if (event_same(w->list[i].e, e)) w->list[i].met = true;
    complete = complete && w->list[i].met;
  }
  state_set_wait(s, p, w);
  return complete;
}

static bool waits_for(const wait_rec *w, event_id e) {
  for (uint32_t i = 0; i < w->n; i++) {
    if (event_same(w->list[i].e, e)) return true;
  }
  return false;
}

// All processes that wait for e now. The order among them does not matter: they only become runnable.
static void deliver(world *m, state *s, event_id e) {
  if (e.obj == 0) {
    sysc_wake(m, s, (proc_id)e.offset, true);
    return;
  }
  for (proc_id p = 1; p <= s->k->n; p++) {
    if (!(s->k->flags[p] & PROC_WAITING)) continue;
    memo_reads_process(m, s, p);
    const wait_rec *w = state_wait(s, p);
    if (waits_for(w, e) && (!w->all || meet(s, p, e))) sysc_wake(m, s, p, false);
  }
}

// Delivers all entries that `due` selects; they leave the list before anything happens.
static void deliver_due(world *m, state *s, pend_kind kind, uint64_t time) {
  VEC(event_id) now = {0};
  for (uint32_t i = 0; s->pending && i < s->pending->n;) {
    const pend_entry *e = &s->pending->list[i];
    if (e->kind == (uint32_t)kind && (kind == PEND_DELTA || e->at == time)) {
      vec_push(&now, e->e);
      pend_remove(s, i);
    } else {
      i++;
    }
  }
  for (size_t i = 0; i < now.len; i++) {
    // A time-out whose process an event of the same instant has just woken is void.
    bool void_timeout = now.data[i].obj == 0 && !(s->k->flags[now.data[i].offset] & PROC_WAITING);
    if (!void_timeout) deliver(m, s, now.data[i]);
  }
  vec_free(&now);
}

void sysc_deliver_delta(world *m, state *s) {
  deliver_due(m, s, PEND_DELTA, 0);
  for (proc_id p = 1; p <= s->k->n; p++) {
    if (s->k->flags[p] & PROC_RESUME) {
      kern *k = state_kern_rw(s);
      k->flags[p] = (uint8_t)(k->flags[p] & ~(PROC_RESUME | PROC_SUSPENDED));
    }
  }
}

void sysc_deliver_time(world *m, state *s, uint64_t time) { deliver_due(m, s, PEND_TIMED, time); }

bool sysc_next_time(const state *s, uint64_t *time) {
  // Entries are sorted by kind and time.
  for (uint32_t i = 0; s->pending && i < s->pending->n; i++) {
    if (s->pending->list[i].kind != PEND_TIMED) continue;
    *time = s->pending->list[i].at;
    return true;
  }
  return false;
}

void sysc_end_process(world *m, state *s, proc_id p) {
  (void)m;
  state_set_wait(s, p, NULL);
  drop_timeout(s, p);
  state_kern_rw(s)->flags[p] = PROC_ENDED;
}

// --- operands ------------------------------------------------------------------------------------------------------

static bool event_value(run *r, value v, event_id *e) {
  objref o;
  uint64_t offset;
  if (!mem_resolve(r, v, 1, &o)) return false;
  if (!fork_concretise(r, (value){v.bits, v.e, 0}, 64, "the event", &offset)) return false;
  *e = (event_id){offset, v.obj};
  keep_not(r->s, v.obj);
  return true;
}

static bool event_operand(run *r, const ir_operand *operand, event_id *e) {
  return event_value(r, run_operand(r, operand), e);
}

bool sysc_event_array(run *r, const ir_operand *first, const ir_operand *number, event_vec *out) {
  uint64_t n;
  value at = run_operand(r, first);
  if (!fork_concretise(r, run_operand(r, number), 32, "the number of events", &n)) return false;
  if (n > MAX_EVENTS) {
    fork_unknown(r, "more than %u events in one list", MAX_EVENTS);
    return false;
  }
  ir_type pointer = first->type;
  uint64_t step = ir_type_get(r->m->base.ir, pointer)->size;
  for (uint64_t k = 0; k < n; k++, at.bits += step) {
    value v;
    event_id e;
    if (!value_is_concrete(at)) {
      fork_unknown(r, "the place of a list of events is symbolic");
      return false;
    }
    if (!mem_load(r, at, pointer, &v) || !event_value(r, v, &e)) return false;
    vec_push(out, e);
  }
  return true;
}

// A time span: taken as signed whatever its type, not negative, concrete, and now + span fits. False: stopped.
static bool delay_operand(run *r, const ir_operand *operand, uint64_t *delay) {
  const world *m = r->m;
  expr_table *t = m->base.terms;
  const ir_type_info *type = ir_type_get(m->base.ir, operand->type);
  value v = run_operand(r, operand);
  if (v.obj) {
    fork_unknown(r, "a pointer is used as a delay");
    return false;
  }
  if (!value_is_concrete(v) && !fork_guard(r, expr_sle(t, expr_const(t, type->bits, 0), v.e), IR_CHECK_DELAY, NULL))
    return false;
  if (!fork_concretise(r, v, type->bits, "a delay", delay)) return false;
  if (sign_extend(*delay, type->bits) < 0) {
    fork_violation(r, IR_CHECK_DELAY, NULL);
    return false;
  }
  if (r->s->time + *delay < r->s->time) {
    fork_unknown(r, "the simulation time exceeds 64 bits");
    return false;
  }
  return true;
}

static pend_entry pending_at(const state *s, event_id e, uint64_t delay) {
  return (pend_entry){.kind = delay ? PEND_TIMED : PEND_DELTA, .at = delay ? s->time + delay : 0, .e = e};
}

static void touch_kernel(run *r, touch_mode mode, uint32_t detail, event_id e) {
  mem_touch(r, mode, detail, value_pointer(e.obj, e.offset), NULL, 1);
}

// --- operations ----------------------------------------------------------------------------------------------------

static act notify_op(run *r, const ir_instr *i) {
  event_id e;
  if (sysc_in_update(r)) return fork_unknown(r, "an immediate notification in an update");
  if (!event_operand(r, &i->args[0], &e)) return ACT_STOP;
  touch_kernel(r, TOUCH_NOTIFY, 0, e);
  if (!r->m->base.options.pending_multi) drop_pending(r->s, e);
  if (r->s->k->started) deliver(r->m, r->s, e);
  return ACT_NEXT;
}

// IEEE 1666: one pending notification per event, the earlier wins. Otherwise all are kept; equal ones are one.
static act notify_later_op(run *r, const ir_instr *i) {
  event_id e;
  uint64_t delay;
  if (!event_operand(r, &i->args[0], &e) || !delay_operand(r, &i->args[1], &delay)) return ACT_STOP;
  touch_kernel(r, TOUCH_NOTIFY_LATER, 0, e);
  state *s = r->s;
  pend_entry fresh = pending_at(s, e, delay);
  if (!r->m->base.options.pending_multi) {
    for (uint32_t k = 0; s->pending && k < s->pending->n; k++) {
      const pend_entry *old = &s->pending->list[k];
      if (old->kind < PEND_DELTA || !event_same(old->e, e)) continue;
      if (old->kind < fresh.kind || (old->kind == fresh.kind && old->at <= fresh.at)) return ACT_NEXT;
    }
    drop_pending(s, e);
  }
  pend_add(s, fresh);
  return ACT_NEXT;
}

static act cancel_op(run *r, const ir_instr *i) {
  event_id e;
  if (!event_operand(r, &i->args[0], &e)) return ACT_STOP;
  touch_kernel(r, TOUCH_NOTIFY_LATER, 1, e);
  drop_pending(r->s, e);
  return ACT_NEXT;
}

void sysc_begin_wait(run *r, proc_id p, const event_vec *events, bool all, uint32_t at) {
  wait_rec *w = part_new(sizeof(wait_rec) + events->len * sizeof w->list[0]);
  w->n = (uint32_t)events->len;
  w->all = all;
  w->at = at;
  for (uint32_t k = 0; k < w->n; k++) {
    w->list[k].e = events->data[k];
    touch_kernel(r, TOUCH_WAIT, 0, events->data[k]);
  }
  state_set_wait(r->s, p, w);
}

static bool wait_events(run *r, const ir_instr *i, uint32_t n, event_vec *events) {
  if (i->sub & IR_WAIT_ARRAY) return sysc_event_array(r, &i->args[0], &i->args[1], events);
  for (uint32_t k = 0; k < n; k++) {
    event_id e;
    if (!event_operand(r, &i->args[k], &e)) return false;
    vec_push(events, e);
  }
  return true;
}

static act wait_op(run *r, const ir_instr *i) {
  if (r->p == PROC_KERNEL) return fork_unknown(r, "a wait outside of a process");
  bool timed = i->sub & IR_WAIT_TIMEOUT;
  uint32_t n = i->n_args - (timed ? 1 : 0);
  event_vec events = {0};
  uint64_t delay = 0;
  bool ok = wait_events(r, i, n, &events) && (!timed || delay_operand(r, &i->args[n], &delay));
  if (ok) sysc_begin_wait(r, r->p, &events, i->sub & IR_WAIT_ALL, r->f->pc);
  vec_free(&events);
  if (!ok) return ACT_STOP;
  if (timed) pend_add(r->s, pending_at(r->s, (event_id){r->p, 0}, delay));
  run_set(r, value_word(0));  // becomes 1 if the time-out ends the wait
  kern *k = state_kern_rw(r->s);
  k->flags[r->p] |= PROC_WAITING;
  r->f->pc++;
  return ACT_SWITCH;
}

bool sysc_process_operand(run *r, const ir_operand *operand, uint64_t *p) {
  value v = run_operand(r, operand);
  if (v.obj) {
    fork_unknown(r, "a pointer is used as a process");
    return false;
  }
  if (!fork_concretise(r, v, 32, "the process", p)) return false;
  if (*p != 0 && *p <= r->s->k->n && sysc_exists(r->m, r->s->k, (proc_id)*p)) return true;
  fork_unknown(r, "there is no process %llu", (unsigned long long)*p);
  return false;
}

static act process_op(run *r, const ir_instr *i) {
  uint64_t p;
  if (!sysc_process_operand(r, &i->args[0], &p)) return ACT_STOP;
  touch_mode mode = i->op == IR_SUSPEND ? TOUCH_SUSPEND : TOUCH_RESUME;
  mem_touch(r, mode, 0, value_pointer((uint32_t)p, 0), NULL, 1);
  if (r->s->k->flags[p] & PROC_ENDED) return ACT_NEXT;
  kern *k = state_kern_rw(r->s);
  if (i->op == IR_RESUME) {
    k->flags[p] |= PROC_RESUME;
    return ACT_NEXT;
  }
  k->flags[p] |= PROC_SUSPENDED;
  if (p != r->p) return ACT_NEXT;
  k->flags[p] |= PROC_RUNNABLE;  // once resumed it goes on behind the suspend: it keeps its turn
  r->f->pc++;
  return ACT_SWITCH;
}

static act start_op(run *r, const ir_instr *i) {
  if (r->p != PROC_KERNEL || r->stack != PROC_KERNEL) return fork_unknown(r, "a start outside of the entry function");
  if (i->sub == IR_START_SYSTEMC && r->s->k->stop && r->s->k->started) {
    run_set(r, value_word(0));  // the simulation was stopped once and for all
    return ACT_NEXT;
  }
  bool bounded = false, instant = false;
  uint64_t bound = 0;
  if (i->n_args) {
    const ir_type_info *type = ir_type_get(r->m->base.ir, i->args[0].type);
    if (!fork_concretise(r, run_operand(r, &i->args[0]), type->bits, "the bound of start", &bound)) return ACT_STOP;
    bounded = sign_extend(bound, type->bits) >= 0;
    instant = i->sub == IR_START_SYSTEMC && sign_extend(bound, type->bits) == IR_START_INSTANT;
  }
  kern *k = state_kern_rw(r->s);
  k->exclusive = i->sub == IR_START_SYSTEMC;
  // A relative bound beyond the end of time bounds nothing.
  if (bounded && k->exclusive && __builtin_add_overflow(bound, r->s->time, &bound)) bounded = false;
  k->one_delta = bounded && k->exclusive && bound == r->s->time;
  k->has_bound = bounded || instant;
  k->bound = instant ? r->s->time : bounded ? bound : 0;
  k->stop = k->pause = false;
  run_set(r, value_word(0));
  r->f->pc++;
  return ACT_START;
}

static act request_op(run *r, const ir_instr *i) {
  pend_entry e = {.kind = PEND_REQUEST, .update = (uint32_t)i->args[0].value};
  if (i->n_args > 1) {
    value v = run_operand(r, &i->args[1]);
    if (v.e.id) return fork_unknown(r, "the argument of an update request is symbolic");
    e.e = (event_id){v.bits, v.obj};
  }
  mem_touch(r, TOUCH_REQUEST, 0, value_pointer(e.update, 0), NULL, 1);
  pend_add(r->s, e);
  return ACT_NEXT;
}

static act time_op(run *r, const ir_instr *i) {
  run_set(r, value_word(r->s->time & width_mask(type_bits(r->m, i->type))));
  return ACT_NEXT;
}

static act stop_op(run *r, const ir_instr *i) {
  (void)i;
  state_kern_rw(r->s)->stop = true;
  return ACT_NEXT;
}

static act exit_op(run *r, const ir_instr *i) {
  (void)i;
  while (run_return(r, value_word(0)) != ACT_ENDED) continue;
  return ACT_ENDED;
}

// Steps are atomic anyway.
static act atomic_op(run *r, const ir_instr *i) {
  (void)r;
  (void)i;
  return ACT_NEXT;
}

op_fn *const sysc_ops[IR_OP_COUNT] = {
    [IR_TIME] = time_op,
    [IR_SELF] = design_self,
    [IR_SPAWN] = design_spawn,
    [IR_ARM] = design_arm,
    [IR_WAITED] = design_waited,
    [IR_SWITCH_TO] = design_switch_to,
    [IR_DELTA] = design_delta,
    [IR_ACTIVITY] = design_not_explored,
    [IR_TRIGGERED] = design_not_explored,
    [IR_PENDING] = design_not_explored,
    [IR_RESERVE] = design_not_explored,
    [IR_PAUSE] = design_pause,
    [IR_HALT] = design_halt,
    [IR_AWAIT_BEGIN] = atomic_op,
    [IR_AWAIT] = design_await,
    [IR_START] = start_op,
    [IR_STOP] = stop_op,
    [IR_WAIT] = wait_op,
    [IR_NOTIFY] = notify_op,
    [IR_NOTIFY_AFTER] = notify_later_op,
    [IR_CANCEL] = cancel_op,
    [IR_SUSPEND] = process_op,
    [IR_RESUME] = process_op,
    [IR_REQUEST_UPDATE] = request_op,
    [IR_EXIT] = exit_op,
    [IR_ATOMIC_BEGIN] = atomic_op,
    [IR_ATOMIC_END] = atomic_op,
};
