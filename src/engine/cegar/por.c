// Partial order reduction: which processes are explored from a node [AAPOR].
//
// A set is a set of processes: all edges of a process at its location enter together. Whoever is left out must not be
// able
// to come to something that conflicts with the next steps of the chosen ones; that is judged by the futures of its
// location
// (Algorithm 1). A process that waits is judged by those that can let it go on [AAPOR]. A set with a
// process that
// waits for a condition on data is everything: whether that process can move is not known.
//
// AAPOR looks at the objects of the precision alone. `common`: two steps depend on each other if they touch a common
// variable of the precision. Sound: forget all values of variables outside of the precision at once, read any value
// instead;
// that program has all runs of the real one, the abstraction stands for it too, and in it steps commute that share
// forgotten
// variables only. `lemma1` and `closure` see more dependencies.
#include "engine/cegar/arg.h"

#include <string.h>

typedef struct sets {
  cegar *g;
  anode *n;
  bitset reads, writes;  // of the next steps of the chosen
  bitset chosen;
  bitset asked;  // processes whose letting go was looked at
  bool all;
  const bitset *by_inst;  // what a process may still touch; NULL: the futures of the automata
} sets;

static const cloc *loc_of(const cegar *g, const anode *n, uint32_t p) { return &g->c->locs.data[n->locs[p]]; }

static bool is_live(const cegar *g, const anode *n, uint32_t p) {
  return n->locs[p] && loc_of(g, n, p)->kind == CLOC_CODE;
}

// --- dependence -----------------------------------------------------------------------------------------------------

typedef struct touch_pair {  // one side: next steps; other side: a future
  const bitset *reads, *writes, *future;
  size_t n;  // objects
} touch_pair;

static bool near_any(const touch_pair *x, size_t o) { return bitset_has(x->reads, o) || bitset_has(x->writes, o); }
static bool far_any(const touch_pair *x, size_t o) { return bitset_has(x->future, o); }
static bool far_writes(const touch_pair *x, size_t o) { return bitset_has(x->future, o + x->n); }

// Both touch the object, in a way whose order matters.
static bool clash_at(const cegar *g, const touch_pair *x, size_t o) {
  if (!far_any(x, o) || !near_any(x, o)) return false;
  return !g->config.rw || bitset_has(x->writes, o) || far_writes(x, o);
}

// One predicate (or one class of linked variables) meets both sides, one of which writes in it.
typedef struct meeting {
  bool near, far, write;
} meeting;

static void meet(meeting *m, const cegar *g, const touch_pair *x, size_t o) {
  m->near |= near_any(x, o);
  m->far |= far_any(x, o);
  m->write |= !g->config.rw || bitset_has(x->writes, o) || far_writes(x, o);
}

static bool linked(const cegar *g, const touch_pair *x) {
  const precision *p = &g->prec;
  if (g->config.dep == OPT_DEP_LEMMA1) {
    for (size_t q = 1; q < p->preds.len; q++) {
      meeting m = {0};
      for (size_t i = 0; i < p->preds.data[q].vars.len; i++) meet(&m, g, x, p->preds.data[q].vars.data[i]);
      if (m.near && m.far && m.write) return true;
    }
    return false;
  }
  meeting *by_class = MEM_NEW_N(meeting, g->c->vars.len);
  bool found = false;
  for (uint32_t v = 1; v < g->c->vars.len && !found; v++) {
    if (!bitset_has(&p->used, v)) continue;
    meeting *m = &by_class[p->class_of[v]];
    meet(m, g, x, v);
    found = m->near && m->far && m->write;
  }
  mem_free(by_class);
  return found;
}

// With `beyond`, objects that clash outside of the precision are noted: they would, if the precision spoke of them.
static bool dependent(const cegar *g, const touch_pair *x, bitset *beyond) {
  bool aware = g->config.por == CEGAR_AAPOR, clash = false;
  // Few objects are near; the many others are passed over by the word.
  for (size_t w = 0; 64 * w < x->n && !clash; w++) {
    for (uint64_t near = x->reads->words[w] | x->writes->words[w]; near && !clash; near &= near - 1) {
      size_t o = 64 * w + (size_t)__builtin_ctzll(near);
      if (!clash_at(g, x, o)) continue;
      if (!aware || bitset_has(&g->prec.used, o))
        clash = true;
      else if (beyond)
        bitset_add(beyond, o);
    }
  }
  if (clash || !aware || g->config.dep == OPT_DEP_COMMON) return clash;
  return linked(g, x);
}

