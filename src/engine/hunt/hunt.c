// Violations that need few preemptions: states are visited in the order of how often a process that could have gone on was
// interrupted on the way (Qadeer, Rehof, "Context-Bounded Model Checking of Concurrent Software", TACAS 2005; Musuvathi,
// Qadeer, "Iterative Context Bounding", PLDI 2007). All runs with none come first, then those with one, and so on.
//
// What is done once is a pair of a stored state and a process that goes on from it, at the latest at the lowest number of
// preemptions that leads to it, since levels come in order. Where a stored state covers another one the process is run from the
// stored one: it does all that it could do from the other. So without a bound every process is run from every state: the
// search is a complete one, and its SAFE is proved; with --preemptions=N it is `bounded`.
//
// Of the processes of one function one may run in the first round, two in the second, all in the last, but of crowds only a
// few, and nobody is interrupted while it makes them: their orders alone are more than can be counted. A round that has left out
// somebody proves nothing, but what is found is a violation like any other.
#include "analysis/crowds.h"
#include "engine/engine.h"
#include "engine/hunt/ways.h"
#include "engine/search/lookup.h"
#include "engine/search/race.h"
#include "sem/collect.h"
#include "sem/peek.h"

// A state from which something is still to be run.
typedef struct item {
  state *s;
  uint32_t id;  // stored state; 0: none, and nobody else has the state
  uint32_t way;
  proc_id proc;  // the process to run; with `others`, the one that has been run
  bool others;
} item;
typedef VEC(item) item_vec;

typedef struct stored {
  state *s;
  uint32_t way;
} stored;

typedef struct hunt {
  engine_ctx *ctx;
  crew most;
  uint64_t most_states;  // stored states at which the round is given up; 0: no limit
  matcher *visited;
  VEC(stored) stored;  // by number in `visited`, [0] unused
  ways ways;
  item_vec now, later;  // of this level, last in first out, and of the next one
  map64 done;           // (stored state, process)
  proc_vec enabled, schedule;
  sem_out out;
  race_finder *races;
  uint64_t level;
  bool violation, few;  // few: some processes never run
} hunt;

static counters *count(hunt *h) { return &h->ctx->result->counters; }

static bool claim(hunt *h, uint32_t id, proc_id p) { return map64_put(&h->done, (uint64_t)id << 32 | p, 1); }

// The processes that may go on from s.
static void choices(hunt *h, const state *s, uint32_t at) {
  vec_clear(&h->enabled);
  engine_enabled(h->ctx, s, &h->enabled);
  h->few |= ways_few(&h->ways, h->ctx->sem, h->most, s, at, &h->enabled);
}

static bool among(const proc_vec *list, proc_id p) {
  for (size_t i = 0; i < list->len; i++)
    if (list->data[i] == p) return true;
  return false;
}

// From a stored state.
static void push(hunt *h, item_vec *to, uint32_t id, proc_id p, bool others) {
  const stored *from = &h->stored.data[id];
  DCHECK(id && from->s, "nobody goes on from a state that is not kept");
  vec_push(to, ((item){state_ref(from->s), id, from->way, p, others}));
}

// Queues the processes of h->enabled that have not gone on from the stored state yet, the first on top.
static void push_open(hunt *h, uint32_t id) {
  for (size_t i = h->enabled.len; i-- > 0;)
    if (claim(h, id, h->enabled.data[i])) push(h, &h->now, id, h->enabled.data[i], false);
}

// The number of a state that covers s. Takes s.
static uint32_t keep(hunt *h, state *s, uint32_t at, bool *is_new) {
  uint32_t id = lookup(h->ctx, h->visited, s, is_new);
  while (h->stored.len <= id) vec_push(&h->stored, ((stored){0}));
  if (*is_new)
    h->stored.data[id] = (stored){s, at};
  else
    state_unref(s);
  return id;
}

static void look_for_races(hunt *h, state *s, uint32_t at) {
  if (!h->races || h->enabled.len < 2) return;
  ways_schedule(&h->ways, at, &h->schedule);
  h->violation |= race_check(h->races, s, h->enabled.data, h->enabled.len, h->schedule.data, h->schedule.len);
}

