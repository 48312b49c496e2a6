// The engine `modular`: each process of a program with threads by itself, against what the others do to shared memory.
// Proves programs with any number of equal processes; what it cannot prove may hold all the same.
#include "engine/modular/modular.h"

#include "analysis/crowds.h"
#include "analysis/orderings.h"
#include "analysis/reuse.h"
#include "base/mem.h"
#include "engine/search/race.h"
#include "sem/forms.h"

enum {
  GO_ON = 500,  // pairs that are still stepped when the plan has changed, to find more to change
  RESTARTS = 1000,
  NAMED_PAIRS = 1000000,  // after so many pairs or names processes in crowds have no names any more
  NAMES = 25000,
  NAMES_IN_VAIN = 200,  // the same of names if some of them are made without end
  WIDEN_PAIRS = 30000   // after so many pairs cells with many values become wide
};

// --- parts ---------------------------------------------------------------------------------------------------------

static bool same_mutex(const view_mutex *x, const view_mutex *y) { return x->obj == y->obj && x->offset == y->offset; }

static bool hold_alike(const view_mutexes *x, const view_mutexes *y) {
  bool same = x->len == y->len;
  for (size_t i = 0; i < x->len && same; i++) same = same_mutex(&x->data[i], &y->data[i]);
  return same;
}

static uint32_t kind_of(modular *a, const state *own, proc_id p) {
  kind k = {.proc = p, .crowd = views_is_crowd(a->views, p)};
  views_held(own, &k.held);
  for (uint32_t i = 0; i < a->kinds.len; i++) {
    if (a->kinds.data[i].proc != p || !hold_alike(&a->kinds.data[i].held, &k.held)) continue;
    vec_free(&k.held);
    return i;
  }
  vec_push(&a->kinds, k);
  return (uint32_t)a->kinds.len - 1;
}

bool modular_can_meet(const modular *a, uint32_t x, uint32_t y) {
  const kind *p = &a->kinds.data[x], *q = &a->kinds.data[y];
  if (p->proc == q->proc && !p->crowd) return false;
  for (size_t i = 0; i < p->held.len; i++)
    for (size_t k = 0; k < q->held.len; k++)
      if (same_mutex(&p->held.data[i], &q->held.data[k])) return false;
  return true;
}

static uint32_t store(modular *a, state *s, bool *is_new) {
  uint32_t id = state_store_add(a->store, s, sem_time_abstractable(a->ctx->sem, s), is_new).id;
  while (a->index.len <= id) vec_push(&a->index, 0);
  return id;
}

// What the part refers to must be shared, or p's own.
static void check_references(modular *a, const state *part, proc_id p) {
  if (!views_escape(a->views, part, p)) modular_give_up(a, PLACE_NONE, "objects of processes in a crowd are shared");
}

static uint32_t common_of(modular *a, const state *s) {
  bool is_new;
  state *part = views_common(a->views, s);
  blur_number(a->blur, part, true);
  uint32_t id = store(a, part, &is_new);
  if (!is_new) {
    state_unref(part);
    return a->index.data[id];
  }
  check_references(a, part, 0);
  a->index.data[id] = (uint32_t)a->commons.len;
  vec_push(&a->commons, ((common_part){.s = part}));
  return a->index.data[id];
}

// Takes the part.
static uint32_t own_of(modular *a, state *part, proc_id p, bool is_made) {
  DCHECK(part && p != PROC_KERNEL, "an own part belongs to a process");
  bool is_new;
  blur_number(a->blur, part, false);
  uint32_t id = store(a, part, &is_new);
  if (!is_new) {
    state_unref(part);
    return a->index.data[id];
  }
  if (is_made) check_references(a, part, p);
  a->index.data[id] = (uint32_t)a->owns.len;
  vec_push(&a->owns, ((own_part){part, p, kind_of(a, part, p)}));
  return a->index.data[id];
}

static void add_pair(modular *a, uint32_t common, uint32_t own) {
  if (!map64_put(&a->pairs, (uint64_t)common << 32 | own, 0)) return;
  vec_push(&a->commons.data[common].owns, own);
  a->ctx->result->counters.states++;
}

