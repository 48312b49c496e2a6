// Where processes stand, for the static analysis.
#include "sem/sem_impl.h"

void sem_location(sem *m, const state *s, proc_id p, sem_chain *out) {
  (void)m;
  if (s->k->flags[p] & PROC_ENDED) return;
  size_t first = out->len;
  // Innermost first: below the top a frame stands at its call, and goes on behind it.
  for (const frame *f = state_top(s, p); f; f = f->caller) {
    vec_push(out, ((code_loc){.func = f->func, .pc = f == state_top(s, p) ? f->pc : f->pc + 1}));
  }
  for (size_t i = first, k = out->len; i + 1 < k; i++, k--) {
    code_loc tmp = out->data[i];
    out->data[i] = out->data[k - 1];
    out->data[k - 1] = tmp;
  }
}

bool sem_after_simulation(const state *s) { return s->k->phase == PHASE_CLEANUP; }

bool sem_at_begin(const state *s, proc_id p) {
  const frame *f = state_top(s, p);
  return f && !f->pc && !f->caller;
}

bool sem_begins(const state *s, proc_id p) { return s->k->flags[p] & PROC_FRESH; }
