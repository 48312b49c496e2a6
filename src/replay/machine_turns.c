// How processes stand, and the control of all of them as text: for runs that come back to a state (result/explain_lasso.c).
#include <inttypes.h>

#include "base/hash.h"
#include "replay/machine_int.h"

machine_turn machine_turn_of(const machine *m, uint32_t proc) {
  if (!proc || proc > m->n_procs || !m->procs[proc].exists) return MACHINE_TURN_ABSENT;
  const process *p = &m->procs[proc];
  if (p->ended) return MACHINE_TURN_ENDED;
  if (p->parked) return p->cut ? MACHINE_TURN_CUT : MACHINE_TURN_STOPPED;
  return machine_thread_may(m, proc) ? MACHINE_TURN_READY : MACHINE_TURN_BLOCKED;
}

size_t machine_depth(const machine *m, uint32_t proc) { return m->procs[proc].stack.frames.len; }

machine_frame machine_frame_at(const machine *m, uint32_t proc, size_t depth) {
  const stack *s = &m->procs[proc].stack;
  const frame *f = &s->frames.data[depth];
  bool top = depth + 1 == s->frames.len;
  return (machine_frame){f->func, top ? f->pc : f->pc - 1, f->serial};
}

// Memory that is found by its place: globals, what models keep about addresses, copies of threads.
static void put_fixed_memory(const machine *m, strbuf *out) {
  for (size_t slot = 1; slot < m->objects.len; slot++) {
    const object *o = &m->objects.data[slot];
    bool fixed = o->kind == OBJ_GLOBAL || o->kind == OBJ_SHADOW || o->kind == OBJ_THREAD;
    if (fixed && o->bytes) sb_printf(out, "%zu=%016" PRIx64 "\n", slot, hash_bytes(o->bytes, o->size, 0));
  }
}

void machine_put_control(const machine *m, strbuf *out) {
  for (uint32_t p = 1; p <= m->n_procs; p++) {
    const process *x = &m->procs[p];
    if (!x->exists) continue;
    sb_printf(out, "%u: %d%d%d%d%d %u", p, x->ended, x->fresh, x->parked, x->cut, x->in_guard, x->atomic_depth);
    for (size_t d = 0; d < x->stack.frames.len; d++)
      sb_printf(out, " %u:%u", x->stack.frames.data[d].func.id, x->stack.frames.data[d].pc);
    sb_putc(out, '\n');
  }
  for (size_t i = 0; i < m->mutexes.len; i++)
    if (m->mutexes.data[i].holder) sb_printf(out, "mutex %zu: %u\n", i, m->mutexes.data[i].holder);
  put_fixed_memory(m, out);
}