static void add_effect(modular *a, uint32_t from, uint32_t to, uint32_t by) {
  common_part *c = &a->commons.data[from];
  for (size_t i = 0; i < c->effects.len; i++)
    if (c->effects.data[i].to == to && c->effects.data[i].kind == by) return;
  vec_push(&c->effects, ((effect){to, by}));
  for (size_t i = 0; i < a->commons.data[from].owns.len; i++) {
    uint32_t own = a->commons.data[from].owns.data[i];
    if (modular_can_meet(a, by, a->owns.data[own].kind)) add_pair(a, to, own);
  }
}

// Takes s; the cases are appended to a->cases.
static void cases_of(modular *a, state *s) {
  if (!blur_cases(a->blur, s, &a->cases)) modular_give_up(a, PLACE_NONE, "an address has too many values");
}

// --- steps ---------------------------------------------------------------------------------------------------------

static void add_newcomer(modular *a, uint32_t common, state *newcomer) {
  size_t first = a->cases.len;
  proc_id rep = 1;
  while (!views_has_stack(newcomer, rep)) rep++;
  cases_of(a, state_fork(newcomer));
  for (size_t i = first; i < a->cases.len; i++) add_pair(a, common, own_of(a, a->cases.data[i], rep, true));
  a->cases.len = first;
}

// p has stepped from (common, own) to the concrete state s.
static void arrive(modular *a, uint32_t common, uint32_t own, state *s, const state_vec *newcomers) {
  proc_id p = a->owns.data[own].proc;
  uint32_t to = common_of(a, s);
  if (views_live(s, p)) add_pair(a, to, own_of(a, views_own(a->views, s, p, true), p, false));
  for (proc_id q = 1; q <= views_procs(s); q++) {
    if (q == p || !views_has_stack(s, q)) continue;
    add_pair(a, to, own_of(a, views_own(a->views, s, q, false), q, true));
  }
  for (size_t i = 0; i < newcomers->len; i++) add_newcomer(a, to, newcomers->data[i]);
  if (to != common) add_effect(a, common, to, a->owns.data[own].kind);
}

static void complete(modular *a, uint32_t common, uint32_t own, state *s, uint32_t foreign,
                     const state_vec *newcomers) {
  proc_id p = a->owns.data[own].proc;
  const char *trouble = NULL;
  if (views_held_by_others(s) != foreign) trouble = "a process unlocks a mutex that another one holds";
  if (a->dies && !views_at_end(a->views, s, p)) trouble = "a shared object dies";
  if (views_has_heap(s) && (a->ctx->sem->options.checks >> IR_CHECK_LEAK & 1)) trouble = "leaks of allocated objects";
  if (trouble) {
    modular_give_up(a, PLACE_NONE, trouble);
    state_unref(s);
    return;
  }
  size_t first = a->cases.len;
  cases_of(a, s);
  for (size_t i = first, n = a->cases.len; i < n; i++) {
    modular_note_owners(a, common, p, a->cases.data[i]);
    if (!a->given_up) arrive(a, common, own, a->cases.data[i], newcomers);
    state_unref(a->cases.data[i]);
  }
  a->cases.len = first;
}

// A state inside the step, and the processes in crowds that the step has made so far.
typedef struct inside {
  state *s;
  state_vec newcomers;
} inside;
typedef VEC(inside) inside_vec;

static state_vec with_newcomers(const state_vec *before, const sem_out *out) {
  state_vec all = {0};
  for (size_t i = 0; i < before->len; i++) vec_push(&all, state_ref(before->data[i]));
  for (size_t i = 0; i < out->newcomers.len; i++) vec_push(&all, state_ref(out->newcomers.data[i]));
  return all;
}

static void drop(inside *x) {
  state_unref(x->s);
  for (size_t i = 0; i < x->newcomers.len; i++) state_unref(x->newcomers.data[i]);
  vec_free(&x->newcomers);
}

static void take(modular *a, uint32_t common, uint32_t own, uint32_t foreign, sem_succ *v, const state_vec *before,
                 inside_vec *work) {
  inside next = {v->s, with_newcomers(before, &a->out)};
  v->s = NULL;
  switch (v->kind) {
  case SEM_NEXT:
    complete(a, common, own, next.s, foreign, &next.newcomers);
    next.s = NULL;
    break;
  case SEM_INTERRUPTED: vec_push(work, next); return;
  case SEM_FINAL:
  case SEM_CUT: break;
  case SEM_VIOLATION:
    modular_give_up(a, v->at, "a violation is possible as far as each process by itself shows");
    break;
  case SEM_UNKNOWN: modular_give_up(a, v->at, v->message); break;
  }
  drop(&next);
}

