#include "engine/search/selective.h"

#include "engine/search/lookup.h"
#include "engine/search/race.h"
#include "sem/collect.h"

// A state on the current path. Steps that forked leave frames of interrupted states between two stored ones.
typedef struct frame {
  state *s;                          // NULL once the last choice of a fully expanded state has taken it
  uint32_t id;                       // stored state; 0 inside a step
  uint32_t parent;                   // frame the step was taken from; itself for the first
  uint32_t first, count, next;       // chosen processes in selective.choices, and how many have been run
  uint32_t pending;                  // successors of the last step still to be entered, on top of selective.pending
  uint32_t schedule_len, child_len;  // steps that lead here, and to the successors of the last step
  uint64_t depth;
  bool inside;  // inside a step
  bool full;    // all enabled processes are among the choices
  bool cut;     // a step from here met a failing assumption
} frame;

typedef struct selective {
  engine_ctx *ctx;
  const selective_options *o;
  VEC(frame) stack;
  proc_vec choices, enabled, further;
  VEC(state *) pending;
  VEC(uint32_t) schedule;
  VEC(uint8_t) safe, unfinished;  // by stored state: flags of the search, not part of equality
  sem_out out;
  race_finder *races;
  uint64_t left_out;  // enabled processes that were not chosen
  selective_outcome outcome;
} selective;

static counters *count(selective *a) { return &a->ctx->result->counters; }

// A fully expanded state is reachable from every state on the path (markAllSafe). Stops at the first safe one: all
// below it are safe already.
static void mark_path_safe(selective *a, size_t from) {
  for (size_t i = from;; i = a->stack.data[i].parent) {
    uint32_t id = a->stack.data[i].id;
    if (id && a->safe.data[id]) return;
    if (id) a->safe.data[id] = 1;
    if (i == 0) return;
  }
}

static void remember(selective *a, uint32_t id) {
  while (a->safe.len <= id) {
    vec_push(&a->safe, 0);
    vec_push(&a->unfinished, 0);
  }
}

// Chooses what to run from the frame on top.
static void choose(selective *a, frame *f) {
  vec_clear(&a->enabled);
  engine_enabled(a->ctx, f->s, &a->enabled);
  f->first = (uint32_t)a->choices.len;
  por_select(a->o->reduction, f->s, a->enabled.data, a->enabled.len, &a->choices);
  f->count = (uint32_t)(a->choices.len - f->first);
  f->full = f->count == a->enabled.len;
  a->left_out += a->enabled.len - f->count;
}

// Adds to the choices of the frame on top: what is left, or the part of it that a further persistent set contains.
static void expand(selective *a, frame *f, bool by_set) {
  vec_clear(&a->enabled);
  engine_enabled(a->ctx, f->s, &a->enabled);
  if (by_set) {
    vec_clear(&a->further);
    por_select_further(a->o->reduction, f->s, a->enabled.data, a->enabled.len, a->choices.data + f->first, f->count,
                       &a->further);
    for (size_t i = 0; i < a->further.len; i++) vec_push(&a->choices, a->further.data[i]);
  } else {
    for (size_t i = 0; i < a->enabled.len; i++) {
      bool chosen = por_among(a->choices.data + f->first, f->count, a->enabled.data[i]);
      if (!chosen) vec_push(&a->choices, a->enabled.data[i]);
    }
  }
  a->left_out -= a->choices.len - f->first - f->count;
  f->count = (uint32_t)(a->choices.len - f->first);
  f->full = f->count == a->enabled.len;
}

static void push(selective *a, state *s, uint32_t id, uint32_t parent, uint64_t depth) {
  frame f = {.s = s,
             .id = id,
             .parent = parent,
             .schedule_len = (uint32_t)a->schedule.len,
             .depth = depth,
             .inside = sem_interrupted(s)};
  choose(a, &f);
  if (race_check(a->races, s, a->enabled.data, a->enabled.len, a->schedule.data, a->schedule.len))
    a->outcome.violation = true;
  vec_push(&a->stack, f);
  if (id) matcher_set_on_path(a->o->visited, id, true);
  if (f.full && id && f.count > 0) mark_path_safe(a, a->stack.len - 1);
}

// A step from the frame `parent` has led to a state that is stored already.
static void meet_again(selective *a, uint32_t id, uint32_t parent) {
  if (a->safe.data[id])
    mark_path_safe(a, parent);
  else
    a->unfinished.data[id] = 1;
}

// Takes s. `parent` is the frame on top (or this is the first state).
static void enter(selective *a, state *s) {
  uint32_t parent = a->stack.len ? (uint32_t)a->stack.len - 1 : 0;
  uint64_t depth = a->stack.len ? vec_last(&a->stack).depth + 1 : 0;
  if (depth == 0 || sem_interrupted(s) || !a->o->visited) {  // elaboration and what is inside a step are not stored
    push(a, s, 0, parent, depth);
    return;
  }
  bool is_new;
  uint32_t id = lookup(a->ctx, a->o->visited, s, &is_new);
  remember(a, id);
  if (is_new) {
    count(a)->states++;
    push(a, s, id, parent, depth);
    return;
  }
  meet_again(a, id, parent);
  state_unref(s);
}

static void pop(selective *a) {
  frame f = vec_pop(&a->stack);
  if (f.id) matcher_set_on_path(a->o->visited, f.id, false);
  a->choices.len = f.first;
  if (f.s) state_unref(f.s);
}

