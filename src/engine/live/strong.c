// Strong fairness: who can step again and again does so again and again. A strongly connected part of the product has such a run if it has all
// marks, and everybody who can step somewhere in it steps in it. Where somebody cannot step inside the part, no run that stays in it may come to where
// he could: these nodes are taken out, and the parts of the rest are looked at (Emerson and Lei). So it is asked when all nodes are known.
#include "base/mem.h"
#include "engine/live/search_int.h"

typedef VEC(uint32_t) id_vec;

typedef struct place_in {
  uint32_t node;
  size_t next;  // of its arcs
  arc_vec arcs;
} place_in;

// Tarjan's algorithm on the nodes of one set.
typedef struct parter {
  search *x;
  uint32_t *set;  // by node: the set it belongs to; 0: it is taken out
  uint32_t of;    // the set that is parted
  uint32_t *number, *low;
  bool *open;
  uint32_t count;
  VEC(place_in) path;
  id_vec stack;
  VEC(id_vec) todo;  // sets that are to be parted
  uint32_t n_sets;
} parter;

static bool is_inside(const parter *t, const arc *a) { return t->set[a->to] == t->of && !a->by_chance; }

static void visit(parter *t, uint32_t at) {
  t->number[at] = t->low[at] = ++t->count;
  t->open[at] = true;
  vec_push(&t->stack, at);
  place_in p = {.node = at};
  live_put_arcs(t->x, at, &p.arcs);
  vec_push(&t->path, p);
}

// What the arcs between the nodes of a part have seen, and who can step at its nodes.
static seen look_at(const parter *t, const id_vec *nodes, uint64_t *able, bool *cycle) {
  arc_vec arcs = {0};
  seen all = {0, 0};
  *able = 0;
  *cycle = false;
  for (size_t i = 0; i < nodes->len; i++) {
    vec_clear(&arcs);
    live_put_arcs(t->x, nodes->data[i], &arcs);
    *able |= live_demanded_at(t->x, nodes->data[i]);
    for (size_t k = 0; k < arcs.len; k++) {
      if (!is_inside(t, &arcs.data[k])) continue;
      all = live_both(all, live_seen_by(&arcs.data[k]));
      *cycle = true;
    }
  }
  vec_free(&arcs);
  return all;
}

// Those of the part that may be on a cycle without `who`, if any may be, are parted again.
static void take_out(parter *t, const id_vec *nodes, bool any, uint64_t who) {
  id_vec rest = {0};
  for (size_t i = 0; i < nodes->len; i++) {
    uint32_t at = nodes->data[i];
    bool stays = any && !(live_demanded_at(t->x, at) & who);
    t->set[at] = 0;
    if (stays) vec_push(&rest, at);
  }
  if (rest.len)
    vec_push(&t->todo, rest);
  else
    vec_free(&rest);
}

// The part is complete: its nodes are a set of their own from now on. True: it has a run.
static bool judge(parter *t, const id_vec *nodes) {
  uint32_t outer = t->of;
  uint64_t able;
  bool cycle;
  t->of = ++t->n_sets;
  for (size_t i = 0; i < nodes->len; i++) t->set[nodes->data[i]] = t->of;
  seen all = look_at(t, nodes, &able, &cycle);
  uint64_t kept_waiting = able & ~all.procs;
  bool marked = cycle && (all.marks & t->x->q->marks) == t->x->q->marks;
  bool found = marked && !kept_waiting;
  if (found) {
    for (size_t i = 0; i < t->x->nodes.len; i++) t->x->nodes.data[i].open = false;
    for (size_t i = 0; i < nodes->len; i++) t->x->nodes.data[nodes->data[i]].open = true;
    t->x->never = ~able;
  } else {
    take_out(t, nodes, marked, kept_waiting);
  }
  t->of = outer;
  return found;
}

static bool close_part(parter *t, uint32_t at) {
  id_vec nodes = {0};
  for (uint32_t k = 0; k != at;) {
    k = vec_pop(&t->stack);
    t->open[k] = false;
    vec_push(&nodes, k);
  }
  bool found = judge(t, &nodes);
  vec_free(&nodes);
  return found;
}

static bool advance(parter *t) {
  place_in *p = &vec_last(&t->path);
  uint32_t at = p->node;
  if (p->next < p->arcs.len) {
    arc a = p->arcs.data[p->next++];
    if (!is_inside(t, &a)) return false;
    if (!t->number[a.to])
      visit(t, a.to);
    else if (t->open[a.to] && t->number[a.to] < t->low[at])
      t->low[at] = t->number[a.to];
    return false;
  }
  vec_free(&p->arcs);
  (void)vec_pop(&t->path);
  if (t->path.len && t->low[at] < t->low[vec_last(&t->path).node]) t->low[vec_last(&t->path).node] = t->low[at];
  return t->low[at] == t->number[at] && close_part(t, at);
}

static live_answer part_set(parter *t, const id_vec *nodes) {
  t->of = ++t->n_sets;
  uint32_t of = t->of;
  for (size_t i = 0; i < nodes->len; i++) {
    t->set[nodes->data[i]] = of;
    t->number[nodes->data[i]] = 0;
  }
  for (size_t i = 0; i < nodes->len; i++) {
    if (t->number[nodes->data[i]]) continue;
    visit(t, nodes->data[i]);
    while (t->path.len) {
      if (limits_hit(t->x->ctx->limits)) return LIVE_STOPPED;
      if (advance(t)) return LIVE_YES;
    }
  }
  return LIVE_NO;
}

static void parter_fini(parter *t) {
  for (size_t i = 0; i < t->path.len; i++) vec_free(&t->path.data[i].arcs);
  for (size_t i = 0; i < t->todo.len; i++) vec_free(&t->todo.data[i]);
  vec_free(&t->path);
  vec_free(&t->todo);
  vec_free(&t->stack);
  mem_free(t->set);
  mem_free(t->number);
  mem_free(t->low);
  mem_free(t->open);
}

live_answer live_find_strong(search *x) {
  size_t n = x->nodes.len;
  parter t = {.x = x};
  t.set = MEM_NEW_N(uint32_t, n);
  t.number = MEM_NEW_N(uint32_t, n);
  t.low = MEM_NEW_N(uint32_t, n);
  t.open = MEM_NEW_N(bool, n);
  id_vec all = {0};
  for (uint32_t i = 1; i < n; i++) vec_push(&all, i);
  vec_push(&t.todo, all);
  live_answer answer = LIVE_NO;
  while (t.todo.len && answer == LIVE_NO) {
    id_vec nodes = vec_pop(&t.todo);
    answer = part_set(&t, &nodes);
    vec_free(&nodes);
  }
  CHECK(x->nodes.len == n, "no part of the product is new");
  parter_fini(&t);
  return answer;
}
