// The kernel of a simulation, exactly (kernel.h). The text of doc/semantics-systemc.md 1 in the words of the automata.
#include "engine/cegar/kernel.h"

#include <string.h>

#include "base/hash.h"
#include "engine/cegar/arg.h"

enum { K_ENDED = 1, K_RUNNABLE = 2, K_SUSPENDED = 4, K_RESUME = 8, K_WAITING = 16, K_ALL = 32 };
enum { MOST_TURNS = 100000 };  // of a notification phase in which nobody wakes up

// --- records --------------------------------------------------------------------------------------------------------

ckern *kernel_first(const cegar *g) {
  ckern *k = MEM_NEW(ckern);
  k->n = g->c->insts.len;
  k->flags = MEM_NEW_N(uint8_t, k->n);
  k->asked = bitset_new(g->c->ir->n_updates + 1);
  k->running = bitset_new(g->c->ir->n_updates + 1);
  return k;
}

void kernel_free(ckern *k) {
  if (!k) return;
  mem_free(k->flags);
  vec_free(&k->waits);
  vec_free(&k->pending);
  bitset_fini(&k->asked);
  bitset_fini(&k->running);
  mem_free(k);
}

static ckern *copy(const cegar *g, const ckern *from) {
  ckern *k = kernel_first(g);
  k->phase = from->phase;
  k->started = from->started;
  k->stop = from->stop;
  k->bounded = from->bounded;
  k->bound = from->bound;
  k->time = from->time;
  k->lost = from->lost;
  memcpy(k->flags, from->flags, k->n);
  for (size_t i = 0; i < from->waits.len; i++) vec_push(&k->waits, from->waits.data[i]);
  for (size_t i = 0; i < from->pending.len; i++) vec_push(&k->pending, from->pending.data[i]);
  bitset_union(&k->asked, &from->asked);
  bitset_union(&k->running, &from->running);
  return k;
}

static uint64_t header_of(const ckern *k) {
  return (uint64_t)k->phase << 4 | (uint64_t)k->started << 3 | (uint64_t)k->stop << 2 | (uint64_t)k->bounded << 1 |
         (k->lost != NULL);
}

static uint64_t hash_set(uint64_t h, const bitset *b) {
  for (size_t i = 0; i < b->bits; i++)
    if (bitset_has(b, i)) h = hash_combine(h, i);
  return h;
}

uint64_t kernel_hash(const ckern *k) {
  uint64_t h = hash_combine(hash_combine(header_of(k), k->bound), k->time);
  for (size_t p = 1; p < k->n; p++) h = hash_combine(h, k->flags[p]);
  for (size_t i = 0; i < k->waits.len; i++) {
    const kwait *w = &k->waits.data[i];
    h = hash_combine(hash_combine(h, w->event), (uint64_t)w->inst << 1 | w->met);
  }
  for (size_t i = 0; i < k->pending.len; i++) {
    const kpend *p = &k->pending.data[i];
    h = hash_combine(hash_combine(hash_combine(h, p->at), p->event), (uint64_t)p->inst << 1 | p->timed);
  }
  return hash_set(hash_set(h, &k->asked), &k->running);
}

static bool same_wait(kwait a, kwait b) { return a.inst == b.inst && a.event == b.event && a.met == b.met; }

static bool same_pending(kpend a, kpend b) {
  return a.timed == b.timed && a.at == b.at && a.event == b.event && a.inst == b.inst;
}

static bool same_set(const bitset *a, const bitset *b) {
  for (size_t i = 0; i < a->bits; i++)
    if (bitset_has(a, i) != bitset_has(b, i)) return false;
  return true;
}

bool kernel_same(const ckern *a, const ckern *b) {
  if (header_of(a) != header_of(b) || a->bound != b->bound || a->time != b->time || memcmp(a->flags, b->flags, a->n) ||
      a->waits.len != b->waits.len || a->pending.len != b->pending.len || !same_set(&a->asked, &b->asked) ||
      !same_set(&a->running, &b->running))
    return false;
  for (size_t i = 0; i < a->waits.len; i++)
    if (!same_wait(a->waits.data[i], b->waits.data[i])) return false;
  for (size_t i = 0; i < a->pending.len; i++)
    if (!same_pending(a->pending.data[i], b->pending.data[i])) return false;
  return true;
}

