// Programs that build their design (doc/semantics-systemc.md 5): processes made by the run, what they are called, who
// calls whom, the structure for reports; and the order of the reference library for `simulate`, which is no part of the
// state.
#include <string.h>

#include "replay/machine_int.h"

enum { MAX_TEXT = 4096, MAX_EVENTS = 4096 };

static frame *top_frame(machine *m) { return &vec_last(&m->active->frames); }

static void set_result(machine *m, const ir_instr *i, cell v) {
  if (i->dst.id) machine_write_reg(m, m->active, top_frame(m), i->dst, v);
}

// --- text in memory

// `n` bytes, or up to a zero byte if n is 0; what has no value shows as `?`.
static void read_text(machine *m, cell at, uint64_t n, strbuf *out) {
  const object *o = memory_object(m, at.obj);
  if (!o || !o->bytes) return;
  for (uint64_t k = 0; (n ? k < n : k < MAX_TEXT) && at.bits < o->size && k < o->size - at.bits; k++) {
    uint64_t b = at.bits + k;
    if (o->has_value && !o->has_value[b])
      sb_putc(out, '?');
    else if (!n && !o->bytes[b])
      return;
    else
      sb_putc(out, (char)o->bytes[b]);
  }
}

static const char *kept_text(machine *m, cell at) {
  strbuf text = {0};
  read_text(m, at, 0, &text);
  const char *kept = arena_strdup(m->mem, sb_text(&text));
  sb_fini(&text);
  return kept;
}

flow machine_exec_write(machine *m, const ir_instr *i) {
  if (!m->options.output) return FLOW_NEXT;
  strbuf text = {0};
  uint64_t n = machine_read_operand(m, &i->args[2]).bits;
  if (n) read_text(m, machine_read_operand(m, &i->args[1]), n, &text);
  int stream = (int)machine_read_operand(m, &i->args[0]).bits;
  if (text.len) m->options.output(m->options.event_arg, stream, sb_text(&text), text.len);
  sb_fini(&text);
  return FLOW_NEXT;
}

// --- structure

static void give_name(machine *m, uint32_t proc, cell at) {
  if (!proc || proc > m->n_procs || !m->procs[proc].exists) return;
  const char *name = kept_text(m, at);
  if (*name) m->procs[proc].name = name;
}

static void note_driver(machine *m, const declared *d, place at) {
  if (m->drivers.len && (m->drivers.data[0].time != m->time || m->drivers.data[0].deltas != m->deltas))
    vec_clear(&m->drivers);
  driver one = {d->object, d->name, m->running, machine_user_place(m, m->active, at), m->time, m->deltas};
  vec_push(&m->drivers, one);
}

// Of the value that was declared last.
static void note_width(machine *m, const declared *d) {
  if (!m->declared.len || d->bytes > 64) return;
  declared *last = &vec_last(&m->declared);
  if (last->object.obj == d->object.obj && last->object.offset == d->object.offset) last->width = (uint32_t)d->bytes;
}

// What only names in formulas are about (pass/pass_ltl_names.h).
static bool is_for_formulas(const char *kind) {
  static const char *const kinds[] = {"signed", "changed", "posedge", "negedge"};
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
    if (!strcmp(kinds[k], kind)) return true;
  return false;
}

