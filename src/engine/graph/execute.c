// Steps: what a process does next, run with the values that the graph gives it.
#include "base/hash.h"
#include "engine/graph/search.h"
#include "sem/peek.h"

void graph_next(graph_search *x, const graph *g, proc_id p, weak_op *op) {
  const state *s = graph_state(g);
  sem_weak_next(x->ctx->sem, s, p, op);
  // Before there are others what memory holds is where they begin.
  if (!sem_weak_shared(s) && op->kind != WEAK_JOIN) op->kind = WEAK_NOTHING;
  if (op->kind == WEAK_REGION) graph_try_region(x, s, p, op);
}

weak_kind graph_next_kind(graph_search *x, const graph *g, proc_id p) {
  weak_op op;
  const state *s = graph_state(g);
  sem_weak_next(x->ctx->sem, s, p, &op);
  return sem_weak_shared(s) || op.kind == WEAK_JOIN ? op.kind : WEAK_NOTHING;
}

static bool is_mutex_op(weak_kind k) { return k >= WEAK_LOCK && k <= WEAK_LIFE; }

static location_kind location_of(weak_kind k) {
  return k == WEAK_REGION ? LOCATION_REGION : is_mutex_op(k) ? LOCATION_MUTEX : LOCATION_MEMORY;
}

// Is the place in memory one of what models keep of the object, or of its first word?
static bool is_in_region(const graph_search *x, const weak_op *region, const weak_op *memory) {
  if (memory->obj == region->obj && memory->offset < region->offset + 4 &&
      region->offset < memory->offset + memory->bytes)
    return true;
  return sem_weak_belongs(x->ctx->sem, region, &(touch){.mode = TOUCH_READ, .obj = memory->obj});
}

static bool overlaps(const graph_search *x, const location *l, const weak_op *op, location_kind kind) {
  if (kind == LOCATION_REGION && l->kind == LOCATION_MEMORY) return is_in_region(x, op, &l->op);
  if (kind == LOCATION_MEMORY && l->kind == LOCATION_REGION) return is_in_region(x, &l->op, op);
  return l->kind == LOCATION_MEMORY && kind == LOCATION_MEMORY && l->op.obj == op->obj &&
         l->op.offset < op->offset + op->bytes && op->offset < l->op.offset + l->op.bytes;
}

static bool is_place(const location *l, const weak_op *op, location_kind kind) {
  return l->op.obj == op->obj && l->op.offset == op->offset && l->kind == kind &&
         (kind != LOCATION_MEMORY || l->op.bytes == op->bytes);
}

// The number of the place, an old one or a new one.
static uint32_t number_place(graph_search *x, const weak_op *op, location_kind kind) {
  uint64_t bytes = kind == LOCATION_MEMORY ? op->bytes : 0, found;
  uint64_t h = hash_combine(hash_combine(hash_combine(op->obj, op->offset), kind), bytes);
  for (; map64_get(&x->loc_index, h, &found); h++)
    if (is_place(&x->locs.data[found], op, kind)) return (uint32_t)found;
  map64_put(&x->loc_index, h, x->locs.len);
  vec_push(&x->locs, ((location){*op, kind}));
  return (uint32_t)x->locs.len - 1;
}

// Accesses of several sizes matter where they meet in one graph: so it makes no difference who explores which graphs (doc/parallel.md).
bool graph_location(graph_search *x, const graph *g, const weak_op *op, uint32_t *loc) {
  location_kind kind = location_of(op->kind);
  *loc = number_place(x, op, kind);
  if (*loc < g->locs.len && g->locs.data[*loc].known) return true;
  for (uint32_t i = 0; i < g->locs.len; i++) {
    if (i == *loc || !g->locs.data[i].known || !overlaps(x, &x->locs.data[i], op, kind)) continue;
    graph_gives_up(x, op->at, "accesses of different sizes to one place");
    return false;
  }
  return true;
}

// What the place holds when the graph first comes to it: everything before lies before all that follows.
static void meet_location(graph_search *x, graph *g, uint32_t loc, const state *s) {
  graph_loc *l = graph_loc_at(g, loc);
  if (l->known) return;
  l->known = true;
  if (x->locs.data[loc].kind == LOCATION_REGION) return;
  if (x->locs.data[loc].kind == LOCATION_MUTEX)
    l->init = value_word(sem_weak_held(s, &x->locs.data[loc].op));
  else
    l->blank = !sem_weak_get(x->ctx->sem, s, &x->locs.data[loc].op, &l->init);
}

