// Making and ending; the work is in guards_sites.c, guards_flow.c, guards_pairs.c.
#include "analysis/guards.h"

#include "analysis/guards_impl.h"
#include "base/mem.h"

void guards_give_up(guards *l, place at, const char *why) {
  if (l->given_up) return;
  l->given_up = true;
  l->gave_up_at = at;
  l->gave_up_why = why;
}

static void number_instructions(guards *l) {
  uint32_t n = 0;
  l->first = MEM_NEW_N(uint32_t, l->m->n_funcs + 1);
  for (uint32_t f = 1; f <= l->m->n_funcs; f++) {
    l->first[f] = n;
    n += l->m->funcs[f].n_code;
  }
  l->met = bitset_new(n + 1);
  l->exposed = bitset_new(n + 1);
  l->assumed = bitset_new(n + 1);
}

guards *guards_new(const ir_module *m) {
  guards *l = MEM_NEW(guards);
  l->m = m;
  l->pts = points_new(m);
  l->calls = callgraph_new(m);
  l->graphs = MEM_NEW_N(cfg *, m->n_funcs + 1);
  number_instructions(l);
  if (m->scheduler != IR_SCHED_INTERLEAVE)
    guards_give_up(l, PLACE_NONE, "only programs with threads have data races");
  else if (guards_find_sites(l))
    guards_flow(l);
  return l;
}

void guards_free(guards *l) {
  if (!l) return;
  for (size_t i = 0; i < l->classes.len; i++) vec_free(&l->classes.data[i].roots);
  for (size_t i = 0; i < l->contexts.len; i++) vec_free(&l->contexts.data[i].callers);
  for (uint32_t f = 1; f <= l->m->n_funcs; f++)
    if (l->graphs[f]) cfg_free(l->graphs[f]);
  mem_free(l->graphs);
  mem_free(l->follows);
  mem_free(l->first);
  vec_free(&l->classes);
  vec_free(&l->sites);
  vec_free(&l->contexts);
  vec_free(&l->locks);
  vec_free(&l->accesses);
  vec_free(&l->uses);
  bitset_fini(&l->met);
  bitset_fini(&l->exposed);
  bitset_fini(&l->assumed);
  map64_fini(&l->index);
  map64_fini(&l->known);
  map64_fini(&l->used);
  callgraph_free(l->calls);
  points_free(l->pts);
  mem_free(l);
}

const char *guards_gave_up(const guards *l, place *at) {
  *at = l->gave_up_at;
  return l->given_up ? l->gave_up_why : NULL;
}
