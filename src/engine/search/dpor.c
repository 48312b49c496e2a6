#include "engine/search/dpor.h"

#include "base/bitset.h"
#include "engine/search/effects.h"
#include "engine/search/lookup.h"
#include "sem/collect.h"

enum { IN_SET = 1, WORKING = 2, DONE = 4, ASLEEP = 8 };

// An enabled process of a state on the path. IN_SET: in the static persistent set; order: when it was asked for.
typedef struct choice {
  proc_id proc;
  uint8_t flags;
  uint32_t order;
} choice;

// A process that need not run, with one effect of the step it would take (several entries if that step forked).
typedef struct sleeper {
  proc_id proc;
  uint32_t effect;
} sleeper;
typedef VEC(sleeper) sleeper_vec;

typedef struct frame {
  state *s;
  uint32_t id;      // stored state, 0 if stateless or inside a step
  uint32_t origin;  // the state frame from which the current step was taken; itself for the first
  uint32_t effect;  // what the step that led here did; 0: kernel step, or inside a step
  bool inside;      // inside a step
  bool by_kernel;   // a delta cycle begins here
  bool cut;         // a step from here met a failing assumption
  VEC(choice) choices;
  sleeper_vec asleep;    // on arrival
  sleeper_vec explored;  // steps taken from here that are finished with
  uint32_t asked;        // last order given
  uint32_t pending;      // successors of the last step still to be entered
  uint32_t schedule_len, child_len;
  uint64_t depth;
} frame;

typedef struct successor {
  state *s;
  uint32_t effect;
  bool inside, by_kernel;
} successor;

typedef struct dpor {
  engine_ctx *ctx;
  const dpor_options *o;
  VEC(frame) stack;
  VEC(successor) pending;
  VEC(uint32_t) schedule;
  VEC(uint8_t) safe, unfinished;  // by stored state
  VEC(uint32_t) on_path;          // by stored state: frame number + 1, 0 = not on the path
  proc_vec enabled, chosen;
  effects effects;
  effect_graph graph;
  bitset seen;  // scratch of the graph walk
  VEC(uint32_t) work;
  VEC(uint8_t) before;  // scratch of the happens-before walk, by position
  sem_out out;
  uint64_t not_in_set, not_asked;  // choices never run: outside the static set, inside it
  bool met_blocked;                // some run has ended with processes that wait
  dpor_outcome outcome;
} dpor;

static counters *count(dpor *d) { return &d->ctx->result->counters; }
static frame *top(dpor *d) { return &vec_last(&d->stack); }

// --- backtrack points -------------------------------------------------------------------------------------------------

static void ask(frame *f, choice *c) {
  if (c->flags & (WORKING | DONE | ASLEEP)) return;
  c->flags |= WORKING;
  c->order = ++f->asked;
}

static choice *find_choice(frame *f, proc_id p) {
  for (size_t i = 0; i < f->choices.len; i++) {
    if (f->choices.data[i].proc == p) return &f->choices.data[i];
  }
  return NULL;
}

static void ask_set(frame *f) {
  for (size_t i = 0; i < f->choices.len; i++) {
    if (f->choices.data[i].flags & IN_SET) ask(f, &f->choices.data[i]);
  }
}

static void ask_all(frame *f) {
  for (size_t i = 0; i < f->choices.len; i++) ask(f, &f->choices.data[i]);
}

// Processes without which p could not have become enabled there.
static void ask_enabling(dpor *d, frame *f, proc_id p) {
  vec_clear(&d->enabled);
  vec_clear(&d->chosen);
  for (size_t i = 0; i < f->choices.len; i++) vec_push(&d->enabled, f->choices.data[i].proc);
  por_enabling(d->o->enabling, f->s, d->enabled.data, d->enabled.len, p, &d->chosen);
  for (size_t i = 0; i < d->chosen.len; i++) ask(f, find_choice(f, d->chosen.data[i]));
}

