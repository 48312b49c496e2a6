// Threads that wait in loops (doc/semantics-threads.md 3): is a state one in which every process is blocked, or goes round in a loop and
// changes nothing? Each process that can step is run, alone, until it stands where it stood before: same stack, same registers, same
// local objects, same mutexes. Between its steps the memory of all others must be what it was, but for that of models and thread-local variables: where this is not, or a
// mutex was given back, all others must be as stuck as they were.
//
// If that is so the machine is afterwards where it was, but for registers that nobody reads any more. If not it is of no use.
#include <inttypes.h>
#include <string.h>

#include "base/hash.h"
#include "replay/machine_int.h"

enum { MOST_STEPS = 300 };

// --- what a process has for itself, as text

static bool find_local(const stack *s, objref r, size_t *depth, size_t *k) {
  for (*depth = 0; *depth < s->frames.len; ++*depth)
    for (*k = 0; *k < s->frames.data[*depth].locals.len; ++*k)
      if (s->frames.data[*depth].locals.data[*k].obj == r) return true;
  return false;
}

// Local objects are made anew in each call: they are called by their places.
static void put_object(machine *m, const stack *s, objref r, strbuf *out) {
  size_t depth, k;
  if (!r) return;
  if (!memory_object(m, r))
    sb_puts(out, "x");
  else if (find_local(s, r, &depth, &k))
    sb_printf(out, "l%zu.%zu", depth, k);
  else
    sb_printf(out, "o%" PRIx64, r);
}

static void put_contents(machine *m, const stack *s, const object *o, strbuf *out) {
  for (uint64_t i = 0; i < o->size; i++) {
    if (memory_is_indeterminate(o, i, 1))
      sb_puts(out, "?");
    else
      sb_printf(out, "%02x", o->bytes[i]);
    if (o->origin) put_object(m, s, o->origin[i], out);
  }
}

static void put_own(machine *m, uint32_t proc, strbuf *out) {
  const process *p = &m->procs[proc];
  const stack *s = &p->stack;
  sb_printf(out, "%u %d ", p->atomic_depth, p->in_guard);
  for (size_t depth = 0; depth < s->frames.len; depth++) {
    const frame *f = &s->frames.data[depth];
    sb_printf(out, "\n%u:%u", f->func.id, f->pc);
    for (uint32_t r = 1; r <= ir_func_get(m->ir, f->func)->n_regs; r++) {
      cell c = s->regs.data[f->reg_base + r];
      sb_printf(out, " %" PRIx64, c.bits);
      put_object(m, s, c.obj, out);
    }
    for (size_t k = 0; k < f->locals.len; k++) {
      const object *o = memory_object(m, f->locals.data[k].obj);
      sb_puts(out, "\n=");
      if (o) put_contents(m, s, o, out);
    }
  }
  for (size_t i = 0; i < s->limbs.len; i++) sb_printf(out, " %" PRIx64, s->limbs.data[i]);
  for (size_t i = 0; i < m->mutexes.len; i++)
    sb_printf(out, " %u%s", m->mutexes.data[i].holder, m->mutexes.data[i].pinned ? "p" : "");
}

// --- what others can see

static bool is_own(const object *o, uint32_t proc) { return o->kind == OBJ_LOCAL && o->owner == proc; }

// Of the memory of models and of threads what stands in the first slots: 0: nothing.
static uint64_t hash_shared(const machine *m, uint32_t proc, size_t shadows) {
  uint64_t h = m->n_live;
  for (size_t slot = 1; slot < m->objects.len; slot++) {
    const object *o = &m->objects.data[slot];
    if (o->kind == OBJ_DEAD || o->kind == OBJ_FUNC || is_own(o, proc)) continue;
    if (slot >= shadows && (o->kind == OBJ_SHADOW || o->kind == OBJ_THREAD)) continue;
    h = hash_combine(h, hash_combine(slot, o->gen));
    if (o->bytes) h = hash_bytes(o->bytes, o->size, h);
    if (o->origin) h = hash_bytes(o->origin, o->size * sizeof *o->origin, h);
    if (o->has_value) h = hash_bytes(o->has_value, o->size, h);
  }
  return h;
}

// --- rounds

