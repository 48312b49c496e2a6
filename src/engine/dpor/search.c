#include "engine/dpor/search.h"

#include "base/hash.h"
#include "sem/collect.h"

static counters *count(search *d) { return &d->ctx->result->counters; }
static search_node *top(search *d) { return &vec_last(&d->nodes); }

// --- nodes ----------------------------------------------------------------------------------------------------------------

// What sleeps at `from` goes on sleeping behind the event on top of the trace if it commutes with all its outcomes.
static void fall_asleep(search *d, const search_node *from, size_t end) {
  const touches *t = vec_last(&d->trace.events).touched;
  proc_id runner = vec_last(&d->trace.events).proc;
  if (from->expand) return;
  for (size_t i = from->first_sleeper; i < end;) {
    proc_id p = d->sleepers.data[i].proc;
    size_t first = i;
    bool asleep = p != runner;
    for (; i < end && d->sleepers.data[i].proc == p; i++) {
      const sleeper *z = &d->sleepers.data[i];
      asleep = asleep && z->whole && !touches_dependent(z->touched, t);
    }
    for (size_t k = first; k < i && asleep; k++) {
      sleeper z = d->sleepers.data[k];
      touches_ref(z.touched);
      vec_push(&d->sleepers, z);
    }
  }
}

// Run from here already, or explored from an earlier state.
static bool done(const search *d, const search_node *n, proc_id p) {
  for (size_t i = n->first_sleeper; i < d->sleepers.len; i++) {
    if (d->sleepers.data[i].proc == p) return true;
  }
  return false;
}

// --- parts of a divided search (doc/parallel.md) ---------------------------------------------------------------------------

// What tells the node on top from all others: the way to it, and who sleeps there.
static uint64_t identity(const search *d, const search_node *n) {
  uint64_t h = n->level;
  for (size_t i = 0; i < d->nodes.len; i++)
    h = hash_combine(hash_combine(h, d->nodes.data[i].running), d->nodes.data[i].n_outcomes);
  for (size_t i = n->first_sleeper; i < d->sleepers.len; i++) h = hash_combine(h, d->sleepers.data[i].proc);
  return h;
}

// Is the new node one of the trunk, or does a unit begin with it?
static void divide(search *d, search_node *n) {
  const search_node *parent = d->nodes.len ? top(d) : NULL;
  if (parent && !parent->trunk) return;
  uint32_t awake = 0;
  for (uint32_t i = 0; i < n->n_enabled; i++) awake += !done(d, n, d->enabled.data[n->first_enabled + i]);
  n->level = (parent ? parent->level : 0) + (awake > 1);
  n->trunk = n->level <= d->parts->level;
  n->unit = !n->trunk;
  if (n->unit) n->foreign = !parts_take(d->parts, identity(d, n));
}

// Makes the node of a state that was just reached; takes the state and the tree.
static void push_node(search *d, state *s, uint32_t branches) {
  DCHECK(s && d->nodes.len == d->trace.events.len, "an event leads to each node but the first");
  search_node n = {.s = s,
                   .first_enabled = (uint32_t)d->enabled.len,
                   .first_sleeper = (uint32_t)d->sleepers.len,
                   .branches = branches,
                   .whole = true};
  engine_enabled(d->ctx, s, &d->enabled);
  n.n_enabled = (uint32_t)d->enabled.len - n.first_enabled;
  if (d->nodes.len) fall_asleep(d, top(d), n.first_sleeper);
  if (d->parts) divide(d, &n);
  vec_push(&d->nodes, n);
}

static void drop_sleepers(search *d, size_t from) {
  while (d->sleepers.len > from) touches_unref(vec_pop(&d->sleepers).touched);
}

static void drop_outcome(outcome o) {
  state_unref(o.s);
  if (o.touched) touches_unref(o.touched);
}