static bool value_of(const graph *g, uint32_t loc, uint32_t w, value *v) {
  const graph_loc *l = &g->locs.data[loc];
  *v = w == GRAPH_NONE ? l->init : g->events.data[w].v;
  return w == GRAPH_NONE ? !l->blank : !g->events.data[w].blank;
}

// Is what the newest write left indeterminate? Then memory must be so, too.
static bool newest_is_blank(const graph *g, uint32_t loc) {
  uint32_t w = graph_newest(g, loc);
  return w != GRAPH_NONE && g->events.data[w].blank;
}

// Memory shows the newest write of the place.
static bool show_newest(graph_search *x, const graph *g, uint32_t loc, state *s) {
  value v;
  const weak_op *op = &x->locs.data[loc].op;
  switch (x->locs.data[loc].kind) {
  case LOCATION_MUTEX: return sem_weak_pretend(s, op, false), true;
  case LOCATION_REGION:
    return sem_weak_transfer(x->ctx->sem, graph_region_source(g, graph_newest(g, loc)), s, op), true;
  case LOCATION_MEMORY: break;
  }
  if (!sem_object_alive(x->ctx->sem, s, op->obj)) return true;
  if (newest_is_blank(g, loc) && !sem_weak_get(x->ctx->sem, s, op, &v)) return true;
  if (newest_is_blank(g, loc)) {
    v = g->events.data[graph_newest(g, loc)].v;
    return sem_weak_is_blank(v) && sem_weak_set(x->ctx->sem, s, op, v);
  }
  return !value_of(g, loc, graph_newest(g, loc), &v) || sem_weak_set(x->ctx->sem, s, &x->locs.data[loc].op, v);
}

// The last state is that of everything.
static graph_step *last_executed(graph *g) {
  for (size_t i = g->steps.len; i-- > 0;)
    if (g->steps.data[i].after) return &g->steps.data[i];
  return NULL;
}

static bool shows_newest(graph_search *x, const graph *g, uint32_t loc, const state *s) {
  value v, now;
  const location *l = &x->locs.data[loc];
  if (l->kind == LOCATION_MUTEX || !g->locs.data[loc].known) return true;
  if (l->kind == LOCATION_REGION)
    return sem_weak_same(x->ctx->sem, graph_region_source(g, graph_newest(g, loc)), s, &l->op);
  bool now_has_one = sem_weak_get(x->ctx->sem, s, &l->op, &now);
  if (!value_of(g, loc, graph_newest(g, loc), &v)) return !newest_is_blank(g, loc) || !now_has_one;
  return now_has_one && value_same(v, now);
}

static void show(graph_search *x, graph *g, uint32_t loc) {
  graph_step *last = last_executed(g);
  if (!last || shows_newest(x, g, loc, last->after)) return;
  state *s = state_fork(last->after);
  if (!show_newest(x, g, loc, s)) graph_gives_up(x, x->locs.data[loc].op.at, "a value of another form than its place");
  state_unref(last->after);
  last->after = s;
}

void graph_show(graph_search *x, graph *g) {
  for (uint32_t l = 0; l < g->locs.len; l++) show(x, g, l);
}

void graph_settle(graph_search *x, graph *g, uint32_t e, uint32_t behind) {
  graph_place(g, e, behind);
  show(x, g, g->events.data[e].loc);
}

// --- events of a step ------------------------------------------------------------------------------------------------

static bool is_held(const graph *g, uint32_t loc, uint32_t w) {
  value v;
  return value_of(g, loc, w, &v) && v.bits;
}

// An attempt that finds the mutex held reads that; it orders nothing.
static event_kind kind_of(const graph *g, const weak_op *op, uint32_t loc, uint32_t rf, const footprint *f) {
  if (op->kind == WEAK_TRYLOCK && is_held(g, loc, rf)) return EVENT_READ;
  if (op->kind == WEAK_LOAD || (op->kind == WEAK_CAS && !sem_weak_wrote(f, op))) return EVENT_READ;
  return op->kind == WEAK_STORE ? EVENT_WRITE : EVENT_UPDATE;
}

