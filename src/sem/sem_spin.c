// Processes that spin: `while (!flag) ;` and its like, where a round that fails does nothing (doc/engines.md, "Loops that wait").
//
// With sem_needs.spin a process that comes back to where it stood before, with equal registers and local objects, and has done
// nothing in between that others could see, goes on no further: it is parked as at a failed assumption. Everything else is as it
// was. Why nothing is lost: take a run of the program. The steps of such a round can be taken out of it: they changed nothing
// that another process or the process itself can see afterwards, so all other steps can be made as before, and lead to the
// same state. Taking out rounds until there are none left, whatever state was reached, or two steps were next to each other,
// is reached in a run in which nobody was parked. The last round, if it is not complete, is never taken out: what goes wrong
// inside of a round is found. A run in which somebody is parked is a part of a real run and ends as one that an
// assumption cuts off: no leak, and a deadlock only if nobody can do anything else (sem_stuck.c).
//
// Whether a process is parked depends on what it read and did itself, nothing else; so the program with parked processes is a
// program as any other, and partial order reductions hold for it.
//
// Something that others can see are: accesses that write, unless to local objects that nobody else can know (`kept`,
// sem_keep.c), which are compared; new objects; mutexes taken and released; processes made, joined, ended; inputs. A store or an
// update that writes what it found is as good as a read: the round can be taken out all the same. Any other write to the place depends on it, so
// what it found does not depend on the order in which independent steps are made. A counter of rounds that is only
// assumed to be small (--unwind) may have grown: with fewer rounds behind it the process can do what it did.
#include "analysis/cfg.h"
#include "analysis/rounds.h"
#include "base/mem.h"
#include "sem/sem_impl.h"

enum {
  MOST_PLACES = 64,
  MOST_ASIDE = 512
};  // that are remembered, in the search and when one is followed alone: a longer round is not recognised

// --- what others can see ---------------------------------------------------------------------------------------------

// A mutex that is held: somebody else has failed to take it since, and has seen that (`at` of the entry).
static const pend_entry *held_by(const run *r, event_id mutex, proc_id p) {
  for (uint32_t i = 0; r->s->pending && i < r->s->pending->n; i++) {
    const pend_entry *e = &r->s->pending->list[i];
    if (e->kind == PEND_HELD && e->update == p && e->e.obj == mutex.obj && e->e.offset == mutex.offset) return e;
  }
  return NULL;
}

void spin_note_tried(run *r, event_id mutex, proc_id holder) {
  const pend_entry *e = held_by(r, mutex, holder);
  if (!e || e->at) return;
  pend_entry seen = *e;
  pend_remove(r->s, (uint32_t)(e - r->s->pending->list));
  seen.at = 1;
  pend_add(r->s, seen);
}

static bool is_pinning(const ir_instr *i) {
  return i->op == IR_LIFE && (i->sub == IR_LIFE_PIN || i->sub == IR_LIFE_UNPIN);
}

static bool note_release(run *r, event_id mutex) {
  proc_id holder;
  if (r->m->rounds.on && r->f && is_pinning(run_instr(r))) {  // compared when it is back
    vec_push(&r->m->rounds.given, ((event_id){WHOLE_OBJECT, mutex.obj}));
    return true;
  }
  if (r->m->rounds.on && threads_holder(r->s, mutex, &holder) && holder == r->p) {
    if (trail_held(r->s, r->p, mutex)) vec_push(&r->m->rounds.given, mutex);
    return true;
  }
  const pend_entry *held = held_by(r, mutex, r->p);
  if (!held || held->at) return false;
  trail_release(r->s, r->p, mutex);
  return true;
}

// Where happens-before counts a plain read in a round matters: it may race with what comes long after the round. Such a round is made once: of several
// rounds between visits of one place all may be taken out but the one with the read that races. Atomic reads count where plain writes of their
// places have been met.
static bool matters_later(const run *r, touch_mode mode, value ptr) {
  if (mode != TOUCH_READ || r->region || r->guard || state_object_kept(r->s, ptr.obj)) return false;
  const ir_instr *i = r->f ? run_instr(r) : NULL;
  return i && !(i->flags & IR_HIDDEN) && (!(i->flags & IR_ATOMIC) || r->m->base.needs.mixed);
}

bool spin_watches(const run *r) { return trail_of(r->s, r->p) != NULL; }

// A store that wrote what it found: it may race as a read may.
void spin_note_same(run *r, value ptr) {
  if (UNLIKELY(r->m->base.needs.orders) && matters_later(r, TOUCH_READ, ptr))
    *(r->m->rounds.on ? &r->s->acted : &r->s->looked) = true;
}

