// Writes: their places in modification order, and the reads that may read from them after all.
#include "engine/graph/search.h"

uint32_t graph_waiting(const graph *g) {
  for (uint32_t i = 0; i < g->events.len; i++)
    if (event_writes(&g->events.data[i]) && !g->events.data[i].placed) return i;
  return GRAPH_NONE;
}

// May the update stand directly behind what it reads from? Not if another one does.
static bool may_follow(const graph *g, const event *u) {
  uint32_t next = u->rf == GRAPH_NONE ? g->locs.data[u->loc].mo_first : g->events.data[u->rf].mo_next;
  return next == GRAPH_NONE || g->events.data[next].kind != EVENT_UPDATE || g->events.data[next].rf != u->rf;
}

// --- what may be taken out -------------------------------------------------------------------------------------------

typedef struct view {
  const graph *g;
  const uint64_t *prefix;  // what lies before the write
  uint32_t stamp;
} view;

// Was the write added no later than the stamp, or does it lie before the new write?
static bool has_write(const view *v, uint32_t e) {
  const event *w = &v->g->events.data[e];
  return w->placed && (w->write_stamp <= v->stamp || row_has(v->prefix, e));
}

static bool is_newest(const view *v, uint32_t loc, uint32_t w) {
  uint32_t next = w == GRAPH_NONE ? v->g->locs.data[loc].mo_first : v->g->events.data[w].mo_next;
  for (; next != GRAPH_NONE; next = v->g->events.data[next].mo_next)
    if (has_write(v, next)) return false;
  return true;
}

// Did the read, when it was added, read the newest write?
static bool read_canonically(view v, uint32_t e) {
  const event *r = &v.g->events.data[e];
  v.stamp = r->read_stamp;
  return (r->rf == GRAPH_NONE || has_write(&v, r->rf)) && is_newest(&v, r->loc, r->rf);
}

// Did the write become the newest one, and does nobody who was there read from it?
static bool wrote_canonically(view v, uint32_t e) {
  const event *w = &v.g->events.data[e];
  v.stamp = w->write_stamp;
  if (!is_newest(&v, w->loc, e)) return false;
  for (uint32_t i = 0; i < v.g->events.len; i++) {
    const event *r = &v.g->events.data[i];
    if (event_reads(r) && r->loc == w->loc && r->rf == e && (r->read_stamp <= v.stamp || row_has(v.prefix, i)))
      return false;
  }
  return true;
}

// What becomes of a step. half: an update of which the read stays.
typedef enum fate { FATE_KEPT, FATE_HALF, FATE_GONE, FATE_READ, FATE_WRITE } fate;
typedef VEC(fate) fate_vec;

static fate fate_of(const view *v, const graph_step *s) {
  const event *e = &v->g->events.data[s->first];
  for (uint32_t i = 0; i < s->n; i++)
    if (row_has(v->prefix, s->first + i)) return FATE_KEPT;
  uint32_t first = e->kind == EVENT_WRITE ? e->write_stamp : e->read_stamp;
  if (first > v->stamp) return FATE_GONE;
  return e->kind == EVENT_UPDATE && (!e->placed || e->write_stamp > v->stamp) ? FATE_HALF : FATE_KEPT;
}

static bool made_by(const view *v, const graph_step *s, proc_id p) {
  for (uint32_t k = s->first; k < s->first + s->n; k++)
    if (v->g->events.data[k].kind == EVENT_SPAWN && v->g->events.data[k].other == p) return true;
  return false;
}

// Steps without events go with what comes before them in their process.
static fate fate_of_empty(const view *v, const fate_vec *fates, proc_id p) {
  for (size_t i = fates->len; i-- > 0;) {
    const graph_step *s = &v->g->steps.data[i];
    if (s->proc == p || made_by(v, s, p))
      return fates->data[i] == FATE_KEPT || fates->data[i] == FATE_WRITE ? FATE_KEPT : FATE_GONE;
  }
  return FATE_KEPT;
}

