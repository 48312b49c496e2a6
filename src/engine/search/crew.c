#include "engine/search/crew.h"

#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "engine/parts/workers.h"
#include "engine/search/dfs_impl.h"
#include "result/transfer.h"

// A process looks after so many steps whether others wait, and whether it has learnt something. Ways that are longer are not given away.
enum { GIFTS = 2 * WORKERS_MOST, LONGEST_WAY = 1 << 16, STEPS_PER_LOOK = 256, NAP_US = 200 };

typedef enum gift_stage { GIFT_NONE, GIFT_MOVES, GIFT_THERE } gift_stage;

// A node of somebody's stack, with what is left to do there.
typedef struct gift {
  _Atomic uint32_t stage;
  uint32_t base;  // which of the first states the ways begin at
  uint32_t n, next;
  bool expanded;
  dfs_way ways[LONGEST_WAY];
} gift;

// What a process says: while it works for the progress line, and at its end.
typedef struct crew_word {
  _Atomic uint64_t states, transitions;
  counters counted;
  bool complete;  // it stopped because nothing was left to do for anybody
  bool learnt;
} crew_word;

// In memory that all share. A process may end at any time, so nothing is locked.
typedef struct crew_board {
  _Atomic int64_t left;      // nodes that were given away, or wait from the start, and are not done; 0: all is done
  _Atomic uint32_t taken;    // of those that wait from the start
  _Atomic uint32_t waiting;  // processes without work
  _Atomic uint32_t stop;     // somebody has found something that ends the search
  crew_word words[WORKERS_MOST];
  gift gifts[GIFTS];
} crew_board;

typedef struct crew {
  engine_ctx *ctx;
  dfs *search;
  state_store *visited;
  crew_board *board;
  workers all;
  // In a process of the crew.
  VEC(dfs_node) first;  // what waited when it was forked
  proc_vec first_choices;
  VEC(uint32_t) first_schedule;
  uint32_t base;   // the one that is being worked on
  uint64_t known;  // sem_learnt
  bool lost;       // a way could not be gone again
  crew_word *word;
} crew;

bool crew_asked(const engine_ctx *ctx, opt_engine engine_asked) {
  const options *o = ctx->options;
  return o->engine == (int)engine_asked && o->jobs > 1 && o->solver == OPT_SOLVER_Z3 && !o->given[OPTION_smt_log] &&
         !ctx->limits->max_transitions && !o->max_depth;
}

// --- work ----------------------------------------------------------------------------------------------------------------

static bool has_work(const dfs_node *n) { return !n->given && (!n->expanded || n->next < n->count); }

// The search stands on one node, the first one `base`.
static void begin_at(crew *c, uint32_t base) {
  dfs *d = c->search;
  const dfs_node *from = &c->first.data[base];
  dfs_node n = *from;
  c->base = base;
  vec_clear(&d->choices);
  vec_clear(&d->ways);
  vec_clear(&d->schedule);
  for (uint32_t i = 0; i < from->schedule_len; i++) vec_push(&d->schedule, c->first_schedule.data[i]);
  n.s = state_fork(from->s);
  n.reached = false;
  n.ways_len = n.first = 0;
  for (uint32_t i = 0; n.expanded && i < n.count; i++) vec_push(&d->choices, c->first_choices.data[from->first + i]);
  vec_push(&d->stack, n);
}

static bool take_first(crew *c) {
  if (atomic_load(&c->board->taken) >= c->first.len) return false;
  uint32_t base = atomic_fetch_add(&c->board->taken, 1);
  if (base >= c->first.len) return false;
  begin_at(c, base);
  return true;
}