// The node on top, and the event that led to it, which stays with the node below as a sleeper.
static void pop_node(search *d) {
  DCHECK(d->nodes.len == d->trace.events.len + 1, "an event leads to each node but the first");
  search_node n = vec_pop(&d->nodes);
  DCHECK(n.first_sleeper <= d->sleepers.len && n.first_enabled + n.n_enabled == d->enabled.len,
         "the lists of the node on top are the last ones");
  drop_sleepers(d, n.first_sleeper);
  d->enabled.len = n.first_enabled;
  for (uint32_t i = 0; i < n.n_outcomes; i++) drop_outcome(vec_pop(&d->outcomes));
  wakeup_drop(&d->wakeup, n.branches);
  wakeup_drop(&d->wakeup, n.advice);
  wakeup_drop(&d->wakeup, n.relying);
  if (n.expected) touches_unref(n.expected);
  if (n.s) state_unref(n.s);
  if (n.unit && !n.foreign && d->parts->inside) parts_leave(d->parts);
  if (!d->nodes.len) return;
  search_node *from = top(d);
  if (!n.whole) from->running_whole = false;
  const trace_event *e = &vec_last(&d->trace.events);
  vec_push(&d->sleepers, ((sleeper){e->proc, touches_ref(e->touched), true}));
  trace_pop(&d->trace);
  if (d->order) order_pop(d->order);
}

touches *search_touches(search *d, proc_id p, footprint *f) {
  size_t own = f->len;
  d->restart |= regions_learn(&d->regions, p, f);
  touches *t = touches_new(f, own, &d->groups);
  d->restart |= guard_groups_learn(&d->groups, t);
  return t;
}

// --- ends of executions -----------------------------------------------------------------------------------------------------

// The step that p, which waits in s, would have made counts as made at the end of the trace.
static void reverse_waiting_of(search *d, proc_id p, touches *t) {
  uint32_t end = (uint32_t)d->trace.events.len;
  trace_push(&d->trace, p, t);
  search_reverse_event(d, end, end);
  trace_pop(&d->trace);
}

// Processes that wait for ever never show the step they would have made.
static void reverse_waiting(search *d, const state *s) {
  for (proc_id p = 1; p < d->trace.last.len; p++) {
    vec_clear(&d->waits);
    sem_waits(d->ctx->sem, s, p, &d->waits);
    if (!d->waits.len) continue;
    touches *t = search_touches(d, p, &d->waits);
    t->varies |= d->waits.data[0].mode == TOUCH_ENTER;
    reverse_waiting_of(d, p, t);
    touches_unref(t);
  }
}

static bool awaits(const footprint *f) {
  for (size_t i = 0; i < f->len; i++) {
    if (f->data[i].mode == TOUCH_AWAIT) return true;
  }
  return false;
}

// What a guard reads at the end of a run tells of all places that ever decided it, unless it follows pointers. Then it is
// looked at in every state: all that it reads anywhere becomes one group, whose writes are tried in every order, and
// where an event makes the guard false, its process is run before the event.
static void look_at_guards(search *d) {
  const search_node *now = top(d), *before = now - 1;
  proc_id runner = vec_last(&d->trace.events).proc;
  for (proc_id p = 1; p < d->trace.last.len; p++) {
    if (p == runner || search_enabled(d, now, p)) continue;
    vec_clear(&d->waits);
    sem_waits(d->ctx->sem, now->s, p, &d->waits);
    if (!awaits(&d->waits)) continue;
    touches *t = search_touches(d, p, &d->waits);
    t->varies |= d->waits.data[0].mode == TOUCH_ENTER;
    if (search_enabled(d, before, p)) {
      reverse_waiting_of(d, p, t);
      now = top(d);
      before = now - 1;
    }
    touches_unref(t);
  }
}

// The trace is an execution that goes on no further.
static void execution_ends(search *d) {
  if (!d->optimal) return;
  uint32_t n = (uint32_t)d->trace.events.len;
  for (uint32_t j = 0; j < n; j++) {
    if (d->trace.events.data[j].n_races) search_reverse_event(d, j, n);
  }
}

static void execution_ends_with(search *d, proc_id p, touches *t) {
  trace_push(&d->trace, p, t);
  if (d->optimal) {
    execution_ends(d);
  } else {
    search_reverse_event(d, (uint32_t)d->trace.events.len - 1, (uint32_t)d->trace.events.len - 1);
  }
  trace_pop(&d->trace);
}

// --- steps --------------------------------------------------------------------------------------------------------------------

static void collect_schedule(search *d) {
  vec_clear(&d->schedule);
  for (size_t i = 0; i < d->trace.events.len; i++) vec_push(&d->schedule, d->trace.events.data[i].proc);
}

