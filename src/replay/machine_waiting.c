// Who stands where (doc/semantics-threads.md 1, 3): lists of processes, so that what a step costs does not depend on the
// number of those that stand still. A live process is in `ready` or among those waiting at the mutex it wants.
#include <string.h>

#include "base/hash.h"
#include "replay/machine_int.h"

// --- lists, by number

static void list_put(proc_list *list, uint32_t proc) {
  vec_push(list, proc);
  size_t i = list->len - 1;
  for (; i > 0 && list->data[i - 1] > proc; i--) list->data[i] = list->data[i - 1];
  list->data[i] = proc;
}

static void list_remove(proc_list *list, uint32_t proc) {
  size_t lo = 0, hi = list->len;
  while (lo < hi) {
    size_t mid = (lo + hi) / 2;
    if (list->data[mid] < proc)
      lo = mid + 1;
    else
      hi = mid;
  }
  CHECK(lo < list->len && list->data[lo] == proc, "a process leaves a list that it is in");
  memmove(list->data + lo, list->data + lo + 1, (list->len - lo - 1) * sizeof *list->data);
  list->len--;
}

// --- mutexes

mutex *waiting_mutex(machine *m, cell address, bool make) {
  uint64_t h = hash_combine(address.obj, address.bits), found;
  // Those with one hash are chained by trying the next key.
  for (; map64_get(&m->mutex_index, h, &found); h++) {
    mutex *x = &m->mutexes.data[found];
    if (x->address.obj == address.obj && x->address.offset == address.bits) return x;
  }
  if (!make) return NULL;
  map64_put(&m->mutex_index, h, m->mutexes.len);
  vec_push(&m->mutexes, ((mutex){.address = {address.obj, address.bits}}));
  return &vec_last(&m->mutexes);
}

void waiting_reset(machine *m) {
  for (size_t i = 0; i < m->mutexes.len; i++) vec_free(&m->mutexes.data[i].waiting);
  vec_clear(&m->mutexes);
  map64_clear(&m->mutex_index);
  vec_clear(&m->ready);
  vec_clear(&m->fresh);
  vec_clear(&m->at_guard);
  m->n_live = 0;
}

void waiting_fini(machine *m) {
  waiting_reset(m);
  vec_free(&m->mutexes);
  map64_fini(&m->mutex_index);
  vec_free(&m->ready);
  vec_free(&m->fresh);
  vec_free(&m->at_guard);
}

// --- where processes stand

// The next instruction of a live process that has made its first step, else NULL.
static const ir_instr *next_instr(const machine *m, uint32_t proc) {
  const process *p = &m->procs[proc];
  if (p->fresh || p->ended || p->parked || !p->stack.frames.len) return NULL;
  const frame *f = &vec_last(&p->stack.frames);
  return &ir_func_get(m->ir, f->func)->code[f->pc];
}

// Does a guard come first there, perhaps as the start of a region?
static bool at_guard(const machine *m, uint32_t proc, const ir_instr *i) {
  if (!i || i->op == IR_AWAIT_BEGIN) return i != NULL;
  const frame *f = &vec_last(&m->procs[proc].stack.frames);
  return i->op == IR_ATOMIC_BEGIN && machine_region_guard(ir_func_get(m->ir, f->func), f->pc) != UINT32_MAX;
}

static void list_at_guard(machine *m, uint32_t proc, const ir_instr *i) {
  process *p = &m->procs[proc];
  // Blocked inside a region: the rest of the region is one step with what lets it go on.
  bool inside = i && p->atomic_depth && (i->op == IR_LOCK || i->op == IR_JOIN);
  bool guard = inside || at_guard(m, proc, i);
  if (guard == p->at_guard) return;
  p->at_guard = guard;
  if (guard)
    list_put(&m->at_guard, proc);
  else
    list_remove(&m->at_guard, proc);
}

void waiting_moved(machine *m, uint32_t proc) {
  process *p = &m->procs[proc];
  const ir_instr *i = next_instr(m, proc);
  bool live = p->exists && !p->ended && !p->parked;
  uint32_t where = live ? 1 : 0;  // 1: ready, 2 + n: at the mutex n
  if (i && i->op == IR_LOCK) {
    cell address = machine_read_operand(m, &i->args[0]);
    where = 2 + (uint32_t)(waiting_mutex(m, address, true) - m->mutexes.data);
  }
  list_at_guard(m, proc, i);
  if (where == p->place) return;
  if (p->place == 1) list_remove(&m->ready, proc);
  if (p->place > 1) list_remove(&m->mutexes.data[p->place - 2].waiting, proc);
  if (where == 1) list_put(&m->ready, proc);
  if (where > 1) list_put(&m->mutexes.data[where - 2].waiting, proc);
  m->n_live += (uint32_t)(where > 0) - (uint32_t)(p->place > 0);
  p->place = where;
}

void waiting_born(machine *m, uint32_t proc) {
  list_put(&m->fresh, proc);
  waiting_moved(m, proc);
}

void waiting_first_step(machine *m, uint32_t proc) { list_remove(&m->fresh, proc); }

bool waiting_may_wait(const machine *m, uint32_t proc) {
  const ir_instr *i = next_instr(m, proc);
  return i && (i->op == IR_LOCK || i->op == IR_JOIN || at_guard(m, proc, i));
}

// --- candidates

// The lists that are not known to be kept waiting: `ready`, then those at mutexes that nobody holds.
static const proc_list *open_list(const machine *m, size_t i) {
  if (i == 0) return &m->ready;
  return m->mutexes.data[i - 1].holder ? NULL : &m->mutexes.data[i - 1].waiting;
}

size_t machine_candidates(const machine *m) {
  if (!m->threads || m->phase != PHASE_EVAL || m->stopped) return 0;
  if (m->fresh.len) return 1;  // it must go first
  size_t n = 0;
  for (size_t i = 0; i <= m->mutexes.len; i++) n += open_list(m, i) ? open_list(m, i)->len : 0;
  return n;
}

uint32_t machine_candidate(const machine *m, machine_which which, size_t n) {
  if (m->fresh.len) return m->fresh.data[0];
  uint32_t found = 0;
  for (size_t i = 0; i <= m->mutexes.len; i++) {
    const proc_list *list = open_list(m, i);
    if (!list || !list->len) continue;
    uint32_t first = list->data[0], last = list->data[list->len - 1];
    switch (which) {
    case MACHINE_OLDEST:
      if (!found || first < found) found = first;
      break;
    case MACHINE_NEWEST:
      if (last > found) found = last;
      break;
    case MACHINE_NTH:
      if (n < list->len) return list->data[n];
      n -= list->len;
      break;
    }
  }
  return found;
}
