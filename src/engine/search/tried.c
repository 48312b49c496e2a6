#include "engine/search/tried.h"

void tried_fini(tried *t) {
  vec_free(&t->work);
  sem_out_fini(&t->out);
}

// The next part of the step of p, with footprints.
static void step(tried *t, sem *m, state *s, proc_id p) {
  bool recording = m->needs.footprints;
  m->needs.footprints = true;
  sem_out_clear(&t->out);
  sem_step(m, s, p, &t->out);
  m->needs.footprints = recording;
}

static void append(footprint *to, const footprint *from) {
  for (size_t i = 0; i < from->len; i++) footprint_add(to, from->data[i]);
}

void tried_step(tried *t, sem *m, state *s, proc_id p, footprint *touched) {
  vec_clear(touched);
  vec_push(&t->work, ((tried_part){.s = state_fork(s)}));
  while (t->work.len > 0) {
    step(t, m, vec_pop(&t->work).s, p);
    append(touched, &t->out.touched);
    for (size_t i = 0; i < t->out.succs.len; i++) {
      sem_succ *v = &t->out.succs.data[i];
      if (v->kind != SEM_INTERRUPTED) continue;
      vec_push(&t->work, ((tried_part){.s = v->s}));
      v->s = NULL;
    }
  }
  sem_out_clear(&t->out);
}

state *tried_find(tried *t, sem *m, state *s, proc_id p, bool (*wanted)(void *arg, const footprint *touched),
                  void *arg) {
  state *found = NULL;
  vec_push(&t->work, ((tried_part){.s = state_fork(s)}));
  while (t->work.len > 0) {
    tried_part at = vec_pop(&t->work);
    if (found) {
      state_unref(at.s);
      vec_free(&at.touched);
      continue;
    }
    step(t, m, at.s, p);
    append(&at.touched, &t->out.touched);
    for (size_t i = 0; i < t->out.succs.len && !found; i++) {
      sem_succ *v = &t->out.succs.data[i];
      bool more = v->kind == SEM_INTERRUPTED,
           done = (v->kind == SEM_NEXT || v->kind == SEM_FINAL) && !sem_undone(v->s, p);
      if (!more && !(done && wanted(arg, &at.touched))) continue;
      if (more) {
        vec_push(&t->work, ((tried_part){.s = v->s}));
        append(&vec_last(&t->work).touched, &at.touched);
      } else {
        found = v->s;
      }
      v->s = NULL;
    }
    vec_free(&at.touched);
  }
  sem_out_clear(&t->out);
  return found;
}
