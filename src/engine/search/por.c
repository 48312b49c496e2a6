#include "engine/search/por.h"

#include "base/bitset.h"
#include "engine/search/por_threads.h"
#include "sem/start.h"

struct por {
  const ir_module *m;
  sem *sem;
  por_threads *threads;  // POR_FUTURE; then, and for POR_NONE under free interleaving, the rest is unused
  steps *steps;
  const char *why;  // if there are no steps: what keeps the design from being analysed
  uint32_t n_procs;
  por_kind kind;
  bool minimal;
  uint32_t *next;       // process -> static step it takes next, 0 = ended
  bitset enabled, ran;  // processes; ran: chosen before
  bitset done, best;    // steps
  VEC(uint32_t) work;
  sem_chain chain;
};

por *por_new(const ir_module *m, sem *semantics, por_kind kind, bool minimal) {
  por *p = MEM_NEW(por);
  p->m = m;
  p->sem = semantics;
  p->kind = kind;
  p->minimal = minimal;
  if (kind == POR_FUTURE) p->threads = por_threads_new(m, semantics);
  if (m->scheduler == IR_SCHED_INTERLEAVE || (m->spawns && kind == POR_NONE)) return p;
  steps_options o = {.as_documented = semantics->options.as_documented,
                     .ieee_pending = !semantics->options.pending_multi};
  flow *design = m->spawns ? sem_flow(semantics, &p->why) : NULL;
  if (!m->spawns || design) p->steps = steps_new(m, &o, design);
  if (!p->steps) {
    p->kind = POR_NONE;
    return p;
  }
  p->n_procs = steps_procs(p->steps);
  p->next = MEM_NEW_N(uint32_t, p->n_procs + 1);
  p->enabled = bitset_new(p->n_procs + 1);
  p->ran = bitset_new(p->n_procs + 1);
  p->done = bitset_new(steps_count(p->steps) + 1);
  p->best = bitset_new(steps_count(p->steps) + 1);
  return p;
}

void por_free(por *p) {
  if (!p) return;
  por_threads_free(p->threads);
  steps_free(p->steps);
  mem_free(p->next);
  bitset_fini(&p->enabled);
  bitset_fini(&p->ran);
  bitset_fini(&p->done);
  bitset_fini(&p->best);
  vec_free(&p->work);
  vec_free(&p->chain);
  mem_free(p);
}

bool por_reduces(const por *p) { return p->kind != POR_NONE; }
const char *por_why(const por *p) { return p->why ? p->why : "too many chains of calls"; }
const steps *por_steps(const por *p) { return p->steps; }

uint32_t por_next(por *p, const state *s, proc_id proc) {
  vec_clear(&p->chain);
  sem_location(p->sem, s, proc, &p->chain);
  return p->chain.len ? steps_find(p->steps, proc, p->chain.data, p->chain.len) : 0;
}

bool por_only_waker(por *p, const state *s, proc_id waiting, proc_id by) {
  uint32_t step = por_next(p, s, waiting), n;
  if (!step) return false;
  const uint32_t *ids = steps_enablers(p->steps, step, &n);
  for (uint32_t i = 0; i < n; i++) {
    proc_id q = steps_get(p->steps, ids[i])->proc;
    if (q != by && q != waiting) return false;
  }
  return true;
}

static void look_at(por *p, const state *s, const proc_id *enabled, size_t n) {
  bitset_clear(&p->enabled);
  for (size_t i = 0; i < n; i++) bitset_add(&p->enabled, enabled[i]);
  for (proc_id q = 1; q <= p->n_procs; q++) p->next[q] = por_next(p, s, q);
}

static void push_all(por *p, const uint32_t *ids, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) vec_push(&p->work, ids[i]);
}

static bool is_enabled(const por *p, uint32_t step) {
  uint32_t proc = steps_get(p->steps, step)->proc;
  return p->next[proc] == step && bitset_has(&p->enabled, proc);
}

// What can enable a disabled step. Steps of an ended process contribute nothing.
static void push_enablers(por *p, uint32_t step) {
  uint32_t proc = steps_get(p->steps, step)->proc, n;
  if (!p->next[proc]) return;
  if (p->kind == POR_STUB2 && p->next[proc] != step) {
    vec_push(&p->work, p->next[proc]);
    return;
  }
  const uint32_t *ids = steps_enablers(p->steps, step, &n);
  push_all(p, ids, n);
}