void spin_note(run *r, touch_mode mode, value ptr) {
  if (UNLIKELY(r->m->base.needs.orders) && matters_later(r, mode, ptr))
    *(r->m->rounds.on ? &r->s->acted : &r->s->looked) = true;
  switch (mode) {
  case TOUCH_READ:
  case TOUCH_AWAIT:
  case TOUCH_TRY:
  case TOUCH_ACQUIRE:
  case TOUCH_LOOK:
  case TOUCH_ENTER:
  case TOUCH_CHECK:
  case TOUCH_ASSUME:
  case TOUCH_FENCE: return;
  case TOUCH_WRITE:
  case TOUCH_UPDATE:
  case TOUCH_DIE:
    if (state_object_kept(r->s, ptr.obj)) return;
    if (r->m->rounds.on && mode != TOUCH_DIE && heap_is_aside(r->m, ptr.obj)) return;  // compared when it is back
    break;
  case TOUCH_RELEASE:
    if (note_release(r, (event_id){ptr.bits, ptr.obj})) return;
    break;
  case TOUCH_SPAWN:
  case TOUCH_END:
  case TOUCH_JOIN:
  case TOUCH_STOP:
  case TOUCH_STEP:
  case TOUCH_NOTIFY:
  case TOUCH_NOTIFY_LATER:
  case TOUCH_WAIT:
  case TOUCH_SUSPEND:
  case TOUCH_RESUME:
  case TOUCH_REQUEST: break;
  }
  r->s->acted = true;
}

// --- places that are worth remembering -------------------------------------------------------------------------------

// Stores may write what they find.
static bool surely_acts(const ir_instr *i, bool waits) {
  switch ((int)i->op) {
  case IR_FILL:
  case IR_COPY:
  case IR_FREE:
  case IR_NONDET_MEM: return !(i->flags & IR_HIDDEN);
  case IR_NONDET: return !waits && i->sub != IR_NONDET_SPURIOUS;
  case IR_LIFE: return !waits || !is_pinning(i);
  case IR_NEW:
  case IR_DETACH:
  case IR_SPAWN:
  case IR_JOIN:
  case IR_EXIT:
  case IR_STOP: return true;
  }
  return false;
}

static bool some_in(const bool *in, const uint32_t *list, uint32_t from, uint32_t to) {
  for (uint32_t i = from; i < to; i++)
    if (in[list[i]]) return true;
  return false;
}

// Blocks without an effect, as far as the code tells, are taken out as long as nothing of the rest leads to them or from them.
// What is left lies on cycles, or between two. `waits`: cycles on which registers count are none.
static bool *find_rounds(const ir_module *m, const ir_func_info *f, bool waits) {
  bool *places = MEM_NEW_N(bool, f->n_code + 1);
  cfg *g = cfg_new(f);
  bool *in = MEM_NEW_N(bool, f->n_blocks + 1);
  for (uint32_t b = 1; b <= f->n_blocks; b++) {
    in[b] = true;
    for (uint32_t c = 0; c < f->blocks[b].count && in[b]; c++)
      in[b] = !surely_acts(&f->code[f->blocks[b].first + c], waits);
  }
  for (bool less = true; less;) {
    less = false;
    for (uint32_t b = 1; b <= f->n_blocks; b++) {
      if (!in[b] || (some_in(in, g->succ, g->succ_first[b], g->succ_first[b + 1]) &&
                     some_in(in, g->pred, g->pred_first[b], g->pred_first[b + 1])))
        continue;
      in[b] = false;
      less = true;
    }
  }
  if (waits) rounds_drop_counted(m, g, f, in);
  for (uint32_t b = 1; b <= f->n_blocks; b++)
    for (uint32_t c = 0; c < f->blocks[b].count; c++) places[f->blocks[b].first + c] = in[b];
  mem_free(in);
  cfg_free(g);
  return places;
}

// Is the register at operand `a` of the instruction counted up by one, or compared for nothing but the assumption that follows?
static bool counts_only(const ir_func_info *f, uint32_t c, uint32_t a, const uint32_t *readers) {
  const ir_instr *i = &f->code[c];
  if (a != 0 || i->n_args != 2 || i->args[1].kind != IR_OPERAND_INT) return false;
  if (i->op == IR_ADD) return i->dst.id == i->args[0].value && i->args[1].value == 1;
  const ir_instr *next = &f->code[c + 1];
  return i->op == IR_ULE && next->op == IR_ASSUME && next->args[0].kind == IR_OPERAND_REG &&
         next->args[0].value == i->dst.id && readers[i->dst.id] == 1;
}

// Counters of rounds, as --unwind makes them: a smaller one allows all that a larger one allows.
static bool *find_allowances(const ir_func_info *f) {
  bool *found = MEM_NEW_N(bool, f->n_regs + 1);
  uint32_t *readers = MEM_NEW_N(uint32_t, f->n_regs + 1);
  for (uint32_t c = 0; c < f->n_code; c++)
    for (uint32_t a = 0; a < f->code[c].n_args; a++)
      if (f->code[c].args[a].kind == IR_OPERAND_REG) readers[f->code[c].args[a].value]++;
  for (uint32_t r = 1; r <= f->n_regs; r++) found[r] = readers[r] > 0;
  for (uint32_t c = 0; c < f->n_code; c++) {
    for (uint32_t a = 0; a < f->code[c].n_args; a++) {
      const ir_operand *o = &f->code[c].args[a];
      if (o->kind == IR_OPERAND_REG && !counts_only(f, c, a, readers)) found[o->value] = false;
    }
  }
  mem_free(readers);
  return found;
}