// --- persistent sets ------------------------------------------------------------------------------------------------

static void add_process(sets *s, uint32_t p) {
  cegar *g = s->g;
  if (bitset_has(&s->chosen, p)) return;
  bitset_add(&s->chosen, p);
  const cloc *l = loc_of(g, s->n, p);
  bitset_union(&s->reads, &l->near_reads);
  bitset_union(&s->writes, &l->near_writes);
  // Every cycle has a backward edge: without reduction there, nobody is passed over [AAPOR].
  s->all |= l->await || (l->repeats && g->config.cycles == OPT_CYCLES_FULL);
}

static bool touches_mutex(const cegar *g, const cloc *l, expr mutex) {
  if (bitset_has(&l->future, cfa_any_mutex(g->c))) return true;
  for (uint32_t k = 0; k < g->c->mutexes.len; k++)
    if (expr_same(g->c->mutexes.data[k], mutex)) return bitset_has(&l->future, cfa_mutex_object(g->c, k));
  return true;
}

// q must not move before the chosen ones: it is taken in, or those without whom it cannot go on.
static void hold_back(sets *s, uint32_t first) {
  cegar *g = s->g;
  id_vec worklist = {0};
  vec_push(&worklist, first);
  while (worklist.len) {
    uint32_t q = vec_pop(&worklist);
    if (bitset_has(&s->asked, q) || !is_live(g, s->n, q)) continue;
    bitset_add(&s->asked, q);
    if (bitset_has(&s->n->enabled, q)) {
      add_process(s, q);
      continue;
    }
    uint32_t joined;
    expr mutex;
    if (!discrete_waits_for(g, s->n, q, &joined, &mutex)) {
      s->all = true;
      break;
    }
    if (joined) {
      if (joined < g->c->insts.len) vec_push(&worklist, joined);
      continue;
    }
    for (uint32_t r = 1; r < g->c->insts.len; r++)
      if (r != q && is_live(g, s->n, r) && touches_mutex(g, loc_of(g, s->n, r), mutex)) vec_push(&worklist, r);
  }
  vec_free(&worklist);
}

// Without whom q cannot move: itself, or who would have to start it; 0: nobody can.
static uint32_t mover_of(const sets *s, uint32_t q) {
  while (q && !s->n->locs[q]) q = s->g->c->insts.data[q].parent;
  return q && is_live(s->g, s->n, q) ? q : 0;
}

static void close_set(sets *s) {
  cegar *g = s->g;
  for (bool grew = true; grew && !s->all;) {
    grew = false;
    for (uint32_t q = 1; q < g->c->insts.len && !s->all; q++) {
      uint32_t mover = s->by_inst || is_live(g, s->n, q) ? mover_of(s, q) : 0;
      if (!mover || bitset_has(&s->chosen, mover) || bitset_has(&s->asked, mover)) continue;
      const bitset *future = s->by_inst ? &s->by_inst[q] : &loc_of(g, s->n, q)->future;
      touch_pair x = {&s->reads, &s->writes, future, cfa_objects(g->c)};
      if (!dependent(g, &x, NULL)) continue;
      hold_back(s, mover);
      grew = true;
    }
  }
  if (!s->all) return;
  for (uint32_t p = 1; p < g->c->insts.len; p++)
    if (bitset_has(&s->n->enabled, p)) add_process(s, p);
}

static void open_sets(sets *s, cegar *g, anode *n) {
  size_t objects = cfa_objects(g->c), insts = g->c->insts.len;
  *s = (sets){.g = g,
              .n = n,
              .reads = bitset_new(objects),
              .writes = bitset_new(objects),
              .chosen = bitset_new(insts),
              .asked = bitset_new(insts)};
}

static void clear_sets(sets *s) {
  bitset_clear(&s->reads);
  bitset_clear(&s->writes);
  bitset_clear(&s->chosen);
  bitset_clear(&s->asked);
  s->all = false;
}

static void close_sets(sets *s) {
  bitset_fini(&s->reads);
  bitset_fini(&s->writes);
  bitset_fini(&s->chosen);
  bitset_fini(&s->asked);
}

