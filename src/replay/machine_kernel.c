// The SystemC kernel (specification section 2): events, waiting, suspension, update requests, and the phases.
//
// The kernel is process 0. Its first step runs the entry function to `start` and initialises; while no process is
// enabled its step is the notification phase; after the end of the simulation its step goes on with the entry function,
// which may start again.
#include <string.h>

#include "replay/machine_int.h"

static frame *top_frame(machine *m) { return &vec_last(&m->active->frames); }

static bool same_event(event_id a, event_id b) { return a.obj == b.obj && a.offset == b.offset; }

// --- waking up

static void drop_timeout(machine *m, uint32_t proc) {
  size_t kept = 0;
  for (size_t i = 0; i < m->pending.len; i++)
    if (m->pending.data[i].proc != proc) m->pending.data[kept++] = m->pending.data[i];
  m->pending.len = kept;
}

void machine_make_runnable(machine *m, process *p) {
  p->runnable = true;
  p->ready_seq = p->comes_first ? p->comes_first : ++m->seq;
  p->comes_first = 0;
}

static void set_wait_result(machine *m, uint32_t proc, bool timed_out) {
  process *p = &m->procs[proc];
  if (p->runnable && p->wait_dst.id)
    machine_write_reg(m, &p->stack, &vec_last(&p->stack.frames), p->wait_dst, CELL_INT(timed_out));
}

// The wait is over: whatever else it waited for is discarded.
void machine_wake(machine *m, uint32_t proc, bool timed_out) {
  process *p = &m->procs[proc];
  if (m->ir->spawns) machine_leave_events(m, proc);
  p->waiting = false;
  vec_clear(&p->events);
  vec_clear(&p->stands);
  drop_timeout(m, proc);
  machine_make_runnable(m, p);
  set_wait_result(m, proc, timed_out);
}

// True if this occurrence of e ends the wait of p.
static bool event_comes(process *p, event_id e) {
  bool concerned = false, complete = true;
  for (size_t i = 0; i < p->events.len; i++) {
    if (same_event(p->events.data[i], e)) {
      p->stands.data[i] = 0;
      concerned = true;
    }
    complete = complete && !p->stands.data[i];
  }
  return concerned && (!p->wait_all || complete);
}

static bool waits_for(const process *q, event_id e) {
  if (!q->waiting || q->disabled) return false;
  for (size_t i = 0; i < q->events.len; i++) {
    if (q->stands.data[i] && same_event(q->events.data[i], e)) return true;
  }
  return false;
}

// All processes that wait for e, in the order in which they began to wait.
static void deliver_event(machine *m, event_id e) {
  if (m->ir->uses_triggered) vec_push(&m->triggered, e);
  VEC(uint32_t) waiters = {0};
  for (uint32_t p = 1; p <= m->n_procs; p++) {
    if (!waits_for(&m->procs[p], e)) continue;
    vec_push(&waiters, p);
    for (size_t i = waiters.len - 1; i > 0 && m->procs[waiters.data[i - 1]].wait_seq > m->procs[p].wait_seq; i--) {
      waiters.data[i] = waiters.data[i - 1];
      waiters.data[i - 1] = p;
    }
  }
  if (m->ir->spawns) machine_order_waiters(m, e, waiters.data, waiters.len);
  for (size_t i = 0; i < waiters.len; i++) {
    process *p = &m->procs[waiters.data[i]];
    if (!event_comes(p, e)) continue;
    machine_wake(m, waiters.data[i], false);
    p->woken = WOKEN_BY_EVENT;
    p->woken_by = e;
  }
  vec_free(&waiters);
}

static void wake_by_time(machine *m, uint32_t proc) {
  machine_wake(m, proc, true);
  m->procs[proc].woken = WOKEN_BY_TIME;
}

static void deliver(machine *m, const pending *n) {
  if (!n->proc)
    deliver_event(m, n->event);
  else if (m->procs[n->proc].waiting && !m->procs[n->proc].disabled)
    wake_by_time(m, n->proc);
}

// --- notification

static bool earlier(const pending *a, const pending *b) {
  if (a->is_delta || b->is_delta) return a->is_delta && !b->is_delta;
  return a->time < b->time;
}

static void cancel_pending(machine *m, event_id e) {
  size_t kept = 0;
  for (size_t i = 0; i < m->pending.len; i++) {
    const pending *n = &m->pending.data[i];
    if (n->proc || !same_event(n->event, e)) m->pending.data[kept++] = *n;
  }
  m->pending.len = kept;
}

static bool is_pending(const machine *m, uint32_t proc, event_id e) {
  for (size_t i = 0; i < m->pending.len; i++) {
    const pending *q = &m->pending.data[i];
    if (proc ? q->proc == proc : !q->proc && same_event(q->event, e)) return true;
  }
  return false;
}

