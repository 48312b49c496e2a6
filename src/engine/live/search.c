#include "engine/live/search_int.h"

#include "base/map64.h"
#include "base/mem.h"

// --- the product -----------------------------------------------------------------------------------------------------

static uint32_t node_of(search *x, uint32_t s, uint32_t q, bool ended) {
  uint64_t key = (uint64_t)q << 33 | (uint64_t)ended << 32 | s, at;
  if (map64_get(&x->index, key, &at)) return (uint32_t)at;
  map64_put(&x->index, key, x->nodes.len);
  vec_push(&x->nodes, ((node){.s = s, .q = q, .ended = ended}));
  return (uint32_t)x->nodes.len - 1;
}

// May the run end here?
static bool may_end(const search *x, const space_state *s) {
  if (x->q->stop_is_end && s->stopped) return x->q->ends == LIVE_ENDS_ALL;
  if (!s->final || s->cut) return false;
  return x->q->ends == LIVE_ENDS_ALL || s->unfinished;
}

void live_put_arcs(search *x, uint32_t from, arc_vec *out) {
  const node n = x->nodes.data[from];
  bool ends = n.ended || may_end(x, space_get(x->q->sp, n.s));
  vec_clear(&x->moves);
  x->q->moves(x->q->arg, n.s, n.q, &x->moves);
  for (size_t i = 0; i < x->moves.len && ends; i++) {
    live_move m = x->moves.data[i];
    vec_push(out, ((arc){node_of(x, n.s, m.to, true), m.marks, NOBODY, false}));
  }
  uint32_t count = 0;
  const space_edge *edges = n.ended || !x->moves.len ? NULL : space_edges(x->q->sp, n.s, &count);
  for (uint32_t e = 0; e < count; e++) {
    for (size_t i = 0; i < x->moves.len; i++) {
      live_move m = x->moves.data[i];
      vec_push(out, ((arc){node_of(x, edges[e].to, m.to, false), m.marks, edges[e].proc, edges[e].by_chance}));
    }
  }
}

uint64_t live_demanded_at(const search *x, uint32_t at) {
  const node *n = &x->nodes.data[at];
  const space_state *s = space_get(x->q->sp, n->s);
  return n->ended ? 0 : ~s->idle | s->cut | (x->q->stop_is_end ? s->stopped : 0);
}

// Processes about whom fairness demands nothing more if the run comes to this node again and again.
static uint64_t idle_at(const search *x, uint32_t at) {
  if (x->nodes.data[at].ended || x->q->fair == LIVE_ALL_RUNS) return ~0ull;
  return x->q->fair == LIVE_STRONG ? x->never : ~live_demanded_at(x, at);
}

seen live_seen_by(const arc *a) { return (seen){a->marks, a->proc == NOBODY ? ~0ull : 1ull << a->proc}; }
seen live_both(seen a, seen b) { return (seen){a.marks | b.marks, a.procs | b.procs}; }
static bool is_all(const search *x, seen s) { return (s.marks & x->q->marks) == x->q->marks && s.procs == ~0ull; }

// --- parts -----------------------------------------------------------------------------------------------------------

static void enter(search *x, uint32_t at, seen entry) {
  node *n = &x->nodes.data[at];
  n->number = ++x->count;
  n->open = true;
  vec_push(&x->open, at);
  vec_push(&x->parts, ((part){n->number, {0, idle_at(x, at)}, entry}));
  frame f = {at, x->arcs.len, x->arcs.len};
  live_put_arcs(x, at, &x->arcs);
  vec_push(&x->stack, f);
}

// The way from the open node and back again: all parts on it are one. True: it has everything.
static bool close_cycle(search *x, uint32_t to, seen by) {
  while (vec_last(&x->parts).number > x->nodes.data[to].number) {
    part p = vec_pop(&x->parts);
    by = live_both(by, live_both(p.own, p.entry));
  }
  part *top = &vec_last(&x->parts);
  top->own = live_both(top->own, by);
  return x->q->fair != LIVE_STRONG && is_all(x, top->own);
}