flow machine_exec_structure(machine *m, const ir_instr *i) {
  cell a = machine_read_operand(m, &i->args[0]), b = machine_read_operand(m, &i->args[1]);
  if (i->op == IR_NAME) {
    give_name(m, (uint32_t)a.bits, b);
  } else if (i->op == IR_DECLARE) {
    declared d = {.kind = i->text, .name = kept_text(m, b), .object = {a.obj, a.bits}};
    cell value = machine_read_operand(m, &i->args[2]);
    d.value = (event_id){value.obj, value.bits};
    d.bytes = machine_read_operand(m, &i->args[3]).bits;
    if (!strcmp(d.kind, "resolution"))
      m->resolution = d.bytes;
    else if (!strcmp(d.kind, "farewell"))
      m->farewell = d.name;
    else if (!strcmp(d.kind, "width"))
      note_width(m, &d);
    else if (!strcmp(d.kind, "driver"))
      note_driver(m, &d, i->at);
    else if (!is_for_formulas(d.kind))
      vec_push(&m->declared, d);
  } else if (i->op == IR_BOUND) {
    vec_push(&m->bound_ports, ((bound_port){{a.obj, a.bits}, {b.obj, b.bits}}));
  } else {
    vec_push(&m->sensitive, ((sensitivity){(uint32_t)a.bits, {b.obj, b.bits}}));
  }
  return FLOW_NEXT;
}

// The last two writes to one signal in this delta cycle.
bool machine_drivers(const machine *m, machine_race_info *out) {
  const driver *last = m->drivers.len ? &vec_last(&m->drivers) : NULL;
  for (size_t k = m->drivers.len; last && k-- > 0;) {
    const driver *d = &m->drivers.data[k];
    if (d->signal.obj != last->signal.obj || d->signal.offset != last->signal.offset || d->proc == last->proc) continue;
    *out = (machine_race_info){.proc = {last->proc, d->proc},
                               .at = {last->at, d->at},
                               .exact = {last->at, d->at},
                               .write = {true, true},
                               .variable = last->name};
    return true;
  }
  return false;
}

const declared *machine_find_declared(const machine *m, event_id e) {
  for (size_t k = m->declared.len; k-- > 0;) {
    const declared *d = &m->declared.data[k];
    if (d->object.obj == e.obj && d->object.offset == e.offset) return d;
  }
  return NULL;
}

// --- making processes

flow machine_exec_process(machine *m, const ir_instr *i) {
  ir_func f;
  if (m->in_update) return machine_stop(m, MACHINE_UNSUPPORTED, i->at, "a process is made in an update");
  if (!machine_call_target(m, i, &f)) return FLOW_SWITCH;
  cell data = i->n_args > 1 ? machine_read_operand(m, &i->args[1]) : CELL_INT(0);
  uint32_t proc = machine_number_of(m, m->running, ++m->procs[m->running].spawned);
  machine_make_room(m, proc);
  const char *name = machine_new_name(m, ir_func_get(m->ir, f)->name);
  stack *s = &m->procs[proc].stack;
  if (!machine_push_frame(m, s, f, i->at)) return FLOW_SWITCH;
  machine_pass_arguments(m, i, s);
  memory_make_own(m, proc);
  if (m->status != MACHINE_RUNNING) return FLOW_SWITCH;
  process *p = &m->procs[proc];
  p->name = name;
  p->exists = true;
  p->is_method = i->sub & IR_SPAWN_METHOD;
  p->data = data;
  p->wait_at = ir_func_get(m->ir, f)->at;
  p->spawned_at = machine_user_place(m, m->active, i->at);
  p->spawned_after = m->drawn.len;
  if (m->initialised) machine_make_runnable(m, p);
  machine_note_action(m, (action){.kind = ACT_PROCESS, .text = "makes ", .number = proc});
  set_result(m, i, CELL_INT(proc));
  return FLOW_NEXT;
}

static bool process_operand(machine *m, const ir_instr *i, uint32_t *proc) {
  uint64_t n = machine_read_operand(m, &i->args[0]).bits;
  *proc = (uint32_t)n;
  bool known = n && n <= m->n_procs && (n <= m->ir->n_procs || m->procs[n].exists);
  if (!known) machine_stop(m, MACHINE_UNSUPPORTED, i->at, "undefined behaviour: no such process");
  return known;
}