// The process itself if it was in the persistent set there, else the whole set (it stands for all that can lead to it).
static void add_backtrack(dpor *d, frame *f, proc_id p) {
  choice *c = find_choice(f, p);
  if (c && (c->flags & IN_SET)) {
    ask(f, c);
  } else if (!c && d->o->enabling) {
    ask_enabling(d, f, p);
  } else {
    ask_set(f);
  }
}

// --- happens-before (HBR) -----------------------------------------------------------------------------------------------

// Did step i make process p enabled, and could no other process have done so in its place? Notifications of one event
// are independent of each other, so among several notifiers the one that happened to come first is not a cause: the
// process could as well run before it, woken by another. One who resumes a suspended process is never the only way.
static bool woke(dpor *d, uint32_t i, proc_id p) {
  frame *f = &d->stack.data[i], *before = &d->stack.data[f->origin];
  if (!find_choice(f, p) || find_choice(before, p)) return false;
  const step_effect *e = &d->effects.list.data[f->effect];
  for (size_t k = 0; k < e->touched.len; k++) {
    if (e->touched.data[k].mode == TOUCH_RESUME && e->touched.data[k].obj == p) return false;
  }
  return por_only_waker(d->o->happens_before, before->s, p, e->proc);
}

// Does step i come before step k for a reason: the same process, dependence, or because only it could wake the process?
static bool precedes(dpor *d, uint32_t i, uint32_t k) {
  uint32_t a = d->stack.data[i].effect, b = d->stack.data[k].effect;
  proc_id pa = d->effects.list.data[a].proc, pb = d->effects.list.data[b].proc;
  return pa == pb || woke(d, i, pb) || effects_dependent(&d->effects, a, b);
}

// Marks in d->before, by frame number, the steps of the last delta cycle up to `last` that happen before the next step
// of process p: its own earlier steps, the one that woke it and, backwards, whatever precedes these.
static void mark_before(dpor *d, uint32_t last, proc_id p) {
  while (d->before.len < d->stack.len) vec_push(&d->before, 0);
  for (uint32_t i = last; i > 0 && !d->stack.data[i].by_kernel; i = d->stack.data[i].origin) {
    bool before = d->effects.list.data[d->stack.data[i].effect].proc == p || woke(d, i, p);
    for (uint32_t k = last; k != i && !before; k = d->stack.data[k].origin) {
      before = d->before.data[k] && precedes(d, i, k);
    }
    d->before.data[i] = before;
  }
}

// One process enabled in the state before step i whose later steps lead to p, or p itself; all of the set if none.
static void add_backtrack_hb(dpor *d, uint32_t i, uint32_t last, proc_id p) {
  frame *sp = &d->stack.data[d->stack.data[i].origin];
  choice *c = find_choice(sp, p);
  for (uint32_t k = last; k != i && !(c && (c->flags & IN_SET)); k = d->stack.data[k].origin) {
    if (d->before.data[k]) c = find_choice(sp, d->effects.list.data[d->stack.data[k].effect].proc);
  }
  if (c && (c->flags & IN_SET)) {
    ask(sp, c);
  } else {
    ask_set(sp);
  }
}

// --- analysis -----------------------------------------------------------------------------------------------------------

// Compares a step with all earlier ones of the last delta cycle on the path that ends in frame `last`.
static void analyse(dpor *d, uint32_t last, uint32_t effect) {
  proc_id p = d->effects.list.data[effect].proc;
  if (d->o->happens_before) mark_before(d, last, p);
  for (uint32_t i = last; i > 0 && !d->stack.data[i].by_kernel; i = d->stack.data[i].origin) {
    const frame *f = &d->stack.data[i];
    if (!f->effect || !effects_dependent(&d->effects, f->effect, effect)) continue;
    if (!d->o->happens_before) {
      add_backtrack(d, &d->stack.data[f->origin], p);
    } else if (!d->before.data[i]) {
      add_backtrack_hb(d, i, last, p);
    }
  }
}