static void find_fates(const view *v, uint32_t r, uint32_t w, fate_vec *fates) {
  vec_clear(fates);
  for (size_t i = 0; i < v->g->steps.len; i++) {
    const graph_step *s = &v->g->steps.data[i];
    fate f = !s->n           ? fate_of_empty(v, fates, s->proc)
             : s->first == r ? FATE_READ
             : s->first == w ? FATE_WRITE
                             : fate_of(v, s);
    vec_push(fates, f);
  }
}

// Is everything that would be taken out there in the canonical way?
static bool may_revisit(const view *v, uint32_t r, const fate_vec *fates) {
  const graph *g = v->g;
  if (!read_canonically(*v, r)) return false;
  for (size_t i = 0; i < g->steps.len; i++) {
    const graph_step *s = &g->steps.data[i];
    fate f = fates->data[i];
    if (f == FATE_KEPT || f == FATE_WRITE) continue;
    for (uint32_t k = 0; k < s->n; k++) {
      const event *e = &g->events.data[s->first + k];
      if (f == FATE_GONE && event_reads(e) && !read_canonically(*v, s->first + k)) return false;
      if (event_writes(e) && e->placed && !wrote_canonically(*v, s->first + k)) return false;
    }
  }
  return true;
}

// --- the graph after a revisit ---------------------------------------------------------------------------------------

typedef struct rebuild {
  graph_search *x;
  const graph *old;
  const fate_vec *fates;
  uint32_t r, w;  // in the old graph
  u32_vec to;     // events of the old graph in the new one
} rebuild;

// The write of the new graph that the old event's write comes behind.
static uint32_t place_for(const rebuild *b, const graph *g, uint32_t old) {
  uint32_t behind = GRAPH_NONE;
  for (uint32_t e = b->old->events.data[old].mo_prev; e != GRAPH_NONE && behind == GRAPH_NONE;
       e = b->old->events.data[e].mo_prev) {
    uint32_t n = b->to.data[e];
    if (n != GRAPH_NONE && g->events.data[n].placed) behind = n;
  }
  return behind;
}

static bool same_event(const event *a, const event *b) {
  return a->kind == b->kind && a->loc == b->loc && a->proc == b->proc && a->other == b->other;
}

// Notes the events of a step that was executed again.
static bool link_events(rebuild *b, graph *g, const graph_step *s) {
  const graph_step *now = &vec_last(&g->steps);
  bool same = now->n == s->n || (s->missing && now->n > s->n);  // of what was not executed only the access is known
  for (uint32_t k = 0; k < s->n && same; k++) {
    same = same_event(&b->old->events.data[s->first + k], &g->events.data[now->first + k]);
    b->to.data[s->first + k] = now->first + k;
    g->events.data[now->first + k].read_stamp = b->old->events.data[s->first + k].read_stamp;
    g->events.data[now->first + k].write_stamp = b->old->events.data[s->first + k].write_stamp;
  }
  if (!same)
    graph_gives_up(b->x, b->old->events.data[s->first].at, "a step that does something else when it is executed again");
  return same;
}

static uint32_t mapped(const rebuild *b, uint32_t rf) {
  if (rf == GRAPH_NONE) return GRAPH_NONE;
  CHECK(b->to.data[rf] != GRAPH_NONE, "what a kept read reads from is kept");
  return b->to.data[rf];
}

// The step as it was, at the end of g. NULL: not possible, g is gone; or it violates something, which is told.
static graph *repeat(rebuild *b, graph *g, const graph_step *s, bool half) {
  weak_op op;
  outcome_vec out = {0};
  const event *e = s->n ? &b->old->events.data[s->first] : NULL;
  graph_next(b->x, g, s->proc, &op);
  bool reads = e && event_reads(e);
  graph_execute(b->x, g, s->proc, &op, reads ? mapped(b, e->rf) : GRAPH_NONE, s, e, &out);
  graph *made = NULL;
  for (size_t i = 0; i < out.len; i++) {
    outcome *o = &out.data[i];
    if (o->violates) {
      graph_violated(b->x, o->g, &o->v);
      state_unref(o->v.s);
    } else if (made || !link_events(b, o->g, s)) {
      graph_free(o->g);
    } else {
      made = o->g;
    }
  }
  vec_free(&out);
  graph_free(g);
  if (!made || half || !e || !e->placed || !event_writes(e)) return made;
  graph_settle(b->x, made, vec_last(&made->steps).first, place_for(b, made, s->first));
  return made;
}