static void add_pending(machine *m, pending n) {
  n.by_update = m->in_update ? m->update_now : 0;
  if (!n.is_delta && m->ir->spawns) {
    n.id = ++m->pend_id;
    machine_heap_insert(m, n.time, n.id);
  }
  vec_push(&m->pending, n);
}

// IEEE 1666: an event has one pending notification and the earlier one wins. --pending=multi: all are kept, equal ones
// collapse because they are delivered together.
static void notify_later(machine *m, const pending *fresh) {
  for (size_t i = 0; i < m->pending.len; i++) {
    const pending *n = &m->pending.data[i];
    if (n->proc || !same_event(n->event, fresh->event)) continue;
    bool kept = m->options.pending_multi ? !earlier(n, fresh) && !earlier(fresh, n) : !earlier(fresh, n);
    if (kept) return;
  }
  if (!m->options.pending_multi) cancel_pending(m, fresh->event);
  add_pending(m, *fresh);
}

static bool event_operand(machine *m, const ir_operand *o, place at, event_id *e) {
  cell v = machine_read_operand(m, o);
  if (!memory_access(m, v, 1, at)) return false;
  *e = (event_id){v.obj, v.bits};
  return true;
}

// When something with this delay is due; false: m->status is set. Times are taken as signed, whatever the type says.
static bool due(machine *m, const ir_operand *delay, place at, pending *n) {
  uint64_t d;
  if (!machine_number_operand(m, delay, at, &d)) return false;
  // The reference library's times wrap around; what is due before now comes as soon as nothing else is left to do.
  if ((int64_t)d < 0 && m->options.updates_last_first && m->ir->spawns) {
    n->time = m->time + d;
    return true;
  }
  if ((int64_t)d < 0) {
    machine_fail(m, IR_CHECK_DELAY, at, NULL);
    return false;
  }
  n->is_delta = d == 0;
  if (!d || !__builtin_add_overflow(m->time, d, &n->time)) return true;
  machine_stop(m, MACHINE_UNSUPPORTED, at, "the simulation time exceeds 64 bits");
  return false;
}

static flow exec_notify(machine *m, const ir_instr *i) {
  event_id e;
  if (!event_operand(m, &i->args[0], i->at, &e)) return FLOW_SWITCH;
  if (i->op == IR_CANCEL) {
    machine_note_action(m, (action){.kind = ACT_EVENT, .text = "cancels ", .event = e});
    cancel_pending(m, e);
    return FLOW_NEXT;
  }
  if (m->options.changed)
    vec_push(&m->notices, ((notice){e, m->running, m->seq, machine_user_place(m, m->active, i->at), false}));
  if (i->op == IR_NOTIFY) {
    if (m->in_update)
      return machine_stop(m, MACHINE_UNSUPPORTED, i->at, "an immediate notification in an update function");
    machine_note_action(m, (action){.kind = ACT_EVENT, .text = "notifies ", .event = e});
    if (!m->options.pending_multi) cancel_pending(m, e);
    if (m->initialised) deliver_event(m, e);
    return FLOW_NEXT;
  }
  pending n = {.event = e};
  if (!due(m, &i->args[1], i->at, &n)) return FLOW_SWITCH;
  machine_note_action(m, (action){.kind = ACT_EVENT, .text = "notifies ", .event = e});
  if (n.is_delta)
    machine_note_action(m, (action){.kind = ACT_TEXT, .joined = true, .text = " in the next delta cycle"});
  else
    machine_note_action(m, (action){.kind = ACT_TIME, .joined = true, .text = " at time ", .number = n.time});
  notify_later(m, &n);
  return FLOW_NEXT;
}

// --- waiting and suspension

static void note_wait(machine *m, const process *p, const pending *timeout) {
  machine_note_action(m, (action){.kind = ACT_TEXT, .text = "waits"});
  for (size_t i = 0; i < p->events.len; i++) {
    const char *link = i == 0 ? " for " : p->wait_all ? " and " : " or ";
    machine_note_action(m, (action){.kind = ACT_EVENT, .joined = true, .text = link, .event = p->events.data[i]});
  }
  if (!timeout && !p->events.len)
    machine_note_action(m, (action){.kind = ACT_TEXT, .joined = true, .text = " for ever"});
  if (!timeout) return;
  if (p->events.len) machine_note_action(m, (action){.kind = ACT_TEXT, .joined = true, .text = " or"});
  if (timeout->is_delta)
    machine_note_action(m, (action){.kind = ACT_TEXT, .joined = true, .text = " for the next delta cycle"});
  else
    machine_note_action(m, (action){.kind = ACT_TIME, .joined = true, .text = " until time ", .number = timeout->time});
}

