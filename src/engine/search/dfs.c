#include "engine/search/dfs.h"

#include "engine/search/dfs_impl.h"
#include "sem/collect.h"

static void push(dfs *d, state *s, uint64_t depth, const dfs_way *way) {
  DCHECK(s && (!d->stack.len || depth >= 1), "a node has a state");
  dfs_node n = {.s = s, .schedule_len = (uint32_t)d->schedule.len, .ways_len = (uint32_t)d->ways.len, .depth = depth};
  if (way) {
    n.way = *way;
    n.reached = true;
  }
  vec_push(&d->stack, n);
}

void dfs_pop(dfs *d) {
  dfs_node n = vec_pop(&d->stack);
  DCHECK(!n.expanded || n.first + n.count == d->choices.len, "the choices of the node on top are the last ones");
  if (n.expanded) d->choices.len = n.first;
  if (n.s) state_unref(n.s);
}

void dfs_expand(dfs *d, dfs_node *n) {
  DCHECK(n->s && !n->expanded, "a node is expanded once, while it has its state");
  n->first = (uint32_t)d->choices.len;
  engine_enabled(d->ctx, n->s, &d->choices);
  n->count = (uint32_t)(d->choices.len - n->first);
  n->expanded = true;
  if (race_check(d->races, n->s, d->choices.data + n->first, n->count, d->schedule.data, n->schedule_len))
    d->outcome.violation = true;
}

// Hands a completed state to the policy and stacks what it wants explored, the first on top.
static void admit(dfs *d, state *s, uint64_t depth, dfs_way way) {
  vec_clear(&d->admitted);
  d->policy->admit(d->policy->arg, d->ctx, s, &d->admitted);
  const uint32_t *numbers = d->policy->numbers ? d->policy->numbers(d->policy->arg) : NULL;
  for (size_t i = d->admitted.len; i-- > 0;) {
    if (numbers) way.number = numbers[i];
    push(d, d->admitted.data[i], depth, &way);
  }
}

// One successor of the step just made. Takes the state out of `v`. Later successors are stacked first, so that the
// first is explored first.
static void take_successor(dfs *d, sem_succ *v, uint64_t depth, dfs_way way) {
  counters *c = &d->ctx->result->counters;
  switch (v->kind) {
  case SEM_NEXT:
    admit(d, v->s, depth, way);
    v->s = NULL;
    break;
  case SEM_INTERRUPTED:
    push(d, v->s, depth, &way);
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
static void step(dfs *d) {
  dfs_node *n = &vec_last(&d->stack);
  DCHECK(n->expanded && n->next < n->count && n->s, "a choice is left");
  proc_id p = d->choices.data[n->first + n->next++];
  bool last = n->next == n->count;
  uint64_t depth = n->depth + 1;
  count_step(d, depth);
  if (d->policy->leads_nowhere && d->policy->leads_nowhere(d->policy->arg, d->ctx, n->s, p)) {
    if (last) dfs_pop(d);
    return;
  }
  state *s = last ? n->s : state_fork(n->s);
  if (last) n->s = NULL;
  d->schedule.len = n->schedule_len;
  if (!sem_interrupted(s)) vec_push(&d->schedule, p);
  d->ways.len = n->ways_len;
  if (n->reached) vec_push(&d->ways, n->way);
  if (last) dfs_pop(d);
  sem_out_clear(&d->out);
  sem_step(d->ctx->sem, s, p, &d->out);
  counters *c = &d->ctx->result->counters;
  c->forks += d->out.forks;
  if (d->out.deadlock) c->deadlocks++;
  for (size_t i = d->out.succs.len; i-- > 0;) {
    dfs_way way = {.proc = p, .index = (uint32_t)i};
    take_successor(d, &d->out.succs.data[i], depth, way);
  }
}

static bool truncated(dfs *d, const dfs_node *n) {
  if (!d->policy->max_depth || n->depth < d->policy->max_depth) return false;
  d->outcome.truncated++;
  d->ctx->result->counters.truncated++;
  return true;
}

bool dfs_finished(dfs *d) {
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

void dfs_init(dfs *d, engine_ctx *ctx, const dfs_policy *policy) {
  *d = (dfs){.ctx = ctx, .policy = policy, .races = race_new(ctx)};
  sem_keep_terms(ctx->sem);
  push(d, sem_initial(ctx->sem), 0, NULL);
}

void dfs_fini(dfs *d) {
  while (d->stack.len) dfs_pop(d);
  vec_free(&d->stack);
  vec_free(&d->choices);
  vec_free(&d->schedule);
  vec_free(&d->ways);
  vec_free(&d->admitted);
  sem_out_fini(&d->out);
  race_free(d->races);
}

void dfs_advance(dfs *d) {
  engine_ctx *ctx = d->ctx;
  dfs_node *n = &vec_last(&d->stack);
  if (!n->expanded) {
    bool cut = truncated(d, n);
    if (!cut) dfs_expand(d, n);
    if (cut || n->count == 0 || d->outcome.violation) {
      dfs_pop(d);
      return;
    }
  }
  step(d);
  if (d->policy->collects && sem_collection_due(ctx->sem)) sem_collect(ctx->sem, mark_terms, d);
  if (ctx->progress) ctx->progress(ctx->progress_arg, ctx->result, d->schedule.len, d->stack.len);
}

dfs_outcome dfs_run(engine_ctx *ctx, const dfs_policy *policy) {
  dfs d;
  dfs_init(&d, ctx, policy);
  while (!dfs_finished(&d)) dfs_advance(&d);
  dfs_fini(&d);
  return d.outcome;
}

void dfs_note_depth(engine_ctx *ctx, uint64_t max_depth) {
  result_add_limit(ctx->result, "runs of at most %llu steps (--max-depth)", (unsigned long long)max_depth);
  engine_note_unknown(ctx, PLACE_NONE, "a run is longer than the limit of steps (--max-depth)");
}
