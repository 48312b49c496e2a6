// How processes stand, and the control of all of them as text: for runs that come back to a state (result/explain_lasso.c).
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "replay/machine_int.h"

static machine_turn turn_in_kernel(const machine *m, uint32_t proc) {
  if (proc > m->ir->n_procs && !m->procs[proc].exists) return MACHINE_TURN_ABSENT;
  if (proc && m->procs[proc].ended) return MACHINE_TURN_ENDED;
  uint32_t first;
  bool nobody = !proc && (!machine_enabled(m, &first, 1) || first);
  return !nobody && machine_may_step(m, proc) ? MACHINE_TURN_READY : MACHINE_TURN_BLOCKED;
}

machine_turn machine_turn_of(const machine *m, uint32_t proc) {
  if (!m->threads && proc <= m->n_procs) return turn_in_kernel(m, proc);
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

static void put_frames(const stack *s, strbuf *out) {
  for (size_t d = 0; d < s->frames.len; d++) sb_printf(out, " %u:%u", s->frames.data[d].func.id, s->frames.data[d].pc);
  sb_putc(out, '\n');
}

static int compare_lines(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

// What is to come, in no order: how far away it is.
static void put_pending(const machine *m, strbuf *out) {
  arena *mem = arena_new();
  VEC(char *) lines = {0};
  for (size_t i = 0; i < m->pending.len; i++) {
    const pending *n = &m->pending.data[i];
    uint64_t in = n->is_delta ? 0 : n->time - m->time;
    vec_push(&lines, arena_printf(mem, "pending %" PRIu64 "+%" PRIu64 " %u %d%d in %" PRIu64 "\n",
                                  (uint64_t)n->event.obj, n->event.offset, n->proc, n->is_delta, n->reserved, in));
  }
  for (size_t i = 0; i < m->updates.len; i++) {
    const update_request *u = &m->updates.data[i];
    vec_push(&lines, arena_printf(mem, "update %u %" PRIu64 "+%" PRIu64 " %d\n", u->upd, (uint64_t)u->arg.obj,
                                  u->arg.bits, u->has_arg));
  }
  if (lines.len) qsort(lines.data, lines.len, sizeof *lines.data, compare_lines);
  for (size_t i = 0; i < lines.len; i++) sb_puts(out, lines.data[i]);
  vec_free(&lines);
  arena_free(mem);
}

// The kernel's part: phases and who waits for what. The time counts only if the program can tell.
static void put_kernel(const machine *m, strbuf *out) {
  sb_printf(out, "%d %d%d%d%d%d", (int)m->phase, m->initialised, m->stopped, m->bounded, m->one_delta, m->paused);
  if (m->bounded) sb_printf(out, " bound in %" PRIu64, m->bound - m->time);
  if (m->ir->uses_time) sb_printf(out, " time %" PRIu64, m->time);
  if (m->ir->uses_delta) sb_printf(out, " delta %" PRIu64 "%d", m->deltas, m->delta_ran);
  for (size_t i = 0; i < m->calls.len; i++) sb_printf(out, " call %u", m->calls.data[i]);
  sb_putc(out, '\n');
  for (uint32_t p = 0; p <= m->n_procs; p++) {
    const process *x = &m->procs[p];
    if (p > m->ir->n_procs && !x->exists) continue;
    sb_printf(out, "%u: %d%d%d%d%d%d%d", p, x->ended, x->runnable, x->waiting, x->suspended, x->disabled,
              x->resume_requested, x->wait_all);
    for (size_t i = 0; i < x->events.len && x->waiting; i++)
      sb_printf(out, " %" PRIu64 "+%" PRIu64 "%s", (uint64_t)x->events.data[i].obj, x->events.data[i].offset,
                x->wait_all && !x->stands.data[i] ? " met" : "");
    put_frames(&x->stack, out);
  }
  put_pending(m, out);
}

void machine_put_control(const machine *m, strbuf *out) {
  if (!m->threads) {
    put_kernel(m, out);
    put_fixed_memory(m, out);
    return;
  }
  for (uint32_t p = 1; p <= m->n_procs; p++) {
    const process *x = &m->procs[p];
    if (!x->exists) continue;
    sb_printf(out, "%u: %d%d%d%d%d %u", p, x->ended, x->fresh, x->parked, x->cut, x->in_guard, x->atomic_depth);
    put_frames(&x->stack, out);
  }
  for (size_t i = 0; i < m->mutexes.len; i++)
    if (m->mutexes.data[i].holder) sb_printf(out, "mutex %zu: %u\n", i, m->mutexes.data[i].holder);
  put_fixed_memory(m, out);
}