// Who goes on from s if there is no choice: inside a step, to the first operation, or making a crowd. Fills h->enabled.
typedef enum going { GOING_CHOICE, GOING_ON, GOING_NOWHERE } going;
static going goes_on(hunt *h, const state *s, uint32_t at, proc_id *p) {
  if (sem_interrupted(s)) return GOING_ON;
  choices(h, s, at);
  if (h->enabled.len == 1 && sem_begins(s, h->enabled.data[0])) {
    *p = h->enabled.data[0];
    return GOING_ON;
  }
  // Who has only begun does not interrupt the one that has made it.
  uint32_t peers = ways_peers(&h->ways, h->ctx->sem, at, p);
  bool too_many = peers > h->most.last;
  if (!too_many && (peers <= h->most.many || !among(&h->enabled, *p))) return GOING_CHOICE;
  h->few = true;
  return too_many ? GOING_NOWHERE : GOING_ON;
}

// p has made a step to s, or is inside one. Takes s.
static void arrive(hunt *h, state *s, uint32_t at, proc_id p) {
  going how = goes_on(h, s, at, &p);
  if (how == GOING_ON) {
    vec_push(&h->now, ((item){.s = s, .way = at, .proc = p}));
    return;
  }
  if (how == GOING_NOWHERE) {
    state_unref(s);
    return;
  }
  bool is_new;
  uint32_t id = keep(h, s, at, &is_new);
  count(h)->states += is_new;
  if (is_new) look_for_races(h, s, at);
  if (!among(&h->enabled, p)) {
    push_open(h, id);
  } else {
    if (h->enabled.len > 1) push(h, &h->later, id, p, true);
    if (claim(h, id, p)) push(h, &h->now, id, p, false);
  }
}

static void take_successor(hunt *h, sem_succ *v, uint32_t at, proc_id p) {
  switch (v->kind) {
  case SEM_NEXT:
  case SEM_INTERRUPTED:
    arrive(h, v->s, at, p);
    v->s = NULL;
    break;
  case SEM_FINAL: count(h)->executions++; break;
  case SEM_CUT: count(h)->infeasible++; break;
  case SEM_VIOLATION:
    if (h->violation) break;
    ways_schedule(&h->ways, at, &h->schedule);
    h->violation = engine_violation(h->ctx, v, h->schedule.data, h->schedule.len);
    break;
  case SEM_UNKNOWN:
    count(h)->truncated++;
    engine_note_unknown(h->ctx, v->at, v->message);
    break;
  }
}

static void step(hunt *h, item it) {
  DCHECK(it.s && !it.others, "an item stands for one step");
  uint32_t at = sem_interrupted(it.s) ? it.way : ways_add(&h->ways, h->ctx->sem, it.way, it.s, it.proc);
  state *s = it.id ? state_fork(it.s) : it.s;
  if (it.id) state_unref(it.s);
  count(h)->transitions++;
  h->ctx->limits->transitions++;
  sem_out_clear(&h->out);
  sem_step(h->ctx->sem, s, it.proc, &h->out);
  count(h)->forks += h->out.forks;
  if (h->out.deadlock) count(h)->deadlocks++;
  size_t n = h->out.succs.len;
  proc_id parent;
  if (n > 1 && ways_peers(&h->ways, h->ctx->sem, at, &parent) > h->most.alike) {
    h->few = true;
    n = 1;
  }
  for (size_t i = n; i-- > 0;) take_successor(h, &h->out.succs.data[i], at, it.proc);
}

static bool at_bound(const hunt *h) {
  const options *o = h->ctx->options;
  return o->given[OPTION_preemptions] && h->level == o->preemptions;
}

// Nothing is left of this level. Unless somebody was left out or could not be followed, there is no violation on it.
static void close_level(hunt *h) {
  DCHECK(!h->now.len, "something of this level is left");
  result *r = h->ctx->result;
  if (!h->few && !r->reason && r->levels < h->level + 1) r->levels = h->level + 1;
}

// The next item of this level, or the first of the next one. False: nothing is left below the bound.
static bool next_item(hunt *h, item *it) {
  while (h->now.len == 0) {
    close_level(h);
    if (h->later.len == 0 || at_bound(h)) return false;
    item_vec empty = h->now;
    h->now = h->later;
    h->later = empty;
    h->level++;
  }
  *it = vec_pop(&h->now);
  return true;
}

static bool must_stop(hunt *h) {
  return h->violation || limits_hit(h->ctx->limits) || (h->most_states && count(h)->states >= h->most_states);
}

static void mark_terms(void *arg, sem_marks *x) {
  const hunt *h = arg;
  for (size_t i = 0; i < h->now.len; i++) sem_mark_state(x, h->now.data[i].s);
  for (size_t i = 0; i < h->later.len; i++) sem_mark_state(x, h->later.data[i].s);
  for (size_t i = 1; i < h->stored.len; i++) sem_mark_state(x, h->stored.data[i].s);
  matcher_mark(h->visited, x);
}

