// Follows a feasible path of the graph through the step interface, so that the violation gets a schedule and inputs
// that
// the concrete interpreter can replay.
//
// The path gives the order of the visible operations; the steps of doc/semantics-threads.md 2 begin with them. A
// process that
// is alone runs on through visible operations, a new process makes its first step at once, loops may end a step: so the
// run is steered by where the processes stand. Where a step forks both sides are followed as long as they fit.
#include "engine/cegar/arg.h"
#include "result/explain.h"

enum { MOST_STEPS = 20000, MOST_KEPT = 512, MOST_MORE = 40, MOST_HELPED = 12 };

typedef struct event {
  uint32_t inst, func, pc;
  bool alone;  // nobody else was live: perhaps no step begins there
  bool inner;  // inside of a region: a step begins there only for who was blocked at it
} event;

typedef struct candidate {
  state *s;
  size_t at;        // next event
  proc_id helper;   // steps now, without an event; 0: who the path says
  uint32_t helped;  // such steps so far
  uint32_t steps;   // all steps so far
  VEC(uint32_t) schedule;
} candidate;

typedef struct follower {
  cegar *g;
  VEC(event) events;
  VEC(candidate) stack;
  const cloc *target;
  uint32_t target_inst;
  sem_out out;
  uint32_t steps, most_steps;  // of all runs; of one
  bool found, was_cut;
} follower;

static uint32_t live_count(const cegar *g, const anode *n) {
  uint32_t live = 0;
  for (size_t p = 1; p < g->c->insts.len; p++) live += n->locs[p] && g->c->locs.data[n->locs[p]].kind == CLOC_CODE;
  return live;
}

static void collect_events(follower *f, uint32_t error_node) {
  cegar *g = f->g;
  id_vec edges = {0}, nodes = {0};
  arg_path(g, error_node, &edges, &nodes);
  for (size_t i = 0; i < edges.len; i++) {
    const cedge *e = &g->c->edges.data[edges.data[i]];
    if (g->c->entry) {  // who begins a step
      bool begins = e->inst < g->c->entry && g->nodes.data[nodes.data[i]].holder != e->inst;
      if (begins) vec_push(&f->events, ((event){.inst = e->inst}));
      continue;
    }
    bool alone = live_count(g, &g->nodes.data[nodes.data[i]]) == 1;
    bool inner = g->c->locs.data[e->from].depth > 0;
    if (e->visible) vec_push(&f->events, ((event){e->inst, e->func, e->pc, alone, inner}));
  }
  f->target_inst = g->c->edges.data[vec_last(&edges)].inst;
  f->target = &g->c->locs.data[g->c->edges.data[vec_last(&edges)].to];
  vec_free(&edges);
  vec_free(&nodes);
}

// The number of an instance in this run; 0: not made yet.
static proc_id number_of(const cegar *g, uint32_t inst) {
  const cinst *in = &g->c->insts.data[inst];
  if (!in->parent) return inst;
  proc_id parent = number_of(g, in->parent), of;
  uint32_t k;
  for (proc_id p = g->ctx->ir->n_procs + 1; sem_proc_origin(g->ctx->sem, p, &of, &k); p++)
    if (of == parent && k == in->k) return p;
  return 0;
}

static bool stands_at(follower *f, const state *s, proc_id p, const event *e) {
  sem_chain chain = {0};
  sem_location(f->g->ctx->sem, s, p, &chain);
  bool there = chain.len && vec_last(&chain).func == e->func && vec_last(&chain).pc == e->pc;
  vec_free(&chain);
  return there;
}

static bool among(const proc_vec *list, proc_id p) {
  for (size_t i = 0; i < list->len; i++)
    if (list->data[i] == p) return true;
  return false;
}

static bool has_stepped(const candidate *c, proc_id p) {
  for (size_t i = 0; i < c->schedule.len; i++)
    if (c->schedule.data[i] == p) return true;
  return false;
}

