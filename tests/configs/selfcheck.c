// selfcheck: on random programs, what steps do against what was announced about them.
//
// On random walks through concrete states: every touch of a global object, an event or a process by an executed step
// must be covered by the accesses of its static step (analysis/steps.h); and two steps that are independent by their
// footprints, or by the static relation, must commute: a then b and b then a give the same state.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/options.h"
#include "base/rng.h"
#include "configs/programs.h"
#include "engine/search/por.h"
#include "sem/forms.h"
#include "sem/sem.h"
#include "state/store.h"

enum { WALKS = 4, WALK_STEPS = 25 };

typedef struct totals {
  uint64_t programs, steps, touches, pairs, commuted, failed;
} totals;

typedef struct job {
  uint64_t seed;
  const char *text;
  const ir_module *m;
  sem *sem;
  por *por;
  state_store *store;
  bool ieee;
  rng r;
  totals *t;
  bool failed;
} job;

// The complete outcome of one step: only those that neither fork nor end the run are compared, and only without new
// inputs, which get any values.
typedef struct outcome {
  state *s;
  footprint touched;
  bool drew;
} outcome;

static void outcome_fini(outcome *o) {
  if (o->s != NULL) state_unref(o->s);
  vec_free(&o->touched);
  *o = (outcome){0};
}

static void fail(job *j, const char *what, const char *who, const char *other) {
  if (!j->failed) printf("FAILED: seed %llu: %s: %s %s\n%s\n", (unsigned long long)j->seed, what, who, other, j->text);
  j->failed = true;
}

// Replaces the inputs by values that the path condition allows.
static void make_concrete(job *j, state *s) {
  if (state_is_concrete(s)) return;
  pathcond *pc = state_pathcond(s);
  const model *known = pc != NULL ? pathcond_model(j->sem->solver, pc) : NULL;
  if (known != NULL) sem_fix_inputs(j->sem, s, known);
}

// Runs p from s (kept) to the end of its step. False: it forks, is cut, violates something, or the run is over. What
// it touched until then is in out in any case.
static bool step(job *j, state *s, proc_id p, outcome *out) {
  sem_out o = {0};
  *out = (outcome){0};
  sem_step(j->sem, state_fork(s), p, &o);
  for (size_t i = 0; i < o.touched.len; i++) vec_push(&out->touched, o.touched.data[i]);
  bool whole = o.succs.len == 1 && o.succs.data[0].kind == SEM_NEXT;
  if (whole) {
    out->s = o.succs.data[0].s;
    o.succs.data[0].s = NULL;
    out->drew = !state_is_concrete(out->s);
    make_concrete(j, out->s);
  }
  sem_out_fini(&o);
  return whole;
}

// --- announced accesses ----------------------------------------------------------------------------------------------

static bool mode_covers(const step_access *a, const touch *t) {
  switch (t->mode) {
  case TOUCH_READ: return a->mode == ACCESS_READ || a->mode == ACCESS_WRITE;
  case TOUCH_WRITE: return a->mode == ACCESS_WRITE;
  case TOUCH_UPDATE: return a->mode == ACCESS_WRITE || (a->mode == ACCESS_UPDATE && a->detail == t->detail);
  case TOUCH_NOTIFY: return a->mode == ACCESS_NOTIFY;
  case TOUCH_NOTIFY_LATER: return a->mode == ACCESS_NOTIFY_LATER && a->detail == t->detail;
  case TOUCH_WAIT: return a->mode == ACCESS_WAIT;
  case TOUCH_SUSPEND: return a->mode == ACCESS_SUSPEND;
  case TOUCH_RESUME: return a->mode == ACCESS_RESUME;
  case TOUCH_CHECK: return a->mode == ACCESS_CHECK;
  case TOUCH_REQUEST:
  case TOUCH_STEP:
  case TOUCH_ASSUME: return true;
  case TOUCH_AWAIT:
  case TOUCH_ACQUIRE:
  case TOUCH_RELEASE:
  case TOUCH_TRY:
  case TOUCH_SPAWN:
  case TOUCH_END:
  case TOUCH_JOIN:
  case TOUCH_DIE:
  case TOUCH_LOOK:
  case TOUCH_ENTER:
  case TOUCH_STOP:
  case TOUCH_FENCE: return true;
  }
  return false;
}

static bool covers(const step_access *a, const touch *t) {
  if (!mode_covers(a, t)) return false;
  if (t->mode == TOUCH_CHECK) return true;
  if (a->obj != t->obj) return false;
  return a->size == ACCESS_WHOLE || (a->offset <= t->offset && t->offset + t->size <= a->offset + a->size);
}

