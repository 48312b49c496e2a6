#include "engine/parts/team.h"

#include <stdatomic.h>
#include <sys/mman.h>

#include "engine/parts/workers.h"
#include "result/transfer.h"

// What a worker says: while it works for the progress line, and at its end.
typedef struct worker_word {
  _Atomic uint64_t executions, transitions;
  uint64_t units, taken, frontier, position, noted;
  counters trunk;
  bool cut, learnt;
  const char *doubt;  // a constant: it stands at the same place in every process
} worker_word;

typedef struct unit_word {
  _Atomic uint32_t owner;  // worker + 1; 0: nobody yet
  _Atomic uint32_t left;   // explored to its end
  counters counted;
} unit_word;

// In memory that all share. A worker may end at any time, so nothing is locked.
struct parts_team {
  uint64_t n_units;
  _Atomic uint64_t first;  // position of a violation, or of something that was learnt
  worker_word words[WORKERS_MOST];
  unit_word units[];
};

typedef struct lead {
  engine_ctx *ctx;
  const parts *plan;
  const parts_search *search;
  parts_team *team;
  workers all;
} lead;

// --- in a worker ------------------------------------------------------------------------------------------------------

bool team_claim(parts_team *t, uint32_t who, uint64_t unit) {
  uint32_t nobody = 0;
  return unit < t->n_units && atomic_compare_exchange_strong(&t->units[unit].owner, &nobody, who + 1);
}

uint64_t team_first(const parts_team *t) { return atomic_load_explicit(&t->first, memory_order_relaxed); }

void team_begin(parts *p) {
  counters *at_begin = &p->team->units[p->units - 1].counted;
  *at_begin = (counters){0};
  workers_add_elsewhere(p->ctx, at_begin, UINT64_MAX);  // minus, by the rules of unsigned numbers
}

void team_leave(parts *p, uint64_t unit, counters *counted) {
  unit_word *u = &p->team->units[unit];
  workers_add_elsewhere(p->ctx, counted, 1);
  counters_add(counted, &u->counted);
  u->counted = *counted;
  atomic_store(&u->left, 1);
}

static void share(void *arg, const result *r, uint64_t depth, uint64_t waiting) {
  worker_word *w = arg;
  (void)depth;
  (void)waiting;
  atomic_store_explicit(&w->executions, r->counters.executions, memory_order_relaxed);
  atomic_store_explicit(&w->transitions, r->counters.transitions, memory_order_relaxed);
}

static void tell_position(parts_team *t, uint64_t position) {
  uint64_t known = atomic_load(&t->first);
  while (position < known && !atomic_compare_exchange_weak(&t->first, &known, position)) continue;
}

static void be_worker(void *arg, uint32_t me) {
  lead *l = arg;
  const parts_search *s = l->search;
  parts p = *l->plan;
  worker_word *w = &l->team->words[me];
  engine_ctx *ctx = l->ctx;
  p.team = l->team;
  p.worker = me;
  ctx->progress = share;
  ctx->progress_arg = w;
  s->run(s->arg, &p);
  w->trunk = parts_trunk(&p);
  s->conclude(s->arg, &p);
  if (p.violation || p.learnt) tell_position(l->team, p.position);
  w->units = p.units;
  w->taken = p.taken;
  w->frontier = p.frontier;
  w->position = p.position;
  w->noted = p.noted;
  w->cut = p.cut;
  w->learnt = p.learnt;
  w->doubt = p.doubt;
  workers_send(&l->all, me);
}

// --- in the lead ------------------------------------------------------------------------------------------------------

static void show_progress(void *arg) {
  lead *l = arg;
  counters *c = &l->ctx->result->counters;
  c->executions = c->transitions = 0;
  for (uint32_t i = 0; i < l->all.n; i++) {
    c->executions += atomic_load_explicit(&l->team->words[i].executions, memory_order_relaxed);
    c->transitions += atomic_load_explicit(&l->team->words[i].transitions, memory_order_relaxed);
  }
  if (l->ctx->progress) l->ctx->progress(l->ctx->progress_arg, l->ctx->result, 0, l->all.n);
}

// What the units up to the position have counted, and the trunk on the way.
static void sum_up(lead *l, const worker_word *trunk, uint64_t position) {
  counters all = l->plan->index == 1 ? trunk->trunk : (counters){0};
  for (uint64_t u = 0; u < l->team->n_units; u++)
    if (atomic_load(&l->team->units[u].left) && 2 * u + 1 <= position) counters_add(&all, &l->team->units[u].counted);
  l->ctx->result->counters = all;
}

// Somebody found a violation, and all that comes before it was explored.
static bool conclude_unsafe(lead *l) {
  uint64_t first = atomic_load(&l->team->first);
  for (uint32_t i = 0; i < l->all.n && first != RESULT_NOWHERE; i++) {
    const worker_word *w = &l->team->words[i];
    if (!l->all.list[i].result || l->all.list[i].result->verdict != VERDICT_UNSAFE || w->position != first) continue;
    rewind(l->all.list[i].file);
    bool whole = result_receive(l->all.list[i].file, l->ctx->ir, l->ctx->result);
    CHECK(whole, "a result that was received once");
    sum_up(l, w, first);
    return true;
  }
  return false;
}

