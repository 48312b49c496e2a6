#include "engine/exsym/explore.h"

#include "base/mem.h"
#include "engine/exsym/forced.h"
#include "sem/forms.h"

open_kind explore_order(const options *o) {
  if (!o->given[OPTION_search] || o->search == OPT_SEARCH_BFS) return OPEN_QUEUE;
  return o->search == OPT_SEARCH_DFS ? OPEN_STACK : OPEN_HEAP;
}

static all_kind storage_of(const options *o) {
  if (o->store == OPT_STORE_FULL) return ALL_FULL;
  return o->store == OPT_STORE_DIFF ? ALL_DIFF : ALL_SYMMETRIC;
}

void explore_init(explorer *x, engine_ctx *ctx) {
  bool is_explicit = ctx->options->states == OPT_STATES_EXPLICIT;
  *x = (explorer){.ctx = ctx,
                  .stepper = {.ctx = ctx, .is_explicit = is_explicit, .forgets = true},
                  .chain = {.ctx = ctx, .is_explicit = is_explicit, .forgets = true},
                  .open = {.kind = explore_order(ctx->options), .newest_first = ctx->options->ties == OPT_TIES_LIFO},
                  .visited = visited_new(ctx),
                  .races = race_new(ctx)};
  x->chain.known_ends = &x->ends;
  x->guide = x->open.kind == OPEN_HEAP ? guide_new(ctx) : NULL;
  x->names_inputs = !is_explicit && ctx->options->store != OPT_STORE_FULL;
  x->audit.on = ctx->options->audit_duplicates;
  all_init(&x->all, storage_of(ctx->options), sem_initial(ctx->sem));
}

void explore_fini(explorer *x) {
  stepper_fini(&x->stepper);
  stepper_fini(&x->chain);
  ends_fini(&x->ends);
  open_fini(&x->open);
  all_fini(&x->all);
  visited_free(x->visited);
  audit_fini(&x->audit);
  race_free(x->races);
  guide_free(x->guide);
  vec_free(&x->schedule);
  map64_fini(&x->steps);
}

// Where state i comes in the order of the search (5.7). Infinite distances sort last.
static uint64_t key_of(const explorer *x, uint32_t i, uint32_t h) {
  const options *o = x->ctx->options;
  uint64_t depth = all_depth(&x->all, i);
  if (!x->guide) return depth;
  if (o->cost == OPT_COST_STEPS) map64_get(&x->steps, i, &depth);
  if (h == GUIDE_INFINITE || h == GUIDE_MISSING) return ((uint64_t)1 << 62) + depth;
  return o->search == OPT_SEARCH_BEST ? h : depth + o->weight * h;
}

// Single steps to state i, whose last part is v with all of its chain (5.6, granularity).
static void count_steps(explorer *x, uint32_t pred, uint32_t i, uint64_t chain) {
  uint64_t before = 0;
  if (x->ctx->options->cost != OPT_COST_STEPS || !x->guide) return;
  map64_get(&x->steps, pred, &before);
  map64_put(&x->steps, i, before + 1 + chain);
}

static void put_open(explorer *x, uint32_t i, state *s) {
  uint32_t h = x->guide ? guide_h(x->guide, s) : 0;
  if (h == GUIDE_INFINITE && x->ctx->options->prune_infinite) {
    x->pruned++;
    return;
  }
  open_put(&x->open, i, key_of(x, i, h));
}

static bool too_many(explorer *x) {
  uint64_t most = x->ctx->options->max_states;
  if (!x->full && !visited_full(x->visited) && (!most || x->ctx->result->counters.states < most)) return false;
  if (!x->ctx->limits->hit)
    x->ctx->limits->hit = x->full                    ? "4 GB of stored states"
                          : visited_full(x->visited) ? "the table of signatures is full (--table)"
                                                     : "limit of states (--max-states)";
  return true;
}

// Reached again: only a shorter way under a limit of the depth is of interest. States are explicit then: that of the entry is
// this one, not one that covers more and would be lost.
static void meet_again(explorer *x, uint32_t pred, state *s, uint32_t id, const uint8_t *record, size_t length) {
  x->ctx->result->counters.matches++;
  if (!x->ctx->options->reopen || all_depth(&x->all, id) <= all_depth(&x->all, pred) + 1) return;
  all_reopen(&x->all, id, pred, s, record, length);
  put_open(x, id, s);
}

