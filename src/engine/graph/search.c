#include "engine/graph/search.h"

#include "base/hash.h"

#include "engine/graph/report.h"
#include "sem/peek.h"

bool graph_consistent(graph_search *x, const graph *g) {
  relations_begin(&x->rel, g);
  return x->model->consistent(&x->rel, &x->scratch);
}

void graph_push(graph_search *x, graph *g) { vec_push(&x->tasks, g); }

void graph_gives_up(graph_search *x, place at, const char *what) {
  x->ctx->result->counters.truncated++;
  engine_note_unknown(x->ctx, at, what);
}

// The step that violates is the last one. Its write, if it has one, becomes the newest; an update must follow what it read.
void graph_violated(graph_search *x, graph *g, const sem_succ *v) {
  uint32_t w = graph_waiting(g);
  if (w != GRAPH_NONE)
    graph_place(g, w,
                g->events.data[w].kind == EVENT_UPDATE ? g->events.data[w].rf : graph_newest(g, g->events.data[w].loc));
  if (!x->violation && graph_consistent(x, g)) x->violation = graph_report(x, g, v);
  graph_free(g);
}

// --- the next event --------------------------------------------------------------------------------------------------

static bool waits_in_graph(const graph *g, proc_id p) {
  for (size_t i = g->steps.len; i-- > 0;)
    if (g->steps.data[i].proc == p) return g->steps.data[i].blocked;
  return false;
}

// Whose turn it is: who has just been made, else the first who can go on. 0: nobody.
static proc_id pick(graph_search *x, const graph *g) {
  const state *s = graph_state(g);
  vec_clear(&x->live);
  sem_live(x->ctx->sem, s, &x->live);
  for (size_t i = 0; i < x->live.len; i++)
    if (sem_begins(s, x->live.data[i])) return x->live.data[i];
  for (size_t i = 0; i < x->live.len; i++) {
    proc_id p = x->live.data[i];
    uint64_t where;
    weak_kind next = graph_next_kind(x, g, p);
    bool may_wait = next == WEAK_LOCK || next == WEAK_REGION;
    if (may_wait ? !waits_in_graph(g, p) : sem_next(x->ctx->sem, s, p, &where)) return p;
  }
  return 0;
}

// Takes what became of a step. Writes wait for their place; reads must find a consistent graph.
static void take(graph_search *x, outcome *o) {
  bool reads = o->g->steps.len && vec_last(&o->g->steps).n && event_is_access(graph_last(o->g)) &&
               event_reads(graph_last(o->g));
  if (reads && !graph_consistent(x, o->g)) {
    graph_free(o->g);
  } else if (o->violates) {
    bool overtaken = graph_waiting(o->g) != GRAPH_NONE;
    if (overtaken) graph_push(x, graph_copy(o->g));
    graph_violated(x, o->g, &o->v);
  } else {
    graph_push(x, o->g);
  }
  if (o->v.s) state_unref(o->v.s);
  o->g = NULL;
}

static void take_all(graph_search *x, outcome_vec *out) {
  for (size_t i = out->len; i-- > 0;) take(x, &out->data[i]);
  vec_clear(out);
}

// A lock that finds the mutex held by an old lock waits for ever and is of no use to anybody: no revisit begins with it.
static bool is_idle(const graph *g, const weak_op *op, uint32_t loc, uint32_t w) {
  bool held = w == GRAPH_NONE ? g->locs.data[loc].init.bits : g->events.data[w].v.bits;
  return op->kind == WEAK_LOCK && held && w != graph_newest(g, loc);
}

static void read_from_all(graph_search *x, graph *g, proc_id p, const weak_op *op) {
  outcome_vec out = {0};
  uint32_t loc;
  if (graph_location(x, g, op, &loc)) {
    graph_loc_at(g, loc);
    for (uint32_t w = GRAPH_NONE, next = g->locs.data[loc].mo_first;; next = g->events.data[w].mo_next) {
      if (!is_idle(g, op, loc, w)) graph_execute(x, g, p, op, w, NULL, NULL, &out);
      if (next == GRAPH_NONE) break;
      w = next;
    }
    take_all(x, &out);
  }
  vec_free(&out);
}

// The end of the program ends everybody; what they have lost by then depends on how far they have come. Have all others ended before it?
static bool others_ended(graph_search *x, const graph *g, proc_id p) {
  vec_clear(&x->live);
  sem_live(x->ctx->sem, graph_state(g), &x->live);
  if (x->live.len > 1) return false;
  relations_begin(&x->rel, g);
  relations_porf(&x->rel);
  uint32_t last = p < x->rel.last.len ? x->rel.last.data[p] : GRAPH_NONE;
  for (uint32_t i = 0; i < x->rel.n; i++) {
    const event *e = &g->events.data[i];
    if (e->kind != EVENT_END || e->proc == p) continue;
    if (last == GRAPH_NONE || !row_has(row(&x->rel, &x->rel.porf, last), i)) return false;
  }
  return true;
}