static void leave(search *x) {
  frame f = vec_pop(&x->stack);
  x->arcs.len = f.first;
  if (vec_last(&x->parts).number != x->nodes.data[f.node].number) return;
  (void)vec_pop(&x->parts);
  for (uint32_t at = 0; at != f.node;) {
    at = vec_pop(&x->open);
    x->nodes.data[at].open = false;
  }
}

// The next arc of the newest node. True: a run is found.
static bool advance(search *x) {
  frame *f = &vec_last(&x->stack);
  if (f->next == x->arcs.len) {
    leave(x);
    return false;
  }
  arc a = x->arcs.data[f->next++];
  node *to = &x->nodes.data[a.to];
  if (a.by_chance) {  // what happens for no reason does not happen for ever: no part of a cycle
    if (!to->number) vec_push(&x->later, a.to);
    return false;
  }
  if (!to->number)
    enter(x, a.to, live_seen_by(&a));
  else if (to->open)
    return close_cycle(x, a.to, live_seen_by(&a));
  return false;
}

static live_answer look_from(search *x, uint32_t at) {
  if (x->nodes.data[at].number) return LIVE_NO;
  enter(x, at, (seen){0});
  while (x->stack.len) {
    if (limits_hit(x->ctx->limits)) return LIVE_STOPPED;
    if (advance(x)) return LIVE_YES;
    if (x->ctx->progress) x->ctx->progress(x->ctx->progress_arg, x->ctx->result, x->stack.len, space_count(x->q->sp));
  }
  return LIVE_NO;
}

static live_answer look(search *x) {
  const space_ids *first = space_initial(x->q->sp);
  for (size_t i = first->len; i-- > 0;) vec_push(&x->later, node_of(x, first->data[i], 0, false));
  live_answer answer = LIVE_NO;
  while (x->later.len && answer == LIVE_NO) answer = look_from(x, vec_pop(&x->later));
  if (answer == LIVE_NO && x->q->fair == LIVE_STRONG) answer = live_find_strong(x);
  return answer;
}

// --- the lasso -------------------------------------------------------------------------------------------------------

// Breadth first from one of some nodes to the first arc that is wanted.
typedef struct walk {
  search *x;
  const bool *inside;  // by node: only there, and nothing by chance; NULL: everywhere
  bool (*wanted)(const struct walk *w, uint32_t from, const arc *a);
  seen have;        // so far
  uint32_t target;  // where to
} walk;

typedef struct reached {
  uint32_t node, before;  // number in the queue
  arc by;
} reached;

static bool is_new_to(const walk *w, uint32_t from, const arc *a) {
  (void)from;
  seen now = live_both(w->have, live_both(live_seen_by(a), (seen){0, idle_at(w->x, a->to)}));
  return (now.marks & w->x->q->marks) != (w->have.marks & w->x->q->marks) || now.procs != w->have.procs;
}

static bool leads_to_target(const walk *w, uint32_t from, const arc *a) {
  (void)from;
  return a->to == w->target;
}

static bool leads_inside(const walk *w, uint32_t from, const arc *a) {
  (void)from;
  return w->x->nodes.data[a->to].open && w->x->nodes.data[a->to].number >= w->target;
}

static void put_way(const reached *queue, size_t at, arc_vec *out) {
  size_t from = out->len;
  for (; queue[at].before != UINT32_MAX; at = queue[at].before) vec_push(out, queue[at].by);
  for (size_t i = from, k = out->len; i + 1 < k; i++, k--) {
    arc tmp = out->data[i];
    out->data[i] = out->data[k - 1];
    out->data[k - 1] = tmp;
  }
}

// Appends the arcs of a shortest way from one of the nodes; *begin is the one.
static bool find_way(const walk *w, const uint32_t *from, size_t n, arc_vec *out, uint32_t *begin) {
  VEC(reached) queue = {0};
  map64 met = {0};
  arc_vec arcs = {0};
  bool found = false;
  for (size_t i = 0; i < n; i++) vec_push(&queue, ((reached){from[i], UINT32_MAX, {0}}));
  for (size_t at = 0; at < queue.len && !found; at++) {
    vec_clear(&arcs);
    uint32_t here = queue.data[at].node;
    // What the search has not come to has no part in it.
    if (w->x->nodes.data[here].number) live_put_arcs(w->x, here, &arcs);
    for (size_t i = 0; i < arcs.len && !found; i++) {
      arc a = arcs.data[i];
      if (!w->x->nodes.data[a.to].number || (w->inside && (!w->inside[a.to] || a.by_chance))) continue;
      found = w->wanted(w, here, &a);
      if (!found && !map64_put(&met, a.to, 1)) continue;
      vec_push(&queue, ((reached){a.to, (uint32_t)at, a}));
    }
  }
  if (found) {
    size_t at = queue.len - 1;
    put_way(queue.data, at, out);
    while (queue.data[at].before != UINT32_MAX) at = queue.data[at].before;
    *begin = queue.data[at].node;
  }
  vec_free(&queue);
  vec_free(&arcs);
  map64_fini(&met);
  return found;
}