// The part of the old graph that can be taken as it is: all steps before the first that is not kept.
static graph *common_part(rebuild *b, size_t *kept) {
  const graph *old = b->old;
  size_t n = 0;
  while (n < old->steps.len && b->fates->data[n] == FATE_KEPT) n++;
  *kept = n;
  graph *g = graph_new(state_ref(old->start));
  uint32_t end = n < old->steps.len ? old->steps.data[n].first : (uint32_t)old->events.len;
  vec_clear(&b->to);
  for (uint32_t i = 0; i < old->events.len; i++) vec_push(&b->to, i < end ? i : GRAPH_NONE);
  for (size_t i = 0; i < n; i++) {
    graph_step s = old->steps.data[i];
    graph_step_ref(&s);
    vec_push(&g->steps, s);
  }
  for (uint32_t i = 0; i < end; i++) vec_push(&g->events, old->events.data[i]);
  g->stamp = old->stamp;
  // Places that were met in this part, with the writes of this part in their order.
  for (uint32_t l = 0; l < old->locs.len; l++) {
    graph_loc *loc = graph_loc_at(g, l);
    for (uint32_t i = 0; i < end && !loc->known; i++)
      loc->known = event_is_access(&g->events.data[i]) && g->events.data[i].loc == l;
    loc->init = old->locs.data[l].init;
    loc->blank = old->locs.data[l].blank;
    uint32_t last = GRAPH_NONE;
    for (uint32_t e = old->locs.data[l].mo_first; e != GRAPH_NONE; e = old->events.data[e].mo_next) {
      if (e >= end) continue;
      graph_place(g, e, last);
      last = e;
    }
  }
  graph_show(b->x, g);
  return g;
}

// The kept part, with the write w at its end or in it; w waits for its place. NULL: that is no graph.
static graph *kept_part(rebuild *b) {
  size_t i;
  graph *g = common_part(b, &i);
  for (; i < b->old->steps.len && g; i++) {
    fate f = b->fates->data[i];
    if (f != FATE_KEPT && f != FATE_WRITE) continue;
    if (f == FATE_WRITE && b->old->events.data[b->w].kind == EVENT_UPDATE) {
      event u = b->old->events.data[b->w];
      u.rf = mapped(b, u.rf);
      if (!may_follow(g, &u)) {
        graph_free(g);
        return NULL;
      }
    }
    g = repeat(b, g, &b->old->steps.data[i], false);
  }
  return g;
}

// Updates whose write was taken out are executed again; it waits for its place.
static graph *add_halves(rebuild *b, graph *g) {
  for (size_t i = 0; i < b->old->steps.len && g; i++)
    if (b->fates->data[i] == FATE_HALF) g = repeat(b, g, &b->old->steps.data[i], true);
  return g;
}

// With w in one place: r is executed again and reads from it. Takes g.
static void read_again(rebuild *b, graph *g, uint32_t w) {
  weak_op op;
  outcome_vec out = {0};
  const event *r = &b->old->events.data[b->r];
  proc_id p = r->proc;
  if (!graph_consistent(b->x, g)) {
    graph_free(g);
    return;
  }
  graph_next(b->x, g, p, &op);
  graph_execute(b->x, g, p, &op, w, NULL, r, &out);
  for (size_t i = 0; i < out.len; i++) {
    outcome *o = &out.data[i];
    if (o->violates) {
      graph_violated(b->x, o->g, &o->v);
      state_unref(o->v.s);
      continue;
    }
    graph *made = add_halves(b, o->g);
    if (made && graph_consistent(b->x, made))
      graph_push(b->x, made);
    else
      graph_free(made);
  }
  vec_free(&out);
  graph_free(g);
}