static bool at_event(follower *f, const candidate *c, const proc_vec *enabled) {
  if (c->at >= f->events.len) return false;
  const event *e = &f->events.data[c->at];
  proc_id p = number_of(f->g, e->inst);
  return p && among(enabled, p) && stands_at(f, c->s, p, e);
}

// In a simulation the path says who steps; the kernel steps when nobody else can.
static bool next_in_simulation(follower *f, const candidate *c, proc_id *out, bool *advance) {
  proc_vec enabled = {0};
  sem_enabled(f->g->ctx->sem, c->s, &enabled);
  bool forced = sem_interrupted(c->s) || (enabled.len == 1 && enabled.data[0] == PROC_KERNEL), ok = enabled.len > 0;
  *advance = !forced;
  if (ok && !forced) {
    *out = c->at < f->events.len ? f->events.data[c->at].inst : PROC_KERNEL;
    ok = among(&enabled, *out);
  } else if (ok) {
    *out = enabled.data[0];
  }
  vec_free(&enabled);
  return ok;
}

// The event is no step of its own: its process, which may wait for something later, has passed it.
static bool is_passed(follower *f, const candidate *c, const proc_vec *enabled) {
  const event *e = &f->events.data[c->at];
  if (!e->inner && !(e->alone && enabled->len > 1)) return false;
  proc_id p = number_of(f->g, e->inst);
  return p && !stands_at(f, c->s, p, e);
}

// Who steps next; false: this run does not fit the path. *advance: the step makes the next event.
static bool next_process(follower *f, candidate *c, proc_id *out, bool *advance) {
  proc_vec enabled = {0};
  sem_enabled(f->g->ctx->sem, c->s, &enabled);
  bool inside = sem_interrupted(c->s), ok = enabled.len > 0;
  while (c->at < f->events.len && is_passed(f, c, &enabled)) c->at++;
  // The first step of a process goes to its first visible operation and does not make it.
  *advance = !inside && at_event(f, c, &enabled) && has_stepped(c, number_of(f->g, f->events.data[c->at].inst)) &&
             (enabled.len > 1 || enabled.data[0] == number_of(f->g, f->events.data[c->at].inst));
  uint32_t inst = c->at < f->events.len ? f->events.data[c->at].inst : f->target_inst;
  if (enabled.len == 1) {
    *out = enabled.data[0];
  } else {
    // Whoever has not been made yet is made by a step that touches nothing, and so is no event.
    while (!number_of(f->g, inst) && f->g->c->insts.data[inst].parent) inst = f->g->c->insts.data[inst].parent;
    *out = number_of(f->g, inst);
    ok = ok && among(&enabled, *out);
  }
  vec_free(&enabled);
  return ok;
}

static void drop(candidate *c) {
  if (c->s) state_unref(c->s);
  vec_free(&c->schedule);
}

static void keep(follower *f, const candidate *c, state *s, size_t at, proc_id helper) {
  if (f->stack.len >= MOST_KEPT) {
    state_unref(s);
    return;
  }
  candidate n = {
      .s = s, .at = at, .helper = helper, .helped = c->helped + (helper != 0), .steps = c->steps + (helper == 0)};
  for (size_t i = 0; i < c->schedule.len; i++) vec_push(&n.schedule, c->schedule.data[i]);
  vec_push(&f->stack, n);
}

static bool is_target(const follower *f, const sem_succ *v) {
  return v->kind == SEM_VIOLATION && v->check == f->target->check && v->at.line == f->target->at.line;
}

