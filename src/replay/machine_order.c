// Happens-before of the run, as C11 and C++20 define it, and the data races of its last step: for programs in which conflicting accesses may race
// though they never follow each other directly (relaxed atomics, failed trylocks; doc/semantics-threads.md 5).
//
// Vector clocks by accesses (Flanagan and Freund, "FastTrack", PLDI 2009): a process's own entry counts what it has released; an access happens
// before what comes now if its process's entry, when it was made, is known by now. An atomic region is looked at when it ends, its reads before its writes.
#include "base/hash.h"
#include <string.h>

#include "replay/machine_int.h"

enum {
  WIDEST = 1 << 16,  // bytes; wider accesses are not looked at, so that a race of one is not confirmed
  KEPT = 4096        // spots for the next run, at most
};

typedef VEC(uint32_t) clock_vec;

typedef struct past_access {
  uint32_t proc, epoch;
  bool write, atomic;
  place at, exact;
  const char *held;  // machine_held_text
  place calls[MACHINE_CALLS];
} past_access;

// The last atomic write of a place.
typedef struct last_write {
  uint32_t proc, epoch;
  bool releases;
  place at;
} last_write;

typedef struct spot {
  clock_vec released;
  VEC(past_access) past;
  last_write last;
} spot;

// A read that found what another process wrote, without synchronising with it.
typedef struct loose_read {
  uint32_t proc, epoch;  // who wrote it, and when
  bool releases, acquires, tried;
  place write_at, read_at;
} loose_read;

typedef struct order_thread {
  clock_vec now, seen, fenced;  // what happens before now; found by relaxed reads; before the last releasing fence
  VEC(loose_read) loose;
} order_thread;

typedef struct region_access {
  const ir_instr *i;
  cell at;
  uint64_t size;
  bool write;
  place user;
} region_access;

struct machine_order {
  VEC(order_thread) threads;
  VEC(spot) spots;
  size_t n_spots;  // of this run; those behind keep their memory for others
  map64 spot_of, mutex_of;
  VEC(region_access) region;
  VEC(uint32_t) made;            // processes that the region has started
  uint32_t relaxed;              // bits IR_RELAX_* of the region
  uint32_t alone;                // the process that everything lies before, until it makes another one; or 0
  VEC(machine_race_info) races;  // of the last step
};

static bool takes(uint8_t ordering) { return ordering == IR_SC || ordering == IR_ACQ || ordering == IR_ACQ_REL; }
static bool gives(uint8_t ordering) { return ordering == IR_SC || ordering == IR_REL || ordering == IR_ACQ_REL; }

// May a process learn by it what another one did, and nothing be ordered?
static bool tells_loosely(const ir_instr *i) {
  if (i->op == IR_RELAX) return i->sub != IR_RELAX_SHARED;
  if (i->op == IR_TRYLOCK && !(i->flags & IR_WEAK)) return true;
  if (!(i->flags & IR_ATOMIC) || i->flags & IR_HIDDEN) return false;
  if (i->op == IR_LOAD) return !takes(i->ordering);
  if (i->op == IR_STORE) return !gives(i->ordering);
  return !takes(i->ordering) || !gives(i->ordering) || (i->op == IR_CAS && !takes(i->failure));
}

bool order_decides(const ir_module *ir) {
  for (uint32_t f = 1; f <= ir->n_funcs; f++)
    for (uint32_t c = 0; c < ir->funcs[f].n_code; c++)
      if (tells_loosely(&ir->funcs[f].code[c])) return true;
  return false;
}

static void drop_thread(order_thread *t) {
  vec_free(&t->now);
  vec_free(&t->seen);
  vec_free(&t->fenced);
  vec_free(&t->loose);
}

void order_end(machine_order *o) {
  if (!o) return;
  for (size_t i = 0; i < o->threads.len; i++) drop_thread(&o->threads.data[i]);
  for (size_t i = 0; i < o->spots.len; i++) {
    vec_free(&o->spots.data[i].released);
    vec_free(&o->spots.data[i].past);
  }
  vec_free(&o->threads);
  vec_free(&o->spots);
  map64_fini(&o->spot_of);
  map64_fini(&o->mutex_of);
  vec_free(&o->region);
  vec_free(&o->made);
  vec_free(&o->races);
  mem_free(o);
}

machine_order *order_begin(machine_order *before) {
  if (!before || before->spots.len > KEPT) {
    order_end(before);
    return MEM_NEW(machine_order);
  }
  for (size_t i = 0; i < before->threads.len; i++) drop_thread(&before->threads.data[i]);
  vec_clear(&before->threads);
  before->n_spots = 0;
  map64_clear(&before->spot_of);
  map64_clear(&before->mutex_of);
  vec_clear(&before->region);
  vec_clear(&before->made);
  vec_clear(&before->races);
  before->relaxed = before->alone = 0;
  return before;
}