// A time-out for which room was reserved has been added then.
static void begin_timeout(machine *m, const pending *timeout) {
  for (size_t k = 0; k < m->pending.len; k++) {
    pending *n = &m->pending.data[k];
    if (n->proc != m->running || !n->reserved) continue;
    n->reserved = false;
    if (!timeout) drop_timeout(m, m->running);
    return;
  }
  if (timeout) add_pending(m, *timeout);
}

static flow exec_reserve(machine *m, const ir_instr *i) {
  pending timeout = {.proc = m->running, .reserved = true};
  if (!due(m, &i->args[0], i->at, &timeout)) return FLOW_SWITCH;
  drop_timeout(m, m->running);
  add_pending(m, timeout);
  return FLOW_NEXT;
}

static flow exec_wait(machine *m, const ir_instr *i) {
  if (!m->running || m->in_update) return machine_stop(m, MACHINE_UNSUPPORTED, i->at, "a wait outside of a process");
  process *p = &m->procs[m->running];
  bool timed = i->sub & IR_WAIT_TIMEOUT;
  uint32_t n = i->n_args - (timed ? 1 : 0);
  pending timeout = {.proc = m->running};
  vec_clear(&p->events);
  vec_clear(&p->stands);
  bool array = i->sub & IR_WAIT_ARRAY;
  p->wait_named = !array;
  if (array && !machine_read_events(m, p, &i->args[0], &i->args[1], i->at)) return FLOW_SWITCH;
  for (uint32_t k = 0; !array && k < n; k++) {
    event_id e;
    if (!event_operand(m, &i->args[k], i->at, &e)) return FLOW_SWITCH;
    vec_push(&p->events, e);
    vec_push(&p->stands, m->seq + 1);
  }
  if (timed && !due(m, &i->args[n], i->at, &timeout)) return FLOW_SWITCH;
  begin_timeout(m, timed ? &timeout : NULL);
  p->waiting = true;
  p->wait_all = i->sub & IR_WAIT_ALL;
  p->wait_dst = i->dst;
  p->wait_seq = ++m->seq;
  p->wait_at = i->at;
  note_wait(m, p, timed ? &timeout : NULL);
  return FLOW_SWITCH;
}

void machine_end_process(machine *m, uint32_t proc) {
  process *p = &m->procs[proc];
  machine_stack_clear(m, &p->stack);
  drop_timeout(m, proc);
  if (m->ir->spawns) machine_leave_static(m, proc);
  vec_clear(&p->events);
  vec_clear(&p->stands);
  p->ended = true;
  p->runnable = p->waiting = p->suspended = p->resume_requested = p->disabled = false;
}

static void reset_process(machine *m, uint32_t proc, place at) {
  process *p = &m->procs[proc];
  machine_end_process(m, proc);
  p->ended = false;
  if (machine_push_frame(m, &p->stack, m->ir->procs[proc].func, at)) machine_make_runnable(m, p);
}

// Operations on a process by number. Suspending or resuming a finished process does nothing.
static flow exec_process(machine *m, const ir_instr *i) {
  uint64_t proc = machine_read_operand(m, &i->args[0]).bits;
  if (!proc || proc > m->n_procs)
    return machine_stop(m, MACHINE_UNSUPPORTED, i->at, "undefined behaviour: no such process");
  process *p = &m->procs[proc];
  bool self = proc == m->running;
  if (m->in_update && i->op == IR_SUSPEND)
    return machine_stop(m, MACHINE_UNSUPPORTED, i->at, "`suspend` in an update function");
  machine_note_action(m, (action){.kind = ACT_TEXT, .text = ir_op_text(i->op)});
  machine_note_action(m, (action){.kind = ACT_TEXT, .joined = true, .text = "s "});
  machine_note_action(m, (action){.kind = ACT_TEXT, .joined = true, .text = self ? "itself" : p->name});
  if (i->op == IR_RESET) {
    if (self) return machine_stop(m, MACHINE_UNSUPPORTED, i->at, "a process that resets itself");
    if (m->initialised) reset_process(m, (uint32_t)proc, i->at);
    return m->status == MACHINE_RUNNING ? FLOW_NEXT : FLOW_SWITCH;
  }
  if (p->ended) return FLOW_NEXT;
  if (i->op == IR_KILL) {
    if (self) {
      machine_stack_clear(m, m->active);
      return FLOW_SWITCH;
    }
    machine_end_process(m, (uint32_t)proc);
  } else if (i->op == IR_RESUME) {
    p->resume_requested = true;
  } else if (i->op == IR_DISABLE) {
    p->disabled = true;
  } else if (i->op == IR_ENABLE) {
    p->disabled = false;
    if (m->in_update) machine_puts_first(m, p);
  } else {
    p->suspended = true;
    if (!self) return FLOW_NEXT;
    // It goes on after the suspend once it is resumed: it keeps its turn.
    p->wait_at = i->at;
    machine_make_runnable(m, p);
    return FLOW_SWITCH;
  }
  return FLOW_NEXT;
}