// Objects above the globals are numbered as they are made; the analysis numbers where they are made.
static bool is_comparable(const job *j, const touch *t) {
  switch (t->mode) {
  case TOUCH_READ:
  case TOUCH_WRITE:
  case TOUCH_UPDATE:
  case TOUCH_NOTIFY:
  case TOUCH_NOTIFY_LATER:
  case TOUCH_WAIT: return t->obj <= j->m->n_globals;
  case TOUCH_SUSPEND:
  case TOUCH_RESUME:
  case TOUCH_CHECK: return true;
  case TOUCH_REQUEST:
  case TOUCH_STEP:
  case TOUCH_ASSUME: return false;
  case TOUCH_AWAIT:
  case TOUCH_ACQUIRE:
  case TOUCH_RELEASE:
  case TOUCH_TRY:
  case TOUCH_SPAWN:
  case TOUCH_END:
  case TOUCH_JOIN:
  case TOUCH_DIE:
  case TOUCH_LOOK:
  case TOUCH_ENTER:
  case TOUCH_STOP:
  case TOUCH_FENCE: return false;  // not of this scheduler
  }
  return false;
}

static void check_announced(job *j, const state *s, proc_id p, const footprint *f) {
  static const char *const modes[] = {"read",    "write",  "update",  "notify", "notify later", "wait",
                                      "suspend", "resume", "request", "step",   "assume",       "check"};
  uint32_t id = por_next(j->por, s, p);
  const step_info *info = steps_get(por_steps(j->por), id);
  for (size_t i = 0; i < f->len; i++) {
    const touch *t = &f->data[i];
    if (!is_comparable(j, t)) continue;
    j->t->touches++;
    bool covered = false;
    for (size_t k = 0; k < info->accesses.len && !covered; k++) covered = covers(&info->accesses.data[k], t);
    char what[100];
    snprintf(what, sizeof what, "%s of object %u, bytes %llu+%llu, not announced by", modes[t->mode], t->obj,
             (unsigned long long)t->offset, (unsigned long long)t->size);
    if (!covered) fail(j, what, sem_proc_name(j->sem, s, p), "");
  }
}

// --- commutation -----------------------------------------------------------------------------------------------------

static uint32_t key(job *j, state *s) {
  bool is_new;
  return state_store_add(j->store, s, false, &is_new).id;
}

static bool is_enabled(job *j, const state *s, proc_id p) {
  proc_vec enabled = {0};
  sem_enabled(j->sem, s, &enabled);
  bool found = false;
  for (size_t i = 0; i < enabled.len && !found; i++) found = enabled.data[i] == p;
  vec_free(&enabled);
  return found;
}

static void check_pair(job *j, state *s, proc_id p, const outcome *a, proc_id q, const outcome *b, const char *which) {
  const char *pn = sem_proc_name(j->sem, s, p), *qn = sem_proc_name(j->sem, s, q);
  char what[120];
  if (!is_enabled(j, a->s, q) || !is_enabled(j, b->s, p)) {
    snprintf(what, sizeof what, "%s (one disables the other)", which);
    fail(j, what, pn, qn);
    return;
  }
  outcome ab, ba;
  bool whole_ab = step(j, a->s, q, &ab), whole_ba = step(j, b->s, p, &ba);
  if (whole_ab != whole_ba) {
    snprintf(what, sizeof what, "%s (one order forks or ends)", which);
    fail(j, what, pn, qn);
  } else if (whole_ab && !ab.drew && !ba.drew) {
    j->t->commuted++;
    if (key(j, ab.s) != key(j, ba.s)) fail(j, which, pn, qn);
  }
  outcome_fini(&ab);
  outcome_fini(&ba);
}

static void check_pairs(job *j, state *s, const proc_vec *enabled, outcome *outcomes) {
  for (size_t i = 0; i < enabled->len; i++) {
    for (size_t k = i + 1; k < enabled->len; k++) {
      outcome *a = &outcomes[i], *b = &outcomes[k];
      if (a->s == NULL || b->s == NULL || a->drew || b->drew) continue;
      proc_id p = enabled->data[i], q = enabled->data[k];
      uint32_t sp = por_next(j->por, s, p), sq = por_next(j->por, s, q);
      j->t->pairs++;
      if (!footprint_dependent(&a->touched, &b->touched, j->ieee)) {
        check_pair(j, s, p, a, q, b, "independent by footprint, but do not commute");
      } else if (!steps_dependent(por_steps(j->por), sp, sq)) {
        fail(j, "dependent by footprint, independent statically", sem_proc_name(j->sem, s, p),
             sem_proc_name(j->sem, s, q));
      }
    }
  }
}

