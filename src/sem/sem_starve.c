// Starvation (doc/semantics-systemc.md 7): a process waits for events that are not pending, and whoever could still notify
// them has ended or starves himself. Looked at when an evaluation phase is over, on the elaborated design
// (analysis/flow.h), whose objects and processes are the state's.
#include "base/mem.h"
#include "sem/sem_impl.h"

enum { FRAMES_MAX = 256 };

static bool asked(const world *m) { return m->base.options.checks >> IR_CHECK_STARVATION & 1; }

static bool steers_processes(const ir_module *ir) {
  for (uint32_t f = 1; f <= ir->n_funcs; f++) {
    for (uint32_t i = 0; i < ir->funcs[f].n_code; i++) {
      ir_op op = ir->funcs[f].code[i].op;
      if (op == IR_SUSPEND || op == IR_RESUME) return true;
    }
  }
  return false;
}

// Before the first step of a run, when no other step is under way.
void starve_prepare(world *m) {
  if (!asked(m) || m->elaborating || m->design || m->no_design) return;
  m->no_design = "no design is elaborated";
  if (!m->base.ir->spawns) return;
  if (steers_processes(m->base.ir))
    m->no_design = "processes that are suspended by the kernel";
  else
    m->design = sem_flow(&m->base, &m->no_design);
  if (!m->design) return;
  state *s = sem_elaborated(&m->base);
  m->designed = bitset_new(flow_objects(m->design) + 1);
  for (uint32_t obj = 1; s && obj <= flow_objects(m->design); obj++) {
    objref o;
    if (mem_object(m, s, obj, &o) && !flow_may_be_freed(m->design, obj)) bitset_add(&m->designed, obj);
  }
  state_unref(s);
}

void starve_free(world *m) {
  flow_free(m->design);
  bitset_fini(&m->designed);
}

static bool is_pending(const state *s, event_id e) {
  const pend *p = s->pending;
  for (uint32_t i = 0; p && i < p->n; i++) {
    const pend_entry *q = &p->list[i];
    if ((q->kind == PEND_DELTA || q->kind == PEND_TIMED) && q->e.obj == e.obj && q->e.offset == e.offset) return true;
  }
  return false;
}

static bool update_may_notify(const world *m, const state *s, flow_atom event) {
  const pend *p = s->pending;
  for (uint32_t i = 0; p && i < p->n; i++) {
    const pend_entry *q = &p->list[i];
    if (q->kind != PEND_REQUEST && q->kind != PEND_RUNNING) continue;
    flow_atom channel = {.obj = q->e.obj, .offset = q->e.offset};
    if (flow_update_may_notify(m->design, q->update, channel, event)) return true;
  }
  return false;
}

// Frames stand innermost first in the state; a caller's stands at its call.
static bool process_may_notify(const world *m, const state *s, proc_id p, flow_atom event) {
  const frame *chain[FRAMES_MAX];
  uint32_t n = 0;
  for (const frame *f = state_top(s, p); f; f = f->caller) {
    if (n == FRAMES_MAX) return true;
    chain[n++] = f;
  }
  uint32_t ctx = flow_root(m->design, p);
  while (n--) {
    if (!ctx || flow_func(m->design, ctx) != chain[n]->func) return true;
    if (flow_may_notify(m->design, ctx, chain[n]->pc, n > 0, event)) return true;
    if (n) ctx = flow_callee(m->design, ctx, chain[n]->pc, chain[n - 1]->func);
  }
  return false;
}

// May the event still come, when those among `starved` do nothing any more?
static bool may_come(const world *m, const state *s, const bitset *starved, event_id e) {
  if (!bitset_has(&m->designed, e.obj) || is_pending(s, e)) return true;
  flow_atom event = {.obj = e.obj, .offset = e.offset};
  if (update_may_notify(m, s, event) || flow_entry_may_notify(m->design, event)) return true;
  for (proc_id p = 1; p <= s->k->n; p++) {
    if (!sysc_exists(m, s->k, p) || (s->k->flags[p] & PROC_ENDED) || bitset_has(starved, p)) continue;
    if (process_may_notify(m, s, p, event)) return true;
  }
  return false;
}

static bool may_wake(const world *m, const state *s, const bitset *starved, proc_id p) {
  const wait_rec *w = state_wait(s, p);
  bool all = w && w->n && w->all;
  for (uint32_t i = 0; w && i < w->n; i++) {
    bool comes = (all && w->list[i].met) || may_come(m, s, starved, w->list[i].e);
    if (comes != all) return comes;
  }
  return all;
}

// The first thread that starves, or 0. A method that is never called again may have been meant so.
static proc_id find_starved(const world *m, const state *s) {
  bitset starved = bitset_new(s->k->n + 1);
  for (proc_id p = 1; p <= s->k->n; p++) {
    bool stands = sysc_exists(m, s->k, p) && !(s->k->flags[p] & (PROC_ENDED | PROC_RUNNABLE));
    if (stands && !is_pending(s, (event_id){p, 0})) bitset_add(&starved, p);
  }
  for (bool fewer = true; fewer;) {
    fewer = false;
    for (proc_id p = 1; p <= s->k->n; p++) {
      if (!bitset_has(&starved, p) || !may_wake(m, s, &starved, p)) continue;
      bitset_remove(&starved, p);
      fewer = true;
    }
  }
  proc_id found = 0;
  for (proc_id p = s->k->n; p >= 1; p--)
    if (bitset_has(&starved, p) && !(s->k->flags[p] & PROC_METHOD) && !sysc_may_wait(m, p)) found = p;
  bitset_fini(&starved);
  return found;
}

// The wait, or the call of the library that waits.
static place user_place(const world *m, const state *s, proc_id p) {
  place at = sysc_blocked_place(m, s, p), outer = at;
  const frame *f = state_top(s, p);
  while (f && f->caller && (!outer.line || place_in_library(outer.file))) {
    f = f->caller;
    outer = m->funcs[f->func].ir->code[f->pc].at;
  }
  return outer.line && !place_in_library(outer.file) ? outer : at;
}

bool starve_look(run *r) {
  if (!asked(r->m) || r->s->k->stop) return false;
  if (!r->m->design) {
    fork_unknown_at(r, PLACE_NONE, "starvation is not looked for in a design with %s", r->m->no_design);
    return true;
  }
  proc_id p = find_starved(r->m, r->s);
  if (!p) return false;
  fork_put(r, (sem_succ){.kind = SEM_VIOLATION,
                         .s = r->s,
                         .check = IR_CHECK_STARVATION,
                         .message = ir_check_message(IR_CHECK_STARVATION),
                         .at = user_place(r->m, r->s, p)});
  r->s = NULL;
  return true;
}