// A step taken from state frame `from` is finished with. Beyond the
// documents: a process that waits can be suspended as well, and then never shows what it would have done once woken; so
// whatever may wake it is tried before the suspension.
static void step_returned(dpor *d, uint32_t from, uint32_t effect) {
  if (!effect) return;
  frame *f = &d->stack.data[from];
  if (d->o->sleep_sets) vec_push(&f->explored, ((sleeper){d->effects.list.data[effect].proc, effect}));
  if (d->o->eager) return;
  // A suspended process takes no step any more that could be compared with this one, even if others would have woken
  // it: all that can run instead must be tried here (beyond the documents, which try only processes already enabled).
  const step_effect *e = &d->effects.list.data[effect];
  for (size_t i = 0; i < e->touched.len; i++) {
    if (e->touched.data[i].mode == TOUCH_SUSPEND && e->touched.data[i].obj != e->proc) ask_all(f);
    if (e->touched.data[i].mode == TOUCH_STOP)
      ask_all(f);  // the end of the program keeps the others from showing theirs
  }
  analyse(d, from, effect);
}

// Everything in the last delta cycle of the path, down to frame `stop` (0: all of it).
static void expand_last_cycle(dpor *d, uint32_t from, uint32_t stop) {
  for (uint32_t i = from;; i = d->stack.data[i].origin) {
    ask_set(&d->stack.data[i]);
    if (i == stop || i == 0 || d->stack.data[i].by_kernel) return;
  }
}

// Effects recorded behind the matched state, within its delta cycle, as if they were run from frame `from`.
static void analyse_recorded(dpor *d, uint32_t from, uint32_t id) {
  size_t states = d->graph.first.len;
  if (d->seen.bits < states) {
    bitset_fini(&d->seen);
    d->seen = bitset_new(2 * states);
  }
  VEC(uint32_t) reached = {0};
  vec_clear(&d->work);
  vec_push(&d->work, id);
  bitset_add(&d->seen, id);
  vec_push(&reached, id);
  bool incomplete = false;
  while (d->work.len) {
    uint32_t at = vec_pop(&d->work);
    if (at >= states) continue;
    for (uint32_t e = d->graph.first.data[at]; e; e = d->graph.edges.data[e].next) {
      const effect_edge edge = d->graph.edges.data[e];
      if (!edge.effect) continue;
      analyse(d, from, edge.effect);
      if (bitset_has(&d->seen, edge.to)) continue;
      bitset_add(&d->seen, edge.to);
      vec_push(&reached, edge.to);
      vec_push(&d->work, edge.to);
      incomplete |= d->on_path.data[edge.to] != 0;
    }
  }
  for (size_t i = 0; i < reached.len; i++) bitset_remove(&d->seen, reached.data[i]);
  vec_free(&reached);
  // A state that is still being explored has an incomplete record [AVPE15].
  if (incomplete && d->o->kind != SDPOR_A && !d->ctx->sem->options.as_documented) expand_last_cycle(d, from, 0);
  // The record does not tell which runs behind the state end with processes that wait.
  if (d->met_blocked) expand_last_cycle(d, from, 0);
}

// --- states on the path -------------------------------------------------------------------------------------------------

static void mark_path_safe(dpor *d, uint32_t from) {
  for (uint32_t i = from;; i = d->stack.data[i].origin) {
    uint32_t id = d->stack.data[i].id;
    if (id && d->safe.data[id]) return;
    if (id) d->safe.data[id] = 1;
    if (i == 0) return;
  }
}

static void remember(dpor *d, uint32_t id) {
  while (d->safe.len <= id) {
    vec_push(&d->safe, 0);
    vec_push(&d->unfinished, 0);
    vec_push(&d->on_path, 0u);
  }
}

// --- sleep sets ---------------------------------------------------------------------------------------------------------

static bool conflicts(dpor *d, const sleeper_vec *v, proc_id p, uint32_t effect) {
  for (size_t i = 0; i < v->len; i++) {
    if (v->data[i].proc == p && effects_dependent(&d->effects, v->data[i].effect, effect)) return true;
  }
  return false;
}