// --- lists ----------------------------------------------------------------------------------------------------------

static void drop_waits(ckern *k, uint32_t inst) {
  size_t n = 0;
  for (size_t i = 0; i < k->waits.len; i++)
    if (k->waits.data[i].inst != inst) k->waits.data[n++] = k->waits.data[i];
  k->waits.len = n;
}

static void add_wait(ckern *k, uint32_t inst, uint64_t event) {
  size_t at = 0;
  while (at < k->waits.len &&
         (k->waits.data[at].inst < inst || (k->waits.data[at].inst == inst && k->waits.data[at].event < event)))
    at++;
  if (at < k->waits.len && k->waits.data[at].inst == inst && k->waits.data[at].event == event) return;
  vec_push(&k->waits, ((kwait){0}));
  for (size_t i = k->waits.len - 1; i > at; i--) k->waits.data[i] = k->waits.data[i - 1];
  k->waits.data[at] = (kwait){.inst = inst, .event = event};
}

// What is pending for an event, or the time-out of an instance.
static void drop_pending(ckern *k, uint64_t event, uint32_t inst) {
  size_t n = 0;
  for (size_t i = 0; i < k->pending.len; i++)
    if (k->pending.data[i].event != event || k->pending.data[i].inst != inst) k->pending.data[n++] = k->pending.data[i];
  k->pending.len = n;
}

static bool comes_before(kpend a, kpend b) {
  if (a.timed != b.timed) return !a.timed;
  if (a.at != b.at) return a.at < b.at;
  return a.event != b.event ? a.event < b.event : a.inst < b.inst;
}

static void add_pending(ckern *k, kpend p) {
  size_t at = 0;
  while (at < k->pending.len && comes_before(k->pending.data[at], p)) at++;
  if (at < k->pending.len && same_pending(k->pending.data[at], p)) return;
  vec_push(&k->pending, p);
  for (size_t i = k->pending.len - 1; i > at; i--) k->pending.data[i] = k->pending.data[i - 1];
  k->pending.data[at] = p;
}

// --- events ---------------------------------------------------------------------------------------------------------

static void wake(ckern *k, uint32_t inst) {
  drop_waits(k, inst);
  drop_pending(k, 0, inst);
  k->flags[inst] = (uint8_t)((k->flags[inst] & ~(K_WAITING | K_ALL)) | K_RUNNABLE);
}

static void deliver(const cegar *g, ckern *k, uint64_t event) {
  for (uint32_t p = 1; p <= g->c->ir->n_procs; p++) {
    bool hit = false, complete = true;
    for (size_t i = 0; i < k->waits.len; i++) {
      kwait *w = &k->waits.data[i];
      if (w->inst != p) continue;
      hit |= w->event == event;
      if (w->event == event && k->flags[p] & K_ALL) w->met = true;
      complete = complete && w->met;
    }
    if (hit && (complete || !(k->flags[p] & K_ALL))) wake(k, p);
  }
}

// They leave the list before anything happens. A time-out is void if its process was woken meanwhile.
static void deliver_due(const cegar *g, ckern *k, bool timed, uint64_t time) {
  VEC(kpend) now = {0};
  size_t n = 0;
  for (size_t i = 0; i < k->pending.len; i++) {
    kpend p = k->pending.data[i];
    if (p.timed == timed && (!timed || p.at == time))
      vec_push(&now, p);
    else
      k->pending.data[n++] = p;
  }
  k->pending.len = n;
  for (size_t i = 0; i < now.len; i++) {
    kpend p = now.data[i];
    if (p.event)
      deliver(g, k, p.event);
    else if (k->flags[p.inst] & K_WAITING)
      wake(k, p.inst);
  }
  vec_free(&now);
}

static void deliver_delta(const cegar *g, ckern *k) {
  deliver_due(g, k, false, 0);
  for (uint32_t p = 1; p <= g->c->ir->n_procs; p++)
    if (k->flags[p] & K_RESUME) k->flags[p] = (uint8_t)(k->flags[p] & ~(K_RESUME | K_SUSPENDED));
}

// --- phases ---------------------------------------------------------------------------------------------------------

static bool is_enabled(const ckern *k, uint32_t p) {
  return (k->flags[p] & (K_RUNNABLE | K_SUSPENDED | K_ENDED)) == K_RUNNABLE;
}

