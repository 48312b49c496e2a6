// Executions: the path, and how the next one begins where it leaves the last one.
#include "engine/lazy/lazy.h"

enum { DEFAULT_DEPTH = 10000 };

static uint64_t max_depth(const lazy *z) {
  return z->ctx->options->max_depth ? z->ctx->options->max_depth : DEFAULT_DEPTH;
}

// --- steps -------------------------------------------------------------------------------------------------------------------

static void schedule_of(const lazy *z, proc_vec *out) {
  for (size_t i = 0; i < z->prologue.len; i++) vec_push(out, z->prologue.data[i]);
  for (size_t i = 0; i < z->events.len; i++) {
    vec_push(out, z->events.data[i].proc);
    for (uint32_t k = z->forced_first.data[i]; k < z->forced_first.data[i + 1]; k++) vec_push(out, z->forced.data[k]);
  }
}

// Whatever is not exactly one complete step ends the search.
static void stopped(lazy *z, const sem_succ *v, proc_id p) {
  proc_vec schedule = {0};
  z->stop = true;
  if (v->kind == SEM_VIOLATION) {
    schedule_of(z, &schedule);
    vec_push(&schedule, p);
    if (z->team) {
      lazy_team_violation(z, schedule.data, schedule.len);
    } else {
      z->violation = engine_violation(z->ctx, v, schedule.data, schedule.len);
    }
    vec_free(&schedule);
  } else if (v->kind == SEM_UNKNOWN) {
    lazy_count(z)->truncated++;
    engine_note_unknown(z->ctx, v->at, v->message);
  } else if (v->kind == SEM_CUT) {
    engine_note_unknown(z->ctx, v->at, "the engine lazy does not follow assumptions that end a run");
  } else {
    engine_note_unknown(z->ctx, v->at, "the engine lazy needs steps with one result, and inputs give this one several");
  }
}

// Runs p from s (consumed); NULL: z->stop is set.
static state *step(lazy *z, state *s, proc_id p) {
  DCHECK(s && !z->stop, "a search that has stopped makes no steps");
  lazy_count(z)->transitions++;
  z->ctx->limits->transitions++;
  sem_out_clear(&z->out);
  sem_step(z->ctx->sem, s, p, &z->out);
  if (z->out.deadlock) lazy_count(z)->deadlocks++;
  CHECK(z->out.succs.len > 0, "a step has a result");
  sem_succ *v = &z->out.succs.data[0];
  if (z->out.succs.len != 1 || v->kind != SEM_NEXT) {
    if (v->kind != SEM_FINAL) stopped(z, v, p);
    return NULL;
  }
  state *next = v->s;
  v->s = NULL;
  return next;
}

// --- the path ----------------------------------------------------------------------------------------------------------------

static void truncate(lazy *z, size_t n) {
  while (z->events.len > n) {
    touches_unref((touches *)vec_pop(&z->events).touched);
    state_unref(vec_pop(&z->states));
  }
  z->where.len = n;
  z->forced_first.len = n + 1;
  z->forced.len = z->forced_first.data[n];
  z->pred_first.len = n + 1;
  z->preds.len = z->pred_first.data[n];
}

static bool orders(const touches *t) {
  for (uint32_t i = 0; i < t->n; i++) {
    if (t->list[i].kind == ACC_SPAWN || t->list[i].kind == ACC_JOIN) return true;
  }
  return false;
}

// Processes that have just been made run to where they can be told apart, and those that they make: part of the same event.
// The step interface lets nobody else run before. `waiting`: so many are about to begin already. Consumes s; NULL: z->stop is set.
static state *begin_spawned(lazy *z, state *s, size_t waiting) {
  proc_vec enabled = {0};
  for (;;) {
    for (size_t i = 0; i < z->out.touched.len; i++) {
      const touch *t = &z->out.touched.data[i];
      if (t->mode != TOUCH_SPAWN) continue;
      waiting++;
      if (t->obj > z->n_procs) z->n_procs = t->obj;
    }
    if (!waiting) break;
    vec_clear(&enabled);
    sem_enabled(z->ctx->sem, s, &enabled);
    CHECK(enabled.len == 1 && enabled.data[0] != PROC_KERNEL, "the beginning of a process is forced");
    vec_push(&z->forced, enabled.data[0]);
    s = step(z, s, enabled.data[0]);
    if (!s) break;
    waiting--;
  }
  vec_free(&enabled);
  return s;
}