// What stays asleep in f, reached from `from` by a process step: all whose own step is independent of this one.
static void fall_asleep(dpor *d, const frame *from, frame *f) {
  const sleeper_vec *lists[] = {&from->asleep, &from->explored};
  proc_id runner = d->effects.list.data[f->effect].proc;
  for (size_t l = 0; l < 2; l++) {
    for (size_t i = 0; i < lists[l]->len; i++) {
      sleeper e = lists[l]->data[i];
      if (e.proc == runner || conflicts(d, lists[0], e.proc, f->effect) || conflicts(d, lists[1], e.proc, f->effect))
        continue;
      vec_push(&f->asleep, e);
    }
  }
}

static void mark_asleep(dpor *d, frame *f) {
  bool awake = f->choices.len == 0;
  for (size_t i = 0; i < f->choices.len; i++) {
    for (size_t k = 0; k < f->asleep.len; k++) {
      if (f->asleep.data[k].proc == f->choices.data[i].proc) f->choices.data[i].flags |= ASLEEP;
    }
    awake |= !(f->choices.data[i].flags & ASLEEP);
  }
  if (!awake) count(d)->blocked++;
}

static void list_choices(dpor *d, frame *f) {
  vec_clear(&d->enabled);
  vec_clear(&d->chosen);
  engine_enabled(d->ctx, f->s, &d->enabled);
  if (d->o->fallback && !f->inside) {
    por_select(d->o->fallback, f->s, d->enabled.data, d->enabled.len, &d->chosen);
  }
  size_t k = 0;
  for (size_t i = 0; i < d->enabled.len; i++) {
    choice c = {.proc = d->enabled.data[i]};
    if (!d->chosen.len || (k < d->chosen.len && d->chosen.data[k] == c.proc)) {
      c.flags = IN_SET;
      k++;
    }
    vec_push(&f->choices, c);
  }
}

// The first choice must lie in the persistent set; it is its first member.
static void ask_first(frame *f) {
  for (size_t i = 0; i < f->choices.len; i++) {
    if ((f->choices.data[i].flags & (IN_SET | ASLEEP)) == IN_SET) {
      ask(f, &f->choices.data[i]);
      return;
    }
  }
}

static void push(dpor *d, const successor *n, uint32_t id, uint32_t origin, uint64_t depth) {
  frame f = {.s = n->s,
             .id = id,
             .origin = origin,
             .effect = n->effect,
             .inside = n->inside,
             .by_kernel = n->by_kernel,
             .schedule_len = (uint32_t)d->schedule.len,
             .depth = depth};
  list_choices(d, &f);
  if (d->o->sleep_sets && n->effect) {
    fall_asleep(d, &d->stack.data[origin], &f);
    mark_asleep(d, &f);
  }
  if (d->o->eager) {
    ask_set(&f);
  } else {
    ask_first(&f);
  }
  vec_push(&d->stack, f);
  if (!id) return;
  d->on_path.data[id] = (uint32_t)d->stack.len;
  matcher_set_on_path(d->o->visited, id, true);
}

// The state was seen before as `id`; `from` is the state frame whose step led here.
static void matched(dpor *d, uint32_t id, uint32_t from, const successor *n) {
  if (d->safe.data[id]) {
    mark_path_safe(d, from);
  } else {
    d->unfinished.data[id] = 1;
  }
  uint32_t on_path = d->on_path.data[id];
  d->outcome.cycle |= on_path != 0;
  // The step that led here stays on the path while what follows it is analysed.
  frame arrived = {.origin = from, .effect = n->effect, .by_kernel = n->by_kernel};
  vec_push(&d->stack, arrived);
  uint32_t here = (uint32_t)d->stack.len - 1;
  if (on_path && d->o->kind != SDPOR_A) {
    if (!n->by_kernel) expand_last_cycle(d, from, on_path - 1);
  } else {
    analyse_recorded(d, here, id);
  }
  d->stack.len--;
}

static uint32_t state_frame(const dpor *d) {
  uint32_t i = (uint32_t)d->stack.len - 1;
  return d->stack.data[i].inside ? d->stack.data[i].origin : i;
}