// All chosen processes have been run. The others must be run too if a cycle closed here without a fully expanded state
// (the proviso), or if a failing assumption ended a run: it ended it for everybody. After a further set the question is
// asked again, until the state is safe or nothing is left.
static void backtrack(selective *a) {
  frame *f = &vec_last(&a->stack);
  bool ignored = a->o->proviso && f->id && a->unfinished.data[f->id] && !a->safe.data[f->id];
  if ((ignored || f->cut) && !f->full) {
    count(a)->refinements++;
    expand(a, f, a->o->by_sets && !f->cut);
    if (f->id && f->full) mark_path_safe(a, a->stack.len - 1);
    if (f->next < f->count) return;
  }
  pop(a);
}

// The frame from which the step that we are in was taken: there a cut must be made good.
static size_t step_origin(const selective *a) {
  size_t i = a->stack.len - 1;
  while (i > 0 && a->stack.data[i].inside) i = a->stack.data[i].parent;
  return i;
}

// Takes the state out of v if it is to be entered.
static void take_successor(selective *a, sem_succ *v) {
  switch (v->kind) {
  case SEM_NEXT:
  case SEM_INTERRUPTED:
    vec_push(&a->pending, v->s);
    vec_last(&a->stack).pending++;
    v->s = NULL;
    break;
  case SEM_FINAL: count(a)->executions++; break;
  case SEM_CUT:
    count(a)->infeasible++;
    a->stack.data[step_origin(a)].cut = true;
    break;
  case SEM_VIOLATION:
    if (!a->outcome.violation) {
      a->outcome.violation = engine_violation(a->ctx, v, a->schedule.data, a->schedule.len);
    }
    break;
  case SEM_UNKNOWN:
    count(a)->truncated++;
    engine_note_unknown(a->ctx, v->at, v->message);
    break;
  }
}

static void advance(selective *a) {
  frame *f = &vec_last(&a->stack);
  proc_id p = a->choices.data[f->first + f->next++];
  count(a)->transitions++;
  a->ctx->limits->transitions++;
  if (f->depth + 1 > count(a)->max_depth) count(a)->max_depth = f->depth + 1;
  uint32_t known = f->id ? lookup_step(a->ctx, a->o->visited, f->s, p) : 0;
  if (known) {
    meet_again(a, known, (uint32_t)a->stack.len - 1);
    return;
  }
  bool give = f->full && f->next == f->count;
  state *s = give ? f->s : state_fork(f->s);
  if (give) f->s = NULL;
  a->schedule.len = f->schedule_len;
  if (!sem_interrupted(s)) vec_push(&a->schedule, p);
  f->child_len = (uint32_t)a->schedule.len;
  sem_out_clear(&a->out);
  sem_step(a->ctx->sem, s, p, &a->out);
  count(a)->forks += a->out.forks;
  if (a->out.deadlock) count(a)->deadlocks++;
  for (size_t i = a->out.succs.len; i-- > 0;) take_successor(a, &a->out.succs.data[i]);
}

static bool too_deep(selective *a) {
  if (!a->o->max_depth || vec_last(&a->stack).depth < a->o->max_depth) return false;
  a->outcome.truncated++;
  count(a)->truncated++;
  frame *f = &vec_last(&a->stack);
  f->next = f->count;
  f->full = true;
  return true;
}

static bool finished(selective *a) {
  if (a->stack.len == 0 || a->outcome.violation) return true;
  if (a->o->stop_at_truncation && a->outcome.truncated) return true;
  a->outcome.limit = limits_hit(a->ctx->limits);
  return a->outcome.limit;
}

static void fini(selective *a) {
  while (a->stack.len) pop(a);
  while (a->pending.len) state_unref(vec_pop(&a->pending));
  vec_free(&a->stack);
  vec_free(&a->choices);
  vec_free(&a->enabled);
  vec_free(&a->further);
  vec_free(&a->pending);
  vec_free(&a->schedule);
  vec_free(&a->safe);
  vec_free(&a->unfinished);
  sem_out_fini(&a->out);
  race_free(a->races);
}

static void mark_terms(void *arg, sem_marks *x) {
  const selective *a = arg;
  for (size_t i = 0; i < a->stack.len; i++) sem_mark_state(x, a->stack.data[i].s);
  for (size_t i = 0; i < a->pending.len; i++) sem_mark_state(x, a->pending.data[i]);
  if (a->o->visited) matcher_mark(a->o->visited, x);
}

selective_outcome selective_run(engine_ctx *ctx, const selective_options *o) {
  selective a = {.ctx = ctx, .o = o, .races = race_new(ctx)};
  sem_keep_terms(ctx->sem);
  enter(&a, sem_initial(ctx->sem));
  while (!finished(&a)) {
    frame *f = &vec_last(&a.stack);
    if (f->pending) {
      f->pending--;
      a.schedule.len = f->child_len;
      enter(&a, vec_pop(&a.pending));
    } else if (f->next < f->count && !too_deep(&a)) {
      advance(&a);
    } else {
      backtrack(&a);
    }
    if (sem_collection_due(ctx->sem)) sem_collect(ctx->sem, mark_terms, &a);
    if (ctx->progress) ctx->progress(ctx->progress_arg, ctx->result, a.schedule.len, a.stack.len);
  }
  if (por_reduces(o->reduction)) result_add_pruned(ctx->result, "persistent-sets", a.left_out);
  fini(&a);
  return a.outcome;
}