static void find_preds(lazy *z, proc_id p, const touches *t) {
  for (uint32_t i = 0; i < z->events.len; i++) {
    const canon_event *e = &z->events.data[i];
    if (e->proc != p && touches_own_dependent(e->touched, t)) vec_push(&z->preds, i);
  }
}

static bool too_long(lazy *z) {
  if (z->events.len < max_depth(z)) return false;
  result_add_limit(z->ctx->result, "runs of at most %llu steps (--max-depth)", (unsigned long long)max_depth(z));
  engine_note_unknown(z->ctx, PLACE_NONE, "a run is longer than --max-depth; the engine lazy is for programs that end");
  z->stop = true;
  return true;
}

// Event number i of the execution is a step of p, which stands at `where`.
static bool make_step(lazy *z, size_t i, proc_id p, uint64_t where) {
  if (z->shared && i < z->events.len && z->events.data[i].proc == p) return true;
  z->shared = false;
  truncate(z, i);
  if (too_long(z) || limits_hit(z->ctx->limits)) {
    z->stop = true;
    return false;
  }
  state *s = step(z, state_fork(z->states.data[i]), p);
  if (!s) return false;
  touches *t = touches_new(&z->out.touched, z->out.touched.len, NULL);
  bool special = orders(t);
  if (special) s = begin_spawned(z, s, 0);
  if (!s) {
    touches_unref(t);
    return false;
  }
  z->joins |= special;
  find_preds(z, p, t);
  vec_push(&z->events, ((canon_event){p, t}));
  vec_push(&z->where, where);
  vec_push(&z->pred_first, (uint32_t)z->preds.len);
  vec_push(&z->forced_first, (uint32_t)z->forced.len);
  vec_push(&z->states, s);
  return true;
}

// Who goes on where nothing is planned.
static bool next_process(lazy *z, size_t from, size_t i, proc_id *p, uint64_t *where) {
  const state *s = z->states.data[i];
  proc_id n = z->n_procs, first = 1, last = i > from ? z->events.data[i - 1].proc : n;
  switch ((opt_lazy_next)z->ctx->options->lazy_next) {
  case OPT_LAZY_NEXT_LOWEST: first = 1; break;
  case OPT_LAZY_NEXT_ROUND_ROBIN: first = last % n + 1; break;
  case OPT_LAZY_NEXT_HIGHEST: first = n; break;
  }
  bool down = z->ctx->options->lazy_next == OPT_LAZY_NEXT_HIGHEST;
  for (proc_id k = 0; k < n; k++) {
    *p = down ? n - k : (first - 1 + k) % n + 1;
    if (sem_next(z->ctx->sem, s, *p, where)) return true;
  }
  return false;
}

// The kernel looks at a run that has ended: deadlock, leaks. Nobody else may be able to step.
static void end_run(lazy *z) {
  vec_clear(&z->enabled);
  sem_enabled(z->ctx->sem, vec_last(&z->states), &z->enabled);
  CHECK(z->enabled.len == 0 || (z->enabled.len == 1 && z->enabled.data[0] == PROC_KERNEL),
        "a run ends where nobody can step");
  state *s = z->plain_end ? NULL : step(z, state_fork(vec_last(&z->states)), PROC_KERNEL);
  CHECK(!s, "nothing follows the end of a run");
}

static void log_run(lazy *z) {
  proc_vec schedule = {0};
  schedule_of(z, &schedule);
  engine_log_execution(z->ctx, schedule.data, schedule.len);
  vec_free(&schedule);
}

static void go_on(lazy *z, size_t i) {
  proc_id p;
  uint64_t where;
  for (size_t from = i; !z->stop && next_process(z, from, i, &p, &where); i++) {
    if (!make_step(z, i, p, where)) return;
  }
  if (z->stop) return;
  truncate(z, i);
  if (z->repeating) return;
  lazy_count(z)->executions++;
  if (i > lazy_count(z)->max_depth) lazy_count(z)->max_depth = i;
  end_run(z);
  if (log_wants(z->ctx->log, LOG_DEBUG)) log_run(z);
  if (!z->book) return;
  vec_clear(&z->form.bytes);
  canon_append(&z->form, z->events.data, 0, z->events.len, &(canon_pairs){z->pred_first.data, z->preds.data});
  bool fresh = trace_book_add_bytes(z->book, z->form.bytes.data, z->form.bytes.len);
  if (!fresh || !z->found) return;
  uint32_t len = (uint32_t)z->form.bytes.len;
  bool written = fwrite(&len, sizeof len, 1, z->found) == 1 && fwrite(z->form.bytes.data, 1, len, z->found) == len;
  if (!written) engine_note_unknown(z->ctx, PLACE_NONE, "traces cannot be handed on");
}