// Goes on from a successor of the step just made on the frame on top.
static void enter(dpor *d, successor n) {
  uint32_t from = d->stack.len ? state_frame(d) : 0;
  uint64_t depth = d->stack.len ? top(d)->depth + 1 : 0;
  if (n.inside || !d->o->visited || depth == 0) {
    push(d, &n, 0, from, depth);
    return;
  }
  bool is_new;
  uint32_t id = lookup(d->ctx, d->o->visited, n.s, &is_new);
  remember(d, id);
  if (d->stack.data[from].id) effect_graph_add(&d->graph, d->stack.data[from].id, id, n.effect);
  if (is_new) {
    count(d)->states++;
    push(d, &n, id, from, depth);
    return;
  }
  matched(d, id, from, &n);
  step_returned(d, from, n.effect);
  state_unref(n.s);
}

static void count_left_out(dpor *d, const frame *f) {
  for (size_t i = 0; i < f->choices.len; i++) {
    uint8_t flags = f->choices.data[i].flags;
    if (flags & DONE) continue;
    if (flags & IN_SET)
      d->not_asked++;
    else
      d->not_in_set++;
  }
}

static void frame_fini(frame *f) {
  vec_free(&f->choices);
  vec_free(&f->asleep);
  vec_free(&f->explored);
}

static void pop(dpor *d) {
  frame f = vec_pop(&d->stack);
  count_left_out(d, &f);
  if (f.id) {
    d->on_path.data[f.id] = 0;
    matcher_set_on_path(d->o->visited, f.id, false);
  }
  if (f.s) state_unref(f.s);
  frame_fini(&f);
  if (!f.inside && d->stack.len) step_returned(d, f.origin, f.effect);
}

static choice *next_choice(frame *f) {
  choice *best = NULL;
  for (size_t i = 0; i < f->choices.len; i++) {
    choice *c = &f->choices.data[i];
    if ((c->flags & WORKING) && (!best || c->order < best->order)) best = c;
  }
  return best;
}

static bool all_done(const frame *f) {
  for (size_t i = 0; i < f->choices.len; i++) {
    if (!(f->choices.data[i].flags & (DONE | ASLEEP))) return false;
  }
  return true;
}

// Nothing is left to run here: proviso, then leave.
static void backtrack(dpor *d) {
  frame *f = top(d);
  bool proviso = d->o->kind == SDPOR_FULL;
  if (!f->inside && !all_done(f)) {
    bool ignored = proviso && f->id && d->unfinished.data[f->id] && !d->safe.data[f->id];
    if (ignored || f->cut) {
      count(d)->refinements++;
      ask_all(f);
      if (f->id) mark_path_safe(d, (uint32_t)d->stack.len - 1);
      return;
    }
  } else if (f->id) {
    mark_path_safe(d, (uint32_t)d->stack.len - 1);
  }
  pop(d);
}

// --- steps --------------------------------------------------------------------------------------------------------------

static void take_successor(dpor *d, sem_succ *v, proc_id p, uint32_t effect) {
  switch (v->kind) {
  case SEM_NEXT:
  case SEM_INTERRUPTED: {
    bool inside = v->kind == SEM_INTERRUPTED;
    successor n = {.s = v->s, .effect = inside ? 0 : effect, .inside = inside, .by_kernel = p == PROC_KERNEL};
    vec_push(&d->pending, n);
    top(d)->pending++;
    v->s = NULL;
    return;
  }
  case SEM_FINAL: count(d)->executions++; break;
  case SEM_CUT:
    count(d)->infeasible++;
    d->stack.data[state_frame(d)].cut = true;
    break;
  case SEM_VIOLATION:
    if (!d->outcome.violation) {
      d->outcome.violation = engine_violation(d->ctx, v, d->schedule.data, d->schedule.len);
    }
    break;
  case SEM_UNKNOWN:
    count(d)->truncated++;
    engine_note_unknown(d->ctx, v->at, v->message);
    break;
  }
  step_returned(d, state_frame(d), effect);  // the path ends here, its accesses count all the same
}