// Requests run by declaration of the update function, then by object and offset of the argument.
static int compare_requests(const update_request *a, const update_request *b) {
  if (a->upd != b->upd) return a->upd < b->upd ? -1 : 1;
  uint32_t x = obj_slot(a->arg.obj), y = obj_slot(b->arg.obj);
  if (x != y) return x < y ? -1 : 1;
  return a->arg.bits < b->arg.bits ? -1 : a->arg.bits > b->arg.bits;
}

static void request_update(machine *m, const ir_instr *i) {
  update_request r = {.upd = (uint32_t)i->args[0].value, .has_arg = i->n_args > 1, .seq = ++m->seq};
  if (r.has_arg) r.arg = machine_read_operand(m, &i->args[1]);
  r.own = m->in_update && r.arg.obj == m->update_arg.obj && r.arg.bits == m->update_arg.bits;
  if (machine_builds(m) && r.arg.obj) {
    event_id channel = {r.arg.obj, r.arg.bits};
    machine_note_action(m, (action){.kind = ACT_EVENT, .text = "requests the update of ", .event = channel});
  } else {
    machine_note_action(m, (action){.kind = ACT_TEXT, .text = "requests update "});
    machine_note_action(m, (action){.kind = ACT_TEXT, .joined = true, .text = m->ir->updates[r.upd].name});
  }
  size_t k = 0;
  while (k < m->updates.len && compare_requests(&m->updates.data[k], &r) < 0) k++;
  if (k < m->updates.len && !compare_requests(&m->updates.data[k], &r)) {
    // Signals ask in their update for the next one (runtime/systemc), which the reference kernel does not see.
    if (m->updates.data[k].own) m->updates.data[k] = r;
    return;
  }
  vec_push(&m->updates, r);
  memmove(&m->updates.data[k + 1], &m->updates.data[k], (m->updates.len - 1 - k) * sizeof r);
  m->updates.data[k] = r;
}

static flow exec_start(machine *m, const ir_instr *i) {
  if (m->running || m->in_update)
    return machine_stop(m, MACHINE_UNSUPPORTED, i->at, "a start outside of the entry function");
  m->start_mode = (ir_start)i->sub;
  m->start_dst = i->dst;
  if (i->dst.id) machine_write_reg(m, m->active, top_frame(m), i->dst, CELL_INT(0));
  if (m->start_mode == IR_START_SYSTEMC && m->stopped && m->initialised) return FLOW_NEXT;
  m->stopped = m->paused = false;
  m->bounded = false;
  if (i->n_args) {
    uint64_t bound;
    if (!machine_number_operand(m, &i->args[0], i->at, &bound)) return FLOW_SWITCH;
    m->bounded = (int64_t)bound >= 0;
    m->bound = bound;
  }
  bool relative = m->bounded && m->start_mode == IR_START_SYSTEMC;
  if (m->start_mode == IR_START_SYSTEMC && i->n_args && m->bound == (uint64_t)IR_START_INSTANT) {
    m->bounded = true;
    m->bound = m->time;
  }
  // A relative bound beyond the end of time bounds nothing; sc_start(0) is one delta cycle.
  if (relative && __builtin_add_overflow(m->time, m->bound, &m->bound)) m->bounded = relative = false;
  m->one_delta = relative && m->bound == m->time;
  m->deadlocked = false;  // of the run before; the entry function may have helped since
  m->procs[0].wait_at = i->at;
  return FLOW_SWITCH;
}

// Until when nothing is due: 0 if something is now. What signals ask for themselves (request_update) is nothing.
static uint64_t activity(const machine *m) {
  uint64_t next = UINT64_MAX;
  for (size_t k = 0; k < m->updates.len; k++)
    if (!m->updates.data[k].own) return 0;
  for (uint32_t p = 1; p <= m->n_procs && m->initialised; p++)
    if (m->procs[p].runnable && p != m->running) return 0;
  for (size_t k = 0; k < m->pending.len; k++) {
    const pending *n = &m->pending.data[k];
    uint64_t in = n->is_delta ? 0 : n->time - m->time;
    if (in < next) next = in;
  }
  return next;
}

