// Thread-local variables: every process has its own copy, an object whose name the process and the variable fix
// (doc/semantics-threads.md 4).
#include "base/mem.h"
#include "sem/sem_impl.h"

bool tls_any(const ir_module *ir) {
  for (uint32_t g = 1; g <= ir->n_globals; g++) {
    if (ir->globals[g].is_thread_local) return true;
  }
  return false;
}

bool tls_any_constant(const ir_module *ir) {
  for (uint32_t g = 1; g <= ir->n_globals; g++) {
    if (ir->globals[g].is_thread_local && ir->globals[g].is_const) return true;
  }
  return false;
}

uint32_t tls_name(world *m, proc_id p, uint32_t global) { return heap_only_name(m, p, SITE_THREAD_LOCAL, global); }

static void make_copy(world *m, state *s, proc_id p, uint32_t g) {
  const ir_global_info *info = &m->base.ir->globals[g];
  const placement *from = &m->env->statics[g];
  uint32_t name = tls_name(m, p, g);
  state_object_put(s, name, body_new(from->l, from->elements, false));
  objref o;
  mem_object(m, s, name, &o);
  for (uint32_t i = 0; i < info->n_inits; i++) {
    uint64_t number;
    uint32_t size = (uint32_t)ir_type_get(m->base.ir, info->inits[i].value.type)->size;
    CHECK(layout_find(from->l, from->elements, info->inits[i].offset, size, &number), "an initialiser sets one scalar");
    mem_set(m, s, &o, number, state_constant(m->env, &info->inits[i].value));
  }
}

void tls_begin(world *m, state *s, proc_id p) {
  for (uint32_t g = 1; m->has_tls && g <= m->base.ir->n_globals; g++) {
    if (m->base.ir->globals[g].is_thread_local) make_copy(m, s, p, g);
  }
}

bool tls_may_end(run *r) {
  const ir_module *ir = r->m->base.ir;
  for (uint32_t g = 1; r->m->has_tls && g <= ir->n_globals; g++)
    if (ir->globals[g].is_thread_local && !threads_may_end(r, tls_name(r->m, r->p, g))) return false;
  return true;
}

void tls_end(run *r) {
  for (uint32_t g = 1; r->m->has_tls && g <= r->m->base.ir->n_globals; g++) {
    if (r->m->base.ir->globals[g].is_thread_local) heap_kill(r, tls_name(r->m, r->p, g));
  }
}