// What a process waits for is looked at by it, even if it never steps: others share it.
static void note_waiting(modular *a, const state *view, proc_id p) {
  footprint waits = {0};
  sem_waits(a->ctx->sem, view, p, &waits);
  modular_note_touches(a, p, &waits);
  vec_free(&waits);
}

static void step(modular *a, uint32_t common, uint32_t own) {
  proc_id p = a->owns.data[own].proc;
  state *view = views_join(a->views, a->commons.data[common].s, a->owns.data[own].s, p);
  blur_sharpen(a->blur, view);
  if (!views_may_step(a->views, view, p)) {
    note_waiting(a, view, p);
    state_unref(view);
    return;
  }
  uint32_t foreign = views_held_by_others(view);
  inside_vec work = {0};
  vec_push(&work, ((inside){.s = view}));
  vec_clear(&a->step);
  a->dies = false;
  while (work.len > 0) {
    inside now = vec_pop(&work);
    sem_out_clear(&a->out);
    a->ctx->result->counters.transitions++;
    a->ctx->limits->transitions++;
    sem_step(a->ctx->sem, now.s, p, &a->out);
    now.s = NULL;
    modular_note_touches(a, p, &a->out.touched);
    for (size_t i = 0; i < a->out.succs.len && !a->given_up; i++)
      take(a, common, own, foreign, &a->out.succs.data[i], &now.newcomers, &work);
    drop(&now);
    while (a->given_up && work.len > 0) {
      drop(&vec_last(&work));
      work.len--;
    }
  }
  vec_free(&work);
  if (!a->given_up) modular_check_races(a, common, own);
}

// --- the search ----------------------------------------------------------------------------------------------------

static void begin_processes(modular *a, const state *s) {
  uint32_t common = common_of(a, s);
  for (proc_id q = 1; q <= views_procs(s); q++)
    if (views_has_stack(s, q)) add_pair(a, common, own_of(a, views_own(a->views, s, q, q == 1), q, true));
}

// The elaboration, then every static process.
static void begin(modular *a) {
  inside_vec work = {0};
  vec_push(&work, ((inside){.s = sem_initial(a->ctx->sem)}));
  while (work.len > 0) {
    inside now = vec_pop(&work);
    sem_out_clear(&a->out);
    sem_step(a->ctx->sem, now.s, PROC_KERNEL, &a->out);
    for (size_t i = 0; i < a->out.succs.len; i++) {
      sem_succ *v = &a->out.succs.data[i];
      if (v->kind == SEM_INTERRUPTED) {
        vec_push(&work, ((inside){.s = v->s}));
        v->s = NULL;
      } else if (v->kind != SEM_NEXT) {
        modular_give_up(a, v->at, v->message ? v->message : "the elaboration does not end");
      } else {
        cases_of(a, v->s);
        v->s = NULL;
      }
    }
  }
  vec_free(&work);
  for (size_t i = 0; i < a->cases.len; i++) {
    begin_processes(a, a->cases.data[i]);
    state_unref(a->cases.data[i]);
  }
  vec_clear(&a->cases);
}

static void forget(modular *a) {
  for (size_t i = 0; i < a->commons.len; i++) {
    state_unref(a->commons.data[i].s);
    vec_free(&a->commons.data[i].owns);
    vec_free(&a->commons.data[i].effects);
    vec_free(&a->commons.data[i].records);
  }
  for (size_t i = 0; i < a->owns.len; i++) state_unref(a->owns.data[i].s);
  for (size_t i = 0; i < a->kinds.len; i++) vec_free(&a->kinds.data[i].held);
  vec_clear(&a->commons);
  vec_clear(&a->owns);
  vec_clear(&a->kinds);
  vec_clear(&a->index);
  vec_clear(&a->accesses);
  map64_clear(&a->pairs);
  state_store_free(a->store);
  a->store = NULL;
}