// --- validity under later precisions (Algorithm 3) -------------------------------------------------------------------

static void note_validity(sets *s) {
  cegar *g = s->g;
  anode *n = s->n;
  size_t objects = cfa_objects(g->c);
  bitset_fini(&n->left_out);
  bitset_fini(&n->inside);
  n->left_out = bitset_new(objects);
  n->inside = bitset_new(objects);
  bool linked_too = g->config.dep != OPT_DEP_COMMON && (g->config.domain & DOMAIN_PRED);
  for (uint32_t q = 1; q < g->c->insts.len; q++) {
    if (!is_live(g, n, q) || bitset_has(&s->chosen, q)) continue;
    const bitset *future = &loc_of(g, n, q)->future;
    touch_pair x = {&s->reads, &s->writes, future, objects};
    dependent(g, &x, &n->left_out);
    for (size_t o = 1; o < g->c->vars.len && linked_too; o++) {
      if (bitset_has(future, o)) bitset_add(&n->left_out, o);
      if (near_any(&x, o)) bitset_add(&n->inside, o);
    }
  }
}

static uint32_t size_of(const bitset *b) {
  uint32_t n = 0;
  for (size_t w = 0; 64 * w < b->bits; w++) n += (uint32_t)__builtin_popcountll(b->words[w]);
  return n;
}

static uint32_t actions_of(const sets *s) {
  uint32_t n = 0;
  for (uint32_t p = 1; p < s->g->c->insts.len; p++)
    if (bitset_has(&s->chosen, p)) n += (uint32_t)loc_of(s->g, s->n, p)->out.len;
  return n;
}

// --- the choice -----------------------------------------------------------------------------------------------------

static void choose_all(anode *n) { bitset_union(&n->chosen, &n->enabled); }

// Steps that touch nothing that others can see: the baseline of other tools.
static bool is_local_step(const cegar *g, const anode *n, uint32_t p) {
  const cloc *l = loc_of(g, n, p);
  if (l->await) return false;
  for (size_t i = 0; i < l->out.len; i++) {
    const cedge *e = &g->c->edges.data[l->out.data[i]];
    if ((e->sync != CSYNC_NONE && e->sync != CSYNC_SPAWN) || (e->goes_back && g->config.cycles == OPT_CYCLES_FULL))
      return false;
    if (g->c->locs.data[e->to].kind == CLOC_CODE && g->c->locs.data[e->to].depth) return false;  // enters a region
    if (g->c->locs.data[e->to].kind == CLOC_ENDED && g->c->insts.data[p].joined_inside) return false;
    for (size_t v = 1; v < g->c->vars.len; v++)
      if (!g->c->vars.data[v].inst && (bitset_has(&e->reads, v) || bitset_has(&e->writes, v))) return false;
  }
  return true;
}

static void choose_local(cegar *g, anode *n) {
  for (uint32_t p = 1; p < g->c->insts.len; p++)
    if (bitset_has(&n->enabled, p) && is_local_step(g, n, p)) {
      bitset_add(&n->chosen, p);
      return;
    }
  choose_all(n);
}

// As published: a backward action is put into every set of the state.
static void add_literally(sets *s) {
  for (uint32_t p = 1; p < s->g->c->insts.len; p++) {
    if (!bitset_has(&s->n->enabled, p)) continue;
    const cloc *l = loc_of(s->g, s->n, p);
    for (size_t i = 0; i < l->out.len; i++)
      if (s->g->c->edges.data[l->out.data[i]].backward) add_process(s, p);
  }
  close_set(s);
}

typedef struct score {
  uint32_t processes, actions, beyond, rank;
} score;

static bool better(const cegar *g, score a, score b) {
  if (g->config.turns) {
    if (a.processes != b.processes) return a.processes < b.processes;
    return a.rank < b.rank;
  }
  if (a.actions != b.actions) return a.actions < b.actions;
  if (a.beyond != b.beyond) return a.beyond < b.beyond;
  return a.rank < b.rank;
}

// How long until it is its turn? Everybody goes to its first loop at once. In pairs the first two that can go on take
// turns, and others come behind them.
uint32_t por_rank(const cegar *g, const anode *node, uint32_t p) {
  uint32_t n = (uint32_t)g->c->insts.len, before = 0;
  if (!g->config.turns) return p;
  if (!g->c->locs.data[node->locs[p]].looped) return 0;
  for (uint32_t q = 1; q < p && g->config.pairs; q++) before += bitset_has(&node->enabled, q);
  return 1 + (p + n - node->turn) % n + (before > 1 ? n : 0);
}