// The list of what the process is always sensitive to, perhaps copied with further events behind; the events stand in the process.
static bool is_static_list(const machine *m, const process *p, cell from) {
  uint32_t proc = (uint32_t)(p - m->procs);
  size_t known = 0;
  bool begins_so = true;
  for (size_t k = 0; k < m->sensitive.len; k++) {
    const sensitivity *s = &m->sensitive.data[k];
    if (s->proc == 0 - proc && s->event.obj == from.obj && s->event.offset == from.bits) return true;
    if (s->proc != proc) continue;
    const event_id *e = known < p->events.len ? &p->events.data[known] : NULL;
    begins_so = begins_so && e && e->obj == s->event.obj && e->offset == s->event.offset;
    known++;
  }
  return known && begins_so && p->events.len > known;
}

bool machine_read_events(machine *m, process *p, const ir_operand *list, const ir_operand *number, place at) {
  uint64_t n;
  cell from = machine_read_operand(m, list);
  vec_clear(&p->events);
  vec_clear(&p->stands);
  if (!machine_number_operand(m, number, at, &n)) return false;
  if (n > MAX_EVENTS) {
    machine_stop(m, MACHINE_UNSUPPORTED, at, "more than %d events in one list", MAX_EVENTS);
    return false;
  }
  const cell list_at = from;
  uint64_t step = ir_type_get(m->ir, list->type)->size;
  for (uint64_t k = 0; k < n; k++, from.bits += step) {
    cell e;
    if (!memory_access(m, from, step, at) || !memory_load(m, from, list->type, &e, at)) return false;
    if (!memory_access(m, e, 1, at)) return false;
    vec_push(&p->events, ((event_id){e.obj, e.bits}));
    vec_push(&p->stands, m->seq + 1);
  }
  p->wait_named = !is_static_list(m, p, list_at);
  return true;
}

flow machine_exec_arm(machine *m, const ir_instr *i) {
  uint32_t proc;
  if (!process_operand(m, i, &proc)) return FLOW_SWITCH;
  process *p = &m->procs[proc];
  bool fresh = p->stack.frames.len == 1 && p->stack.frames.data[0].pc == 0;
  if (!fresh) return machine_stop(m, MACHINE_UNSUPPORTED, i->at, "a process is armed that has run already");
  if (!machine_read_events(m, p, &i->args[1], &i->args[2], i->at)) return FLOW_SWITCH;
  p->waiting = true;
  p->wait_all = p->runnable = false;
  p->wait_dst = (ir_reg){0};
  p->wait_seq = ++m->seq;
  return FLOW_NEXT;
}

// --- who runs

flow machine_exec_self(machine *m, const ir_instr *i) {
  bool pointer = ir_type_get(m->ir, i->type)->kind == IR_TYPE_PTR;
  bool own = m->running && !m->in_update;
  set_result(m, i, !pointer ? CELL_INT(m->running) : own ? m->procs[m->running].data : CELL_INT(0));
  return FLOW_NEXT;
}

flow machine_exec_switch_to(machine *m, const ir_instr *i) {
  uint32_t proc;
  if (m->in_update) return machine_stop(m, MACHINE_UNSUPPORTED, i->at, "an update switches to a process");
  if (!process_operand(m, i, &proc)) return FLOW_SWITCH;
  if (m->procs[proc].ended) return FLOW_NEXT;
  bool calling = proc == m->running;
  for (size_t k = 0; k < m->calls.len; k++) calling = calling || m->calls.data[k] == proc;
  if (calling) return machine_stop(m, MACHINE_UNSUPPORTED, i->at, "a process switches to one that waits for it");
  machine_note_action(m, (action){.kind = ACT_PROCESS, .text = "switches to ", .number = proc});
  if (m->procs[proc].waiting)
    machine_wake(m, proc, false);
  else
    machine_make_runnable(m, &m->procs[proc]);
  if (!m->calls.len) vec_push(&m->calls, m->running);
  vec_push(&m->calls, proc);
  return FLOW_SWITCH;
}

void machine_step_over(machine *m, uint32_t proc) {
  if (m->calls.len && vec_last(&m->calls) == proc) m->calls.len--;
}