// --- clocks

static uint32_t entry_of(const clock_vec *c, uint32_t p) { return p < c->len ? c->data[p] : 0; }

static void raise_entry(clock_vec *c, uint32_t p, uint32_t to) {
  while (c->len <= p) vec_push(c, 0u);
  if (c->data[p] < to) c->data[p] = to;
}

static void take_in(clock_vec *to, const clock_vec *from) {
  for (uint32_t p = 0; p < from->len; p++) raise_entry(to, p, from->data[p]);
}

static void become(clock_vec *to, const clock_vec *from) {
  vec_clear(to);
  if (from) take_in(to, from);
}

static order_thread *thread_of(machine_order *o, uint32_t p) {
  while (o->threads.len <= p) {
    vec_push(&o->threads, ((order_thread){0}));
    uint32_t q = (uint32_t)o->threads.len - 1;
    raise_entry(&o->threads.data[q].now, q, 1);
  }
  return &o->threads.data[p];
}

// What comes from here on is not among what was handed on.
static void tick(order_thread *t, uint32_t p) { raise_entry(&t->now, p, entry_of(&t->now, p) + 1); }

static spot *spot_at(machine_order *o, map64 *of, objref obj, uint64_t offset) {
  uint64_t key = hash_combine(obj, offset), known;
  if (map64_get(of, key, &known)) return &o->spots.data[known];
  map64_put(of, key, o->n_spots);
  if (o->n_spots == o->spots.len) vec_push(&o->spots, ((spot){0}));
  spot *x = &o->spots.data[o->n_spots++];
  vec_clear(&x->released);
  vec_clear(&x->past);
  x->last = (last_write){0};
  return x;
}

// The others have ended and been joined, or there are none: nothing that it does now can race, nor does it order anything that a process
// which it makes later would not know from the beginning.
static void note_alone(machine *m, uint32_t p) {
  machine_order *o = m->order;
  o->alone = 0;
  if (m->n_live > 1) return;
  const order_thread *t = thread_of(o, p);
  for (uint32_t q = 1; q < o->threads.len; q++)
    if (q != p && q <= m->n_procs && m->procs[q].exists && entry_of(&t->now, q) < entry_of(&o->threads.data[q].now, q))
      return;
  o->alone = p;
}

static bool looks(const machine *m) { return m->order && !m->guessing && m->running && m->order->alone != m->running; }

// --- races

static const char *text_of(machine *m, place at) {
  return arena_printf(m->mem, "%s:%u:%u", at.file ? at.file : "?", at.line, at.col);
}

static const char *say_missing(machine *m, const loose_read *r) {
  const char *read = text_of(m, r->read_at), *write = text_of(m, r->write_at);
  if (r->tried) return arena_printf(m->mem, "the attempt to lock at %s fails, which orders nothing", read);
  if (!r->releases && !r->acquires)
    return arena_printf(m->mem, "the write at %s would have to release, and the read at %s to acquire", write, read);
  return r->releases ? arena_printf(m->mem, "the read at %s would have to acquire", read)
                     : arena_printf(m->mem, "the write at %s would have to release", write);
}

static const loose_read *latest(const order_thread *t, uint32_t proc, uint32_t epoch) {
  for (size_t k = t->loose.len; k-- > 0;)
    if (t->loose.data[k].proc == proc && t->loose.data[k].epoch >= epoch) return &t->loose.data[k];
  return NULL;
}

// What would have ordered the two: the latest read that found something the other process wrote behind its access; or one of a process between them.
static const char *missing(machine *m, const order_thread *t, const past_access *a) {
  const loose_read *r = latest(t, a->proc, a->epoch);
  if (!r && t->loose.len) r = &vec_last(&t->loose);
  for (size_t p = 0; p < m->order->threads.len && !r; p++) r = latest(&m->order->threads.data[p], a->proc, a->epoch);
  return r ? say_missing(m, r) : NULL;
}

static void compare(machine *m, const spot *x, const past_access *now, cell at) {
  machine_order *o = m->order;
  const order_thread *t = thread_of(o, now->proc);
  for (size_t k = x->past.len; k-- > 0;) {
    const past_access *b = &x->past.data[k];
    if (b->proc == now->proc || !(b->write || now->write) || (b->atomic && now->atomic)) continue;
    if (entry_of(&t->now, b->proc) >= b->epoch) continue;
    machine_race_info race = {.proc = {now->proc, b->proc},
                              .at = {now->at, b->at},
                              .exact = {now->exact, b->exact},
                              .write = {now->write, b->write},
                              .held = {now->held, b->held}};
    memcpy(race.calls[0], now->calls, sizeof race.calls[0]);
    memcpy(race.calls[1], b->calls, sizeof race.calls[1]);
    race.variable = machine_variable_name(m, at.obj, at.bits);
    race.missing = missing(m, t, b);
    vec_push(&o->races, race);
  }
}