bool spin_may_return(world *m, const frame *f) {
  for (; f; f = f->caller) {
    dfunc *df = &m->funcs[f->func];
    if (!df->rounds) {
      df->rounds = find_rounds(m->base.ir, df->ir, false);
      df->allowances = find_allowances(df->ir);
    }
    if (df->rounds[f->pc]) return true;
  }
  return false;
}

bool spin_may_wait(world *m, const frame *f) {
  for (; f; f = f->caller) {
    dfunc *df = &m->funcs[f->func];
    if (!df->waits) df->waits = find_rounds(m->base.ir, df->ir, true);
    if (df->waits[f->pc]) return true;
  }
  return false;
}

// Is the place worth remembering?
static bool is_place(world *m, const frame *f) { return m->rounds.on ? spin_may_wait(m, f) : spin_may_return(m, f); }

// --- coming back ---------------------------------------------------------------------------------------------------

// Could all that can be done from `now` be done from `then`? Both are tops of a stack, and their functions were looked at.
static bool covers(const world *m, const frame *then, const frame *now) {
  for (; then != now; then = then->caller, now = now->caller) {
    if (!then || !now || then->func != now->func || then->pc != now->pc || then->n_regs != now->n_regs) return false;
    const dfunc *df = &m->funcs[now->func];
    for (uint32_t i = 0; i <= now->n_regs; i++) {
      value a = then->regs[i], b = now->regs[i];
      if (value_same(a, b)) continue;
      bool less = value_is_concrete(a) && value_is_concrete(b) && a.bits <= b.bits;
      if (!less || m->rounds.on || i > df->ir->n_regs || !df->allowances || !df->allowances[i]) return false;
    }
  }
  return true;
}

// Execution graphs part a region before it gives a mutex back: that is no place where somebody waits.
static bool is_parted(const run *r, const state *s) {
  const thread_rec *t = state_thread(s, r->p);
  const frame *f = state_top(s, r->p);
  return r->m->base.needs.weak && t && t->depth && !t->guard && r->m->funcs[f->func].ir->code[f->pc].op == IR_UNLOCK;
}

// The process of r has ended a step in s, dead registers are cleared. Does it stand where it stood, with nothing done since?
static bool returns(const run *r, state *s) {
  const thread_rec *t = state_thread(s, r->p);
  if (s->looked) trail_look(s, r->p);
  s->looked = false;
  if (is_parted(r, s) && !s->acted) return false;
  // Who is blocked, in a region or because its guard has turned out to be false, does not spin.
  bool blocked = (t && (t->depth || t->guard)) || s->k->flags[r->p] & PROC_BARRED;
  r->m->rounds.acted |= s->acted;
  if (s->acted || blocked) trail_clear(s, r->p);
  if (blocked || !is_place(r->m, state_top(s, r->p))) return false;
  const past *newest = trail_of(s, r->p);
  bool looked = false;
  for (const past *x = newest; x; x = x->older) {
    if (!covers(r->m, x->top, state_top(s, r->p)) || !trail_same_mutexes(s, r->p, x) || !trail_same_locals(s, r->p, x))
      continue;
    r->m->rounds.since = x;
    if (r->m->rounds.on || looked || x->looks == trail_looks(s, r->p)) return true;
    looked = true;
  }
  if (newest && newest->n >= (r->m->rounds.on ? MOST_ASIDE : MOST_PLACES)) {
    r->m->rounds.too_long = true;
    trail_clear(s, r->p);
  }
  trail_add(s, r->p);
  return false;
}

bool spin_passes(run *r) {
  if (r->region || r->guard || !is_place(r->m, r->f)) return false;
  run_trim(r->m, r->s, r->p);
  bool spins = returns(r, r->s);
  if (!spins) r->s->acted = false;
  r->f = state_own_top(r->s, r->p);
  return spins;
}

// Has something happened in this step that need not have happened? Then there is the outcome of the step in which it has not.
static bool happened_for_nothing(const run *r, const state *s) {
  for (const state_input *in = s->inputs; in != r->inputs; in = in->older)
    if (in->spurious && expr_const_u64(r->m->base.terms, in->literal)) return true;
  return false;
}

bool spin_end_step(const run *r, state *s) {
  bool spins = returns(r, s);
  s->acted = false;
  if (!spins) return true;
  state_kern_rw(s)->flags[r->p] = PROC_STARTED | PROC_CUT | PROC_SPINS;
  if (r->m->rounds.on) return true;
  if (happened_for_nothing(r, s)) return false;
  trail_clear(s, r->p);
  if (r->m->base.options.checks >> IR_CHECK_DEADLOCK & 1) return true;  // its stack is needed when the run ends
  frame_unref(state_top(s, r->p));
  state_set_top(s, r->p, NULL);
  threads_forget(s, r->p);
  return true;
}

void spin_each_place(const state *s, void (*each)(void *arg, const past *x), void *arg) {
  for (proc_id p = 0; s->trail && p <= s->trail->n; p++)
    for (const past *x = s->trail->of[p].newest; x; x = x->older) each(arg, x);
}