// Steps that were taken back are no part of the schedule, so their processes are still live when it is replayed, and
// the
// last process, which was alone here, makes several steps there.
static bool confirm(follower *f) {
  result *r = f->g->ctx->result;
  machine_options mo = engine_machine_options(f->g->ctx);
  const char *why;
  for (uint32_t more = 0; more < MOST_MORE && r->schedule.len; more++) {
    if (explain_confirm(f->g->ctx->ir, &mo, r, &why)) return true;
    uint32_t last = vec_last(&r->schedule);
    vec_push(&r->schedule, last);
  }
  r->verdict = VERDICT_UNKNOWN;
  vec_clear(&r->schedule);
  vec_clear(&r->inputs);
  vec_clear(&r->trace);
  return false;
}

static bool next_event_of(const follower *f, const candidate *c, proc_id p, size_t *out) {
  for (size_t i = c->at; i < f->events.len; i++) {
    if (number_of(f->g, f->events.data[i].inst) != p) continue;
    *out = i;
    return true;
  }
  return false;
}

// Whose turn it is waits for somebody: others make steps that touch nothing (a round of a loop, an end), which are no
// events. Those that are not before an event of theirs come first.
static void ask_for_help(follower *f, const candidate *c) {
  if (f->g->c->entry || c->helped >= MOST_HELPED) return;
  proc_vec enabled = {0};
  sem_enabled(f->g->ctx->sem, c->s, &enabled);
  for (size_t i = 0; i < enabled.len; i++) {
    size_t next;
    proc_id p = enabled.data[i];
    if (next_event_of(f, c, p, &next) && stands_at(f, c->s, p, &f->events.data[next])) continue;
    keep(f, c, state_ref(c->s), c->at, p);
  }
  vec_free(&enabled);
}

static bool choose(follower *f, candidate *c, proc_id *p, bool *advance) {
  *p = c->helper;
  *advance = false;
  if (c->helper) return true;
  return f->g->c->entry ? next_in_simulation(f, c, p, advance) : next_process(f, c, p, advance);
}

static void step(follower *f, candidate *c) {
  proc_id p;
  bool advance;
  if (c->steps >= f->most_steps) {
    f->was_cut = true;
    return;
  }
  if (!choose(f, c, &p, &advance)) {
    ask_for_help(f, c);
    return;
  }
  if (!sem_interrupted(c->s)) vec_push(&c->schedule, p);
  state *s = c->s;
  c->s = NULL;
  f->steps++;
  sem_out_clear(&f->out);
  sem_step(f->g->ctx->sem, s, p, &f->out);
  for (size_t i = f->out.succs.len; i-- > 0 && !f->found;) {
    sem_succ *v = &f->out.succs.data[i];
    if (is_target(f, v)) {
      f->found = engine_violation(f->g->ctx, v, c->schedule.data, c->schedule.len) && confirm(f);
    } else if (v->kind == SEM_NEXT || v->kind == SEM_INTERRUPTED) {
      keep(f, c, v->s, c->at + advance, 0);
      v->s = NULL;
    }
  }
}

static bool has_time(const follower *f) { return !f->found && f->steps < MOST_STEPS && !limits_hit(f->g->ctx->limits); }

static void search(follower *f) {
  candidate first = {.s = sem_initial(f->g->ctx->sem)};
  f->was_cut = false;
  vec_push(&f->stack, first);
  while (f->stack.len && has_time(f)) {
    candidate c = vec_pop(&f->stack);
    step(f, &c);
    drop(&c);
  }
  for (size_t i = 0; i < f->stack.len; i++) drop(&f->stack.data[i]);
  vec_clear(&f->stack);
}

// Runs are made longer by and by: a loop whose end is an input could go round for ever in the first of them.
bool follow_path(cegar *g, uint32_t error_node) {
  follower f = {.g = g, .was_cut = true};
  collect_events(&f, error_node);
  g->ctx->sem->needs.small_sizes = true;
  for (f.most_steps = 32 + 2 * (uint32_t)f.events.len; f.was_cut && has_time(&f); f.most_steps *= 2) search(&f);
  g->ctx->sem->needs.small_sizes = false;
  vec_free(&f.stack);
  vec_free(&f.events);
  sem_out_fini(&f.out);
  return f.found;
}
