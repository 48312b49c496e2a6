// Guessing literal mappings [AVPE15].
//
// Algorithm 2: every symbolic pair constrains which literals can correspond: those of its left side to those of its
// right side, of equal type. Intersecting these constraints leaves small groups; each injection of the smaller side of
// a group into the larger is a candidate, and the candidates of all groups are combined. Algorithm 1: all partial
// injections between the literals that only one side has.
#include "match/sbc_int.h"

// Beyond this many literals nothing is guessed: the enumeration goes one call deep per literal.
enum { MAX_LITERALS = 4000 };

typedef struct group {
  expr_vec a, b;
} group;
typedef VEC(group) group_vec;

static bool has(const expr_vec *v, expr e) {
  for (size_t i = 0; i < v->len; i++) {
    if (expr_same(v->data[i], e)) return true;
  }
  return false;
}

static void intersect(const expr_vec *x, const expr_vec *y, expr_vec *out) {
  for (size_t i = 0; i < x->len; i++) {
    if (has(y, x->data[i])) vec_push(out, x->data[i]);
  }
}

static void subtract(expr_vec *x, const expr_vec *y) {
  size_t n = 0;
  for (size_t i = 0; i < x->len; i++) {
    if (!has(y, x->data[i])) x->data[n++] = x->data[i];
  }
  x->len = n;
}

static void group_fini(group *g) {
  vec_free(&g->a);
  vec_free(&g->b);
}

// Splits existing groups by the new one, then adds what is left of it. Takes c.
static void add_group(group_vec *cs, group c) {
  size_t n = cs->len;
  for (size_t i = 0; i < n && (c.a.len || c.b.len); i++) {
    group *e = &cs->data[i];
    group both = {0};
    intersect(&e->a, &c.a, &both.a);
    intersect(&e->b, &c.b, &both.b);
    if (!both.a.len && !both.b.len) {
      group_fini(&both);
      continue;
    }
    expr_vec old_a = {0}, old_b = {0};
    intersect(&e->a, &e->a, &old_a);
    intersect(&e->b, &e->b, &old_b);
    subtract(&e->a, &c.a);
    subtract(&e->b, &c.b);
    subtract(&c.a, &old_a);
    subtract(&c.b, &old_b);
    vec_free(&old_a);
    vec_free(&old_b);
    vec_push(cs, both);
  }
  if (c.a.len || c.b.len) {
    vec_push(cs, c);
  } else {
    group_fini(&c);
  }
}

static bool same_key(const sbc *c, expr x, expr y) {
  const expr_var_info *p = expr_var_get(c->t, x), *q = expr_var_get(c->t, y);
  sort s = expr_sort(c->t, x), r = expr_sort(c->t, y);
  if (s.width != r.width || s.elem != r.elem || p->type_tag != q->type_tag) return false;
  return !c->o.key_by_place || (p->at.file == q->at.file && p->at.line == q->at.line && p->at.col == q->at.col);
}

// Moves the literals with the key of `like` from v to out.
static void take_alike(const sbc *c, expr_vec *v, expr like, expr_vec *out) {
  size_t n = 0;
  for (size_t i = 0; i < v->len; i++) {
    if (same_key(c, v->data[i], like)) {
      vec_push(out, v->data[i]);
    } else {
      v->data[n++] = v->data[i];
    }
  }
  v->len = n;
}

// Literals on both sides stay themselves.
static void split_shared(group_vec *cs, expr_vec *a, expr_vec *b) {
  expr_vec shared = {0};
  intersect(a, b, &shared);
  subtract(a, &shared);
  subtract(b, &shared);
  for (size_t i = 0; i < shared.len; i++) {
    group g = {0};
    vec_push(&g.a, shared.data[i]);
    vec_push(&g.b, shared.data[i]);
    add_group(cs, g);
  }
  vec_free(&shared);
}

// The constraint of one pair of term lists, split by key. Takes the lists.
static void constrain(const sbc *c, bool breaking, group_vec *cs, expr_vec a, expr_vec b) {
  if (!breaking) split_shared(cs, &a, &b);
  while (a.len || b.len) {
    expr like = a.len ? a.data[0] : b.data[0];
    group g = {0};
    take_alike(c, &a, like, &g.a);
    take_alike(c, &b, like, &g.b);
    add_group(cs, g);
  }
  vec_free(&a);
  vec_free(&b);
}

// Links that structural comparison finds, as constraints of one literal each. False: they contradict each other, and
// the states are taken to differ [AVPE15].
static bool seed(sbc *c, group_vec *cs) {
  if (!esm_prefixes(c->esm, c->ta.data, c->tb.data, c->ta.len)) return false;
  for (size_t i = 0; i < c->lits_a.len; i++) {
    expr image = esm_image(c->esm, c->lits_a.data[i]);
    if (!expr_some(image) || !same_key(c, c->lits_a.data[i], image)) continue;
    group g = {0};
    vec_push(&g.a, c->lits_a.data[i]);
    vec_push(&g.b, image);
    add_group(cs, g);
  }
  return true;
}