// The successor of s (consumed) that the way leads to. NULL: there is none.
static state *go(crew *c, state *s, const dfs_way *way) {
  dfs *d = c->search;
  if (!sem_interrupted(s)) vec_push(&d->schedule, way->proc);
  sem_out_clear(&d->out);
  sem_step(c->ctx->sem, s, way->proc, &d->out);
  if (way->index >= d->out.succs.len) return NULL;
  sem_succ *v = &d->out.succs.data[way->index];
  if (v->kind != (way->number ? SEM_NEXT : SEM_INTERRUPTED)) return NULL;
  state *to = v->s;
  v->s = NULL;
  if (!way->number) return to;
  vec_clear(&d->admitted);
  d->policy->each(d->policy->arg, c->ctx, to, &d->admitted);
  state *found = NULL;
  for (size_t i = 0; i < d->admitted.len; i++) {
    state *x = d->admitted.data[i];
    uint32_t number = d->policy->number_of(d->policy->arg, c->ctx, x);
    c->lost |= !number;
    if (number == way->number && !found)
      found = x;
    else
      state_unref(x);
  }
  return found;
}

// Makes the steps of a gift again. What they count was counted by who made them first.
static bool follow(crew *c, const gift *g) {
  dfs *d = c->search;
  begin_at(c, g->base);
  dfs_node n = vec_pop(&d->stack);
  vec_clear(&d->choices);
  counters before = c->ctx->result->counters;
  for (uint32_t i = 0; i < g->n && n.s; i++) {
    n.s = go(c, n.s, &g->ways[i]);
    n.depth++;
    vec_push(&d->ways, g->ways[i]);
  }
  c->ctx->result->counters = before;
  if (!n.s) return false;
  n = (dfs_node){.s = n.s,
                 .depth = n.depth,
                 .schedule_len = (uint32_t)d->schedule.len,
                 .ways_len = (uint32_t)d->ways.len,
                 .expanded = g->expanded};
  if (g->expanded) {
    engine_enabled(c->ctx, n.s, &d->choices);
    n.count = (uint32_t)d->choices.len;
    n.next = g->next;
    if (n.next >= n.count) {
      state_unref(n.s);
      return false;
    }
  }
  vec_push(&d->stack, n);
  return true;
}

static bool take_gift(crew *c) {
  for (uint32_t i = 0; i < GIFTS; i++) {
    gift *g = &c->board->gifts[i];
    uint32_t there = GIFT_THERE;
    if (atomic_load_explicit(&g->stage, memory_order_relaxed) != GIFT_THERE ||
        !atomic_compare_exchange_strong(&g->stage, &there, GIFT_MOVES))
      continue;
    c->lost |= !follow(c, g);
    atomic_store(&g->stage, GIFT_NONE);
    return true;
  }
  return false;
}

// The lowest node with something left, if there is another one.
static dfs_node *node_to_give(dfs *d) {
  dfs_node *lowest = NULL;
  for (size_t i = 0; i < d->stack.len; i++) {
    dfs_node *n = &d->stack.data[i];
    if (!has_work(n)) continue;
    if (lowest) return lowest;
    lowest = n;
    if (n->ways_len + n->reached > LONGEST_WAY) return NULL;
  }
  return NULL;
}

static void give(crew *c) {
  dfs *d = c->search;
  dfs_node *n = node_to_give(d);
  for (uint32_t i = 0; n && i < GIFTS; i++) {
    gift *g = &c->board->gifts[i];
    uint32_t none = GIFT_NONE;
    if (!atomic_compare_exchange_strong(&g->stage, &none, GIFT_MOVES)) continue;
    g->base = c->base;
    g->n = n->ways_len;
    for (uint32_t k = 0; k < g->n; k++) g->ways[k] = d->ways.data[k];
    if (n->reached) g->ways[g->n++] = n->way;
    g->next = n->next;
    g->expanded = n->expanded;
    n->given = true;
    atomic_fetch_add(&c->board->left, 1);
    atomic_store(&g->stage, GIFT_THERE);
    return;
  }
}

// --- in a process ----------------------------------------------------------------------------------------------------------

static bool take_work(crew *c) { return take_gift(c) || take_first(c); }

