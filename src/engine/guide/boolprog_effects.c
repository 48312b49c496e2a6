// What the edges of C_fin do to the bits of an abstract state (boolprog.h).
#include "engine/guide/boolprog.h"

// Of one edge. Predicates that share variables, transitively, with what is asked are its cone: only their bits count.
typedef struct edge_effects {
  bool ready;
  uint64_t affected;  // predicates over variables that it changes
  uint64_t cone;
  expr wp[PREDS_MOST];  // of the affected ones
  map64 cache;          // bits of the cone -> index into `known`
  VEC(bool_effect) known;
  VEC(struct cube) forbids;     // BOOL_CUBES: cubes under which the guard cannot hold,
  VEC(struct cube) implies[2];  // under which a bit becomes 0, 1
} edge_effects;

typedef struct cube {
  uint64_t mask, bits;
  uint32_t pred;
} cube;

struct bool_effects {
  edge_effects *edges;
  size_t n;
};

struct bool_effects *bool_effects_new(boolprog *b) {
  struct bool_effects *e = MEM_NEW(struct bool_effects);
  e->n = b->c->edges.len;
  e->edges = MEM_NEW_N(edge_effects, e->n);
  return e;
}

void bool_effects_free(struct bool_effects *e) {
  if (!e) return;
  for (size_t i = 0; i < e->n; i++) {
    map64_fini(&e->edges[i].cache);
    vec_free(&e->edges[i].known);
    vec_free(&e->edges[i].forbids);
    vec_free(&e->edges[i].implies[0]);
    vec_free(&e->edges[i].implies[1]);
  }
  mem_free(e->edges);
  mem_free(e);
}

// --- cone of influence ----------------------------------------------------------------------------------------------

static void collect(const boolprog *b, expr e, expr_vec *out) {
  if (expr_some(e)) expr_collect_vars(b->c->terms, e, out);
}

static bool share(const expr_vec *a, const expr_vec *b) {
  for (size_t i = 0; i < a->len; i++)
    for (size_t k = 0; k < b->len; k++)
      if (expr_same(a->data[i], b->data[k])) return true;
  return false;
}

static void find_cone(boolprog *b, const fedge *x, edge_effects *e) {
  expr_vec reach = {0};
  collect(b, x->guard, &reach);
  for (uint32_t k = 0; k < b->preds.n; k++)
    if (e->affected >> k & 1) collect(b, e->wp[k], &reach);
  for (bool grew = true; grew;) {
    grew = false;
    for (uint32_t k = 0; k < b->preds.n; k++) {
      if (e->cone >> k & 1) continue;
      expr_vec vars = {0};
      collect(b, b->preds.list[k], &vars);
      if (share(&vars, &reach)) {
        e->cone |= (uint64_t)1 << k;
        collect(b, b->preds.list[k], &reach);
        grew = true;
      }
      vec_free(&vars);
    }
  }
  vec_free(&reach);
}

// --- questions ------------------------------------------------------------------------------------------------------

static void literals(const boolprog *b, uint64_t mask, uint64_t bits, expr_vec *out) {
  for (uint32_t k = 0; k < b->preds.n; k++) {
    if (!(mask >> k & 1)) continue;
    expr p = b->preds.list[k];
    vec_push(out, bits >> k & 1 ? p : expr_not(b->c->terms, p));
  }
}

// May the literals hold together with the guard and, if some, another condition?
static bool may(boolprog *b, uint64_t mask, uint64_t bits, expr guard, expr also) {
  expr_vec q = {0};
  literals(b, mask, bits, &q);
  if (expr_some(guard)) vec_push(&q, guard);
  if (expr_some(also)) vec_push(&q, also);
  bool no = false;
  for (size_t k = 0; k < q.len && !no; k++) no = expr_is_false(b->c->terms, q.data[k]);
  if (!no) {
    b->queries++;
    no = smt_check_within(b->solver, q.data, q.len, NULL, BOOLPROG_QUESTION) == SMT_UNSAT;
  }
  vec_free(&q);
  return !no;
}

bool bool_consistent(boolprog *b, uint64_t bits) {
  uint64_t v;
  if (map64_get(&b->consistent, bits, &v)) return v;
  uint64_t all = b->preds.n == 64 ? ~(uint64_t)0 : ((uint64_t)1 << b->preds.n) - 1;
  v = may(b, all, bits, EXPR_NONE, EXPR_NONE);
  map64_put(&b->consistent, bits, v);
  return v;
}

// --- cubes --------------------------------------------------------------------------------------------

typedef VEC(cube) cube_vec;

static bool has_part(const cube *list, size_t n, uint64_t mask, uint64_t bits) {
  for (size_t k = 0; k < n; k++)
    if ((list[k].mask & mask) == list[k].mask && !((list[k].bits ^ bits) & list[k].mask)) return true;
  return false;
}

