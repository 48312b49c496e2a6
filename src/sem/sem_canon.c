// Heaps up to names [SYMCPP05]: objects made by `new` are named in the order in which a walk over
// globals, stacks, local objects and then the objects themselves meets them. Two states that a renaming of such objects maps to
// each other become equal. Objects that nothing refers to are left out, unless leaks are looked for: no run can tell.
//
// Only names by type are changed (SITE_BY_TYPE), among the places of their type and number of elements. A dead object that is
// still referred to keeps a place of its own: a dangling pointer stays one.
#include "base/mem.h"
#include "sem/sem_impl.h"

typedef struct canon {
  world *m;
  state *s;            // the state that is looked at
  uint32_t first, n;   // dynamic names first .. first + n - 1
  uint32_t *to;        // by name - first: its new name, 0 if it was not met
  uint32_t *used;      // by site: places given
  VEC(uint32_t) open;  // met, contents not looked at
} canon;

static void meet(canon *c, uint32_t obj) {
  if (obj < c->first || obj - c->first >= c->n || c->to[obj - c->first]) return;
  const alloc_site *site = heap_site(c->m, obj);
  bool moves = site && site->func == SITE_BY_TYPE;
  c->to[obj - c->first] = moves ? site->objects.data[c->used[site - c->m->sites.data]++] : obj;
  vec_push(&c->open, obj);
}

static void meet_chunk(canon *c, const chunk *k) {
  for (uint32_t i = 0; k && i < k->n; i++) meet(c, k->slots[i].obj);
}

static void meet_body(canon *c, const body *b) {
  for (uint32_t i = 0; b && i < b->n_pages; i++) meet_chunk(c, b->pages[i]);
}

static void finish_open(canon *c) {
  for (size_t i = 0; i < c->open.len; i++) meet_body(c, state_object(c->s, c->open.data[i]));
  vec_clear(&c->open);
}

static void meet_stacks(canon *c) {
  for (proc_id p = 0; p <= update_stack(c->s); p++) {
    for (const frame *f = state_top(c->s, p); f; f = f->caller)
      for (uint32_t r = 0; r <= f->n_regs; r++) meet(c, f->regs[r].obj);
  }
}

// What the kernel refers to. The order of pending entries depends on names, so they come last.
static void meet_kernel(canon *c) {
  const state *s = c->s;
  for (uint32_t i = 0; s->made && i < s->made->n; i++) meet(c, s->made->procs[i].obj);
  for (proc_id p = 1; p <= s->k->n && c->m->base.ir->scheduler == IR_SCHED_SYSTEMC; p++) {
    const wait_rec *w = state_wait(s, p);
    for (uint32_t i = 0; w && i < w->n; i++) meet(c, w->list[i].e.obj);
  }
  finish_open(c);
  for (uint32_t i = 0; s->pending && i < s->pending->n; i++) meet(c, s->pending->list[i].e.obj);
}

static void walk(canon *c) {
  for (uint32_t i = 0; i < c->m->env->n_mem; i++) meet_chunk(c, c->s->root[i]);
  for (uint32_t g = 1; g <= c->m->base.ir->n_globals; g++) meet_body(c, state_object(c->s, state_moved(c->m->env, g)));
  meet_stacks(c);
  for (uint32_t i = 0; i < c->n; i++) {  // locals and the like have names that stay
    const alloc_site *site = heap_site(c->m, c->first + i);
    if (state_object(c->s, c->first + i) && (!site || site->func != SITE_BY_TYPE)) meet(c, c->first + i);
  }
  finish_open(c);
  meet_kernel(c);
  finish_open(c);
  bool leaks = c->m->base.options.checks >> IR_CHECK_LEAK & 1;
  for (uint32_t i = 0; leaks && i < c->n; i++) {
    if (state_object(c->s, c->first + i)) meet(c, c->first + i);
  }
}

static uint32_t renamed(const canon *c, uint32_t obj) {
  bool dynamic = obj >= c->first && obj - c->first < c->n && c->to[obj - c->first];
  return dynamic ? c->to[obj - c->first] : obj;
}

static value rename_value(void *arg, value v) {
  v.obj = renamed(arg, v.obj);
  return v;
}

// --- the renamed copy ----------------------------------------------------------------------------------------------

static bool changes(const canon *c) {
  for (uint32_t i = 0; i < c->n; i++) {
    uint32_t obj = c->first + i;
    if (c->to[i] ? c->to[i] != obj : state_object(c->s, obj) != NULL) return true;
  }
  return false;
}

static void rename_objects(const canon *c, state *t) {
  for (uint32_t i = 0; i < c->n; i++)
    if (c->to[i] != c->first + i) state_object_forget(t, c->first + i);
  for (uint32_t i = 0; i < c->n; i++) {
    body *b = state_object(c->s, c->first + i);
    if (!b || !c->to[i] || c->to[i] == c->first + i) continue;
    b->hd.refs++;
    state_object_put(t, c->to[i], b);
  }
}

static void rename_waits(const canon *c, state *t) {
  for (proc_id p = 1; p <= t->k->n && c->m->base.ir->scheduler == IR_SCHED_SYSTEMC; p++) {
    const wait_rec *w = state_wait(t, p);
    if (!w || w->n == 0) continue;
    wait_rec *copy = part_copy(w, sizeof(wait_rec) + w->n * sizeof w->list[0]);
    for (uint32_t i = 0; i < copy->n; i++) copy->list[i].e.obj = renamed(c, copy->list[i].e.obj);
    state_set_wait(t, p, copy);
  }
}

static void rename_pending(const canon *c, state *t) {
  VEC(pend_entry) list = {0};
  for (uint32_t i = 0; t->pending && i < t->pending->n; i++) vec_push(&list, t->pending->list[i]);
  for (size_t i = list.len; i-- > 0;) pend_remove(t, (uint32_t)i);
  for (size_t i = 0; i < list.len; i++) {
    list.data[i].e.obj = renamed(c, list.data[i].e.obj);
    pend_add(t, list.data[i]);
  }
  vec_free(&list);
}

static state *rename_state(canon *c) {
  state *t = state_fork(c->s);
  rename_objects(c, t);
  state_map_values(t, rename_value, c);
  rename_waits(c, t);
  rename_pending(c, t);
  for (uint32_t i = 0; t->made && i < t->made->n; i++) {
    uint32_t obj = t->made->procs[i].obj;
    if (renamed(c, obj) != obj) state_design_rw(t, 0)->procs[i].obj = renamed(c, obj);
  }
  return t;
}

state *sem_canonical(sem *base, state *s) {
  world *m = (world *)base;
  // Shadow objects are found by the names of those they belong to: such states are compared as they are.
  bool possible = base->needs.heap == SEM_HEAP_EXACT && s->objects && !s->interrupted && m->env->shadows.len == 0;
  if (!possible) return state_ref(s);
  canon c = {.m = m, .s = s, .first = m->env->first_dynamic + base->ir->n_globals, .n = m->n_dynamic};
  c.to = MEM_NEW_N(uint32_t, c.n + 1);
  c.used = MEM_NEW_N(uint32_t, m->sites.len + 1);
  walk(&c);
  state *t = changes(&c) ? rename_state(&c) : state_ref(s);
  mem_free(c.to);
  mem_free(c.used);
  vec_free(&c.open);
  return t;
}
