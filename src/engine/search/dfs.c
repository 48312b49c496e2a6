#include "engine/search/dfs.h"

#include "engine/search/race.h"

typedef struct node {
  state *s;                     // NULL once the last choice has taken it
  uint32_t first, count, next;  // its choices in dfs.choices
  uint32_t schedule_len;        // steps that lead here
  uint64_t depth;               // calls of sem_step that lead here
  bool expanded;
} node;

typedef struct dfs {
  engine_ctx *ctx;
  const dfs_policy *policy;
  VEC(node) stack;
  proc_vec choices;  // of the expanded nodes, stacked
  VEC(uint32_t) schedule;
  state_vec admitted;
  sem_out out;
  race_finder *races;
  dfs_outcome outcome;
} dfs;

static void push(dfs *d, state *s, uint64_t depth) {
  node n = {.s = s, .schedule_len = (uint32_t)d->schedule.len, .depth = depth};
  vec_push(&d->stack, n);
}

static void pop(dfs *d) {
  node n = vec_pop(&d->stack);
  if (n.expanded) d->choices.len = n.first;
  if (n.s) state_unref(n.s);
}

static void expand(dfs *d, node *n) {
  n->first = (uint32_t)d->choices.len;
  engine_enabled(d->ctx, n->s, &d->choices);
  n->count = (uint32_t)(d->choices.len - n->first);
  n->expanded = true;
  if (race_check(d->races, n->s, d->choices.data + n->first, n->count, d->schedule.data, n->schedule_len))
    d->outcome.violation = true;
}

// Hands a completed state to the policy and stacks what it wants explored, the first on top.
static void admit(dfs *d, state *s, uint64_t depth) {
  vec_clear(&d->admitted);
  d->policy->admit(d->policy->arg, d->ctx, s, &d->admitted);
  for (size_t i = d->admitted.len; i-- > 0;) push(d, d->admitted.data[i], depth);
}

// One successor of the step just made. Takes the state out of `v`. Later successors are stacked first, so that the
// first is explored first.
static void take_successor(dfs *d, sem_succ *v, uint64_t depth) {
  counters *c = &d->ctx->result->counters;
  switch (v->kind) {
  case SEM_NEXT:
    admit(d, v->s, depth);
    v->s = NULL;
    break;
  case SEM_INTERRUPTED:
    push(d, v->s, depth);
    v->s = NULL;
    break;
  case SEM_FINAL: c->executions++; break;
  case SEM_CUT: c->infeasible++; break;
  case SEM_VIOLATION:
    if (!d->outcome.violation) {
      d->outcome.violation = engine_violation(d->ctx, v, d->schedule.data, d->schedule.len);
    }
    break;
  case SEM_UNKNOWN:
    c->truncated++;
    engine_note_unknown(d->ctx, v->at, v->message);
    break;
  }
}

static void count_step(dfs *d, uint64_t depth) {
  counters *c = &d->ctx->result->counters;
  c->transitions++;
  d->ctx->limits->transitions++;
  if (depth > c->max_depth) c->max_depth = depth;
}

// Runs the next choice of the top node.
static void advance(dfs *d) {
  node *n = &vec_last(&d->stack);
  proc_id p = d->choices.data[n->first + n->next++];
  bool last = n->next == n->count;
  uint64_t depth = n->depth + 1;
  count_step(d, depth);
  if (d->policy->leads_nowhere && d->policy->leads_nowhere(d->policy->arg, d->ctx, n->s, p)) {
    if (last) pop(d);
    return;
  }
  state *s = last ? n->s : state_fork(n->s);
  if (last) n->s = NULL;
  d->schedule.len = n->schedule_len;
  if (!sem_interrupted(s)) vec_push(&d->schedule, p);
  if (last) pop(d);
  sem_out_clear(&d->out);
  sem_step(d->ctx->sem, s, p, &d->out);
  counters *c = &d->ctx->result->counters;
  c->forks += d->out.forks;
  if (d->out.deadlock) c->deadlocks++;
  for (size_t i = d->out.succs.len; i-- > 0;) take_successor(d, &d->out.succs.data[i], depth);
}

static bool truncated(dfs *d, const node *n) {
  if (!d->policy->max_depth || n->depth < d->policy->max_depth) return false;
  d->outcome.truncated++;
  d->ctx->result->counters.truncated++;
  return true;
}

static bool finished(dfs *d) {
  if (d->stack.len == 0 || d->outcome.violation) return true;
  if (d->policy->stop_at_truncation && d->outcome.truncated) return true;
  if (!limits_hit(d->ctx->limits)) return false;
  d->outcome.limit = true;
  return true;
}

static void mark_terms(void *arg, sem_marks *x) {
  const dfs *d = arg;
  for (size_t i = 0; i < d->stack.len; i++) sem_mark_state(x, d->stack.data[i].s);
}

dfs_outcome dfs_run(engine_ctx *ctx, const dfs_policy *policy) {
  dfs d = {.ctx = ctx, .policy = policy, .races = race_new(ctx)};
  sem_keep_terms(ctx->sem);
  push(&d, sem_initial(ctx->sem), 0);
  while (!finished(&d)) {
    node *n = &vec_last(&d.stack);
    if (!n->expanded) {
      if (truncated(&d, n)) {
        pop(&d);
        continue;
      }
      expand(&d, n);
      if (n->count == 0 || d.outcome.violation) {
        pop(&d);
        continue;
      }
    }
    advance(&d);
    if (policy->collects && sem_collection_due(ctx->sem)) sem_collect(ctx->sem, mark_terms, &d);
    if (ctx->progress) ctx->progress(ctx->progress_arg, ctx->result, d.schedule.len, d.stack.len);
  }
  while (d.stack.len) pop(&d);
  vec_free(&d.stack);
  vec_free(&d.choices);
  vec_free(&d.schedule);
  vec_free(&d.admitted);
  sem_out_fini(&d.out);
  race_free(d.races);
  return d.outcome;
}

void dfs_note_depth(engine_ctx *ctx, uint64_t max_depth) {
  result_add_limit(ctx->result, "runs of at most %llu steps (--max-depth)", (unsigned long long)max_depth);
  engine_note_unknown(ctx, PLACE_NONE, "a run is longer than the limit of steps (--max-depth)");
}