static bool is_access(weak_kind k) { return k >= WEAK_LOAD && k <= WEAK_LIFE; }

static event *add_event(graph *g, event e) {
  e.step = (uint32_t)g->steps.len - 1;
  e.mo_next = e.mo_prev = GRAPH_NONE;
  vec_push(&g->events, e);
  vec_last(&g->steps).n++;
  return &vec_last(&g->events);
}

// The access that the step began with.
static void add_access(graph_search *x, graph *g, const weak_op *op, uint32_t loc, uint32_t rf, const footprint *f,
                       const state *s) {
  event e = {.kind = kind_of(g, op, loc, rf, f),
             .order = op->order,
             .atomic = op->atomic,
             .block = op->block,
             .proc = vec_last(&g->steps).proc,
             .loc = loc,
             .rf = GRAPH_NONE,
             .at = op->at};
  e.lock = location_of(op->kind) != LOCATION_MEMORY;
  if (is_mutex_op(op->kind)) {
    e.atomic = true;
    e.order = op->kind == WEAK_LIFE || e.kind == EVENT_READ
                  ? IR_RLX
                  : IR_ACQ_REL;  // to initialise or to destroy it orders nothing
    e.v = value_word(op->kind == WEAK_LOCK || op->kind == WEAK_TRYLOCK);
    if (op->kind == WEAK_LIFE) value_of(g, loc, rf, &e.v);
  } else if (op->kind == WEAK_REGION) {
    graph_region_event(x, op, f, &e);
  } else if (op->kind == WEAK_CAS && e.kind == EVENT_READ) {
    e.order = op->failure;
  }
  if (event_reads(&e)) e.rf = rf;
  if (event_writes(&e) && s && location_of(op->kind) == LOCATION_MEMORY)
    e.blank = !sem_weak_get(x->ctx->sem, s, op, &e.v);
  e.read_stamp = g->stamp++;
  add_event(g, e);
}

// An access that static analysis keeps apart from all others, to a place that is also accessed otherwise: it comes behind all that was.
static bool add_hidden(graph_search *x, graph *g, const touch *t, place at, const state *s) {
  for (uint32_t l = 0; l < g->locs.len && l < x->locs.len; l++) {
    const location *k = &x->locs.data[l];
    if (!g->locs.data[l].known || k->kind != LOCATION_MEMORY || k->op.obj != t->obj ||
        k->op.offset >= t->offset + t->size || t->offset >= k->op.offset + k->op.bytes)
      continue;
    if (k->op.offset != t->offset || k->op.bytes != t->size)
      return graph_gives_up(x, at, "accesses of different sizes to one place"), false;
    event e = {.kind = EVENT_WRITE,
               .proc = vec_last(&g->steps).proc,
               .loc = l,
               .rf = GRAPH_NONE,
               .at = at,
               .read_stamp = g->stamp};
    e.write_stamp = g->stamp++;
    e.blank = !sem_weak_get(x->ctx->sem, s, &k->op, &e.v);
    add_event(g, e);
    graph_place(g, (uint32_t)g->events.len - 1, graph_newest(g, l));
  }
  return true;
}

static bool is_own_mutex(const graph_search *x, const weak_op *op, const touch *t) {
  if (op->kind == WEAK_REGION) return t->mode == TOUCH_RELEASE && sem_weak_belongs(x->ctx->sem, op, t);
  return is_mutex_op(op->kind) && t->obj == op->obj && t->offset == op->offset;
}

static bool is_memory(const touch *t) { return t->mode <= TOUCH_UPDATE || t->mode == TOUCH_AWAIT; }