flow machine_exec_waited(machine *m, const ir_instr *i) {
  cell at = machine_read_operand(m, &i->args[0]);
  if (!m->in_update) return machine_stop(m, MACHINE_UNSUPPORTED, i->at, "`waited` outside of an update");
  if (!memory_access(m, at, 1, i->at)) return FLOW_SWITCH;
  bool found = false;
  for (uint32_t p = 1; p <= m->n_procs && !found; p++) {
    const process *q = &m->procs[p];
    for (size_t k = 0; q->waiting && k < q->events.len && !found; k++)
      found = q->events.data[k].obj == at.obj && q->events.data[k].offset == at.bits;
  }
  set_result(m, i, CELL_INT(found));
  return FLOW_NEXT;
}

// --- the order of the reference library

// Where it stands among those who wait for e now; NULL: it does not.
static uint64_t *find_place(process *p, event_id e) {
  for (size_t k = 0; k < p->events.len; k++)
    if (p->events.data[k].obj == e.obj && p->events.data[k].offset == e.offset) return &p->stands.data[k];
  return NULL;
}

// Rank of a process that waits for e: methods before threads, who is always sensitive to it before who waits for it now.
// Of the former the one that became so last comes first.
static uint64_t rank(const machine *m, uint32_t proc, event_id e) {
  process *p = &m->procs[proc];
  uint64_t kind = p->is_method ? 0 : (uint64_t)2 << 62;
  for (size_t k = m->sensitive.len; k-- > 0 && !p->wait_named;) {
    const sensitivity *s = &m->sensitive.data[k];
    if (s->proc == proc && s->event.obj == e.obj && s->event.offset == e.offset) return kind | (m->sensitive.len - k);
  }
  return kind | (uint64_t)1 << 62 | *find_place(p, e);
}

// Who ends a wait leaves the lists of the other events that it named: the last one of each takes its place there.
void machine_leave_events(machine *m, uint32_t proc) {
  process *p = &m->procs[proc];
  for (size_t k = 0; k < p->events.len && p->wait_named; k++) {
    if (!p->stands.data[k]) continue;
    uint64_t *last = &p->stands.data[k];
    for (uint32_t q = 1; q <= m->n_procs; q++) {
      process *other = &m->procs[q];
      bool same_list = other->waiting && other->wait_named && other->is_method == p->is_method;
      uint64_t *stands = same_list ? find_place(other, p->events.data[k]) : NULL;
      if (stands && *stands > *last) last = stands;
    }
    *last = p->stands.data[k];
  }
}

void machine_order_waiters(const machine *m, event_id e, uint32_t *procs, size_t n) {
  for (size_t i = 1; i < n; i++) {
    uint32_t p = procs[i];
    uint64_t r = rank(m, p, e);
    size_t k = i;
    for (; k > 0 && rank(m, procs[k - 1], e) > r; k--) procs[k] = procs[k - 1];
    procs[k] = p;
  }
  // Of those that wait now it takes the first, then always the last.
  for (size_t from = 0; from < n;) {
    uint64_t kind = rank(m, procs[from], e) >> 62;
    size_t to = from;
    while (to < n && rank(m, procs[to], e) >> 62 == kind) to++;
    for (size_t a = from + 1, b = to - 1; (kind & 1) && a < b; a++, b--) {
      uint32_t swap = procs[a];
      procs[a] = procs[b];
      procs[b] = swap;
    }
    from = to;
  }
}

// Asynchronous resets: the reference library calls methods at once, and puts each thread before the others.
void machine_puts_first(machine *m, process *p) {
  p->comes_first = p->is_method ? m->first_method++ : --m->first_thread;
}

