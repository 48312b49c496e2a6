// From a formula to an automaton, by expanding what must hold now (Gerth, Peled, Vardi, Wolper, PSTV 1995) with the marks on edges (Couvreur, FM
// 1999): a state is the set of formulas that the rest of the run must satisfy. f U g holds now because g does, or f does and f U g
// holds next; then the edge puts it off, and lacks its mark.
#include <string.h>

#include "base/hash.h"
#include "base/map64.h"
#include "base/mem.h"
#include "ltl/ltl_int.h"

enum { WORDS = 8, MOST_FORMULAS = WORDS * 64, MOST_STATES = 5000, MOST_EDGES = 200000, MOST_UNTILS = 60 };

typedef struct set {
  uint64_t w[WORDS];
} set;

static bool set_has(const set *s, uint32_t i) { return s->w[i / 64] >> (i % 64) & 1; }
static void set_add(set *s, uint32_t i) { s->w[i / 64] |= 1ull << (i % 64); }

// One way of satisfying a set, so far.
typedef struct way {
  set todo, done, next;
  uint64_t yes, no, put_off;
} way;

typedef struct translator {
  ltl *f;  // in negation normal form
  ltl_automaton *out;
  VEC(set) sets;  // by state
  map64 index;    // hash -> the newest state with it
  VEC(uint32_t) older;
  uint32_t until[MOST_FORMULAS];  // by formula: the number of its mark
  uint32_t n_untils;
  VEC(way) open;
  bool failed;
} translator;

// --- negation normal form, a little simplified ------------------------------------------------------------------------

static uint32_t nothing(ltl *f) { return ltl_make(f, LTL_NOT, 0, 0); }
static const ltl_node *node(const ltl *f, uint32_t i) { return &f->nodes.data[i]; }
static bool is_eventually(const ltl *f, uint32_t i) { return node(f, i)->op == LTL_UNTIL && node(f, i)->a == 0; }
static bool is_always(ltl *f, uint32_t i) { return node(f, i)->op == LTL_RELEASE && node(f, i)->a == nothing(f); }

static uint32_t make_and(ltl *f, uint32_t a, uint32_t b) {
  if (a == b || b == 0) return a;
  if (a == 0) return b;
  if (a == nothing(f) || b == nothing(f)) return nothing(f);
  return ltl_make(f, LTL_AND, a, b);
}

static uint32_t make_or(ltl *f, uint32_t a, uint32_t b) {
  if (a == b || b == nothing(f)) return a;
  if (a == nothing(f)) return b;
  if (a == 0 || b == 0) return 0;
  return ltl_make(f, LTL_OR, a, b);
}

static uint32_t make_until(ltl *f, uint32_t a, uint32_t b) {
  if (b == 0 || b == nothing(f) || a == nothing(f)) return b;
  if (a == 0 && is_eventually(f, b)) return b;                                 // F F b
  if (a == 0 && is_always(f, b) && is_eventually(f, node(f, b)->b)) return b;  // F G F b
  return ltl_make(f, LTL_UNTIL, a, b);
}

static uint32_t make_release(ltl *f, uint32_t a, uint32_t b) {
  if (b == 0 || b == nothing(f) || a == 0) return b;
  if (a == nothing(f) && is_always(f, b)) return b;
  if (a == nothing(f) && is_eventually(f, b) && is_always(f, node(f, b)->b)) return b;
  return ltl_make(f, LTL_RELEASE, a, b);
}