// Until there is work. False: there will be none.
static bool wait_for_work(crew *c) {
  crew_board *b = c->board;
  bool found = false;
  atomic_fetch_add(&b->waiting, 1);
  while (!atomic_load(&b->stop) && atomic_load(&b->left) > 0 && !limits_hit(c->ctx->limits)) {
    found = take_work(c);
    if (found) break;
    usleep(NAP_US);
  }
  atomic_fetch_sub(&b->waiting, 1);
  return found;
}

static bool has_learnt(const crew *c) {
  return c->lost || sem_learnt(c->ctx->sem) != c->known || state_store_has_terms(c->visited);
}

// Works on the node on the stack. False: the search is over for all.
static bool work(crew *c) {
  dfs *d = c->search;
  for (uint32_t made = 1; !dfs_finished(d); made++) {
    const dfs_node *top = &vec_last(&d->stack);
    if (!has_work(top)) {
      dfs_pop(d);
      continue;
    }
    dfs_advance(d);
    if (made % STEPS_PER_LOOK) continue;
    if (has_learnt(c) || atomic_load_explicit(&c->board->stop, memory_order_relaxed)) return false;
    if (atomic_load_explicit(&c->board->waiting, memory_order_relaxed)) give(c);
  }
  return !d->outcome.violation && !d->outcome.limit && !has_learnt(c);
}

static void share(void *arg, const result *r, uint64_t depth, uint64_t waiting) {
  crew_word *w = arg;
  (void)depth;
  (void)waiting;
  atomic_store_explicit(&w->states, r->counters.states, memory_order_relaxed);
  atomic_store_explicit(&w->transitions, r->counters.transitions, memory_order_relaxed);
}

static void keep_first(crew *c) {
  dfs *d = c->search;
  for (size_t i = 0; i < d->stack.len; i++) vec_push(&c->first, d->stack.data[i]);
  for (size_t i = 0; i < d->choices.len; i++) vec_push(&c->first_choices, d->choices.data[i]);
  for (size_t i = 0; i < d->schedule.len; i++) vec_push(&c->first_schedule, d->schedule.data[i]);
  d->stack.len = 0;
}

static void be_worker(void *arg, uint32_t me) {
  crew *c = arg;
  engine_ctx *ctx = c->ctx;
  c->word = &c->board->words[me];
  ctx->progress = share;
  ctx->progress_arg = c->word;
  ctx->limits->max_rss = 0;  // what is shared counts once, and the first process counts
  ctx->result->counters = (counters){0};
  workers_add_elsewhere(ctx, &c->word->counted, UINT64_MAX);  // minus, by the rules of unsigned numbers
  state_store_forked(c->visited);
  keep_first(c);
  bool goes_on = true;
  while (goes_on && (take_work(c) || wait_for_work(c))) {
    goes_on = !c->lost && work(c);
    if (goes_on) atomic_fetch_sub(&c->board->left, 1);
  }
  if (!goes_on) atomic_store(&c->board->stop, 1);
  c->word->learnt = has_learnt(c);
  c->word->complete = goes_on && atomic_load(&c->board->left) == 0 && !ctx->limits->hit;
  engine_conclude(ctx);
  counters_add(&c->word->counted, &ctx->result->counters);
  workers_add_elsewhere(ctx, &c->word->counted, 1);
  workers_send(&c->all, me);
}

// --- in the first process ----------------------------------------------------------------------------------------------------

static void show_progress(void *arg) {
  crew *c = arg;
  if (!c->ctx->progress) return;
  counters own = c->ctx->result->counters, *now = &c->ctx->result->counters;
  for (uint32_t i = 0; i < c->all.n; i++) {
    now->states += atomic_load_explicit(&c->board->words[i].states, memory_order_relaxed);
    now->transitions += atomic_load_explicit(&c->board->words[i].transitions, memory_order_relaxed);
  }
  c->ctx->progress(c->ctx->progress_arg, c->ctx->result, 0, c->all.n);
  *now = own;
}

