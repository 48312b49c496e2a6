// Why a run ended in a violation, as far as one line per fact can say it: who waits for whom, who freed what is accessed.
#include <string.h>

#include "replay/machine_int.h"

enum { MOST_FRAMES = 4, MOST_WAITING = 20 };

// What an unfinished thread stands at.
typedef struct standing {
  ir_op op;
  cell operand;    // of a lock: its address; of a join: the process
  uint32_t after;  // the process that it waits for, 0: none in particular
} standing;

static bool is_unfinished(const machine *m, uint32_t p) {
  bool observer = p <= m->ir->n_procs && m->ir->procs[p].observer;
  return m->procs[p].exists && !m->procs[p].ended && !m->procs[p].parked && !observer;
}

static standing stands_at(machine *m, uint32_t p) {
  stack *s = &m->procs[p].stack, *active = m->active;
  standing out = {.op = IR_OP_COUNT};
  if (!s->frames.len) return out;
  const frame *f = &vec_last(&s->frames);
  const ir_instr *i = &ir_func_get(m->ir, f->func)->code[f->pc];
  out.op = i->op;
  if (i->op != IR_LOCK && i->op != IR_JOIN) return out;
  m->active = s;
  out.operand = machine_read_operand(m, &i->args[0]);
  m->active = active;
  if (i->op == IR_JOIN) {
    out.after = out.operand.bits <= m->n_procs ? (uint32_t)out.operand.bits : 0;
  } else {
    const mutex *x = waiting_mutex(m, out.operand, false);
    out.after = x ? x->holder : 0;
  }
  return out;
}

static void put_place(place at, strbuf *out) {
  sb_printf(out, "%s:%u", at.file ? at.file : "?", at.line);
  if (at.col) sb_printf(out, ":%u", at.col);
}

// The user's calls below the one that is shown already, the innermost first.
static void put_callers(const machine *m, uint32_t p, place shown, strbuf *out) {
  const stack *s = &m->procs[p].stack;
  int n = 0;
  size_t entry = p <= m->ir->n_procs ? 1 : 0;  // what calls main is nothing of the user's
  for (size_t k = s->frames.len; k-- > entry && n < MOST_FRAMES;) {
    const ir_instr *call = s->frames.data[k].call;
    if (!call || !call->at.line || machine_in_library(m, call->at.file)) continue;
    if (call->at.line == shown.line && call->at.file == shown.file) continue;
    sb_puts(out, n++ ? ", " : ", called from ");
    put_place(call->at, out);
  }
}

static void put_reason(machine *m, uint32_t p, const standing *w, strbuf *out) {
  if (w->op == IR_JOIN && w->after) {
    sb_printf(out, " for the end of %s", machine_proc_name(m, w->after));
    return;
  }
  if (w->op == IR_LOCK) {
    const mutex *x = waiting_mutex(m, w->operand, false);
    sb_puts(out, " for ");
    machine_show_event(m, (event_id){w->operand.obj, w->operand.bits}, out);
    if (!x || !x->holder) return;
    if (x->holder == p)
      sb_puts(out, ", which it holds itself");
    else
      sb_printf(out, ", held by %s", machine_proc_name(m, x->holder));
    if (m->procs[x->holder].ended) sb_puts(out, ", which has ended,");
    if (x->since.line) {
      sb_puts(out, " since ");
      put_place(x->since, out);
    }
    return;
  }
  // A model of the library, or a loop of the program: the line says what it waits for.
  place at = machine_resume_place(m, p);
  size_t len = 0;
  const char *line = at.line ? ir_source_line(m->ir, at, &len) : NULL;
  while (len && (*line == ' ' || *line == '\t')) line++, len--;
  if (line && len) sb_printf(out, " in `%.*s`", (int)(len < 60 ? len : 60), line);
}

// Of what somebody waits for: who has notified it last, and was that too early?
static void put_notification(machine *m, event_id e, const char *who, uint64_t since, strbuf *out) {
  size_t last = m->notices.len;
  while (last-- > 0) {
    const notice *n = &m->notices.data[last];
    if (!n->waits && n->event.obj == e.obj && n->event.offset == e.offset) break;
  }
  machine_show_event(m, e, out);
  if (last >= m->notices.len) {
    sb_puts(out, " was never notified");
    return;
  }
  const notice *n = &m->notices.data[last];
  sb_printf(out, " was notified by %s at ", machine_proc_name(m, n->proc));
  put_place(n->at, out);
  sb_printf(out, n->seq <= since ? ", before %s waited" : ", which did not wake %s", who);
}

static void say_condition(machine *m, uint32_t p, machine_why_fn *each, void *arg) {
  size_t wait = m->notices.len;
  while (wait-- > 0)
    if (m->notices.data[wait].proc == p && m->notices.data[wait].waits) break;
  if (wait >= m->notices.len) return;
  const notice *w = &m->notices.data[wait];
  if (w->at.line != machine_resume_place(m, p).line) return;  // it waits for something else by now
  strbuf line = {0};
  put_notification(m, w->event, machine_proc_name(m, p), w->seq, &line);
  each(arg, sb_text(&line));
  sb_fini(&line);
}

static void say_waiting(machine *m, uint32_t p, machine_why_fn *each, void *arg) {
  strbuf line = {0};
  place at = machine_resume_place(m, p);
  standing w = stands_at(m, p);
  sb_printf(&line, "%s waits", machine_proc_name(m, p));
  put_reason(m, p, &w, &line);
  sb_puts(&line, ", at ");
  put_place(at, &line);
  put_callers(m, p, at, &line);
  each(arg, sb_text(&line));
  sb_fini(&line);
  say_condition(m, p, each, arg);
}