// --- walks -----------------------------------------------------------------------------------------------------------

// Looks at all steps from s; returns one of their outcomes (new reference), NULL: the walk ends.
static state *look(job *j, state *s) {
  proc_vec enabled = {0};
  sem_enabled(j->sem, s, &enabled);
  outcome *outcomes = MEM_NEW_N(outcome, enabled.len + 1);
  for (size_t i = 0; i < enabled.len; i++) {
    step(j, s, enabled.data[i], &outcomes[i]);
    j->t->steps++;
    if (enabled.data[i] != PROC_KERNEL) check_announced(j, s, enabled.data[i], &outcomes[i].touched);
  }
  if (enabled.len > 1) check_pairs(j, s, &enabled, outcomes);
  state *next = NULL;
  if (enabled.len > 0) {
    // If the chosen step forks, any of the others will do.
    size_t at = rng_below(&j->r, enabled.len);
    for (size_t i = 0; i < enabled.len && next == NULL; i++) {
      state *c = outcomes[(at + i) % enabled.len].s;
      if (c != NULL) next = state_ref(c);
    }
  }
  for (size_t i = 0; i < enabled.len; i++) outcome_fini(&outcomes[i]);
  mem_free(outcomes);
  vec_free(&enabled);
  return next;
}

static void walk(job *j) {
  state *s = sem_initial(j->sem);
  for (int i = 0; i < WALK_STEPS && s != NULL && !j->failed; i++) {
    state *next = look(j, s);
    state_unref(s);
    s = next;
  }
  if (s != NULL) state_unref(s);
}

static void check_module(job *j, bool multi) {
  expr_options eo = {0};
  smt_config sc = smt_default_config();
  sem_options so = sem_default_options();
  strbuf error = {0};
  options_checks(j->m->properties, &so.checks, &error);
  sb_fini(&error);
  so.pending_multi = multi;
  so.needs.footprints = true;
  expr_table *terms = expr_table_new(&eo);
  smt *solver = smt_new(terms, &sc);
  j->sem = sem_new(j->m, terms, solver, &so);
  j->ieee = !multi;
  j->por = por_new(j->m, j->sem, POR_STUB1, false);
  j->store = state_store_new(terms, solver);
  for (int i = 0; i < WALKS && !j->failed; i++) walk(j);
  state_store_free(j->store);
  por_free(j->por);
  sem_free(j->sem);
  smt_free(solver);
  expr_table_free(terms);
}

static void check_seed(uint64_t seed, totals *t) {
  strbuf text = {0};
  program_kind kind = program_of(seed);
  program_text(&kind, seed, 0, &text);
  ir_module *m = program_parse(sb_text(&text), text.len, NULL, 0);
  job j = {.seed = seed, .text = sb_text(&text), .m = m, .r = rng_new(seed), .t = t};
  t->programs++;
  if (m == NULL) {
    fail(&j, "rejected", "", "");
  } else {
    check_module(&j, seed % 4 == 3);
    ir_module_free(m);
  }
  t->failed += j.failed;
  sb_fini(&text);
}

static bool number(const char *text, uint64_t *out) {
  char *end = NULL;
  errno = 0;
  *out = strtoull(text, &end, 0);
  return errno == 0 && end != text && *end == '\0';
}

int main(int argc, char **argv) {
  uint64_t seed = 1, count = 200;
  totals t = {0};
  for (int i = 1; i < argc; i += 2) {
    uint64_t *to = strcmp(argv[i], "--seed") == 0 ? &seed : strcmp(argv[i], "--count") == 0 ? &count : NULL;
    if (to == NULL || i + 1 >= argc || !number(argv[i + 1], to)) {
      fprintf(stderr, "usage: selfcheck [--seed N] [--count N]\n");
      return 64;
    }
  }
  for (uint64_t i = 0; i < count; i++) check_seed(seed + i, &t);
  printf("%llu steps with %llu touches announced, %llu pairs, %llu of them independent and commuting\n",
         (unsigned long long)t.steps, (unsigned long long)t.touches, (unsigned long long)t.pairs,
         (unsigned long long)t.commuted);
  printf("%llu passed, %llu failed\n", (unsigned long long)(t.programs - t.failed), (unsigned long long)t.failed);
  return t.failed > 0 ? 1 : 0;
}