// Somebody has found a violation: it is one, whatever became of the others.
static bool take_violation(crew *c) {
  for (uint32_t i = 0; i < c->all.n; i++) {
    const worker *w = &c->all.list[i];
    if (!w->result || w->result->verdict != VERDICT_UNSAFE) continue;
    rewind(w->file);
    bool whole = result_receive(w->file, c->ctx->ir, c->ctx->result);
    CHECK(whole, "a result that was received once");
    return true;
  }
  return false;
}

static bool comes_first(const result *a, const result *b) {
  if (!b) return true;
  if (a->reason_at.line != b->reason_at.line) return a->reason_at.line < b->reason_at.line;
  if (a->reason_at.col != b->reason_at.col) return a->reason_at.col < b->reason_at.col;
  return strcmp(a->reason, b->reason) < 0;
}

// Of several reasons always the same one.
static void take_reason(crew *c) {
  const result *why = NULL;
  for (uint32_t i = 0; i < c->all.n; i++) {
    const result *r = c->all.list[i].result;
    if (r && r->reason && comes_first(r, why)) why = r;
  }
  if (!why || c->ctx->result->reason) return;
  place at = why->reason_at;
  if (at.file) at.file = arena_strdup(c->ctx->result->mem, at.file);
  engine_note_unknown(c->ctx, at, arena_strdup(c->ctx->result->mem, why->reason));
}

static void conclude(crew *c, crew_outcome *o) {
  bool complete = !c->all.failed, learnt = false;
  counters sum = c->ctx->result->counters;
  for (uint32_t i = 0; i < c->all.n; i++) {
    const crew_word *w = &c->board->words[i];
    complete = complete && w->complete;
    learnt |= w->learnt;
    counters_add(&sum, &w->counted);
  }
  o->search.violation = take_violation(c);
  o->search.limit = c->ctx->limits->hit != NULL;
  o->again = learnt && !o->search.violation && !o->search.limit && !c->all.failed;
  if (o->again) return;
  c->ctx->result->counters = sum;
  if (o->search.violation || o->search.limit) return;
  o->grade = GRADE_PROVED;
  for (uint32_t i = 0; i < c->all.n; i++) {
    const result *r = c->all.list[i].result;
    if (!r) continue;
    if (r->verdict == VERDICT_SAFE && r->grade > o->grade) o->grade = r->grade;
    workers_take_texts(&c->all, r);
  }
  take_reason(c);
  if (c->all.failed) engine_note_unknown(c->ctx, PLACE_NONE, c->all.failed);
  if (!complete || atomic_load(&c->board->left))
    engine_note_unknown(c->ctx, PLACE_NONE, "the processes of --jobs have not come to the end of the search");
}

static crew_outcome share_search(engine_ctx *ctx, dfs *d, state_store *visited) {
  crew_outcome o = {.search = d->outcome};
  crew c = {.ctx = ctx, .search = d, .visited = visited, .known = sem_learnt(ctx->sem)};
  o.again = state_store_has_terms(visited);
  if (o.again) return o;
  c.board = workers_share(sizeof *c.board);
  CHECK(c.board, "no memory that processes share");
  atomic_store(&c.board->left, (int64_t)d->stack.len);
  workers_init(&c.all, ctx);
  workers_start(&c.all, be_worker, &c);
  workers_wait(&c.all, show_progress, &c);
  conclude(&c, &o);
  workers_fini(&c.all);
  munmap(c.board, sizeof *c.board);
  return o;
}

crew_outcome crew_run(engine_ctx *ctx, const dfs_policy *policy, state_store *visited, uint64_t pilot) {
  dfs d;
  dfs_init(&d, ctx, policy);
  uint64_t begin = ctx->limits->transitions;
  while (!dfs_finished(&d) && ctx->limits->transitions - begin < pilot) dfs_advance(&d);
  bool over = dfs_finished(&d);
  crew_outcome o = {.search = d.outcome};
  if (!over) o = share_search(ctx, &d, visited);
  dfs_fini(&d);
  return o;
}