static flow exec_triggered(machine *m, const ir_instr *i) {
  event_id e;
  if (!event_operand(m, &i->args[0], i->at, &e)) return FLOW_SWITCH;
  bool found = false;
  for (size_t k = 0; k < m->triggered.len && !found; k++) found = same_event(m->triggered.data[k], e);
  machine_write_reg(m, m->active, top_frame(m), i->dst, CELL_INT(found));
  return FLOW_NEXT;
}

static flow exec_pending(machine *m, const ir_instr *i) {
  event_id e;
  if (!event_operand(m, &i->args[0], i->at, &e)) return FLOW_SWITCH;
  machine_write_reg(m, m->active, top_frame(m), i->dst, CELL_INT(is_pending(m, 0, e)));
  return FLOW_NEXT;
}

// Operations in lines, not one a line.
// clang-format off
flow machine_exec_kernel(machine *m, const ir_instr *i) {
  switch (i->op) {
    case IR_TIME: machine_write_reg(m, m->active, top_frame(m), i->dst, CELL_INT(m->time)); return FLOW_NEXT;
    case IR_SELF: return machine_exec_self(m, i);
    case IR_DELTA: machine_write_reg(m, m->active, top_frame(m), i->dst, CELL_INT(m->deltas)); return FLOW_NEXT;
    case IR_ACTIVITY: machine_write_reg(m, m->active, top_frame(m), i->dst, CELL_INT(activity(m))); return FLOW_NEXT;
    case IR_TRIGGERED: return exec_triggered(m, i);
    case IR_PENDING: return exec_pending(m, i);
    case IR_RESERVE: return exec_reserve(m, i);
    case IR_SPAWN: return machine_exec_process(m, i);
    case IR_ARM: return machine_exec_arm(m, i);
    case IR_WAITED: return machine_exec_waited(m, i);
    case IR_SWITCH_TO: return machine_exec_switch_to(m, i);
    case IR_PAUSE:
      machine_note_action(m, (action){.kind = ACT_TEXT, .text = "pauses the simulation"});
      m->paused = true;
      return FLOW_NEXT;
    case IR_HALT:
      machine_note_action(m, (action){.kind = ACT_TEXT, .text = "ends the program"});
      m->phase = PHASE_END;
      m->status = MACHINE_FINISHED;
      return FLOW_SWITCH;
    case IR_AWAIT_BEGIN: return FLOW_NEXT;
    case IR_AWAIT:
      m->guess = machine_read_operand(m, &i->args[0]).bits;
      if (m->guessing) return FLOW_SWITCH;  // the condition of an observer is looked at
      if (m->guess) return FLOW_NEXT;
      return machine_stop(m, MACHINE_UNSUPPORTED, i->at, "a process of SystemC waits for a condition of threads");
    case IR_START: return exec_start(m, i);
    case IR_STOP:
      machine_note_action(m, (action){.kind = ACT_TEXT, .text = "stops the simulation"});
      m->stopped = true;
      return FLOW_NEXT;
    case IR_WAIT: return exec_wait(m, i);
    case IR_NOTIFY: case IR_NOTIFY_AFTER: case IR_CANCEL: return exec_notify(m, i);
    case IR_SUSPEND: case IR_RESUME: case IR_DISABLE: case IR_ENABLE: case IR_KILL: case IR_RESET:
      return exec_process(m, i);
    case IR_REQUEST_UPDATE: request_update(m, i); return FLOW_NEXT;
    case IR_EXIT:
      machine_stack_clear(m, m->active);
      return FLOW_SWITCH;
    case IR_ATOMIC_BEGIN: case IR_ATOMIC_END: return FLOW_NEXT;  // a step is not interrupted anyway
    case IR_JOIN: case IR_DETACH: case IR_LOCK: case IR_TRYLOCK: case IR_UNLOCK: case IR_HOLDS: case IR_LIFE: case IR_STEP:
      return machine_stop(m, MACHINE_UNSUPPORTED, i->at, "`%s` under the SystemC scheduler", ir_op_text(i->op));
    case IR_MOV: case IR_ADD: case IR_SUB: case IR_MUL: case IR_UDIV: case IR_SDIV: case IR_UREM: case IR_SREM:
    case IR_SHL: case IR_LSHR: case IR_ASHR: case IR_AND: case IR_OR: case IR_XOR: case IR_NOT: case IR_NEG:
    case IR_EQ: case IR_NE: case IR_ULT: case IR_ULE: case IR_SLT: case IR_SLE: case IR_ZEXT: case IR_SEXT:
    case IR_TRUNC: case IR_FADD: case IR_FSUB: case IR_FMUL: case IR_FDIV: case IR_FREM: case IR_FNEG: case IR_FCMP: case IR_FCONV:
    case IR_FTOS: case IR_FTOU: case IR_STOF: case IR_UTOF: case IR_SIZE: case IR_VALID: case IR_SHADOW:
    case IR_SELECT: case IR_PTRADD: case IR_PTRDIFF: case IR_APART: case IR_PTRTOINT: case IR_INTTOPTR:
    case IR_LOAD: case IR_STORE: case IR_RMW: case IR_CAS: case IR_COPY: case IR_FILL: case IR_LOCAL: case IR_NEW:
    case IR_FREE: case IR_END: case IR_SEAL: case IR_JUMP: case IR_BRANCH: case IR_SWITCH: case IR_CALL: case IR_RETURN: case IR_THROW:
    case IR_LANDING: case IR_UNREACHABLE: case IR_ASSUME: case IR_CHECK: case IR_NONDET: case IR_NONDET_MEM:
    case IR_OUTPUT: case IR_UNSUPPORTED: case IR_WRITE: case IR_FENCE: case IR_RELAX: case IR_DECLARE: case IR_BOUND: case IR_SENSITIVE: case IR_NAME:
    case IR_OP_COUNT:
      break;
  }
  UNREACHABLE("not a kernel operation");
}
// clang-format on