// What else the step did. False: something that has no place in a graph.
static bool add_rest(graph_search *x, graph *g, const weak_op *op, const footprint *f, const state *s, bool shared) {
  proc_id p = vec_last(&g->steps).proc;
  for (size_t i = 0; i < f->len; i++) {
    const touch *t = &f->data[i];
    event e = {.proc = p,
               .loc = GRAPH_NONE,
               .rf = GRAPH_NONE,
               .at = op->at,
               .other = t->obj,
               .read_stamp = g->stamp,
               .atomic = true};
    if (t->mode == TOUCH_FENCE) {
      e.kind = EVENT_FENCE;
      e.order = sem_weak_fence(t);
      add_event(g, e);
    } else if (t->mode == TOUCH_SPAWN || t->mode == TOUCH_END || t->mode == TOUCH_DIE) {
      e.kind = t->mode == TOUCH_SPAWN ? EVENT_SPAWN : t->mode == TOUCH_END ? EVENT_END : EVENT_DIE;
      e.reusable = e.kind == EVENT_DIE && op->kind == WEAK_FREE && op->lives;
      add_event(g, e);
    } else if (is_memory(t) && shared) {
      bool own = is_access(op->kind) && t->obj == op->obj && t->offset == op->offset && !(t->flags & TOUCH_APART);
      own |= op->kind == WEAK_FREE && t->obj == op->obj;  // its end is an event
      own |= op->lives && t->obj == op->lives;            // finish.c looks at that
      own |= op->kind == WEAK_REGION && sem_weak_belongs(x->ctx->sem, op, t);
      if (own || (t->flags & TOUCH_APART && t->mode == TOUCH_READ)) continue;
      if (!(t->flags & TOUCH_APART))
        return graph_gives_up(x, op->at, "a step that looks at memory which others may change"), false;
      if (!add_hidden(x, g, t, op->at, s)) return false;
    } else if ((t->mode == TOUCH_ACQUIRE || t->mode == TOUCH_RELEASE) && shared && !is_own_mutex(x, op, t)) {
      return graph_gives_up(x, op->at, "a step with several operations on mutexes"), false;
    } else if (t->mode == TOUCH_TRY && shared && op->kind == WEAK_REGION) {
      // Elsewhere a process asks whether it holds the mutex itself, which its own steps tell.
      return graph_gives_up(x, op->at, "a region that asks whether a mutex is held"), false;
    }
  }
  g->stamp++;
  return true;
}

// --- running ---------------------------------------------------------------------------------------------------------

typedef struct running {
  graph_search *x;
  const graph *g;
  const weak_op *op;
  uint32_t loc, rf;
  const graph_step *like;
  const event *was;  // the event whose stamps the access keeps, or NULL
  bool shared;
  outcome_vec *out;
} running;

static graph *begin_step(const running *r, proc_id p, const graph_step *so_far) {
  graph *g = graph_copy(r->g);
  graph_step s = {.proc = p, .first = (uint32_t)g->events.len, .n_choices = so_far->n_choices};
  memcpy(s.choices, so_far->choices, sizeof s.choices);
  s.inside = r->op->inside;
  s.makes = r->op->kind == WEAK_NEW;
  vec_push(&g->steps, s);
  return g;
}

static void keep_stamps(const running *r, graph *g) {
  event *e = graph_last(g);
  if (!r->was) return;
  e->read_stamp = r->was->read_stamp;
  e->write_stamp = r->was->write_stamp;
}

// Was the only input that the step drew whether a thread wakes without a reason?
static void note_spurious(const graph_search *x, const state *before, graph_step *s) {
  const state_input *i = state_inputs(s->after);
  if (s->n_choices != 1 || !i || !i->spurious || i->older != state_inputs(before)) return;
  s->spurious = expr_is_const(x->ctx->sem->terms, i->literal);
  s->woke = s->spurious && expr_const_u64(x->ctx->sem->terms, i->literal);
}

// One way that a step may go: so far, with what it has touched, `earlier` of it before inputs decided last.
typedef struct way {
  state *s;
  graph_step so_far;
  footprint touched;
  size_t earlier;
} way;

static bool touches_region(const running *r, const way *w, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (is_memory(&w->touched.data[i]) && sem_weak_belongs(r->x->ctx->sem, r->op, &w->touched.data[i])) return true;
  return false;
}

// What relaxes a region tells so of what was touched since inputs decided; why a thread wakes does not matter for that.
static bool is_torn(const running *r, const way *w, const graph_step *made) {
  return r->op->kind == WEAK_REGION && made->n_choices && !made->spurious && touches_region(r, w, w->earlier);
}

