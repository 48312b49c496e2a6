#include "engine/search/tried.h"

void tried_fini(tried *t) {
  vec_free(&t->work);
  sem_out_fini(&t->out);
}

void tried_step(tried *t, sem *m, state *s, proc_id p, footprint *touched) {
  bool recording = m->options.footprints;
  m->options.footprints = true;
  vec_clear(touched);
  vec_push(&t->work, state_fork(s));
  while (t->work.len > 0) {
    sem_out_clear(&t->out);
    sem_step(m, vec_pop(&t->work), p, &t->out);
    for (size_t i = 0; i < t->out.touched.len; i++) footprint_add(touched, t->out.touched.data[i]);
    for (size_t i = 0; i < t->out.succs.len; i++) {
      sem_succ *v = &t->out.succs.data[i];
      if (v->kind != SEM_INTERRUPTED) continue;
      vec_push(&t->work, v->s);
      v->s = NULL;
    }
  }
  sem_out_clear(&t->out);
  m->options.footprints = recording;
}
