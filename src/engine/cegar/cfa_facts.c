// What the automata tell before any search: accesses of edges, what lies ahead of a location, backward edges.
#include <string.h>

#include "engine/cegar/cfa.h"

static void add_mutex(cfa *c, cedge *e) {
  for (uint32_t k = 0; k < c->mutexes.len; k++)
    if (expr_same(c->mutexes.data[k], e->operand) || !expr_is_const(c->terms, e->operand))
      bitset_add(&e->writes, cfa_mutex_object(c, k));
  if (!expr_is_const(c->terms, e->operand)) bitset_add(&e->writes, cfa_any_mutex(c));
}

// Operations on the discrete state count as writes: their order always matters [AAPOR].
static void add_sync(cfa *c, cedge *e) {
  switch (e->sync) {
  case CSYNC_NONE:
  case CSYNC_TIME: break;
  case CSYNC_LOCK:
  case CSYNC_UNLOCK:
  case CSYNC_TRYLOCK:
  case CSYNC_HOLDS: add_mutex(c, e); break;
  case CSYNC_JOIN:
    for (uint32_t p = 1; p < c->insts.len; p++)
      if (!expr_is_const(c->terms, e->operand) || expr_const_u64(c->terms, e->operand) == p)
        bitset_add(&e->writes, cfa_proc_object(c, p));
    break;
  case CSYNC_SPAWN: bitset_add(&e->writes, cfa_proc_object(c, e->child)); break;
  }
  if (c->locs.data[e->to].kind == CLOC_ENDED) bitset_add(&e->writes, cfa_proc_object(c, e->inst));
}

// Who waits for the end of a process inside of a region may have begun the region before it: others see what it has done so far.
static void find_joined_inside(cfa *c) {
  for (size_t i = 1; i < c->edges.len; i++) {
    const cedge *e = &c->edges.data[i];
    if (e->sync != CSYNC_JOIN || !c->locs.data[e->from].depth) continue;
    for (uint32_t p = 1; p < c->insts.len; p++)
      c->insts.data[p].joined_inside |= !expr_is_const(c->terms, e->operand) ||
                                        expr_const_u64(c->terms, e->operand) == p;
  }
}

// What others could do before the process makes this step and that would matter. A join of the process itself cannot
// come
// before its end, unless it is inside of a region.
static void find_near(cfa *c, cedge *e) {
  size_t n = cfa_objects(c);
  e->near_reads = bitset_new(n);
  e->near_writes = bitset_new(n);
  for (uint32_t o = 1; o < n; o++) {
    bool var = o < c->vars.len;
    if (bitset_has(&e->reads, o) && !(var && cfa_is_solo(c, o, e->inst, false))) bitset_add(&e->near_reads, o);
    bool own = o == cfa_proc_object(c, e->inst) && !c->options.no_solo && !c->insts.data[e->inst].joined_inside;
    if (bitset_has(&e->writes, o) && !own && !(var && cfa_is_solo(c, o, e->inst, true))) bitset_add(&e->near_writes, o);
  }
}

static void find_accesses(cfa *c) {
  find_joined_inside(c);
  for (size_t i = 1; i < c->edges.len; i++) {
    cedge *e = &c->edges.data[i];
    e->reads = bitset_new(cfa_objects(c));
    e->writes = bitset_new(cfa_objects(c));
    cfa_add_vars(c, e->guard, &e->reads);
    cfa_add_vars(c, e->operand, &e->reads);
    for (size_t k = 0; k < e->updates.len; k++) {
      cfa_add_vars(c, e->updates.data[k].value, &e->reads);
      bitset_add(&e->writes, e->updates.data[k].var);
    }
    add_sync(c, e);
    find_near(c, e);
  }
}

static void find_uses(cfa *c) {
  bitset used = bitset_new(cfa_objects(c));
  for (size_t i = 1; i < c->edges.len; i++) {
    cedge *e = &c->edges.data[i];
    bitset_clear(&used);
    bitset_union(&used, &e->reads);
    for (size_t k = 0; k < e->acts.len; k++) {
      cfa_add_vars(c, e->acts.data[k].what, &used);
      cfa_add_vars(c, e->acts.data[k].amount, &used);
    }
    for (uint32_t v = 1; v < c->vars.len; v++)
      if (bitset_has(&used, v)) vec_push(&e->uses, v);
  }
  bitset_fini(&used);
}