static void expand(graph_search *x, graph *g) {
  proc_id p = pick(x, g);
  if (!p) {
    graph_complete(x, g);
    return;
  }
  weak_op op;
  graph_next(x, g, p, &op);
  if (op.kind == WEAK_OTHER) {
    graph_gives_up(x, op.at, op.what);
  } else if (op.kind == WEAK_STOP && !others_ended(x, g, p)) {
    graph_gives_up(x, op.at, "the program may end while others run, and leaks are looked for");
  } else if (op.kind >= WEAK_LOAD && op.kind <= WEAK_LIFE && op.kind != WEAK_STORE) {
    read_from_all(x, g, p, &op);
  } else {
    outcome_vec out = {0};
    graph_execute(x, g, p, &op, GRAPH_NONE, NULL, NULL, &out);
    take_all(x, &out);
    vec_free(&out);
  }
  graph_free(g);
}

// --- the search ------------------------------------------------------------------------------------------------------

// What comes before the processes: one step that may fail.
static void elaborate(graph_search *x) {
  sem *m = x->ctx->sem;
  state *s = sem_initial(m);
  proc_vec enabled = {0};
  for (;;) {
    vec_clear(&enabled);
    sem_enabled(m, s, &enabled);
    if (!enabled.len || enabled.data[0] != PROC_KERNEL) break;
    sem_out_clear(&x->out);
    x->ctx->result->counters.transitions++;
    sem_step(m, s, PROC_KERNEL, &x->out);
    s = NULL;
    if (x->out.succs.len == 1 && x->out.succs.data[0].kind == SEM_NEXT) {
      s = x->out.succs.data[0].s;
      x->out.succs.data[0].s = NULL;
      continue;
    }
    graph_gives_up(x, PLACE_NONE, "the program does not come to its begin in one way");
    break;
  }
  vec_free(&enabled);
  if (s) graph_push(x, graph_new(s));
}

// Takes g.
static void go_on(graph_search *x, graph *g) {
  CHECK_WHOLE(graph_fault(g));
  uint64_t most = x->ctx->options->max_depth ? x->ctx->options->max_depth : 10000;
  counters *c = &x->ctx->result->counters;
  if (g->steps.len > c->max_depth) c->max_depth = g->steps.len;
  if (g->steps.len > most) {
    graph_gives_up(x, PLACE_NONE,
                   "a run is longer than --max-depth allows, and the search keeps no states to close cycles");
    graph_free(g);
    return;
  }
  if (x->ctx->progress) x->ctx->progress(x->ctx->progress_arg, x->ctx->result, g->steps.len, x->tasks.len);
  if (graph_waiting(g) != GRAPH_NONE)
    graph_branch_write(x, g);
  else
    expand(x, g);
}

// --- parts of a divided search (doc/parallel.md) -----------------------------------------------------------------------

// Without the numbers of places, which are this search's own.
static uint64_t identity(const graph *g) {
  uint64_t h = g->level;
  for (size_t i = 0; i < g->steps.len; i++) {
    h = hash_combine(h, g->steps.data[i].proc);
    for (uint8_t k = 0; k < g->steps.data[i].n_choices; k++) h = hash_combine(h, g->steps.data[i].choices[k]);
  }
  for (size_t i = 0; i < g->events.len; i++) {
    const event *e = &g->events.data[i];
    h = hash_combine(hash_combine(h, e->kind), (uint64_t)e->rf << 32 | (e->placed ? e->mo_prev : e->step));
  }
  return h;
}

// Successors depend on the graph alone, and each graph is made once: what follows from one is a unit.
static void go_on_in_parts(graph_search *x, graph *g) {
  parts *p = x->parts;
  bool begins = !p->inside && g->level > p->level;
  if (begins && !parts_take(p, identity(g))) {
    graph_free(g);
    return;
  }
  size_t before = x->tasks.len;
  uint32_t level = g->level;
  if (begins) x->unit_base = before;
  go_on(x, g);
  bool several = x->tasks.len > before + 1;
  for (size_t i = before; i < x->tasks.len; i++) x->tasks.data[i]->level = level + several;
  if (p->inside && x->tasks.len == x->unit_base && !x->violation) parts_leave(p);
}

static bool is_over(graph_search *x) {
  if (!x->tasks.len || x->violation) return true;
  return limits_hit(x->ctx->limits) || (x->parts && parts_overtaken(x->parts));
}

void graph_search_run(graph_search *x) {
  elaborate(x);
  while (!is_over(x)) {
    graph *g = vec_pop(&x->tasks);
    if (x->parts)
      go_on_in_parts(x, g);
    else
      go_on(x, g);
  }
  if (x->parts) parts_end(x->parts, x->violation, false, x->ctx->limits->hit != NULL);
  while (x->tasks.len) graph_free(vec_pop(&x->tasks));
}