static void log_run(search *d) {
  if (!log_wants(d->ctx->log, LOG_DEBUG)) return;
  collect_schedule(d);
  engine_log_execution(d->ctx, d->schedule.data, d->schedule.len);
}

static void violated(search *d, const sem_succ *v, proc_id p) {
  if (d->violation) return;
  collect_schedule(d);
  vec_push(&d->schedule, p);
  d->violation = engine_violation(d->ctx, v, d->schedule.data, d->schedule.len);
  if (!d->violation) top(d)->running_whole = false;
}

static void take_successor(search *d, sem_succ *v, proc_id p, touches *t) {
  switch (v->kind) {
  case SEM_NEXT:
  case SEM_INTERRUPTED:
    vec_push(&d->outcomes, ((outcome){v->s, v->kind == SEM_NEXT ? touches_ref(t) : NULL}));
    top(d)->n_outcomes++;
    v->s = NULL;
    return;
  case SEM_FINAL:
    if (!d->out.deadlock) count(d)->executions++;
    log_run(d);
    if (d->book && parts_counts(d->parts)) trace_book_add_trace(d->book, &d->trace);
    break;
  case SEM_CUT:
    count(d)->infeasible++;
    if (d->book && p == PROC_KERNEL && parts_counts(d->parts)) trace_book_add_trace(d->book, &d->trace);
    break;
  case SEM_VIOLATION: violated(d, v, p); break;
  case SEM_UNKNOWN:
    count(d)->truncated++;
    engine_note_unknown(d->ctx, v->at, v->message);
    top(d)->running_whole = false;
    break;
  }
  if (d->violation) return;
  if (p == PROC_KERNEL) {
    execution_ends(d);
  } else {
    execution_ends_with(d, p, t);
    vec_push(&d->sleepers, ((sleeper){p, touches_ref(t), true}));
  }
}

// Did some state of the path have several enabled processes?
static bool had_choice(const search *d) {
  for (size_t i = 0; i < d->nodes.len; i++) {
    if (d->nodes.data[i].n_enabled > 1) return true;
  }
  return false;
}

// Runs p from s (consumed), which is the top node's state or lies inside its step.
static void step(search *d, state *s, proc_id p) {
  count(d)->transitions++;
  d->ctx->limits->transitions++;
  if (d->nodes.len > count(d)->max_depth) count(d)->max_depth = d->nodes.len;
  sem_out_clear(&d->out);
  sem_step(d->ctx->sem, s, p, &d->out);
  count(d)->forks += d->out.forks;
  if (d->out.deadlock) count(d)->deadlocks++;
  touches *t = p == PROC_KERNEL ? touches_empty() : search_touches(d, p, &d->out.touched);
  if (d->optimal && d->out.forks && had_choice(d)) d->restart = d->forked = true;
  for (size_t i = d->out.succs.len; i-- > 0;) take_successor(d, &d->out.succs.data[i], p, t);
  touches_unref(t);
}

static void start(search *d, proc_id p, uint32_t branch) {
  search_node *n = top(d);
  DCHECK(n->s && !n->runs && !n->n_outcomes, "a node runs one process after the other");
  n->running = p;
  n->runs = n->started = n->running_whole = true;
  if (branch) {
    wakeup_node *b = wakeup_at(&d->wakeup, branch);
    n->advice = b->child;
    if (b->relied_on) n->expected = touches_ref(b->expected);
    n->relying = b->relying;
    n->relied_reversed = b->reversed;
    wakeup_drop_one(&d->wakeup, branch);
  } else if (n->n_enabled == 1) {  // a forced step (the start of a spawned process) that the advice left out
    n->advice = n->branches;
    n->branches = 0;
  }
  bool last = n->n_enabled == 1;
  if (last && p == PROC_KERNEL && d->nodes.len > 1) reverse_waiting(d, n->s);
  state *s = last ? n->s : state_fork(n->s);
  if (last) n->s = NULL;
  step(d, s, p);
}

static bool data_race(search *d) {
  const trace_event *e = &vec_last(&d->trace.events);
  for (uint32_t i = 0; i < e->n_races && d->races; i++) {
    trace_race r = d->trace.races.data[e->first_race + i];
    if (r.data && search_report_race(d, &r)) return true;
  }
  return false;
}