static bool in_region(const cfa *c, uint32_t loc) {
  return c->locs.data[loc].kind == CLOC_CODE && c->locs.data[loc].depth;
}

// A region that loops or locks cut into several edges is still one action [AAPOR]: whoever enters it does
// the rest of it, too, before others go on.
static void extend_near_by_regions(cfa *c) {
  if (c->entry) return;  // nothing is reduced there
  for (bool grew = true; grew;) {
    grew = false;
    for (size_t i = c->edges.len; i-- > 1;) {
      cedge *e = &c->edges.data[i];
      const cloc *to = &c->locs.data[e->to];
      for (size_t k = 0; in_region(c, e->to) && k < to->out.len; k++) {
        grew |= bitset_union(&e->near_reads, &c->edges.data[to->out.data[k]].near_reads);
        grew |= bitset_union(&e->near_writes, &c->edges.data[to->out.data[k]].near_writes);
      }
    }
  }
}

static void shifted_union(bitset *into, const bitset *from, size_t shift) {
  for (size_t i = 0; i < from->bits; i++)
    if (bitset_has(from, i)) bitset_add(into, i + shift);
}

// Least fixed point; edges mostly lead to locations that were found later.
static void find_futures(cfa *c) {
  size_t n = cfa_objects(c);
  for (size_t l = 1; l < c->locs.len; l++) c->locs.data[l].future = bitset_new(2 * n);
  for (size_t i = 1; i < c->edges.len; i++) {
    const cedge *e = &c->edges.data[i];
    bitset *f = &c->locs.data[e->from].future;
    shifted_union(f, &e->reads, 0);
    shifted_union(f, &e->writes, 0);
    shifted_union(f, &e->writes, n);
  }
  for (bool grew = true; grew;) {
    grew = false;
    for (size_t i = c->edges.len; i-- > 1;) {
      const cedge *e = &c->edges.data[i];
      grew |= bitset_union(&c->locs.data[e->from].future, &c->locs.data[e->to].future);
      if (e->sync == CSYNC_SPAWN)
        grew |= bitset_union(&c->locs.data[e->from].future, &c->locs.data[c->insts.data[e->child].start].future);
    }
  }
}

static void find_distances(cfa *c) {
  for (size_t l = 1; l < c->locs.len; l++) {
    cloc *x = &c->locs.data[l];
    x->distance = x->kind == CLOC_ERROR || (x->kind == CLOC_GAP && !c->no_gaps) ? 0 : UINT32_MAX;
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = c->edges.len; i-- > 1;) {
      const cedge *e = &c->edges.data[i];
      uint32_t d = c->locs.data[e->to].distance;
      if (e->sync == CSYNC_SPAWN && c->locs.data[c->insts.data[e->child].start].distance < d)
        d = c->locs.data[c->insts.data[e->child].start].distance;
      if (d == UINT32_MAX || d + 1 >= c->locs.data[e->from].distance) continue;
      c->locs.data[e->from].distance = d + 1;
      changed = true;
    }
  }
  for (size_t l = 1; l < c->locs.len; l++) c->locs.data[l].hopeful = c->locs.data[l].distance != UINT32_MAX;
}

// What one edge demands on a way to an error.
static void demand_of(const cfa *c, const cedge *e, bitset *out) {
  bitset_clear(out);
  if (e->sync == CSYNC_SPAWN && c->locs.data[c->insts.data[e->child].start].hopeful) return;
  if (c->locs.data[e->to].kind == CLOC_CODE) bitset_union(out, &c->locs.data[e->to].must_join);
  if (e->sync == CSYNC_JOIN && expr_is_const(c->terms, e->operand)) {
    uint64_t p = expr_const_u64(c->terms, e->operand);
    if (p && p < c->insts.len) bitset_add(out, p);
  }
}