static bool some_enabled(const cegar *g, const ckern *k) {
  for (uint32_t p = 1; p <= g->c->ir->n_procs; p++)
    if (is_enabled(k, p)) return true;
  return false;
}

static uint32_t first_of(const bitset *b) {
  for (uint32_t i = 1; i < b->bits; i++)
    if (bitset_has(b, i)) return i;
  return 0;
}

static void begin_updates(ckern *k) {
  bitset_clear(&k->running);
  bitset_union(&k->running, &k->asked);
  bitset_clear(&k->asked);
}

static void initialise(const cegar *g, ckern *k) {
  k->started = true;
  for (uint32_t p = 1; p <= g->c->ir->n_procs; p++) {
    if (k->flags[p] & (K_WAITING | K_ENDED)) continue;
    k->flags[p] |= K_RUNNABLE;
    if (g->c->ir->procs[p].dont_initialize) k->flags[p] |= K_SUSPENDED;
  }
  deliver_delta(g, k);
  k->phase = KPHASE_EVAL;
}

// The next instant at which something is due; false: the simulation is over.
static bool next_instant(const cegar *g, ckern *k) {
  const kpend *p = k->pending.len ? &k->pending.data[0] : NULL;
  if (!p || (k->bounded && p->at > k->bound)) {
    k->phase = KPHASE_CLEANUP;
    return false;
  }
  k->time = p->at;
  deliver_due(g, k, true, k->time);
  return true;
}

// Behind the updates of one turn.
static void notify_phase(const cegar *g, ckern *k, uint32_t *turns) {
  if (k->stop) {
    k->phase = KPHASE_CLEANUP;
    return;
  }
  deliver_delta(g, k);
  if (!some_enabled(g, k) && !first_of(&k->asked) && !next_instant(g, k)) return;
  if (some_enabled(g, k)) {
    k->phase = KPHASE_EVAL;
    return;
  }
  begin_updates(k);
  if (++*turns > MOST_TURNS) k->lost = "the notification phase does not end within the limit of turns";
}

// Whatever the kernel does by itself, until somebody's step is due.
static void advance(const cegar *g, ckern *k) {
  uint32_t turns = 0;
  while (!k->lost) {
    if (k->phase == KPHASE_EVAL) {
      if (some_enabled(g, k)) return;
      k->phase = k->stop ? KPHASE_CLEANUP : KPHASE_UPDATE;
      if (!k->stop) begin_updates(k);
    } else if ((k->phase == KPHASE_INIT || k->phase == KPHASE_UPDATE) && !first_of(&k->running)) {
      if (k->phase == KPHASE_INIT)
        initialise(g, k);
      else
        notify_phase(g, k, &turns);
    } else {
      return;
    }
  }
}

bool kernel_lets_step(const cegar *g, const ckern *k, uint32_t inst) {
  if (k->lost) return false;
  switch (k->phase) {
  case KPHASE_ELAB:
  case KPHASE_CLEANUP: return inst == g->c->entry;
  case KPHASE_INIT:
  case KPHASE_UPDATE: return inst == g->c->entry + first_of(&k->running);
  case KPHASE_EVAL: return inst <= g->c->ir->n_procs && is_enabled(k, inst);
  case KPHASE_DONE: return false;
  }
  UNREACHABLE("a phase of no known kind");
}

// --- actions of an edge ---------------------------------------------------------------------------------------------

typedef struct acting {
  cegar *g;
  const anode *from;
  const cedge *e;
  ckern *k;
} acting;

static bool known(acting *x, expr term, uint64_t *out) {
  expr v = discrete_subst(x->g, x->from, x->e, term);
  if (!expr_is_const(x->g->t, v)) {
    x->k->lost = "an operand of the kernel is not known exactly";
    return false;
  }
  *out = expr_const_u64(x->g->t, v);
  return true;
}

static bool pending_for(acting *x, uint64_t event, uint32_t inst, expr delay, kpend *out) {
  uint64_t d;
  if (!known(x, delay, &d)) return false;
  if (d > UINT64_MAX - x->k->time) {
    x->k->lost = "the simulation time exceeds 64 bits";
    return false;
  }
  *out = (kpend){.timed = d != 0, .at = d ? x->k->time + d : 0, .event = event, .inst = inst};
  return true;
}