static void revisit(graph_search *x, const graph *old, const fate_vec *fates, uint32_t r, uint32_t w) {
  rebuild b = {.x = x, .old = old, .fates = fates, .r = r, .w = w};
  graph *g = kept_part(&b);
  uint32_t to = g ? b.to.data[w] : GRAPH_NONE;
  if (g && old->events.data[w].kind == EVENT_UPDATE) {
    graph_settle(x, g, to, g->events.data[to].rf);
    read_again(&b, g, to);
  } else if (g) {
    uint32_t loc = g->events.data[to].loc;
    for (uint32_t behind = GRAPH_NONE, next = g->locs.data[loc].mo_first;; next = g->events.data[behind].mo_next) {
      graph *c = graph_copy(g);
      graph_settle(x, c, to, behind);
      read_again(&b, c, to);
      if (next == GRAPH_NONE) break;
      behind = next;
    }
    graph_free(g);
  }
  vec_free(&b.to);
}

static bool is_taken_back(const fate_vec *fates, size_t step) {
  return fates->data[step] != FATE_KEPT && fates->data[step] != FATE_WRITE;
}

// Without the conditions that such a step has added, steps that are kept may go other ways than they went. Whether a thread wakes without a reason nothing else
// depends on.
static bool takes_back_choices(const graph *g, const fate_vec *fates) {
  for (size_t i = 0; i < g->steps.len; i++)
    if (g->steps.data[i].n_choices && !g->steps.data[i].spurious && is_taken_back(fates, i)) return true;
  return false;
}

// The canonical way of a choice that may be taken back: the thread waits.
static bool chosen_canonically(const graph *g, const fate_vec *fates) {
  for (size_t i = 0; i < g->steps.len; i++)
    if (g->steps.data[i].spurious && is_taken_back(fates, i) && g->steps.data[i].woke) return false;
  return true;
}

static void place_forward(graph_search *x, graph *g, uint32_t w) {
  const event *e = &g->events.data[w];
  if (g->steps.data[e->step].missing) return;
  if (e->kind == EVENT_UPDATE) {
    if (!may_follow(g, e)) return;
    graph *c = graph_copy(g);
    graph_settle(x, c, w, e->rf);
    if (graph_consistent(x, c))
      graph_push(x, c);
    else
      graph_free(c);
    return;
  }
  for (uint32_t behind = GRAPH_NONE, next = g->locs.data[e->loc].mo_first;; next = g->events.data[behind].mo_next) {
    graph *c = graph_copy(g);
    graph_settle(x, c, w, behind);
    if (graph_consistent(x, c))
      graph_push(x, c);
    else
      graph_free(c);
    if (next == GRAPH_NONE) break;
    behind = next;
  }
}

void graph_branch_write(graph_search *x, graph *g) {
  uint32_t w = graph_waiting(g);
  event *e = &g->events.data[w];
  e->write_stamp = g->stamp++;
  fate_vec fates = {0};
  relations before = {0};  // graphs that are made on the way use the search's own
  relations_begin(&before, g);
  relations_porf(&before);
  place_forward(x, g, w);
  for (uint32_t r = 0; r < g->events.len && !x->violation; r++) {
    const event *read = &g->events.data[r];
    if (r == w || !event_reads(read) || read->loc != e->loc || row_has(row(&before, &before.porf, w), r)) continue;
    view v = {.g = g, .prefix = row(&before, &before.porf, w), .stamp = read->read_stamp};
    find_fates(&v, r, w, &fates);
    if (!may_revisit(&v, r, &fates) || !chosen_canonically(g, &fates)) continue;
    if (takes_back_choices(g, &fates))
      graph_gives_up(x, read->at, "inputs decide in steps that are taken back");
    else
      revisit(x, g, &fates, r, w);
  }
  vec_free(&fates);
  relations_fini(&before);
  graph_free(g);
}