// The step has ended in one way. A region that has left its object alone is no access.
static void put(const running *r, sem_succ *v, proc_id p, const way *w) {
  graph_search *x = r->x;
  bool idle = r->op->kind == WEAK_REGION && w->so_far.n_choices && !touches_region(r, w, w->touched.len);
  bool accesses = is_access(r->op->kind) && !idle;
  if (idle && (r->was || r->rf != graph_newest(r->g, r->loc))) return;  // it is there once
  graph *g = begin_step(r, p, &w->so_far);
  outcome o = {.g = g, .violates = v->kind == SEM_VIOLATION, .v = *v};
  const footprint *f = &w->touched;
  if (accesses) add_access(x, g, r->op, r->loc, r->rf, f, o.violates ? NULL : v->s);
  if (r->op->kind == WEAK_JOIN)
    add_event(g, (event){.kind = EVENT_JOIN,
                         .proc = p,
                         .loc = GRAPH_NONE,
                         .rf = GRAPH_NONE,
                         .other = r->op->other,
                         .at = r->op->at,
                         .read_stamp = g->stamp++});
  if (accesses) keep_stamps(r, g);
  bool fine = true;
  if (!o.violates) {
    fine = add_rest(x, g, r->op, f, v->s, r->shared);
    if (fine && accesses && !event_writes(graph_last(g))) fine = show_newest(x, g, r->loc, v->s);
    vec_last(&g->steps).after = v->s;
    note_spurious(x, graph_state(r->g), &vec_last(&g->steps));
    if (fine && is_torn(r, w, &vec_last(&g->steps))) {
      graph_gives_up(x, r->op->at, "inputs decide inside of an atomic region");
      fine = false;
    }
    if (accesses && r->op->kind == WEAK_REGION && event_writes(graph_last(g)))
      vec_last(&g->steps).own = state_ref(v->s);
    v->s = NULL;
  }
  o.v.s = v->s;
  v->s = NULL;
  if (fine) {
    vec_push(r->out, o);
    return;
  }
  graph_free(g);
  if (o.v.s) state_unref(o.v.s);
}

// The graph with the read alone, of which nothing more is known.
static graph *with_read(const running *r, proc_id p) {
  graph *g = begin_step(r, p, &(graph_step){0});
  add_access(r->x, g, r->op, r->loc, r->rf, &r->x->out.touched, NULL);
  graph_last(g)->kind = EVENT_READ;
  vec_last(&g->steps).after = state_ref(graph_state(r->g));
  return g;
}

// What the model does not let the step find needs no answer.
static bool is_possible(const running *r, proc_id p) {
  if (!is_access(r->op->kind) || r->op->kind == WEAK_STORE) return true;
  graph *g = with_read(r, p);
  bool consistent = graph_consistent(r->x, g);
  graph_free(g);
  return consistent;
}

typedef VEC(way) way_vec;

// The ways on from w.
static void go_on(const running *r, const way *w, proc_id p, way_vec *stack) {
  graph_search *x = r->x;
  size_t n = x->out.succs.len, k = w->so_far.n_choices;
  bool several = n > 1 || (n && x->out.succs.data[0].kind == SEM_INTERRUPTED);
  if (several && k == sizeof w->so_far.choices) {
    graph_gives_up(x, r->op->at, "a step in which inputs decide more than six times");
    return;
  }
  if (r->like && several != (k < r->like->n_choices)) {
    graph_gives_up(x, r->op->at, "a step that goes other ways when what others did is taken back");
    return;
  }
  for (size_t i = n; i-- > 0;) {
    sem_succ *v = &x->out.succs.data[i];
    way next = *w;
    if (several) next.so_far.choices[next.so_far.n_choices++] = (uint8_t)i;
    if (r->like && several && r->like->choices[k] != i) continue;
    switch (v->kind) {
    case SEM_INTERRUPTED:
      next.s = v->s;
      v->s = NULL;
      next.touched = (footprint){0};
      for (size_t t = 0; t < w->touched.len; t++) vec_push(&next.touched, w->touched.data[t]);
      next.earlier = next.touched.len;
      vec_push(stack, next);
      break;
    case SEM_NEXT:
    case SEM_VIOLATION: put(r, v, p, &next); break;
    case SEM_CUT: x->ctx->result->counters.infeasible++; break;
    case SEM_UNKNOWN:
      if (is_possible(r, p)) graph_gives_up(x, v->at, v->message);
      break;
    case SEM_FINAL: UNREACHABLE("the end of a run is no step of a process");
    }
  }
}