static void advance(dpor *d, choice *c) {
  frame *f = top(d);
  proc_id p = c->proc;
  c->flags = (uint8_t)((c->flags & ~WORKING) | DONE);
  state *s = state_fork(f->s);
  d->schedule.len = f->schedule_len;
  if (!f->inside) vec_push(&d->schedule, p);
  f->child_len = (uint32_t)d->schedule.len;
  count(d)->transitions++;
  d->ctx->limits->transitions++;
  if (f->depth + 1 > count(d)->max_depth) count(d)->max_depth = f->depth + 1;
  sem_out_clear(&d->out);
  sem_step(d->ctx->sem, s, p, &d->out);
  count(d)->forks += d->out.forks;
  if (d->out.deadlock) count(d)->deadlocks++;
  // Who waits at the end of a run takes no step that could be compared with those that made it wait.
  if (d->out.blocked) {
    d->met_blocked = true;
    expand_last_cycle(d, state_frame(d), 0);
  }
  uint32_t effect = p == PROC_KERNEL ? 0 : effects_intern(&d->effects, p, &d->out.touched);
  for (size_t i = d->out.succs.len; i-- > 0;) take_successor(d, &d->out.succs.data[i], p, effect);
}

static bool too_deep(dpor *d) {
  if (!d->o->max_depth || top(d)->depth < d->o->max_depth) return false;
  d->outcome.truncated++;
  count(d)->truncated++;
  for (size_t i = 0; i < top(d)->choices.len; i++) top(d)->choices.data[i].flags = DONE;
  return true;
}

static bool finished(dpor *d) {
  if (d->stack.len == 0 || d->outcome.violation) return true;
  if (d->o->stop_at_truncation && d->outcome.truncated) return true;
  d->outcome.limit = limits_hit(d->ctx->limits);
  return d->outcome.limit;
}

static void fini(dpor *d) {
  for (size_t i = 0; i < d->stack.len; i++) {
    state_unref(d->stack.data[i].s);
    frame_fini(&d->stack.data[i]);
  }
  for (size_t i = 0; i < d->pending.len; i++) state_unref(d->pending.data[i].s);
  vec_free(&d->stack);
  vec_free(&d->pending);
  vec_free(&d->schedule);
  vec_free(&d->safe);
  vec_free(&d->unfinished);
  vec_free(&d->on_path);
  vec_free(&d->enabled);
  vec_free(&d->chosen);
  vec_free(&d->work);
  vec_free(&d->before);
  effects_fini(&d->effects);
  effect_graph_fini(&d->graph);
  bitset_fini(&d->seen);
  sem_out_fini(&d->out);
}

static void mark_terms(void *arg, sem_marks *x) {
  const dpor *d = arg;
  for (size_t i = 0; i < d->stack.len; i++) sem_mark_state(x, d->stack.data[i].s);
  for (size_t i = 0; i < d->pending.len; i++) sem_mark_state(x, d->pending.data[i].s);
  if (d->o->visited) matcher_mark(d->o->visited, x);
}

dpor_outcome dpor_run(engine_ctx *ctx, const dpor_options *o) {
  dpor d = {.ctx = ctx, .o = o, .seen = bitset_new(64)};
  effects_init(&d.effects, !ctx->sem->options.pending_multi);
  if (ctx->sem->options.checks >> IR_CHECK_RACE & 1)
    engine_note_unknown(ctx, PLACE_NONE, "this reduction does not look for data races");
  sem_keep_terms(ctx->sem);
  enter(&d, (successor){.s = sem_initial(ctx->sem), .by_kernel = true});
  while (!finished(&d)) {
    frame *f = top(&d);
    choice *c;
    if (f->pending) {
      f->pending--;
      d.schedule.len = f->child_len;
      enter(&d, vec_pop(&d.pending));
    } else if ((c = next_choice(f)) && !too_deep(&d)) {
      advance(&d, c);
    } else {
      backtrack(&d);
    }
    if (sem_collection_due(ctx->sem)) sem_collect(ctx->sem, mark_terms, &d);
    if (ctx->progress) ctx->progress(ctx->progress_arg, ctx->result, d.schedule.len, d.stack.len);
  }
  if (o->fallback) result_add_pruned(ctx->result, "persistent-sets", d.not_in_set);
  result_add_pruned(ctx->result, "dynamic-reduction", d.not_asked);
  fini(&d);
  return d.outcome;
}