// --- phases

bool machine_some_enabled(const machine *m) {
  for (uint32_t p = 1; p <= m->n_procs; p++)
    if (proc_enabled(&m->procs[p])) return true;
  return false;
}

static void run_update(machine *m, const update_request *r) {
  m->active = &m->updating;
  m->in_update = true;
  m->update_now = r->seq;
  m->update_arg = r->arg;
  ir_func f = m->ir->updates[r->upd].func;
  if (machine_push_frame(m, m->active, f, m->ir->updates[r->upd].at)) {
    if (r->has_arg && ir_func_get(m->ir, f)->n_params)
      machine_write_reg(m, m->active, top_frame(m), (ir_reg){1}, r->arg);
    machine_run_active(m);
  }
  m->in_update = false;
}

// Requested updates in declaration order, or last requested first; requests made meanwhile count for the next phase.
static void update_phase(machine *m) {
  VEC(update_request) due_now = {0};
  bool last_first = m->options.updates_last_first && m->ir->spawns;
  for (size_t i = 0; i < m->updates.len; i++) {
    update_request r = m->updates.data[i];
    vec_push(&due_now, r);
    size_t k = i;
    for (; last_first && k > 0 && due_now.data[k - 1].seq < r.seq; k--) due_now.data[k] = due_now.data[k - 1];
    due_now.data[k] = r;
  }
  vec_clear(&m->updates);
  for (size_t i = 0; i < due_now.len && m->status == MACHINE_RUNNING; i++) run_update(m, &due_now.data[i]);
  vec_free(&due_now);
  if (m->ir->spawns) machine_order_updates(m);
}

// Delivers the pending delta notifications, or those of an instant; they leave the list before anything happens.
static void deliver_all(machine *m, bool delta, uint64_t time) {
  VEC(pending) now = {0};
  size_t kept = 0;
  for (size_t i = 0; i < m->pending.len; i++) {
    const pending *n = &m->pending.data[i];
    bool chosen = delta ? n->is_delta : !n->is_delta && n->time == time;
    if (chosen)
      vec_push(&now, *n);
    else
      m->pending.data[kept++] = *n;
  }
  m->pending.len = kept;
  if (m->ir->spawns && !delta) machine_order_timed(m, time, now.data, now.len);
  bool backward = m->ir->spawns && delta;
  for (size_t i = 0; i < now.len; i++) deliver(m, &now.data[backward ? now.len - 1 - i : i]);
  // A wait whose event and time-out come together counts as timed out, whichever was delivered first; in the order of the reference
  // library the first counts.
  bool any_order = !m->options.updates_last_first || !m->ir->spawns;
  for (size_t i = 0; i < now.len && any_order; i++)
    if (now.data[i].proc) set_wait_result(m, now.data[i].proc, true);
  vec_free(&now);
}

static void delta_phase(machine *m) {
  deliver_all(m, true, 0);
  for (uint32_t p = 1; p <= m->n_procs; p++) {
    process *q = &m->procs[p];
    if (q->resume_requested && q->suspended) {
      q->suspended = false;
      if (q->runnable) q->ready_seq = ++m->seq;
    }
    q->resume_requested = false;
  }
}

static bool more_deltas(const machine *m) {
  if (m->updates.len) return true;
  for (size_t i = 0; i < m->pending.len; i++)
    if (m->pending.data[i].is_delta) return true;
  return false;
}