// From the node round through everything that must come again, and back.
static void find_loop(search *x, uint32_t first, const bool *inside, arc_vec *out) {
  uint32_t at = first, begin;
  walk w = {.x = x, .inside = inside, .have = {0, idle_at(x, first)}, .target = first};
  w.wanted = is_new_to;
  size_t taken = out->len;
  while (!is_all(x, w.have)) {
    bool found = find_way(&w, &at, 1, out, &begin);
    CHECK(found, "the part has what is missing");
    for (; taken < out->len; taken++) {
      arc a = out->data[taken];
      w.have = live_both(w.have, live_both(live_seen_by(&a), (seen){0, idle_at(x, a.to)}));
      at = a.to;
    }
  }
  w.wanted = leads_to_target;
  if (at == first && taken) return;
  bool back = find_way(&w, &at, 1, out, &begin);
  CHECK(back, "the part is strongly connected");
}

static void put_steps(search *x, const arc_vec *arcs, live_lasso *out) {
  for (size_t i = 0; i < arcs->len; i++) {
    arc a = arcs->data[i];
    if (a.proc != NOBODY) vec_push(&out->steps, ((space_edge){x->nodes.data[a.to].s, a.proc, a.by_chance}));
  }
}

static void make_lasso(search *x, live_lasso *out) {
  arc_vec stem = {0}, round = {0};
  VEC(uint32_t) from = {0};
  const space_ids *ids = space_initial(x->q->sp);
  for (size_t i = 0; i < ids->len; i++) vec_push(&from, node_of(x, ids->data[i], 0, false));
  uint32_t root = x->parts.len ? vec_last(&x->parts).number : 0, begin = 0, first = 0;
  for (size_t i = 0; i < from.len && !first; i++)
    if (x->nodes.data[from.data[i]].open && x->nodes.data[from.data[i]].number >= root) first = begin = from.data[i];
  walk w = {.x = x, .wanted = leads_inside, .target = root};
  if (!first) {
    bool found = find_way(&w, from.data, from.len, &stem, &begin);
    CHECK(found, "the search has come here");
    first = vec_last(&stem).to;
  }
  bool *inside = MEM_NEW_N(bool, x->nodes.len);
  size_t n_nodes = x->nodes.len;
  for (size_t i = 0; i < n_nodes; i++) inside[i] = x->nodes.data[i].open && x->nodes.data[i].number >= root;
  find_loop(x, first, inside, &round);
  CHECK(x->nodes.len == n_nodes, "no part of the product is new");
  out->first = x->nodes.data[begin].s;
  put_steps(x, &stem, out);
  out->loop = out->steps.len;
  put_steps(x, &round, out);
  out->inside = x->nodes.data[first].q;
  vec_free(&stem);
  vec_free(&round);
  vec_free(&from);
  mem_free(inside);
}

void live_lasso_fini(live_lasso *l) { vec_free(&l->steps); }

live_answer live_search(engine_ctx *ctx, const live_question *q, live_lasso *out) {
  search x = {.ctx = ctx, .q = q};
  vec_push(&x.nodes, ((node){0}));
  live_answer answer = look(&x);
  if (answer == LIVE_YES) make_lasso(&x, out);
  vec_free(&x.nodes);
  map64_fini(&x.index);
  vec_free(&x.stack);
  vec_free(&x.arcs);
  vec_free(&x.parts);
  vec_free(&x.open);
  vec_free(&x.later);
  vec_free(&x.moves);
  return answer;
}