// All smallest cubes over `cone`, up to a length, under which guard and `also` cannot hold together.
static void find_cubes(boolprog *b, uint64_t cone, expr guard, expr also, cube_vec *out) {
  uint32_t preds_in[PREDS_MOST], n = 0;
  for (uint32_t k = 0; k < b->preds.n; k++)
    if (cone >> k & 1) preds_in[n++] = k;
  vec_clear(out);
  if (!may(b, 0, 0, guard, also)) {
    vec_push(out, ((cube){0, 0, 0}));
    return;
  }
  cube_vec level = {0}, next = {0};
  vec_push(&level, ((cube){0, 0, 0}));
  for (uint32_t length = 1; length <= b->options.cube_length && level.len; length++) {
    vec_clear(&next);
    for (size_t c = 0; c < level.len; c++) {
      // Longer cubes add a predicate behind the last one, so that each comes up once.
      for (uint32_t k = level.data[c].pred; k < n && !b->cut; k++) {
        b->cut = boolprog_asked_enough(b);  // fewer cubes make it coarser, not wrong
        for (unsigned one = 0; one < 2; one++) {
          cube x = level.data[c];
          x.mask |= (uint64_t)1 << preds_in[k];
          x.bits |= (uint64_t)one << preds_in[k];
          x.pred = k + 1;
          if (has_part(out->data, out->len, x.mask, x.bits)) continue;
          if (may(b, x.mask, x.bits, guard, also))
            vec_push(&next, x);
          else
            vec_push(out, x);
        }
      }
    }
    cube_vec swap = level;
    level = next;
    next = swap;
  }
  vec_free(&level);
  vec_free(&next);
}

static void make_cubes(boolprog *b, const fedge *x, edge_effects *e) {
  cube_vec found = {0};
  find_cubes(b, e->cone, x->guard, EXPR_NONE, &found);
  for (size_t k = 0; k < found.len; k++) vec_push(&e->forbids, found.data[k]);
  for (uint32_t p = 0; p < b->preds.n; p++) {
    if (!(e->affected >> p & 1)) continue;
    for (unsigned one = 0; one < 2; one++) {
      find_cubes(b, e->cone, x->guard, one ? expr_not(b->c->terms, e->wp[p]) : e->wp[p], &found);
      for (size_t k = 0; k < found.len; k++)
        vec_push(&e->implies[one], ((cube){found.data[k].mask, found.data[k].bits, p}));
    }
  }
  vec_free(&found);
}

static bool_effect by_cubes(const edge_effects *e, uint64_t bits) {
  bool_effect r = {.possible = !has_part(e->forbids.data, e->forbids.len, ~(uint64_t)0, bits), .any = e->affected};
  for (unsigned one = 2; one-- > 0;) {
    for (size_t k = 0; k < e->implies[one].len; k++) {
      const cube *c = &e->implies[one].data[k];
      if ((c->bits ^ bits) & c->mask || !(r.any >> c->pred & 1)) continue;
      r.any &= ~((uint64_t)1 << c->pred);
      *(one ? &r.ones : &r.zeros) |= (uint64_t)1 << c->pred;
    }
  }
  return r;
}

// --- on the fly ---------------------------------------------------------------------------------------

static bool_effect by_asking(boolprog *b, const fedge *x, const edge_effects *e, uint64_t bits) {
  bool_effect r = {.possible = may(b, e->cone, bits, x->guard, EXPR_NONE)};
  for (uint32_t p = 0; p < b->preds.n && r.possible; p++) {
    if (!(e->affected >> p & 1)) continue;
    uint64_t bit = (uint64_t)1 << p;
    if (!may(b, e->cone, bits, x->guard, expr_not(b->c->terms, e->wp[p])))
      r.ones |= bit;
    else if (!may(b, e->cone, bits, x->guard, e->wp[p]))
      r.zeros |= bit;
    else
      r.any |= bit;
  }
  return r;
}

static void prepare(boolprog *b, uint32_t edge, edge_effects *e) {
  const fedge *x = &b->c->edges.data[edge];
  expr_vec from = {0}, to = {0};
  for (size_t k = 0; k < x->updates.len; k++) {
    vec_push(&from, b->c->vars.data[x->updates.data[k].var].sym);
    vec_push(&to, x->updates.data[k].value);
  }
  for (uint32_t p = 0; p < b->preds.n && from.len; p++) {
    e->wp[p] = expr_subst(b->c->terms, b->preds.list[p], from.data, to.data, from.len);
    if (!expr_same(e->wp[p], b->preds.list[p])) e->affected |= (uint64_t)1 << p;
  }
  vec_free(&from);
  vec_free(&to);
  find_cone(b, x, e);
  if (b->options.mode == BOOL_CUBES) make_cubes(b, x, e);
  e->ready = true;
}

const bool_effect *bool_effect_of(boolprog *b, uint32_t edge, uint64_t bits) {
  edge_effects *e = &b->effects->edges[edge];
  if (!e->ready) prepare(b, edge, e);
  uint64_t key = bits & e->cone, at;
  if (map64_get(&e->cache, key, &at)) return &e->known.data[at];
  bool_effect r = b->options.mode == BOOL_CUBES ? by_cubes(e, bits) : by_asking(b, &b->c->edges.data[edge], e, key);
  map64_put(&e->cache, key, e->known.len);
  vec_push(&e->known, r);
  return &vec_last(&e->known);
}
