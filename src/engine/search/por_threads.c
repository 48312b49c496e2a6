#include "engine/search/por_threads.h"

#include "analysis/future.h"
#include "analysis/regions.h"
#include "base/map64.h"
#include "base/mem.h"
#include "engine/search/tried.h"
#include "sem/peek.h"

// A live process of the state that is looked at.
typedef struct member {
  proc_id proc;
  bool enabled, in_set, in_best;
  bool looked;   // the following are valid
  bool unknown;  // what it does next, or what could enable it, is not known
  peek_kind kind;
  proc_id waits_for;  // PEEK_JOIN
  footprint touched;
  bool placed;  // frames are valid
  sem_chain frames;
} member;

struct por_threads {
  sem *sem;
  futures *futures;
  bool never;           // ends of processes matter to regions that wait for them: nothing is left out
  VEC(member) members;  // the first n are in use, the rest keeps its memory
  size_t n;
  proc_vec live;
  VEC(size_t) work;
  map64 abstract;  // dynamic object -> abstract object + 1
  tried tried;
};

por_threads *por_threads_new(const ir_module *m, sem *semantics) {
  por_threads *p = MEM_NEW(por_threads);
  p->sem = semantics;
  p->futures = futures_new(m);
  p->never = regions_may_join(m);
  return p;
}

void por_threads_free(por_threads *p) {
  if (!p) return;
  for (size_t i = 0; i < p->members.len; i++) {
    vec_free(&p->members.data[i].touched);
    vec_free(&p->members.data[i].frames);
  }
  vec_free(&p->members);
  vec_free(&p->live);
  vec_free(&p->work);
  map64_fini(&p->abstract);
  tried_fini(&p->tried);
  futures_free(p->futures);
  mem_free(p);
}

// --- abstract objects ------------------------------------------------------------------------------------------------

static uint32_t abstract_of(por_threads *p, uint32_t obj) {
  if (obj <= p->sem->ir->n_globals) return obj;
  uint64_t found;
  if (map64_get(&p->abstract, obj, &found)) return (uint32_t)found;
  uint32_t func, pc, made = 0;
  if (sem_object_site(p->sem, obj, &func, &pc)) made = points_site(futures_points(p->futures), func, pc);
  map64_put(&p->abstract, obj, made);
  return made;
}

static bool writes(const touch *t) { return t->mode != TOUCH_READ && t->mode != TOUCH_AWAIT; }

// Touches of memory and of mutexes; those of processes are their own matter (ends, spawns).
static bool is_shared(const touch *t) {
  return t->mode == TOUCH_READ || t->mode == TOUCH_WRITE || t->mode == TOUCH_UPDATE || t->mode == TOUCH_AWAIT ||
         t->mode == TOUCH_ACQUIRE || t->mode == TOUCH_RELEASE || t->mode == TOUCH_TRY;
}

static bool meets(const future_sets *f, uint32_t obj, bool writing) {
  if (bitset_has(&f->writes, obj) || bitset_has(&f->writes, 0)) return true;
  return writing && (bitset_has(&f->reads, obj) || bitset_has(&f->reads, 0));
}

// May q, in what is left of its code, conflict with the touches?
static bool may_conflict(por_threads *p, const state *s, member *q, const footprint *touched) {
  if (!q->placed) {
    vec_clear(&q->frames);
    sem_location(p->sem, s, q->proc, &q->frames);
    q->placed = true;
  }
  for (size_t i = 0; i < touched->len; i++) {
    const touch *t = &touched->data[i];
    if (!is_shared(t)) continue;
    uint32_t obj = abstract_of(p, t->obj);
    if (obj == 0) return true;
    for (size_t k = 0; k < q->frames.len; k++)
      if (meets(futures_from(p->futures, q->frames.data[k].func, q->frames.data[k].pc), obj, writes(t))) return true;
  }
  return false;
}

// --- closing ---------------------------------------------------------------------------------------------------------

static void look(por_threads *p, state *s, member *a) {
  if (a->looked) return;
  a->looked = true;
  a->kind = sem_peek(p->sem, s, a->proc, &a->touched, &a->waits_for);
  a->unknown = a->kind == PEEK_REGION && !a->enabled;
  if (a->kind == PEEK_REGION && a->enabled) tried_step(&p->tried, p->sem, s, a->proc, &a->touched);
  for (size_t i = 0; i < a->touched.len; i++) a->unknown |= a->touched.data[i].mode == TOUCH_STOP;
}

static void add(por_threads *p, size_t k) {
  if (p->members.data[k].in_set) return;
  p->members.data[k].in_set = true;
  vec_push(&p->work, k);
}

// The set that must go with member `start`. False: nothing smaller than all is known.
static bool close(por_threads *p, state *s, size_t start) {
  for (size_t k = 0; k < p->n; k++) p->members.data[k].in_set = false;
  vec_clear(&p->work);
  add(p, start);
  while (p->work.len > 0) {
    member *a = &p->members.data[vec_pop(&p->work)];
    look(p, s, a);
    if (a->unknown) return false;
    for (size_t k = 0; k < p->n; k++) {
      member *q = &p->members.data[k];
      if (q->in_set) continue;
      bool needed = a->kind == PEEK_JOIN ? !a->enabled && q->proc == a->waits_for : may_conflict(p, s, q, &a->touched);
      if (needed) add(p, k);
    }
  }
  return true;
}

static void open_state(por_threads *p, const state *s, const proc_id *enabled, size_t n) {
  vec_clear(&p->live);
  sem_live(p->sem, s, &p->live);
  p->n = p->live.len;
  while (p->members.len < p->n) vec_push(&p->members, ((member){0}));
  size_t e = 0;
  for (size_t k = 0; k < p->n; k++) {
    member *a = &p->members.data[k];
    a->proc = p->live.data[k];
    a->looked = a->placed = a->in_best = a->enabled = false;
    for (e = 0; e < n; e++) a->enabled |= enabled[e] == a->proc;
  }
}

static size_t enabled_in_set(const por_threads *p) {
  size_t count = 0;
  for (size_t k = 0; k < p->n; k++) count += p->members.data[k].in_set && p->members.data[k].enabled;
  return count;
}

static bool is_chosen(const por_threads *p, proc_id proc) {
  for (size_t k = 0; k < p->n; k++)
    if (p->members.data[k].proc == proc) return p->members.data[k].in_best;
  return true;
}

void por_threads_select(por_threads *p, state *s, const proc_id *enabled, size_t n, proc_vec *out) {
  size_t best = n;
  // If leaks are checked the end of the program is a step that everything depends on.
  bool may_reduce = n > 1 && !p->never && !sem_interrupted(s) && !(p->sem->options.checks >> IR_CHECK_LEAK & 1);
  if (may_reduce) open_state(p, s, enabled, n);
  for (size_t k = 0; may_reduce && k < p->n && best > 1; k++) {
    if (!p->members.data[k].enabled || !close(p, s, k)) continue;
    size_t count = enabled_in_set(p);
    if (count >= best) continue;
    best = count;
    for (size_t j = 0; j < p->n; j++) p->members.data[j].in_best = p->members.data[j].in_set;
  }
  for (size_t i = 0; i < n; i++)
    if (best == n || is_chosen(p, enabled[i])) vec_push(out, enabled[i]);
}