// Closes {start} under the rules of the kind, into p->done. False: give up, everything enabled must be explored.
static bool close(por *p, uint32_t start) {
  bitset_clear(&p->done);
  vec_clear(&p->work);
  vec_push(&p->work, start);
  while (p->work.len) {
    uint32_t step = vec_pop(&p->work), n;
    if (bitset_has(&p->done, step)) continue;
    bitset_add(&p->done, step);
    if (is_enabled(p, step)) {
      const uint32_t *ids = steps_deps(p->steps, step, &n);
      push_all(p, ids, n);
    } else if (p->kind == POR_CT) {
      return false;
    } else {
      push_enablers(p, step);
    }
  }
  return true;
}

static bool is_chosen(const por *p, const bitset *set, proc_id q) {
  return bitset_has(set, p->next[q]) && !bitset_has(&p->ran, q);
}

static size_t count_chosen(const por *p, const bitset *set, const proc_id *enabled, size_t n) {
  size_t count = 0;
  for (size_t i = 0; i < n; i++) count += is_chosen(p, set, enabled[i]);
  return count;
}

// Leaves the closed set in p->best; false if nothing smaller than all enabled was found. What has run costs nothing.
static bool smallest(por *p, const proc_id *enabled, size_t n) {
  size_t best = n;
  bool more = true;
  for (size_t i = 0; i < n && more; i++) {
    if (bitset_has(&p->ran, enabled[i])) continue;
    more = p->minimal;
    if (!close(p, p->next[enabled[i]])) continue;
    size_t count = count_chosen(p, &p->done, enabled, n);
    if (count >= best) continue;
    best = count;
    bitset tmp = p->best;
    p->best = p->done;
    p->done = tmp;
  }
  return best < n;
}

static void select_unless_ran(por *p, const state *s, const proc_id *enabled, size_t n, proc_vec *out) {
  bool choose = p->kind != POR_NONE && n > 1;
  if (choose) look_at(p, s, enabled, n);
  choose = choose && smallest(p, enabled, n);
  for (size_t i = 0; i < n; i++) {
    if (choose ? is_chosen(p, &p->best, enabled[i]) : !bitset_has(&p->ran, enabled[i])) vec_push(out, enabled[i]);
  }
}

static void append(proc_vec *out, const proc_id *list, size_t n) {
  for (size_t i = 0; i < n; i++) vec_push(out, list[i]);
}

void por_select(por *p, state *s, const proc_id *enabled, size_t n, proc_vec *out) {
  if (p->threads) {
    por_threads_select(p->threads, s, enabled, n, out);
    return;
  }
  if (!p->steps) {
    append(out, enabled, n);
    return;
  }
  bitset_clear(&p->ran);
  select_unless_ran(p, s, enabled, n, out);
}

bool por_among(const proc_id *list, size_t n, proc_id q) {
  for (size_t i = 0; i < n; i++)
    if (list[i] == q) return true;
  return false;
}

void por_select_further(por *p, const state *s, const proc_id *enabled, size_t n, const proc_id *done, size_t n_done,
                        proc_vec *out) {
  for (size_t i = 0; !p->steps && i < n; i++)
    if (!por_among(done, n_done, enabled[i])) vec_push(out, enabled[i]);
  if (!p->steps) return;
  bitset_clear(&p->ran);
  for (size_t i = 0; i < n_done; i++) bitset_add(&p->ran, done[i]);
  select_unless_ran(p, s, enabled, n, out);
}

void por_enabling(por *p, const state *s, const proc_id *enabled, size_t n, proc_id blocked, proc_vec *out) {
  look_at(p, s, enabled, n);
  if (!p->next[blocked]) return;
  por_kind kind = p->kind;
  p->kind = POR_STUB1;  // CT would give up at the first disabled step, which is where this begins
  close(p, p->next[blocked]);
  p->kind = kind;
  for (size_t i = 0; i < n; i++) {
    if (bitset_has(&p->done, p->next[enabled[i]])) vec_push(out, enabled[i]);
  }
}