// One pending notification per event, the earlier wins; or all are kept.
static void notify_later(acting *x, uint64_t event, expr delay) {
  ckern *k = x->k;
  kpend fresh;
  if (!pending_for(x, event, 0, delay, &fresh)) return;
  if (!x->g->ctx->sem->options.pending_multi) {
    for (size_t i = 0; i < k->pending.len; i++)
      if (k->pending.data[i].event == event && !comes_before(fresh, k->pending.data[i])) return;
    drop_pending(k, event, 0);
  }
  add_pending(k, fresh);
}

static void begin_simulation(acting *x, const kact *a) {
  ckern *k = x->k;
  uint64_t bound = 0;
  if (expr_some(a->amount) && !known(x, a->amount, &bound)) return;
  k->bounded = expr_some(a->amount) && (int64_t)bound >= 0;
  k->bound = k->bounded ? bound : 0;
  k->stop = false;
  k->phase = k->started ? KPHASE_EVAL : KPHASE_INIT;
  if (!k->started) begin_updates(k);
}

static void begin_wait(acting *x, const kact *a) {
  uint32_t p = x->e->inst;
  kpend out;
  x->k->flags[p] |= (uint8_t)(K_WAITING | (a->all ? K_ALL : 0));
  if (expr_some(a->amount) && pending_for(x, 0, p, a->amount, &out)) add_pending(x->k, out);
}

static void act_on_process(acting *x, const kact *a, uint64_t p) {
  uint8_t *flags = &x->k->flags[p];
  if (*flags & K_ENDED) return;
  *flags |= a->kind == KACT_RESUME ? K_RESUME : K_SUSPENDED;
  // Once resumed it goes on behind the suspension: it keeps its turn.
  if (a->kind == KACT_SUSPEND && p == x->e->inst) *flags |= K_RUNNABLE;
}

static void act(acting *x, const kact *a) {
  ckern *k = x->k;
  uint64_t what = 0;
  if (expr_some(a->what) && !known(x, a->what, &what)) return;
  switch (a->kind) {
  case KACT_NOTIFY:
    if (!x->g->ctx->sem->options.pending_multi) drop_pending(k, what, 0);
    if (k->started) deliver(x->g, k, what);
    break;
  case KACT_NOTIFY_AFTER: notify_later(x, what, a->amount); break;
  case KACT_CANCEL: drop_pending(k, what, 0); break;
  case KACT_SUSPEND:
  case KACT_RESUME: act_on_process(x, a, what); break;
  case KACT_UPDATE: bitset_add(&k->asked, what); break;
  case KACT_STOP: k->stop = true; break;
  case KACT_EVENT: add_wait(k, x->e->inst, what); break;
  case KACT_WAIT: begin_wait(x, a); break;
  case KACT_START: begin_simulation(x, a); break;
  }
}

// The instance has come to its end.
static void end_instance(const cegar *g, ckern *k, uint32_t inst, anode *to) {
  if (inst == g->c->entry) {
    k->phase = KPHASE_DONE;
  } else if (inst > g->c->entry) {
    bitset_remove(&k->running, inst - g->c->entry);
    to->locs[inst] = g->c->insts.data[inst].start;
  } else {
    drop_waits(k, inst);
    drop_pending(k, 0, inst);
    k->flags[inst] = K_ENDED;
  }
}

void kernel_apply(cegar *g, const anode *from, const cedge *e, anode *to) {
  ckern *k = to->kern = copy(g, from->kern);
  const cloc *l = &g->c->locs.data[e->to];
  if (from->holder != e->inst) k->flags[e->inst] &= (uint8_t)~K_RUNNABLE;
  acting x = {g, from, e, k};
  for (size_t i = 0; i < e->acts.len && !k->lost; i++) act(&x, &e->acts.data[i]);
  to->holder = l->kind == CLOC_CODE && l->depth ? e->inst : 0;
  if (l->kind == CLOC_ENDED) end_instance(g, k, e->inst, to);
  if (!to->holder && l->kind != CLOC_ERROR && l->kind != CLOC_GAP) advance(g, k);
  if (g->c->keeps_time) return;
  for (size_t i = 0; i < k->pending.len; i++)
    if (k->pending.data[i].timed) k->pending.data[i].at -= k->time;
  k->time = 0;
}