typedef VEC(char *) text_vec;

static bool stood_so(const text_vec *before, const char *now) {
  for (size_t i = 0; i < before->len; i++)
    if (!strcmp(before->data[i], now)) return true;
  return false;
}

static bool goes_round(machine *m, uint32_t proc, bool looked_at);

typedef VEC(size_t) index_vec;

static void held_by(const machine *m, uint32_t proc, index_vec *held) {
  for (size_t i = 0; i < m->mutexes.len; i++)
    if (m->mutexes.data[i].holder == proc) vec_push(held, i);
}

static bool gave_back(const machine *m, uint32_t proc, const index_vec *held) {
  for (size_t i = 0; i < held->len; i++)
    if (m->mutexes.data[held->data[i]].holder != proc) return true;
  return false;
}

// In the middle of a round of `proc`, and it may be noticed: does nobody else go on?
static bool others_stuck(machine *m, uint32_t proc) {
  bool stuck = true;
  for (uint32_t p = 1; p <= m->n_procs && stuck; p++)
    if (p != proc && machine_thread_may(m, p)) stuck = goes_round(m, p, false);
  return stuck;
}

// The inputs that this round draws are 0, and an assumption excludes that. With those that it allows the round goes on, says the search.
static bool stands_at_assumption(machine *m, uint32_t proc, size_t n_drawn) {
  process *p = &m->procs[proc];
  bool cut = m->status == MACHINE_CUT || (p->parked && p->cut);
  if (!cut || m->drawn.len == n_drawn) return false;
  p->parked = p->cut = false;
  p->assumes = true;
  m->status = MACHINE_RUNNING;
  waiting_moved(m, proc);
  return true;
}

// `looked_at`: what is seen between its steps matters to others.
static bool goes_round(machine *m, uint32_t proc, bool looked_at) {
  if (m->procs[proc].assumes) return true;
  size_t known = m->objects.len;
  uint64_t shared = hash_shared(m, proc, 0), all = hash_shared(m, proc, known);
  index_vec held = {0};
  held_by(m, proc, &held);
  text_vec before = {0};
  strbuf now = {0};
  size_t n_drawn = m->drawn.len;
  bool back = false, same = true;
  for (int k = 0; k < MOST_STEPS && same && !back; k++) {
    sb_clear(&now);
    put_own(m, proc, &now);
    sb_printf(&now, "\n%" PRIx64, hash_shared(m, proc, SIZE_MAX));
    back = stood_so(&before, sb_text(&now));
    if (back) break;
    vec_push(&before, mem_strdup(sb_text(&now)));
    m->running = proc;
    m->budget = m->options.step_limit ? m->options.step_limit : UINT64_MAX;
    machine_thread_step(m, proc);
    back = stands_at_assumption(m, proc, n_drawn) && hash_shared(m, proc, 0) == shared;
    if (back) break;
    // Blocked in the middle of a round it is somewhere else, and may hold what others want.
    same = m->status == MACHINE_RUNNING && !m->procs[proc].ended && !m->procs[proc].parked &&
           machine_thread_may(m, proc) && hash_shared(m, proc, 0) == shared;
    bool noticed = gave_back(m, proc, &held) || hash_shared(m, proc, known) != all;
    if (same && looked_at && noticed) same = others_stuck(m, proc) && machine_thread_may(m, proc);
  }
  vec_free(&held);
  for (size_t i = 0; i < before.len; i++) mem_free(before.data[i]);
  vec_free(&before);
  sb_fini(&now);
  return back;
}

// Inputs that a round draws are 0: what they can be is the search's to say.
bool machine_all_go_round(machine *m) {
  if (m->phase != PHASE_EVAL || m->stopped || m->fresh.len) return false;
  for (uint32_t p = 1; p <= m->n_procs; p++)
    if (m->procs[p].parked) return false;
  uint32_t was_running = m->running;
  stack *active = m->active;
  size_t n_drawn = m->drawn.len;
  bool all = true;
  for (uint32_t p = 1; p <= m->n_procs && all; p++)
    if (machine_thread_may(m, p)) all = goes_round(m, p, true);
  m->drawn.len = n_drawn;
  m->running = was_running;
  m->active = active;
  return all;
}