// One search with what is known to be shared. False: more has turned out to be, and what was found does not count.
static bool search(modular *a) {
  a->changed = a->replanned = a->given_up = false;
  views_changed(a->views);
  a->ctx->result->reason = NULL;
  a->store = state_store_new(a->ctx->sem->terms, a->ctx->sem->solver);
  a->ctx->result->counters = (counters){0};
  begin(a);
  size_t left = GO_ON;
  for (size_t next = 0; next < a->pairs.len && !a->given_up && left && !limits_hit(a->ctx->limits); next++) {
    uint32_t common = (uint32_t)(a->pairs.entries[next].key >> 32), own = (uint32_t)a->pairs.entries[next].key;
    for (size_t i = 0; i < a->commons.data[common].effects.len; i++) {
      effect e = a->commons.data[common].effects.data[i];
      if (modular_can_meet(a, e.kind, a->owns.data[own].kind)) add_pair(a, e.to, own);
    }
    step(a, common, own);
    if (!views_unnamed(a->views) && (next > NAMED_PAIRS || views_names(a->views) > a->most_names)) {
      views_leave_unnamed(a->views);
      a->changed = true;
      break;
    }
    if (next == WIDEN_PAIRS && modular_widen(a)) {
      a->changed = true;
      break;
    }
    modular_note_plan(a);
    left -= a->changed;
  }
  a->ctx->result->counters.stored_bytes = state_store_bytes(a->store);
  return !a->changed;
}

static void fini(modular *a) {
  forget(a);
  vec_free(&a->commons);
  vec_free(&a->owns);
  vec_free(&a->kinds);
  vec_free(&a->index);
  vec_free(&a->accesses);
  vec_free(&a->step);
  vec_free(&a->cases);
  map64_fini(&a->pairs);
  map64_fini(&a->toucher);
  map64_fini(&a->cell_sizes);
  map64_fini(&a->owned);
  map64_fini(&a->values);
  map64_fini(&a->counts);
  map64_fini(&a->wide);
  map64_fini(&a->barred);
  map64_fini(&a->barred_globals);
  sem_out_fini(&a->out);
  blur_free(a->blur);
  views_free(a->views);
}

static void run(engine_ctx *ctx) {
  const char *refused = NULL;
  uint32_t order;
  place weak = PLACE_NONE;
  if (reuse_marked(ctx->ir, &order))
    refused = "the engine modular does not follow addresses of ended objects";
  else if (ctx->sem->options.checks >> IR_CHECK_RACE & 1 && orderings_weak(ctx->ir, &weak))
    refused = RACE_UNORDERED;
  if (refused) {
    engine_note_unknown(ctx, weak, refused);
    engine_conclude(ctx);
    return;
  }
  // Numbers of processes are roots of states: they must not be those that another engine has come to.
  engine_ctx own = *ctx;
  sem_options changed = ctx->sem->options;
  changed.needs.footprints = true;
  own.sem = sem_new(ctx->ir, ctx->sem->terms, ctx->sem->solver, &changed);
  own.sem->stop = ctx->sem->stop;
  modular a = {.ctx = &own,
               .views = views_new(own.sem),
               .blur = blur_new(own.sem),
               .most_names = crowds_endless(ctx->ir) ? NAMES_IN_VAIN : NAMES};
  bool settled = search(&a);
  for (unsigned i = 0; i < RESTARTS && !settled && !limits_hit(ctx->limits); i++) {
    forget(&a);
    settled = search(&a);
  }
  if (!settled) engine_note_unknown(ctx, PLACE_NONE, "what is shared does not settle");
  fini(&a);
  ctx->sem->instructions += own.sem->instructions;
  sem_free(own.sem);
  engine_conclude(ctx);
}

const engine engine_modular = {
    .name = "modular",
    .help = "threads: each process by itself against what the others do: proves programs with any number of threads",
    .source = "TM03",
    .kind = ENGINE_OVERAPPROXIMATES,
    .checks = ENGINE_USUAL_CHECKS & ~(1u << IR_CHECK_DEADLOCK | 1u << IR_CHECK_MISUSE),
    .schedulers = ENGINE_THREADS,
    .proves = true,
    .blind = 1u << IR_CHECK_MISUSE,
    .run = run,
};