static void work(hunt *h) {
  item it;
  while (!must_stop(h) && next_item(h, &it)) {
    if (it.others) {
      choices(h, it.s, it.way);
      push_open(h, it.id);
      state_unref(it.s);
    } else {
      step(h, it);
    }
    if (sem_collection_due(h->ctx->sem)) sem_collect(h->ctx->sem, mark_terms, h);
    if (h->ctx->progress) h->ctx->progress(h->ctx->progress_arg, h->ctx->result, h->level, h->now.len + h->later.len);
  }
}

static void conclude(const hunt *h) {
  engine_ctx *ctx = h->ctx;
  result *r = ctx->result;
  bool bounded = h->now.len == 0 && h->later.len > 0;
  if (h->few && !h->violation)
    engine_note_unknown(ctx, PLACE_NONE, "of the processes that are made in great number only a few were run");
  engine_conclude(ctx);
  if (r->verdict != VERDICT_SAFE || !bounded) return;
  r->grade = GRADE_BOUNDED;
  result_add_limit(r, "runs with at most %llu preemptions (--preemptions)", (unsigned long long)h->level);
}

static void drop(item_vec *list) {
  for (size_t i = 0; i < list->len; i++) state_unref(list->data[i].s);
  vec_free(list);
}

// False: another round is to follow.
static bool run_round(engine_ctx *ctx, crew most, uint64_t most_states) {
  hunt h = {.ctx = ctx, .most = most, .most_states = most_states, .visited = lookup_open(ctx), .races = race_new(ctx)};
  count(&h)->states = 0;
  ways_init(&h.ways);
  state *s = sem_initial(ctx->sem);
  choices(&h, s, 0);
  for (size_t i = h.enabled.len; i-- > 0;) vec_push(&h.now, ((item){.s = state_fork(s), .proc = h.enabled.data[i]}));
  state_unref(s);
  work(&h);
  log_line(ctx->log, LOG_INFO, "hunt, %u of each function: %llu preemptions, %zu states, %llu transitions", most.begun,
           (unsigned long long)h.level, matcher_count(h.visited), (unsigned long long)ctx->limits->transitions);
  bool complete = !h.few && h.now.len == 0 && (h.later.len == 0 || at_bound(&h));
  bool over = h.violation || ctx->limits->hit || !most_states || complete;
  if (over) conclude(&h);
  drop(&h.now);
  drop(&h.later);
  for (size_t i = 1; i < h.stored.len; i++)
    if (h.stored.data[i].s) state_unref(h.stored.data[i].s);
  vec_free(&h.stored);
  lookup_close(ctx, h.visited);
  ways_fini(&h.ways);
  map64_fini(&h.done);
  vec_free(&h.enabled);
  vec_free(&h.schedule);
  sem_out_fini(&h.out);
  race_free(h.races);
  return over;
}

// Behind few processes first: how many there are may be an input. A loop that makes them without end is left alone after
// some of them, and the one in it is interrupted before. Counters of states are those of the last round.
static void run(engine_ctx *ctx) {
  enum { ANY = INT32_MAX, SOME = 400 };  // one step may make a hundred processes
  typedef struct round {
    crew most;
    uint64_t states;
  } round;
  static const round ending[] = {{{0, 2, ANY, 4, 2}, 10000},
                                 {{0, 1, 0, ANY, 1}, 10000},
                                 {{0, 2, 0, ANY, 2}, 50000},
                                 {{6, 3, 16, ANY, 16}, 0}},
                     endless[] = {
                         {{0, 1, ANY, SOME, 1}, 10000}, {{0, 2, ANY, SOME, 2}, 50000}, {{0, 3, ANY, SOME, 3}, 0}};
  bool ends = !crowds_endless(ctx->ir);
  sem_keep_terms(ctx->sem);
  const round *r = ends ? ending : endless;
  while (!run_round(ctx, r->most, r->states)) r++;
}

const engine engine_hunt = {
    .name = "hunt",
    .help = "stored states in the order of preemptions: finds violations that need few of them, also among very many "
            "threads",
    .source = "CB05",
    .kind = ENGINE_FINDS,
    .checks = ENGINE_USUAL_CHECKS,
    .schedulers = ENGINE_THREADS | ENGINE_KERNEL,
    .sees_unordered = true,
    .proves = true,
    .follows_runs = true,
    .run = run,
};