static void end_simulation(machine *m, const char *why) {
  m->phase = PHASE_CLEANUP;
  bool more = !m->stopped && (machine_some_enabled(m) || m->updates.len || m->pending.len);
  if (m->start_mode == IR_START_SYSTEMC && m->start_dst.id)
    machine_write_reg(m, &m->procs[0].stack, &vec_last(&m->procs[0].stack.frames), m->start_dst, CELL_INT(more));
  m->paused = false;
  machine_note_action(m, (action){.kind = ACT_TEXT, .text = "simulation ends"});
  machine_note_action(m, (action){.kind = ACT_TEXT, .joined = true, .text = why});
}

// "A waits for e or f"
static void put_waiting(machine *m, const process *q, strbuf *out) {
  sb_printf(out, "%s %s", q->name, q->suspended ? "is suspended" : "waits");
  for (size_t i = 0; i < q->events.len && !q->suspended; i++) {
    sb_puts(out, i == 0 ? " for " : q->wait_all ? " and " : " or ");
    machine_show_event(m, q->events.data[i], out);
  }
}

bool machine_waits_in_vain(const machine *m, uint32_t proc) {
  const process *q = &m->procs[proc];
  if (q->ended || q->runnable || q->is_method || (proc > m->ir->n_procs && !q->exists)) return false;
  if (is_pending(m, proc, (event_id){0})) return false;
  for (size_t i = 0; i < q->events.len; i++)
    if (is_pending(m, 0, q->events.data[i]) && !q->wait_all) return false;
  return true;
}

place machine_wait_place(const machine *m, uint32_t proc) {
  return machine_user_place(m, &m->procs[proc].stack, m->procs[proc].wait_at);
}

void machine_waiting_words(machine *m, uint32_t proc, strbuf *out) { put_waiting(m, &m->procs[proc], out); }

// All processes that wait although nothing will come, in words; they are named before the main program's objects die.
static void note_waiting(machine *m) {
  enum { MOST = 4 };
  uint32_t n = 0;
  strbuf *who = &m->waiting_text;
  sb_clear(who);
  for (uint32_t p = 1; p <= m->n_procs; p++) {
    const process *q = &m->procs[p];
    if (q->ended || q->is_method || (p > m->ir->n_procs && !q->exists)) continue;
    if (p <= m->ir->n_procs && m->ir->procs[p].observer) continue;
    if (n++ >= MOST) continue;
    sb_puts(who, n > 1 ? ", " : "");
    put_waiting(m, q, who);
  }
  if (n > MOST) sb_printf(who, " and %u more", n - MOST);
  if (m->options.changed) machine_note_stuck(m);
}

static bool may_wait(const machine *m, uint32_t proc) {
  if (proc <= m->ir->n_procs && m->ir->procs[proc].observer) return true;
  return proc < m->options.n_may_wait && m->options.may_wait[proc];
}

// The first process that waits for ever is the place of the violation.
static void find_deadlock(machine *m) {
  for (uint32_t p = 1; p <= m->n_procs; p++) {
    const process *q = &m->procs[p];
    if (q->ended || q->is_method || (p > m->ir->n_procs && !q->exists) || may_wait(m, p)) continue;
    m->deadlocked = true;
    machine_note_action(m, (action){.kind = ACT_TEXT, .text = q->name});
    machine_note_action(m, (action){.kind = ACT_TEXT,
                                    .joined = true,
                                    .text = q->suspended ? " is suspended for ever" : " waits for ever"});
    m->blamed = p;
    if (m->options.checks >> IR_CHECK_DEADLOCK & 1)
      machine_fail(m, IR_CHECK_DEADLOCK, machine_user_place(m, &q->stack, q->wait_at), sb_text(&m->waiting_text));
    return;
  }
}

// To the next instant with a notification; false: the simulation ends.
static bool timed_phase(machine *m) {
  if (!m->pending.len) {
    if (m->bounded && m->start_mode == IR_START_SYSTEMC && m->bound > m->time) m->time = m->bound;
    end_simulation(m, "");
    note_waiting(m);
    if (!m->ir->spawns) find_deadlock(m);
    return false;
  }
  uint64_t next = UINT64_MAX;
  for (size_t i = 0; i < m->pending.len; i++)
    if (m->pending.data[i].time < next) next = m->pending.data[i].time;
  // IVL: everything up to and including the bound runs and the time stays at the last simulated instant. SystemC: the
  // time is then the bound, and who is woken at the bound runs in the next start.
  if (m->bounded && next > m->bound) {
    if (m->start_mode == IR_START_SYSTEMC) m->time = m->bound;
    end_simulation(m, " at its bound");
    return false;
  }
  if (next > m->time) m->time = next;
  m->delta = 0;
  machine_note_action(m, (action){.kind = ACT_TIME, .text = "time advances to ", .number = next});
  deliver_all(m, false, next);
  if (!m->bounded || m->start_mode == IR_START_IVL || next < m->bound) return true;
  end_simulation(m, " at its bound");
  return false;
}