// Greatest fixed point over the ways that lead to an error.
static void find_demands(cfa *c) {
  bitset all = bitset_new(c->insts.len), one = bitset_new(c->insts.len);
  for (size_t p = 1; p < c->insts.len; p++) bitset_add(&all, p);
  for (size_t l = 1; l < c->locs.len; l++) {
    bitset_fini(&c->locs.data[l].must_join);
    c->locs.data[l].must_join = bitset_new(c->insts.len);
    if (c->locs.data[l].kind == CLOC_CODE) bitset_union(&c->locs.data[l].must_join, &all);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = c->edges.len; i-- > 1;) {
      const cedge *e = &c->edges.data[i];
      bool by_child = e->sync == CSYNC_SPAWN && c->locs.data[c->insts.data[e->child].start].hopeful;
      if (!c->locs.data[e->to].hopeful && !by_child) continue;
      demand_of(c, e, &one);
      bitset *m = &c->locs.data[e->from].must_join;
      for (size_t p = 1; p < c->insts.len; p++) {
        if (!bitset_has(m, p) || bitset_has(&one, p)) continue;
        bitset_remove(m, p);
        changed = true;
      }
    }
  }
  bitset_fini(&all);
  bitset_fini(&one);
}

// Edges back to a location on the stack of a depth-first search from the start [AAPOR].
static void find_backward(cfa *c) {
  typedef struct visit {
    uint32_t loc;
    size_t next;
  } visit;
  uint8_t *state = MEM_NEW_N(uint8_t, c->locs.len);
  VEC(visit) stack = {0};
  for (size_t p = 1; p < c->insts.len; p++) {
    state[c->insts.data[p].start] = 1;
    vec_push(&stack, ((visit){c->insts.data[p].start, 0}));
    while (stack.len) {
      visit *v = &vec_last(&stack);
      const cloc *l = &c->locs.data[v->loc];
      if (v->next == l->out.len) {
        state[v->loc] = 2;
        stack.len--;
        continue;
      }
      cedge *e = &c->edges.data[l->out.data[v->next++]];
      if (state[e->to] == 1) e->backward = true;
      if (state[e->to]) continue;
      state[e->to] = 1;
      vec_push(&stack, ((visit){e->to, 0}));
    }
  }
  vec_free(&stack);
  mem_free(state);
}

// Inside of a region nobody else can be chosen: what goes back there has to be known where the region is entered.
static void extend_backward_by_regions(cfa *c) {
  for (size_t i = 1; i < c->edges.len; i++) c->edges.data[i].goes_back = c->edges.data[i].backward;
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = c->edges.len; i-- > 1;) {
      cedge *e = &c->edges.data[i];
      const cloc *to = &c->locs.data[e->to];
      for (size_t k = 0; in_region(c, e->to) && !e->goes_back && k < to->out.len; k++)
        changed |= e->goes_back = c->edges.data[to->out.data[k]].goes_back;
    }
  }
}

static void find_looped(cfa *c) {
  for (size_t i = 1; i < c->edges.len; i++)
    if (c->edges.data[i].backward) c->locs.data[c->edges.data[i].to].looped = true;
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 1; i < c->edges.len; i++) {
      const cedge *e = &c->edges.data[i];
      if (!c->locs.data[e->from].looped || c->locs.data[e->to].looped) continue;
      c->locs.data[e->to].looped = changed = true;
    }
  }
}

static void gather_at_locations(cfa *c) {
  for (size_t l = 1; l < c->locs.len; l++) {
    cloc *x = &c->locs.data[l];
    x->near_reads = bitset_new(cfa_objects(c));
    x->near_writes = bitset_new(cfa_objects(c));
    for (size_t i = 0; i < x->out.len; i++) {
      const cedge *e = &c->edges.data[x->out.data[i]];
      bitset_union(&x->near_reads, &e->near_reads);
      bitset_union(&x->near_writes, &e->near_writes);
      x->repeats |= e->goes_back;
    }
  }
}

void cfa_find_facts(cfa *c) {
  find_accesses(c);
  find_uses(c);
  extend_near_by_regions(c);
  find_futures(c);
  find_distances(c);
  find_demands(c);
  find_backward(c);
  extend_backward_by_regions(c);
  find_looped(c);
  cfa_find_ranked(c);
  cfa_find_paces(c);
  gather_at_locations(c);
}

void cfa_exclude_gaps(cfa *c) {
  if (c->no_gaps) return;
  c->no_gaps = true;
  find_distances(c);
  find_demands(c);
}