static score judge(sets *s, uint32_t p) {
  cegar *g = s->g;
  score r = {.processes = size_of(&s->chosen), .actions = actions_of(s), .rank = por_rank(g, s->n, p)};
  if (g->config.por == CEGAR_AAPOR) {
    note_validity(s);
    r.beyond = size_of(&s->n->left_out);
  }
  return r;
}

static void choose_persistent(cegar *g, anode *n) {
  score best = {UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX};
  bitset chosen = bitset_new(g->c->insts.len);
  sets s;
  open_sets(&s, g, n);
  for (uint32_t p = 1; p < g->c->insts.len; p++) {
    if (!bitset_has(&n->enabled, p)) continue;
    clear_sets(&s);
    add_process(&s, p);
    bool alone = g->config.source && !s.all;
    close_set(&s);
    if (g->config.cycles == OPT_CYCLES_LITERAL) add_literally(&s);
    score x = judge(&s, p);
    if (better(g, x, best)) {
      best = x;
      bitset_clear(&chosen);
      if (alone)
        bitset_add(&chosen, p);
      else
        bitset_union(&chosen, &s.chosen);
    }
  }
  close_sets(&s);
  bitset_union(&n->chosen, &chosen);
  bitset_fini(&chosen);
}

bool por_close(cegar *g, anode *n, const bitset *by_inst) {
  sets s;
  open_sets(&s, g, n);
  s.by_inst = by_inst;
  for (uint32_t p = 1; p < g->c->insts.len; p++)
    if (bitset_has(&n->chosen, p)) add_process(&s, p);
  close_set(&s);
  bool grew = bitset_union(&n->chosen, &s.chosen);
  if (g->config.por == CEGAR_AAPOR && !g->config.source) note_validity(&s);
  close_sets(&s);
  return grew;
}

void por_choose(cegar *g, anode *n) {
  size_t insts = g->c->insts.len;
  n->enabled = bitset_new(insts);
  n->chosen = bitset_new(insts);
  for (uint32_t p = 1; p < insts; p++)
    if (discrete_enabled(g, n, p)) bitset_add(&n->enabled, p);
  discrete_note_lost(g, n);
  switch (g->config.por) {
  case CEGAR_NONE: choose_all(n); break;
  case CEGAR_LOCAL: choose_local(g, n); break;
  case CEGAR_BASIC: choose_persistent(g, n); break;
  case CEGAR_AAPOR:
    choose_persistent(g, n);
    if (!g->config.source) por_close(g, n, NULL);  // with its validity
    break;
  }
}

// --- Algorithm 4
// ------------------------------------------------------------------------------------------------------

// Does the precision speak of what was left out?
static bool is_stale(const cegar *g, const anode *n) {
  if (!n->left_out.bits) return false;
  if (g->config.dep == OPT_DEP_CLOSURE && (g->config.domain & DOMAIN_PRED)) return true;
  if (g->config.dep == OPT_DEP_COMMON || !(g->config.domain & DOMAIN_PRED)) {
    for (size_t o = 1; o < g->c->vars.len; o++)
      if (bitset_has(&n->left_out, o) && bitset_has(&g->prec.used, o)) return true;
    return false;
  }
  for (size_t o = 1; o < g->c->vars.len; o++)
    if (bitset_has(&n->left_out, o) && bitset_has(&g->prec.tracked, o)) return true;
  for (size_t q = 1; q < g->prec.preds.len; q++) {
    bool out = false, in = false;
    for (size_t i = 0; i < g->prec.preds.data[q].vars.len; i++) {
      out |= bitset_has(&n->left_out, g->prec.preds.data[q].vars.data[i]);
      in |= bitset_has(&n->inside, g->prec.preds.data[q].vars.data[i]);
    }
    if (out && in) return true;
  }
  return false;
}

bool por_revalidate(cegar *g, anode *n) {
  // Sets that grow by races are all looked at when the graph is finished, under the precision of then.
  if (g->config.por != CEGAR_AAPOR || g->config.source || !n->expanded || n->removed || !is_stale(g, n)) return false;
  return por_close(g, n, NULL);
}