static void notification_step(machine *m) {
  if (m->stopped && m->start_mode == IR_START_IVL) {
    end_simulation(m, " because it was stopped");
    return;
  }
  for (;;) {
    update_phase(m);
    vec_clear(&m->triggered);
    m->deltas += m->delta_ran && !m->stopped;
    m->delta_ran = false;
    if (m->status != MACHINE_RUNNING) return;
    if (m->stopped) {
      end_simulation(m, " because it was stopped");
      return;
    }
    delta_phase(m);
    if (m->one_delta || m->paused) {
      end_simulation(m, m->paused ? " because it pauses" : " after one delta cycle");
      return;
    }
    if (machine_some_enabled(m)) {
      m->delta++;
      machine_note_action(m, (action){.kind = ACT_TEXT, .text = "delta cycle"});
      return;
    }
    if (more_deltas(m)) {
      // Updates that request each other without end execute instructions; but count the turn as well.
      if (m->budget) m->budget--;
      continue;
    }
    if (!timed_phase(m)) return;
    if (machine_some_enabled(m)) return;
  }
}

static void initialise(machine *m) {
  m->initialised = true;
  update_phase(m);
  for (uint32_t p = 1; p <= m->n_procs && m->status == MACHINE_RUNNING; p++) {
    process *q = &m->procs[p];
    if (q->ended || q->waiting) continue;
    if (p > m->ir->n_procs) {
      if (q->exists) machine_make_runnable(m, q);
      continue;
    }
    if (!machine_push_frame(m, &q->stack, m->ir->procs[p].func, m->ir->procs[p].at)) return;
    memory_make_own(m, p);
    q->wait_at = m->ir->procs[p].at;
    machine_make_runnable(m, q);
    if (m->ir->procs[p].dont_initialize) q->suspended = true;
  }
  if (m->status == MACHINE_RUNNING) delta_phase(m);
}

// A program that builds its design may go on to help its processes: they are looked at when it ends.
static void end_run(machine *m) {
  m->phase = PHASE_END;
  bool over = m->initialised && !m->stopped && !machine_some_enabled(m) && !m->updates.len && !m->pending.len;
  if (m->ir->spawns && over) find_deadlock(m);
  if (m->status == MACHINE_RUNNING) m->status = MACHINE_FINISHED;
}

// The entry function from where it stands to the next start or its end.
static void entry_step(machine *m) {
  m->active = &m->procs[0].stack;
  machine_note_action(m, (action){.kind = ACT_TEXT, .text = m->phase == PHASE_ELAB ? "elaboration" : "clean-up"});
  bool begins = m->phase == PHASE_ELAB && !m->active->frames.len;
  if (begins && !machine_push_frame(m, m->active, m->ir->entry, PLACE_NONE)) return;
  machine_run_active(m);
  if (m->status != MACHINE_RUNNING) return;
  machine_step_over(m, 0);
  if (m->calls.len) return;
  if (!m->active->frames.len) {
    end_run(m);
    return;
  }
  m->phase = PHASE_EVAL;
  if (!m->initialised) initialise(m);
}

void machine_kernel_step(machine *m) {
  switch (m->phase) {
  case PHASE_ELAB:
  case PHASE_CLEANUP: entry_step(m); return;
  case PHASE_EVAL: notification_step(m); return;
  case PHASE_END: break;
  }
  UNREACHABLE("the run is over");
}

static void note_waking(machine *m, process *p) {
  if (p->woken == WOKEN_BY_EVENT)
    machine_note_action(m, (action){.kind = ACT_EVENT, .text = "woken by ", .event = p->woken_by});
  if (p->woken == WOKEN_BY_TIME) machine_note_action(m, (action){.kind = ACT_TEXT, .text = "its time is over"});
  p->woken = WOKEN_NOT;
}

void machine_process_step(machine *m, uint32_t proc) {
  process *p = &m->procs[proc];
  p->runnable = false;
  m->delta_ran = true;
  if (machine_builds(m)) note_waking(m, p);
  m->active = &p->stack;
  machine_run_active(m);
  if (m->status != MACHINE_RUNNING) return;
  machine_step_over(m, proc);
  p = &m->procs[proc];  // they may have moved
  if (!p->stack.frames.len) {
    machine_note_action(m, (action){.kind = ACT_TEXT, .text = "ends"});
    memory_end_own(m, proc);
    machine_end_process(m, proc);
  }
}