// Follows who waits for whom until somebody comes again. 0: nobody does.
static uint32_t find_cycle(machine *m) {
  for (uint32_t start = 1; start <= m->n_procs; start++) {
    uint32_t p = start;
    for (uint32_t n = 0; p && n <= m->n_procs && is_unfinished(m, p); n++) {
      p = stands_at(m, p).after;
      if (p == start) return start;
    }
  }
  return 0;
}

static void say_cycle(machine *m, machine_why_fn *each, void *arg) {
  uint32_t first = find_cycle(m), p = first;
  if (!first || stands_at(m, first).after == first) return;
  strbuf line = {0};
  sb_printf(&line, "cycle: %s", machine_proc_name(m, first));
  do {
    p = stands_at(m, p).after;
    sb_printf(&line, " -> %s", machine_proc_name(m, p));
  } while (p != first);
  each(arg, sb_text(&line));
  sb_fini(&line);
}

static void say_deadlock(machine *m, machine_why_fn *each, void *arg) {
  uint32_t n = 0;
  for (uint32_t p = 1; p <= m->n_procs; p++)
    if (is_unfinished(m, p) && n++ < MOST_WAITING) say_waiting(m, p, each, arg);
  if (n > MOST_WAITING) {
    strbuf line = {0};
    sb_printf(&line, "and %u more wait", n - MOST_WAITING);
    each(arg, sb_text(&line));
    sb_fini(&line);
  }
  say_cycle(m, each, arg);
}

static void say_event(machine *m, const char *what, place at, uint32_t by, machine_why_fn *each, void *arg) {
  if (!at.line) return;
  strbuf line = {0};
  sb_printf(&line, "%s at ", what);
  put_place(at, &line);
  sb_printf(&line, " by %s", machine_proc_name(m, by));
  each(arg, sb_text(&line));
  sb_fini(&line);
}

// SystemC: one line for each process that waits, one for each event that it waits for.
void machine_note_stuck(machine *m) {
  strbuf *out = &m->stuck_text;
  uint32_t n = 0;
  sb_clear(out);
  for (uint32_t p = 1; p <= m->n_procs; p++) {
    const process *q = &m->procs[p];
    if (q->ended || q->is_method || (p > m->ir->n_procs && !q->exists) || n++ >= MOST_WAITING) continue;
    machine_waiting_words(m, p, out);
    place at = machine_wait_place(m, p);
    if (at.line) sb_puts(out, ", at ");
    if (at.line) put_place(at, out);
    sb_putc(out, '\n');
    for (size_t i = 0; i < q->events.len && i < MOST_FRAMES; i++) {
      put_notification(m, q->events.data[i], q->name, q->wait_seq, out);
      sb_putc(out, '\n');
    }
  }
}

static void say_stuck(const machine *m, machine_why_fn *each, void *arg) {
  strbuf line = {0};
  for (const char *at = sb_text(&m->stuck_text); *at; at++) {
    size_t len = strcspn(at, "\n");
    sb_clear(&line);
    sb_putn(&line, at, len);
    each(arg, sb_text(&line));
    at += len;
    if (!*at) break;
  }
  sb_fini(&line);
}

void machine_why(machine *m, machine_why_fn *each, void *arg) {
  if (m->status != MACHINE_VIOLATION) return;
  if (m->check == IR_CHECK_DEADLOCK && !m->threads) say_stuck(m, each, arg);
  if (m->check == IR_CHECK_DEADLOCK && m->threads) say_deadlock(m, each, arg);
  if (m->check != IR_CHECK_FREED && m->check != IR_CHECK_DOUBLE_FREE) return;
  for (size_t i = m->freed.len; m->wrong && i-- > 0;) {
    const freed_object *f = &m->freed.data[i];
    if (f->obj != m->wrong) continue;
    say_event(m, "allocated", f->made_at, f->made_by, each, arg);
    say_event(m, "freed", f->freed_at, f->freed_by, each, arg);
    return;
  }
}

// --- races

const char *machine_held_text(machine *m, uint32_t proc) {
  process *p = &m->procs[proc];
  if (!m->options.changed || p->held) return p->held;
  strbuf text = {0};
  for (size_t i = 0; i < m->mutexes.len; i++) {
    if (m->mutexes.data[i].holder != proc) continue;
    if (text.len) sb_puts(&text, ", ");
    machine_show_event(m, m->mutexes.data[i].address, &text);
  }
  p->held = text.len ? arena_strdup(m->mem, sb_text(&text)) : "no lock";
  sb_fini(&text);
  return p->held;
}

void machine_race_why(const machine *m, const machine_race_info *race, machine_why_fn *each, void *arg) {
  for (int k = 1; k >= 0; k--) {
    if (!race->held[k]) continue;
    strbuf line = {0};
    sb_printf(&line, "%s holds %s", machine_proc_name(m, race->proc[k]), race->held[k]);
    for (int c = 0; c < MACHINE_CALLS && race->calls[k][c].line; c++) {
      sb_puts(&line, c ? ", " : "; called from ");
      put_place(race->calls[k][c], &line);
    }
    each(arg, sb_text(&line));
    sb_fini(&line);
  }
}