// What a region did that was taken back orders nothing, and is part of no race, now or later (doc/semantics-threads.md 5).
static bool unordered(search *d, state *s) {
  const trace_event *e = &vec_last(&d->trace.events);
  uint32_t other;
  touches *seen = sem_undone(s, e->proc) ? touches_empty() : touches_ref(e->touched);
  bool raced = order_push(d->order, e->proc, seen, &other);
  touches_unref(seen);
  return raced && search_report_unordered(d, s);
}

// The running process touches more than was expected of it: what relied on that is tried without it after all, or, if
// it was not kept, everything is, without sleepers, because nothing tells any more what they must be woken for.
static void disappointed(search *d, search_node *n) {
  count(d)->refinements++;
  touches_unref(n->expected);
  n->expected = NULL;
  if (!n->relied_reversed) n->expand = true;
  while (n->relying) {
    uint32_t sequence = n->relying;
    n->relying = wakeup_at(&d->wakeup, sequence)->next;
    wakeup_at(&d->wakeup, sequence)->next = 0;
    wakeup_merge(&d->wakeup, &n->branches, sequence);
  }
}

// Goes on behind one outcome of the running process.
static void enter(search *d, outcome o) {
  search_node *n = top(d);
  DCHECK(n->runs && o.touched, "an outcome of the process that runs");
  if (n->expected && !touches_cover(n->expected, o.touched)) disappointed(d, n);
  uint32_t branches = n->advice;
  if (n->n_outcomes) {
    branches = wakeup_copy(&d->wakeup, n->advice);
  } else {
    n->advice = 0;
  }
  trace_push(&d->trace, n->running, o.touched);
  touches_unref(o.touched);
  pathcond *before = d->condition;
  pathcond *now = state_pathcond(o.s);
  d->condition = now ? pathcond_ref(now) : NULL;
  if (before) pathcond_unref(before);
  d->violation = d->order ? unordered(d, o.s) : data_race(d);
  uint32_t j = (uint32_t)d->trace.events.len - 1;
  push_node(d, o.s, branches);
  if (d->chasing) look_at_guards(d);
  if (!d->optimal) search_reverse_event(d, j, j);
}

static void finish_process(search *d) {
  search_node *n = top(d);
  DCHECK(!n->n_outcomes, "all outcomes were followed");
  n->runs = false;
  if (n->expected) touches_unref(n->expected);
  n->expected = NULL;
  wakeup_drop(&d->wakeup, n->advice);
  wakeup_drop(&d->wakeup, n->relying);
  n->advice = n->relying = 0;
  if (n->running_whole) return;
  n->whole = false;
  for (size_t i = d->sleepers.len; i > n->first_sleeper && d->sleepers.data[i - 1].proc == n->running; i--) {
    d->sleepers.data[i - 1].whole = false;
  }
}

// --- choices ------------------------------------------------------------------------------------------------------------------

static bool start_branch(search *d) {
  search_node *n = top(d);
  while (n->branches) {
    uint32_t b = n->branches;
    wakeup_node *x = wakeup_at(&d->wakeup, b);
    if (n->n_enabled == 1 && x->proc != d->enabled.data[n->first_enabled]) return false;
    n->branches = x->next;
    if (search_enabled(d, n, x->proc) && !done(d, n, x->proc)) {
      start(d, x->proc, b);
      return true;
    }
    x->next = 0;
    wakeup_drop(&d->wakeup, b);
  }
  return false;
}

// Without advice: the process that ran last goes on if it can, so that the first executions have few switches.
static bool start_any(search *d) {
  search_node *n = top(d);
  proc_id last = d->trace.events.len ? vec_last(&d->trace.events).proc : PROC_KERNEL;
  if (last != PROC_KERNEL && search_enabled(d, n, last) && !done(d, n, last)) {
    start(d, last, 0);
    return true;
  }
  for (uint32_t i = 0; i < n->n_enabled; i++) {
    proc_id p = d->enabled.data[n->first_enabled + i];
    if (done(d, n, p)) continue;
    start(d, p, 0);
    return true;
  }
  return false;
}

static bool too_deep(search *d) {
  search_node *n = top(d);
  if (n->started || !d->max_depth || d->nodes.len <= d->max_depth) return false;
  d->truncated++;
  count(d)->truncated++;
  n->whole = false;
  execution_ends(d);
  return true;
}