// Of each process and kind only the latest access counts: what happens before that happens before the earlier ones.
static void remember(spot *x, const past_access *a) {
  for (size_t k = 0; k < x->past.len; k++) {
    past_access *b = &x->past.data[k];
    if (b->proc != a->proc || b->write != a->write || b->atomic != a->atomic) continue;
    *b = *a;
    return;
  }
  vec_push(&x->past, *a);
}

// --- accesses

typedef struct ordering_sides {
  bool acquires, releases, update;
} ordering_sides;

static void read_from(order_thread *t, uint32_t p, const spot *x, ordering_sides s, place at) {
  take_in(s.acquires ? &t->now : &t->seen, &x->released);
  const last_write *w = &x->last;
  if (!w->epoch || w->proc == p || entry_of(&t->now, w->proc) >= w->epoch) return;
  vec_push(&t->loose, ((loose_read){.proc = w->proc,
                                    .epoch = w->epoch,
                                    .releases = w->releases,
                                    .acquires = s.acquires,
                                    .write_at = w->at,
                                    .read_at = at}));
}

static void write_to(order_thread *t, uint32_t p, spot *x, ordering_sides s, place at) {
  const clock_vec *own = s.releases ? &t->now : &t->fenced;
  if (s.update)
    take_in(&x->released, own);  // a release sequence goes on
  else
    become(&x->released, own);
  x->last = (last_write){p, entry_of(&t->now, p), s.releases, at};
}

static void access_bytes(machine *m, const past_access *a, cell at, uint64_t size, ordering_sides s) {
  machine_order *o = m->order;
  order_thread *t = thread_of(o, a->proc);
  size_t races = o->races.len;
  for (uint64_t k = 0; k < size && size <= WIDEST; k++) {
    spot *x = spot_at(o, &o->spot_of, at.obj, at.bits + k);
    if (o->races.len == races) compare(m, x, a, at);
    if (a->atomic && (!a->write || s.update)) read_from(t, a->proc, x, s, a->at);
    if (a->write && a->atomic) write_to(t, a->proc, x, s, a->at);
    if (a->write && !a->atomic) {
      vec_clear(&x->released);
      x->last = (last_write){0};
    }
    remember(x, a);
  }
}

static void access_one(machine *m, const ir_instr *i, cell at, uint64_t size, bool write, ordering_sides s, place user,
                       bool atomic) {
  order_thread *t = thread_of(m->order, m->running);
  past_access a = {.proc = m->running,
                   .epoch = entry_of(&t->now, m->running),
                   .write = write,
                   .atomic = atomic,
                   .at = user,
                   .exact = i->at,
                   .held = machine_held_text(m, m->running)};
  machine_take_calls(m, user, a.calls);
  access_bytes(m, &a, at, size, s);
  if (write && atomic) tick(thread_of(m->order, m->running), m->running);
}

void order_access(machine *m, const ir_instr *i, cell at, uint64_t size, bool write) {
  if (!looks(m) || !size) return;
  place user = machine_user_place(m, m->active, i->at);
  const process *p = &m->procs[m->running];
  if (p->atomic_depth) {
    vec_push(&m->order->region, ((region_access){i, at, size, write, user}));
    return;
  }
  bool atomic = (i->flags & IR_ATOMIC) != 0;
  if (i->op == IR_CAS) return;           // order_swap, when it is known whether it stores
  if (i->op == IR_RMW && write) return;  // with its read
  ordering_sides s = {.acquires = takes(i->ordering), .releases = gives(i->ordering), .update = i->op == IR_RMW};
  access_one(m, i, at, size, write || i->op == IR_RMW, s, user, atomic);
}

void order_swap(machine *m, const ir_instr *i, cell at, uint64_t size, bool stores) {
  if (!looks(m) || m->procs[m->running].atomic_depth) return;
  place user = machine_user_place(m, m->active, i->at);
  ordering_sides s = {
      .acquires = takes(stores ? i->ordering : i->failure), .releases = gives(i->ordering), .update = stores};
  access_one(m, i, at, size, stores, s, user, (i->flags & IR_ATOMIC) != 0);
}

// --- regions

static bool was_read(const machine_order *o, const region_access *w) {
  for (size_t k = 0; k < o->region.len; k++) {
    const region_access *r = &o->region.data[k];
    if (r == w) return false;
    if (!r->write && r->at.obj == w->at.obj && r->at.bits <= w->at.bits && w->at.bits + w->size <= r->at.bits + r->size)
      return true;
  }
  return false;
}