static void constrain_by_pairs(sbc *c, bool breaking, group_vec *cs) {
  for (size_t i = 0; i < c->ta.len; i++) {
    expr_vec a = {0}, b = {0};
    expr_collect_vars(c->t, c->ta.data[i], &a);
    expr_collect_vars(c->t, c->tb.data[i], &b);
    constrain(c, breaking, cs, a, b);
  }
  expr_vec a = {0}, b = {0};
  for (size_t i = 0; i < c->pa.len; i++) expr_collect_vars(c->t, c->pa.data[i], &a);
  for (size_t i = 0; i < c->pb.len; i++) expr_collect_vars(c->t, c->pb.data[i], &b);
  constrain(c, breaking, cs, a, b);
}

// One constraint for each key, over all literals.
static void constrain_by_key(sbc *c, bool breaking, group_vec *cs) {
  expr_vec a = {0}, b = {0};
  intersect(&c->lits_a, &c->lits_a, &a);
  intersect(&c->lits_b, &c->lits_b, &b);
  constrain(c, breaking, cs, a, b);
}

static bool make_groups(sbc *c, bool breaking, group_vec *cs) {
  if (c->o.seeded && !seed(c, cs)) return false;
  if (c->o.algorithm == 1) {
    constrain_by_key(c, breaking, cs);
  } else {
    constrain_by_pairs(c, breaking, cs);
  }
  return true;
}

// --- enumeration --------------------------------------------------------------------------------------------------

typedef struct search {
  sbc *c;
  const group_vec *cs;
  expr_vec x, y;
  VEC(uint8_t) used;  // literals of the larger sides, all groups one after the other
  sbc_try try;
  void *arg;
  uint32_t tried;
} search;

static bool over_groups(search *s, size_t g, size_t first);

// Gives each literal of the smaller side, from `i` on, an unused one of the larger; in algorithm 1 also none. The marks
// of this group begin at `first`.
static bool over_injections(search *s, size_t g, size_t i, size_t first) {
  const group *gr = &s->cs->data[g];
  bool a_small = gr->a.len <= gr->b.len;
  const expr_vec *small = a_small ? &gr->a : &gr->b, *large = a_small ? &gr->b : &gr->a;
  if (i == small->len) return over_groups(s, g + 1, first + large->len);
  for (size_t k = 0; k < large->len; k++) {
    if (s->used.data[first + k]) continue;
    s->used.data[first + k] = 1;
    vec_push(&s->x, a_small ? small->data[i] : large->data[k]);
    vec_push(&s->y, a_small ? large->data[k] : small->data[i]);
    bool found = over_injections(s, g, i + 1, first);
    s->x.len--;
    s->y.len--;
    s->used.data[first + k] = 0;
    if (found) return true;
    if (s->tried >= s->c->o.max_mappings) return false;
  }
  bool kept_shared = gr->a.len == 1 && gr->b.len == 1 && expr_same(gr->a.data[0], gr->b.data[0]);
  return s->c->o.algorithm == 1 && !kept_shared && over_injections(s, g, i + 1, first);
}

static bool over_groups(search *s, size_t g, size_t first) {
  if (g < s->cs->len) return over_injections(s, g, 0, first);
  if (s->tried >= s->c->o.max_mappings) return false;
  s->tried++;
  return s->try(s->arg, s->x.data, s->y.data, s->x.len);
}

static bool acceptable(const sbc *c, const group_vec *cs) {
  for (size_t i = 0; i < cs->len; i++) {
    size_t a = cs->data[i].a.len, b = cs->data[i].b.len;
    if ((a > b ? a - b : b - a) > c->o.regular) return false;
  }
  return true;
}

bool sbc_each_mapping(sbc *c, bool breaking, sbc_try try, void *arg) {
  if (c->lits_a.len + c->lits_b.len > MAX_LITERALS) return false;
  group_vec cs = {0};
  search s = {.c = c, .cs = &cs, .try = try, .arg = arg};
  bool found = make_groups(c, breaking, &cs) && acceptable(c, &cs);
  for (size_t i = 0; i < c->lits_a.len + c->lits_b.len; i++) vec_push(&s.used, 0);
  found = found && over_groups(&s, 0, 0);
  vec_free(&s.x);
  vec_free(&s.y);
  vec_free(&s.used);
  for (size_t i = 0; i < cs.len; i++) group_fini(&cs.data[i]);
  vec_free(&cs);
  return found;
}