static void admit(explorer *x, uint32_t pred, state *from, const successor *v, uint64_t chain) {
  counters *c = &x->ctx->result->counters;
  uint32_t id;
  byte_vec *records = &x->stepper.records;
  c->generated++;
  if (!x->stepper.is_explicit) forced_inputs(x->ctx, v->s);
  if (x->names_inputs) sem_name_inputs(x->ctx->sem, v->s);
  bool is_new = visited_add(x->visited, v->s, &id);
  audit_note(&x->audit, v->s, is_new);
  if (!is_new) {
    meet_again(x, pred, v->s, id, records->data + v->record, v->length);
    return;
  }
  c->states++;
  uint32_t i;
  if (!all_add(&x->all, pred, from, v->s, records->data + v->record, v->length, &i)) {
    x->full = true;
    return;
  }
  uint32_t depth = all_depth(&x->all, i);
  if (depth > c->max_depth) c->max_depth = depth;
  count_steps(x, pred, i, chain);
  put_open(x, i, v->s);
}

// --- chains --------------------------------------------------------------------------------------------------------

enum { LONGEST = 4 };  // times --maxtrans: a chain that never jumps back ends too

// Follows what happens behind v as long as there is no choice (4.5, MEND-6). Returns the number of steps.
static uint64_t follow(explorer *x, successor *v) {
  const options *o = x->ctx->options;
  if (o->ssr == OPT_SSR_OFF) return 0;
  uint64_t n = 0;
  bool back = false;
  for (;;) {
    if (back && (o->ssr == OPT_SSR_BACKJUMP || n >= o->maxtrans)) return n;
    if (n >= o->maxtrans * LONGEST || limits_hit(x->ctx->limits)) return n;
    proc_id p;
    state *next = stepper_single(&x->chain, v->s, &p);
    if (!next) return n;
    bool asked = o->ssr == OPT_SSR_BACKJUMP || n + 1 >= o->maxtrans;
    back = asked && stepper_jumped_back(x->ctx->sem, v->s, next, p);
    state_unref(v->s);
    v->s = next;
    n++;
    x->ctx->result->counters.chain_steps++;
  }
}

// --- expansion -----------------------------------------------------------------------------------------------------

static void expand(explorer *x, uint32_t i, state *s) {
  stepper *st = &x->stepper;
  proc_vec enabled = {0};
  engine_enabled(x->ctx, s, &enabled);
  if (race_check(x->races, s, enabled.data, enabled.len, NULL, 0)) {
    engine_forget_violation(x->ctx->result);  // it has no schedule yet
    path_race(x, i);
  }
  stepper_clear(st);
  for (size_t k = 0; k < enabled.len && !x->found; k++) stepper_run(st, state_fork(s), enabled.data[k]);
  vec_free(&enabled);
  for (size_t k = 0; k < st->failed.len && !x->found; k++)
    path_violation(x, i, st->records.data + st->failed.data[k].record);
  for (size_t k = 0; k < st->next.len && !x->found && !too_many(x); k++) {
    successor *v = &st->next.data[k];
    uint64_t chain = follow(x, v);
    record_chain(&st->records, v, chain);
    admit(x, i, s, v, chain);
  }
  stepper_clear(st);
}

static bool is_deep(const explorer *x, uint32_t i) {
  uint64_t most = x->ctx->options->max_depth;
  return most && all_depth(&x->all, i) >= most;
}

static void count_truncated(explorer *x) {
  x->truncated++;
  x->ctx->result->counters.truncated++;
}

static bool at_limit(explorer *x, uint32_t i) {
  if (!is_deep(x, i)) return false;
  if (!x->ctx->options->reopen) count_truncated(x);
  return true;
}

// What is opened again may be reached in fewer steps later: which states are too deep is known at the end.
static void count_deep(explorer *x) {
  for (uint32_t i = 0; i < x->all.entries.len; i++) {
    if (is_deep(x, i)) count_truncated(x);
  }
}

void explore_run(explorer *x) {
  engine_ctx *ctx = x->ctx;
  uint32_t i;
  open_put(&x->open, 0, 0);
  while (!x->found && !limits_hit(ctx->limits) && !too_many(x) && open_get(&x->open, &i)) {
    if (at_limit(x, i)) continue;
    state *s = all_take(&x->all, i);
    if (!s) continue;  // it was waiting twice
    expand(x, i, s);
    state_unref(s);
    if (ctx->progress) ctx->progress(ctx->progress_arg, ctx->result, all_depth(&x->all, i), open_count(&x->open));
  }
  if (ctx->options->reopen) count_deep(x);
}