void order_region_begins(machine *m) {
  if (!m->order) return;
  vec_clear(&m->order->region);
  vec_clear(&m->order->made);
  m->order->relaxed = 0;
}

void order_relax(machine *m, const ir_instr *i) {
  if (!m->order || m->guessing || i->sub == IR_RELAX_SHARED || !machine_read_operand(m, &i->args[0]).bits) return;
  m->order->relaxed |= i->sub ? i->sub : IR_RELAX_READS | IR_RELAX_WRITES;
}

// All of the region is over before a process begins that it has started.
static void region_starts(machine *m) {
  machine_order *o = m->order;
  for (size_t k = 0; k < o->made.len; k++)
    take_in(&o->threads.data[o->made.data[k]].now, &o->threads.data[m->running].now);
  if (o->made.len) tick(&o->threads.data[m->running], m->running);
  vec_clear(&o->made);
}

void order_region_ends(machine *m) {
  machine_order *o = m->order;
  if (!o || m->guessing || !m->running) return;
  for (int writes = 0; writes < 2; writes++) {
    for (size_t k = 0; k < o->region.len; k++) {
      const region_access r = o->region.data[k];
      if (r.write != (writes == 1)) continue;
      bool own = r.i->flags & IR_ATOMIC;
      ordering_sides s = {.acquires = (!own || takes(r.i->ordering)) && !(o->relaxed & IR_RELAX_READS),
                          .releases = (!own || gives(r.i->ordering)) && !(o->relaxed & IR_RELAX_WRITES),
                          .update = r.write && was_read(o, &o->region.data[k])};
      access_one(m, r.i, r.at, r.size, r.write, s, r.user, true);
    }
  }
  vec_clear(&o->region);
  region_starts(m);
}

// --- what else synchronises

void order_fence(machine *m, const ir_instr *i) {
  if (!m->order || !m->running || m->guessing) return;
  order_thread *t = thread_of(m->order, m->running);
  if (takes(i->ordering)) take_in(&t->now, &t->seen);
  if (!gives(i->ordering)) return;
  become(&t->fenced, &t->now);
  tick(t, m->running);
}

void order_lock(machine *m, cell of) {
  if (!m->order || !m->running) return;
  take_in(&thread_of(m->order, m->running)->now, &spot_at(m->order, &m->order->mutex_of, of.obj, of.bits)->released);
}

void order_unlock(machine *m, cell of) {
  if (!m->order || !m->running) return;
  order_thread *t = thread_of(m->order, m->running);
  become(&spot_at(m->order, &m->order->mutex_of, of.obj, of.bits)->released, &t->now);
  tick(t, m->running);
}

// It saw that somebody has it, and that is all.
void order_tried(machine *m, uint32_t holder, place at) {
  if (!m->order || !m->running || !holder) return;
  uint32_t epoch = entry_of(&thread_of(m->order, holder)->now, holder);
  vec_push(
      &thread_of(m->order, m->running)->loose,
      ((loose_read){.proc = holder, .epoch = epoch, .tried = true, .read_at = machine_user_place(m, m->active, at)}));
}

void order_spawn(machine *m, uint32_t child) {
  if (!m->order) return;
  m->order->alone = 0;
  thread_of(m->order, child);  // both may move
  thread_of(m->order, m->running);
  if (m->procs[m->running].atomic_depth) vec_push(&m->order->made, child);
  order_thread *parent = &m->order->threads.data[m->running];
  take_in(&m->order->threads.data[child].now, &parent->now);
  tick(parent, m->running);
}

void order_join(machine *m, uint32_t child) {
  if (!m->order || !m->running) return;
  thread_of(m->order, child);
  thread_of(m->order, m->running);
  take_in(&m->order->threads.data[m->running].now, &m->order->threads.data[child].now);
  note_alone(m, m->running);
}

void order_step(machine *m, uint32_t proc) {
  if (!m->order) return;
  vec_clear(&m->order->races);
  if (proc) note_alone(m, proc);
}

static bool stands_at(const machine_race_info *r, place at) {
  for (int k = 0; k < 2; k++)
    if (r->at[k].line == at.line || r->exact[k].line == at.line) return true;
  return false;
}

bool order_race(const machine *m, place wanted, machine_race_info *out) {
  const machine_order *o = m->order;
  if (!o->races.len) return false;
  *out = o->races.data[0];
  for (size_t k = 0; k < o->races.len && wanted.line; k++) {
    if (!stands_at(&o->races.data[k], wanted)) continue;
    *out = o->races.data[k];
    break;
  }
  return true;
}