// All that could run is asleep: what follows has been explored. Without wake-up trees nobody has been told of the
// processes that wait here. With them no run should come here, but one does where the second event of a race conflicts with the first
// only behind it: a new object takes the number of one that has ended. What lies before the first event is ordered with the second one
// there, and is in a race with it here.
static void sleep_blocked(search *d) {
  count(d)->blocked++;
  execution_ends(d);
  reverse_waiting(d, top(d)->s);
}

static void advance(search *d) {
  search_node *n = top(d);
  if (n->n_outcomes) {
    n->n_outcomes--;
    outcome o = vec_pop(&d->outcomes);
    if (o.touched) {
      enter(d, o);
    } else {
      step(d, o.s, n->running);
    }
    return;
  }
  if (n->runs) {
    finish_process(d);
    return;
  }
  if (!n->foreign && !too_deep(d)) {
    if (start_branch(d)) return;
    bool all = n->expand || (n->trunk && n->n_enabled > 1);
    if ((!n->started || all) && start_any(d)) return;
    if (!n->started) sleep_blocked(d);
  }
  pop_node(d);
}

// A round of a loop that waits was taken out, and read what somebody writes plainly: again from the start, with such rounds made once.
// Parts must not differ in what they take out.
static void learn_mixed(search *d) {
  bool *known = &d->ctx->sem->needs.mixed;
  if (*known || d->parts || !d->order || !d->order->mixed || !count(d)->infeasible) return;
  *known = d->restart = true;
}

static bool finished(search *d) {
  learn_mixed(d);
  if (d->nodes.len == 0 || d->violation || d->restart) return true;
  if (d->stop_at_truncation && d->truncated) return true;
  if (d->parts && parts_overtaken(d->parts)) return true;
  d->limit = limits_hit(d->ctx->limits);
  return d->limit;
}

static void mark_terms(void *arg, sem_marks *x) {
  search *d = arg;
  for (size_t i = 0; i < d->nodes.len; i++) sem_mark_state(x, d->nodes.data[i].s);
  for (size_t i = 0; i < d->outcomes.len; i++) sem_mark_state(x, d->outcomes.data[i].s);
  sem_mark_pathcond(x, d->condition);
}

void search_run(search *d) {
  sem_keep_terms(d->ctx->sem);
  trace_init(&d->trace);
  wakeup_init(&d->wakeup);
  d->races = race_new(d->ctx);
  if (d->ctx->sem->needs.orders) d->order = order_new();
  push_node(d, sem_initial(d->ctx->sem), 0);
  while (!finished(d)) {
    advance(d);
    engine_ctx *ctx = d->ctx;
    if (sem_collection_due(ctx->sem)) sem_collect(ctx->sem, mark_terms, d);
    if (ctx->progress) ctx->progress(ctx->progress_arg, ctx->result, d->nodes.len, d->nodes.len);
  }
  if (d->parts) parts_end(d->parts, d->violation, d->restart, d->limit || (d->stop_at_truncation && d->truncated));
  while (d->nodes.len) pop_node(d);
  drop_sleepers(d, 0);
  trace_fini(&d->trace);
  wakeup_fini(&d->wakeup);
  vec_free(&d->nodes);
  vec_free(&d->enabled);
  vec_free(&d->sleepers);
  vec_free(&d->outcomes);
  vec_free(&d->sequence);
  vec_free(&d->schedule);
  vec_free(&d->waits);
  vec_free(&d->able);
  vec_free(&d->rehearsed);
  if (d->condition) pathcond_unref(d->condition);
  d->condition = NULL;
  sem_out_fini(&d->out);
  sem_out_fini(&d->other);
  race_free(d->races);
  if (d->order && d->order->lost) engine_note_unknown(d->ctx, PLACE_NONE, d->order->lost);
  const char *mixed = "a place is written plainly and read atomically in a program whose threads wait in loops";
  if (d->order && d->order->mixed && d->parts && !d->ctx->sem->needs.mixed) {
    if (count(d)->infeasible) engine_note_unknown(d->ctx, PLACE_NONE, mixed);
    d->parts->doubt = mixed;
  }
  order_free(d->order);
  d->order = NULL;
}