void lazy_repeat(lazy *z, const uint32_t *schedule, size_t n) {
  state *s = sem_initial(z->ctx->sem);
  for (size_t i = 0; i < n && s; i++) {
    sem_out_clear(&z->out);
    sem_step(z->ctx->sem, s, schedule[i], &z->out);
    sem_succ *v = &z->out.succs.data[0];
    s = v->kind == SEM_NEXT ? v->s : NULL;
    if (s) v->s = NULL;
    if (v->kind == SEM_VIOLATION) z->violation = engine_violation(z->ctx, v, schedule, i + 1);
  }
  if (s) state_unref(s);
  CHECK(z->violation || z->ctx->result->reason, "what one process has found another finds again");
}

bool lazy_follow(lazy *z, const proc_id *procs, size_t n) {
  uint64_t where;
  z->shared = true;
  for (size_t i = 0; i < n; i++) {
    if (!sem_next(z->ctx->sem, z->states.data[i], procs[i], &where) || !make_step(z, i, procs[i], where)) return false;
  }
  go_on(z, n);
  return !z->stop;
}

void lazy_execute_first(lazy *z) { lazy_follow(z, NULL, 0); }

uint32_t lazy_execute(lazy *z, const lazy_call *c) {
  uint64_t where;
  uint32_t planned = 0;
  z->shared = true;
  for (uint32_t i = 0; i < c->n1; i++) {
    bool may = sem_next(z->ctx->sem, z->states.data[i], c->procs[i], &where);
    CHECK(may, "what was executed can be executed again");
    if (!make_step(z, i, c->procs[i], where)) return 0;
  }
  vec_clear(&z->from);
  for (size_t k = 0; k < z->order.len; k++, planned++) {
    uint32_t at = z->order.data[k];
    size_t i = c->n1 + k;
    proc_id p = c->procs[c->n1 + at];
    // The process may have gone another way: then its step is another one, and the plan ends here.
    if (!sem_next(z->ctx->sem, z->states.data[i], p, &where) || where != c->where[at]) break;
    if (!make_step(z, i, p, where)) return 0;
    vec_push(&z->from, at);
  }
  go_on(z, c->n1 + planned);
  return planned;
}

// --- begin and end -----------------------------------------------------------------------------------------------------------

// The elaboration, and the first step of each process, which touches nothing.
bool lazy_begin(lazy *z) {
  z->n_procs = z->ctx->ir->n_procs;
  state *s = step(z, sem_initial(z->ctx->sem), PROC_KERNEL);
  vec_push(&z->prologue, PROC_KERNEL);
  if (s) s = begin_spawned(z, s, z->n_procs);
  for (size_t i = 0; i < z->forced.len; i++) vec_push(&z->prologue, z->forced.data[i]);
  vec_clear(&z->forced);
  if (!s) return false;
  vec_push(&z->states, s);
  vec_push(&z->pred_first, 0u);
  vec_push(&z->forced_first, 0u);
  return true;
}

void lazy_fini(lazy *z) {
  if (z->states.len) truncate(z, 0);
  while (z->states.len) state_unref(vec_pop(&z->states));
  vec_free(&z->states);
  vec_free(&z->prologue);
  vec_free(&z->forced);
  vec_free(&z->forced_first);
  vec_free(&z->enabled);
  vec_free(&z->events);
  vec_free(&z->where);
  vec_free(&z->pred_first);
  vec_free(&z->preds);
  vec_free(&z->order);
  vec_free(&z->degree);
  vec_free(&z->heads);
  vec_free(&z->from);
  vec_free(&z->times);
  vec_free(&z->pairs);
  vec_free(&z->closure);
  map64_fini(&z->branches);
  canon_fini(&z->form);
  sem_out_fini(&z->out);
}