static void run_all(const running *r, state *s, proc_id p) {
  graph_search *x = r->x;
  counters *c = &x->ctx->result->counters;
  way_vec stack = {0};
  vec_push(&stack, ((way){.s = s}));
  while (stack.len) {
    way w = vec_pop(&stack);
    c->transitions++;
    x->ctx->limits->transitions++;
    sem_out_clear(&x->out);
    sem_step(x->ctx->sem, w.s, p, &x->out);
    c->forks += x->out.forks;
    for (size_t i = 0; i < x->out.touched.len; i++) footprint_add(&w.touched, x->out.touched.data[i]);
    go_on(r, &w, p, &stack);
    vec_free(&w.touched);
  }
  vec_free(&stack);
}

static void put_blocked(const running *r, proc_id p) {
  graph *g = begin_step(r, p, &(graph_step){0});
  sem_out_clear(&r->x->out);
  add_access(r->x, g, r->op, r->loc, r->rf, &r->x->out.touched, NULL);
  keep_stamps(r, g);
  graph_last(g)->kind = EVENT_READ;
  vec_last(&g->steps).blocked = true;
  vec_last(&g->steps).after = state_ref(graph_state(r->g));
  vec_push(r->out, ((outcome){.g = g}));
}

// A lock that finds the mutex held waits; an operation on a mutex that another one has overtaken is not executed.
static bool put_idle(const running *r, proc_id p, bool held) {
  if (held && r->op->kind == WEAK_TRYLOCK) return false;
  bool blocked = held && r->op->kind == WEAK_LOCK;
  bool late = r->rf != graph_newest(r->g, r->loc);
  for (size_t i = 0; i < r->g->events.len && !late; i++) {
    const event *e = &r->g->events.data[i];
    late = e->kind == EVENT_UPDATE && !e->placed && e->loc == r->loc;
  }
  if (!blocked && !late) return false;
  if (blocked) {
    put_blocked(r, p);
    return true;
  }
  graph *g = begin_step(r, p, &(graph_step){0});
  add_access(r->x, g, r->op, r->loc, r->rf, &r->x->out.touched, NULL);
  keep_stamps(r, g);
  vec_last(&g->steps).missing = true;
  vec_push(r->out, ((outcome){.g = g}));
  return true;
}

// What was never written has no value. Mostly the model forbids that it is found; else a race says more than that.
static void read_blank(const running *r, proc_id p) {
  graph_search *x = r->x;
  graph *g = with_read(r, p);
  if (graph_consistent(x, g)) {
    if (!x->race) graph_look_for_races(x, g);
    if (!x->race) graph_gives_up(x, r->op->at, "a read of memory that was never written");
  }
  graph_free(g);
}

void graph_execute(graph_search *x, graph *g, proc_id p, const weak_op *op, uint32_t rf, const graph_step *like,
                   const event *was, outcome_vec *out) {
  running r = {.x = x,
               .g = g,
               .op = op,
               .rf = rf,
               .like = like,
               .was = was,
               .out = out,
               .shared = sem_weak_shared(graph_state(g))};
  if (is_access(op->kind) && !graph_location(x, g, op, &r.loc)) return;
  if (is_access(op->kind)) meet_location(x, g, r.loc, graph_state(g));
  value v;
  bool reads = is_access(op->kind) && op->kind != WEAK_STORE;
  if (reads && !value_of(g, r.loc, rf, &v) && !(op->block && sem_weak_is_blank(v))) {
    read_blank(&r, p);
    return;
  }
  if (is_mutex_op(op->kind) && put_idle(&r, p, v.bits != 0)) return;
  state *s = state_fork(graph_state(g));
  if (op->kind == WEAK_REGION) {
    uint64_t where;
    sem_weak_transfer(x->ctx->sem, graph_region_source(g, rf), s, op);
    if (!sem_next(x->ctx->sem, s, p, &where)) {
      if (rf == graph_newest(g, r.loc)) put_blocked(&r, p);
      state_unref(s);
      return;
    }
  }
  if (reads && location_of(op->kind) == LOCATION_MEMORY && !sem_weak_set(x->ctx->sem, s, op, v)) {
    graph_gives_up(x, op->at, "a value of another form than its place");
    state_unref(s);
    return;
  }
  if (op->kind == WEAK_TRYLOCK) sem_weak_pretend(s, op, v.bits != 0);
  run_all(&r, s, p);
}