// Is every unit explored, by what all have said?
static bool fits(const lead *l) {
  for (uint32_t i = 0; i < l->all.n; i++) {
    const worker_word *w = &l->team->words[i];
    if (w->units != l->team->n_units || w->frontier != l->team->words[0].frontier) return false;
  }
  for (uint64_t u = l->plan->index - 1; u < l->team->n_units; u += l->plan->count)
    if (!atomic_load(&l->team->units[u].left)) return false;
  return true;
}

// What one process alone would say about its part (--shard).
static void tell_part(const lead *l) {
  parts p = *l->plan;
  const worker_word *w = &l->team->words[0];
  p.units = w->units;
  p.frontier = w->frontier;
  p.position = atomic_load(&l->team->first);
  p.violation = l->ctx->result->verdict == VERDICT_UNSAFE;
  p.learnt = p.position != RESULT_NOWHERE && !p.violation;
  p.cut = l->all.failed || l->ctx->limits->hit;
  for (uint32_t i = 0; i < l->all.n; i++) {
    w = &l->team->words[i];
    p.taken += w->taken;
    p.cut |= w->cut || !l->all.whole[i];
    if (w->noted < p.noted) p.noted = w->noted;
    if (w->doubt) p.doubt = w->doubt;
  }
  parts_tell(&p);
}

static void note(lead *l, place at, const char *reason) {
  result *r = l->ctx->result;
  r->verdict = VERDICT_UNKNOWN;
  r->grade = GRADE_NONE;
  if (at.file) at.file = arena_strdup(r->mem, at.file);  // it is the worker's, whose result ends here
  result_unknown(r, at, "%s", reason);
}

static const char *some_doubt(const lead *l) {
  for (uint32_t i = 0; i < l->all.n; i++)
    if (l->team->words[i].doubt) return l->team->words[i].doubt;
  return NULL;
}

// Nobody found one.
static void conclude_rest(lead *l) {
  result *r = l->ctx->result;
  const result *unknown = NULL;
  uint64_t noted = RESULT_NOWHERE;
  r->reason = NULL;
  r->verdict = VERDICT_SAFE;
  r->grade = GRADE_PROVED;
  for (uint32_t i = 0; i < l->all.n; i++) {
    const result *own = l->all.list[i].result;
    const worker_word *w = &l->team->words[i];
    if (own->grade != GRADE_PROVED && r->grade == GRADE_PROVED) r->grade = own->grade;
    workers_take_texts(&l->all, own);
    if (own->verdict == VERDICT_UNKNOWN && (!unknown || w->noted < noted)) {
      unknown = own;
      noted = w->noted;
    }
  }
  sum_up(l, &l->team->words[0], RESULT_NOWHERE);
  const char *doubt = r->counters.infeasible ? some_doubt(l) : NULL;
  if (unknown)
    note(l, unknown->reason_at, unknown->reason ? unknown->reason : "no reason was given");
  else if (!fits(l))
    note(l, PLACE_NONE, "the processes of --jobs have not divided the search in the same way");
  else if (doubt)
    note(l, PLACE_NONE, doubt);
}

static void conclude_cut(lead *l) {
  show_progress(l);
  if (l->ctx->limits->hit) {
    result_add_limit(l->ctx->result, "%s", l->ctx->limits->hit);
    note(l, PLACE_NONE, l->ctx->limits->hit);
  } else {
    note(l, PLACE_NONE, l->all.failed);
  }
}

bool team_run(engine_ctx *ctx, const parts_search *s, const parts *plan, uint64_t units) {
  size_t size = sizeof(parts_team) + units * sizeof(unit_word);
  lead l = {.ctx = ctx, .plan = plan, .search = s, .team = workers_share(size)};
  CHECK(l.team, "no memory that processes share");
  workers_init(&l.all, ctx);
  l.team->n_units = units;
  atomic_store(&l.team->first, RESULT_NOWHERE);
  workers_start(&l.all, be_worker, &l);
  workers_wait(&l.all, show_progress, &l);
  bool learnt = false;  // before anything else happened
  for (uint32_t i = 0; i < l.all.n; i++)
    learnt |= l.team->words[i].learnt && l.team->words[i].position == atomic_load(&l.team->first);
  bool over = l.all.failed || ctx->limits->hit;
  if ((learnt && !over) || !conclude_unsafe(&l)) {
    if (over)
      conclude_cut(&l);
    else if (!learnt)
      conclude_rest(&l);
  }
  tell_part(&l);
  bool done = over || !learnt;
  workers_fini(&l.all);
  munmap(l.team, size);
  return done;
}