static uint32_t normal(ltl *to, const ltl *from, uint32_t i, bool negated) {
  const ltl_node n = *node(from, i);
  uint32_t a, b;
  switch (n.op) {
  case LTL_TRUE: return negated ? nothing(to) : 0;
  case LTL_ATOM: a = ltl_make(to, LTL_ATOM, n.a, 0); return negated ? ltl_make(to, LTL_NOT, a, 0) : a;
  case LTL_NOT: return normal(to, from, n.a, !negated);
  case LTL_NEXT:
    a = normal(to, from, n.a, negated);
    return a == 0 || a == nothing(to) ? a : ltl_make(to, LTL_NEXT, a, 0);
  case LTL_AND:
  case LTL_OR:
    a = normal(to, from, n.a, negated);
    b = normal(to, from, n.b, negated);
    return (n.op == LTL_AND) != negated ? make_and(to, a, b) : make_or(to, a, b);
  case LTL_UNTIL:
  case LTL_RELEASE:
    a = normal(to, from, n.a, negated);
    b = normal(to, from, n.b, negated);
    return (n.op == LTL_UNTIL) != negated ? make_until(to, a, b) : make_release(to, a, b);
  }
  UNREACHABLE("an operator");
}

// --- states and edges ------------------------------------------------------------------------------------------------

static uint32_t state_of(translator *t, const set *s) {
  uint64_t hash = hash_bytes(s, sizeof *s, 0), newest = UINT32_MAX;
  map64_get(&t->index, hash, &newest);
  for (uint32_t i = (uint32_t)newest; i != UINT32_MAX; i = t->older.data[i])
    if (!memcmp(&t->sets.data[i], s, sizeof *s)) return i;
  vec_push(&t->sets, *s);
  vec_push(&t->older, (uint32_t)newest);
  map64_put(&t->index, hash, t->sets.len - 1);
  return (uint32_t)t->sets.len - 1;
}

// Whatever b allows and gives, a allows and gives, too.
static bool includes(const ltl_edge *a, const ltl_edge *b) {
  return a->to == b->to && !(a->yes & ~b->yes) && !(a->no & ~b->no) && !(b->marks & ~a->marks);
}

static void add_edge(translator *t, uint32_t first, ltl_edge e) {
  size_t kept = first;
  for (size_t i = first; i < t->out->edges.len; i++)
    if (includes(&t->out->edges.data[i], &e)) return;
  for (size_t i = first; i < t->out->edges.len; i++)
    if (!includes(&e, &t->out->edges.data[i])) t->out->edges.data[kept++] = t->out->edges.data[i];
  t->out->edges.len = kept;
  vec_push(&t->out->edges, e);
}

static void demand(way *w, uint32_t i) {
  if (!set_has(&w->done, i)) set_add(&w->todo, i);
}

// Two ways; the second goes on later.
static void branch(translator *t, const way *other) { vec_push(&t->open, *other); }

// Takes one formula apart. False: the way is none.
static bool take_apart(translator *t, way *w, uint32_t i) {
  const ltl_node n = *node(t->f, i);
  way other;
  switch (n.op) {
  case LTL_TRUE: return true;
  case LTL_ATOM: w->yes |= 1ull << n.a; return !(w->yes & w->no);
  case LTL_NOT:
    if (n.a == 0) return false;
    w->no |= 1ull << node(t->f, n.a)->a;
    return !(w->yes & w->no);
  case LTL_AND:
    demand(w, n.a);
    demand(w, n.b);
    return true;
  case LTL_OR:
    other = *w;
    demand(&other, n.b);
    branch(t, &other);
    demand(w, n.a);
    return true;
  case LTL_NEXT: set_add(&w->next, n.a); return true;
  case LTL_UNTIL:
    other = *w;
    demand(&other, n.a);
    set_add(&other.next, i);
    other.put_off |= 1ull << t->until[i];
    branch(t, &other);
    demand(w, n.b);
    return true;
  case LTL_RELEASE:
    other = *w;
    demand(&other, n.b);
    set_add(&other.next, i);
    branch(t, &other);
    demand(w, n.a);
    demand(w, n.b);
    return true;
  }
  UNREACHABLE("an operator");
}

static bool next_formula(const way *w, uint32_t *out) {
  for (uint32_t k = 0; k < WORDS; k++) {
    if (!w->todo.w[k]) continue;
    *out = k * 64 + (uint32_t)__builtin_ctzll(w->todo.w[k]);
    return true;
  }
  return false;
}

