// Runs in which somebody waits for ever, where the program says what that means (analysis/waiting.h, doc/semantics-threads.md 3).
#include "sem/sem_impl.h"

static bool is_observer(const world *m, proc_id p) { return p <= m->base.ir->n_procs && m->base.ir->procs[p].observer; }

// The only process that has not ended; 0: there are others.
static proc_id alone(const world *m, const state *s) {
  proc_id found = 0;
  for (proc_id p = 1; p <= s->k->n; p++) {
    if (!threads_live(s->k, p) || is_observer(m, p)) continue;
    if (found) return 0;
    found = p;
  }
  return found;
}

static void give_back(state *s, proc_id p) {
  for (uint32_t i = s->pending ? s->pending->n : 0; i-- > 0;)
    if (s->pending->list[i].kind == PEND_HELD && s->pending->list[i].update == p) pend_remove(s, i);
}

// What stands above the call is left: its mutexes are given back, its regions end.
static bool comes_back(run *k) {
  world *m = k->m;
  proc_id p = m->waiting.attempt ? alone(m, k->s) : 0;
  const frame *f = p ? state_top(k->s, p) : NULL;
  while (f && f->func != m->waiting.attempt) f = f->caller;
  if (!f) return false;
  uint32_t depth = f->depth;
  run r;
  run_begin(&r, m, k->s, p, p, k->out);
  k->s = NULL;
  give_back(r.s, p);
  if (state_thread(r.s, p)) {
    thread_rec *t = state_thread_rw(r.s, p);
    t->depth = t->guard = 0;
    t->dirty = false;
  }
  trail_clear(r.s, p);
  r.f = state_own_top(r.s, p);
  r.df = &m->funcs[r.f->func];
  run_leave(&r, depth, value_word(1));
  threads_end_step(&r, r.s);
  return true;
}

// The kernel runs it: nobody else does anything any more.
static bool is_judged_by_program(run *k) {
  world *m = k->m;
  uint32_t func = m->waiting.when_stuck;
  if (!func) return false;
  state_set_top(k->s, PROC_KERNEL, frame_new(func, m->funcs[func].n_regs, NULL));
  run r;
  run_begin(&r, m, k->s, PROC_KERNEL, PROC_KERNEL, k->out);
  k->s = NULL;
  r.free = true;
  switch (run_code(&r)) {
  case ACT_STOP: return true;
  case ACT_ENDED: threads_final(&r); return true;
  case ACT_START:
  case ACT_SWITCH:
  case ACT_NEXT:
  case ACT_JUMP:
  case ACT_JOINED: break;
  }
  UNREACHABLE("what judges the end is one step");
}

bool pending_ends(run *k) { return comes_back(k) || is_judged_by_program(k); }