// The process leaves the lists of the events it is always sensitive to: the last one of each takes its place there.
void machine_leave_static(machine *m, uint32_t proc) {
  for (size_t k = 0; k < m->sensitive.len; k++) {
    sensitivity *s = &m->sensitive.data[k];
    if (s->proc != proc) continue;
    size_t last = k;
    for (size_t i = k + 1; i < m->sensitive.len; i++) {
      const sensitivity *t = &m->sensitive.data[i];
      bool same_list = t->proc <= m->n_procs && t->event.obj == s->event.obj && t->event.offset == s->event.offset &&
                       m->procs[t->proc].is_method == m->procs[proc].is_method;
      if (same_list && !m->procs[t->proc].ended) last = i;
    }
    sensitivity swap = m->sensitive.data[last];
    m->sensitive.data[last] = *s;
    *s = swap;
  }
}

// Its queue of timed notifications is a heap: which of several at one time comes first is known only from it.
void machine_heap_insert(machine *m, uint64_t time, uint64_t id) {
  vec_push(&m->heap, ((heap_entry){time, id}));
  size_t i = m->heap.len;
  for (; i > 1 && m->heap.data[i / 2 - 1].time > time; i /= 2) m->heap.data[i - 1] = m->heap.data[i / 2 - 1];
  m->heap.data[i - 1] = (heap_entry){time, id};
}

static heap_entry heap_extract(machine *m) {
  heap_entry top = m->heap.data[0], *h = m->heap.data;
  h[0] = h[m->heap.len - 1];
  m->heap.len--;
  for (size_t i = 1; 2 * i <= m->heap.len;) {
    size_t next = 2 * i;
    if (next < m->heap.len && h[next - 1].time > h[next].time) next++;
    if (h[i - 1].time <= h[next - 1].time) break;
    heap_entry swap = h[i - 1];
    h[i - 1] = h[next - 1];
    h[next - 1] = swap;
    i = next;
  }
  return top;
}

static size_t find_pending(const pending *list, size_t n, uint64_t id) {
  size_t k = 0;
  while (k < n && list[k].id != id) k++;
  return k;
}

void machine_order_timed(machine *m, uint64_t time, pending *list, size_t n) {
  size_t done = 0;
  while (m->heap.len && m->heap.data[0].time <= time) {
    heap_entry e = heap_extract(m);
    size_t k = done + find_pending(list + done, n - done, e.id);
    if (k == n) continue;  // cancelled
    pending found = list[k];
    memmove(&list[done + 1], &list[done], (k - done) * sizeof *list);
    list[done++] = found;
  }
}

// Updates run last requested first there; the notifications they make are ordered as if they had.
void machine_order_updates(machine *m) {
  for (size_t i = 1; i < m->pending.len; i++) {
    pending p = m->pending.data[i];
    size_t k = i;
    for (; p.by_update && k > 0 && m->pending.data[k - 1].by_update && m->pending.data[k - 1].by_update < p.by_update;
         k--)
      m->pending.data[k] = m->pending.data[k - 1];
    m->pending.data[k] = p;
  }
  for (size_t i = 0; i < m->pending.len; i++) m->pending.data[i].by_update = 0;
}

// An evaluation runs in rounds: the methods that are runnable when it begins, then the threads that are runnable then.
static unsigned turn_of(const machine *m, const process *p) {
  bool in_turn = p->is_method == m->turn_methods;
  if (in_turn && p->ready_seq <= m->turn_limit) return 0;
  return in_turn ? 2 : 1;
}

bool machine_runs_before(const machine *m, const process *a, const process *b) {
  unsigned x = turn_of(m, a), y = turn_of(m, b);
  return x != y ? x < y : a->ready_seq < b->ready_seq;
}

void machine_begin_turns(machine *m) {
  m->turn_methods = true;
  m->turn_limit = m->seq;
}

void machine_take_turn(machine *m, uint32_t proc) {
  const process *p = &m->procs[proc];
  if (!turn_of(m, p)) return;
  m->turn_methods = p->is_method;
  m->turn_limit = m->seq;
}