static void expand(translator *t, uint32_t state) {
  uint32_t first = (uint32_t)t->out->edges.len, i;
  vec_push(&t->open, ((way){.todo = t->sets.data[state]}));
  while (t->open.len && !t->failed) {
    way w = vec_pop(&t->open);
    bool possible = true;
    while (possible && next_formula(&w, &i)) {
      w.todo.w[i / 64] &= ~(1ull << (i % 64));
      set_add(&w.done, i);
      possible = take_apart(t, &w, i);
    }
    if (possible) add_edge(t, first, (ltl_edge){w.yes, w.no, t->out->marks & ~w.put_off, state_of(t, &w.next)});
    t->failed |= t->sets.len > MOST_STATES || t->out->edges.len > MOST_EDGES || t->open.len > MOST_EDGES;
  }
  vec_clear(&t->open);
  vec_push(&t->out->states, ((ltl_state){first, (uint32_t)t->out->edges.len - first}));
}

// --- fewer states ----------------------------------------------------------------------------------------------------

static bool same_edges(const ltl_automaton *a, uint32_t x, uint32_t y, const uint32_t *as) {
  const ltl_state *s = &a->states.data[x], *r = &a->states.data[y];
  if (s->count != r->count) return false;
  for (uint32_t i = 0; i < s->count; i++) {
    const ltl_edge *e = &a->edges.data[s->first + i];
    bool found = false;
    for (uint32_t k = 0; k < r->count && !found; k++) {
      const ltl_edge *o = &a->edges.data[r->first + k];
      found = e->yes == o->yes && e->no == o->no && e->marks == o->marks && as[e->to] == as[o->to];
    }
    if (!found) return false;
  }
  return true;
}

// States with the same edges both ways round are one: all edges lead to the first of them, the others are not reached any more.
static void merge_states(ltl_automaton *a) {
  enum { FEW = 300 };
  uint32_t n = (uint32_t)a->states.len;
  if (n > FEW) return;
  uint32_t *as = MEM_NEW_N(uint32_t, n);
  for (uint32_t i = 0; i < n; i++) as[i] = i;
  for (bool again = true; again;) {
    again = false;
    for (uint32_t i = 0; i < n; i++) {
      for (uint32_t k = 0; k < i && as[i] == i; k++) {
        if (as[k] != k || !same_edges(a, i, k, as) || !same_edges(a, k, i, as)) continue;
        as[i] = k;
        again = true;
        for (uint32_t j = 0; j < n; j++)
          if (as[j] == i) as[j] = k;
      }
    }
  }
  for (size_t e = 0; e < a->edges.len; e++) a->edges.data[e].to = as[a->edges.data[e].to];
  mem_free(as);
}

ltl_automaton *ltl_translate(const ltl *f, bool negated) {
  ltl form = {0};
  translator t = {.f = &form, .out = MEM_NEW(ltl_automaton)};
  vec_push(&form.nodes, ((ltl_node){.op = LTL_TRUE}));
  uint32_t root = normal(&form, f, f->root, negated);
  t.failed = form.nodes.len > MOST_FORMULAS;
  for (uint32_t i = 0; i < form.nodes.len && !t.failed; i++) {
    if (form.nodes.data[i].op != LTL_UNTIL) continue;
    t.failed = t.n_untils == MOST_UNTILS;
    t.until[i] = t.n_untils++;
  }
  t.out->marks = (1ull << t.n_untils) - 1;
  set first = {0};
  if (!t.failed) set_add(&first, root);
  if (!t.failed) state_of(&t, &first);
  for (uint32_t i = 0; i < t.sets.len && !t.failed; i++) expand(&t, i);
  if (!t.failed) merge_states(t.out);
  vec_free(&form.nodes);
  vec_free(&t.sets);
  vec_free(&t.older);
  map64_fini(&t.index);
  vec_free(&t.open);
  if (!t.failed) return t.out;
  ltl_automaton_free(t.out);
  return NULL;
}

void ltl_automaton_free(ltl_automaton *a) {
  if (!a) return;
  vec_free(&a->states);
  vec_free(&a->edges);
  mem_free(a);
}
