// Steps that may come first (conditional independence): a process whose next step commutes with everything that others can
// do meanwhile, under a condition that they keep, goes on before them wherever the condition holds. A consumer takes what is
// stored before the producer goes on, so that queues stay short.
//
// For a process B at location l, let e be its edges there that can still lead to an error, `a` the edges that others may take
// while B stands at l, and phi a condition such that, for all states x |= phi and all inputs,
//     a can be taken in x  implies  a(x) |= phi, and if e can be taken in a(x) then e can be taken in x, a can be taken in e(x),
//     and a(e(x)) = e(a(x)) as far as values still matter.
// Let errors lie only where B has ended or by itself moved on (so that each run to an error has a step of B). In a shortest run
// to an error from a state x |= phi, the first step of B can be moved to the front: a run that is as long, whose rest is
// shorter. So in states with phi only B is explored; the rest is as without (persistent sets), and the induction over the
// length of the run to the error goes through, also where nobody is passed over on cycles: a step of B shortens the run.
//
// Processes of a node are looked at in the order in which it is their turn; one is behind the conditions of those before it.
// Gaps are no errors here: the caller has proved that none is reached. Conditions are proved by the solver on bit-vectors.
#include "engine/cegar/whole.h"

#define MOVE_EFFORT 4000000  // solver resource units of one question

struct movers {
  cegar *g;
  bitset relevant;  // variables
  map64 proved;     // question -> answer
  map64 reach;      // location and process that stands still -> number of a set of edges
  VEC(bitset) sets;
};

movers *movers_new(cegar *g, const id_vec *vars) {
  movers *m = MEM_NEW(movers);
  *m = (movers){.g = g, .relevant = bitset_new(g->c->vars.len)};
  for (size_t i = 0; i < vars->len; i++) bitset_add(&m->relevant, vars->data[i]);
  return m;
}

void movers_free(movers *m) {
  if (!m) return;
  bitset_fini(&m->relevant);
  map64_fini(&m->proved);
  map64_fini(&m->reach);
  for (size_t i = 0; i < m->sets.len; i++) bitset_fini(&m->sets.data[i]);
  vec_free(&m->sets);
  mem_free(m);
}

// --- what others may do meanwhile ---------------------------------------------------------------------------------------

static bool waits_for(const cfa *c, const cedge *e, uint32_t inst) {
  return e->sync == CSYNC_JOIN && expr_is_const(c->terms, e->operand) && expr_const_u64(c->terms, e->operand) == inst;
}

static void follow_edges(const cfa *c, uint32_t from, uint32_t still, bitset *out) {
  bitset seen = bitset_new(c->locs.len);
  id_vec worklist = {0};
  vec_push(&worklist, from);
  while (worklist.len) {
    uint32_t l = vec_pop(&worklist);
    if (bitset_has(&seen, l)) continue;
    bitset_add(&seen, l);
    for (size_t i = 0; i < c->locs.data[l].out.len; i++) {
      const cedge *e = &c->edges.data[c->locs.data[l].out.data[i]];
      if (waits_for(c, e, still)) continue;
      bitset_add(out, e->id);
      vec_push(&worklist, e->to);
      if (e->sync == CSYNC_SPAWN) vec_push(&worklist, c->insts.data[e->child].start);
    }
  }
  bitset_fini(&seen);
  vec_free(&worklist);
}

static const bitset *meanwhile(movers *m, uint32_t loc, uint32_t still) {
  uint64_t k, key = (uint64_t)loc << 32 | still;
  if (!map64_get(&m->reach, key, &k)) {
    bitset set = bitset_new(m->g->c->edges.len);
    follow_edges(m->g->c, loc, still, &set);
    k = m->sets.len;
    vec_push(&m->sets, set);
    map64_put(&m->reach, key, k);
  }
  return &m->sets.data[k];
}

// --- questions ----------------------------------------------------------------------------------------------------------

static bool never(movers *m, expr question) {
  uint64_t known;
  if (map64_get(&m->proved, question.id, &known)) return known;
  bool no = expr_is_false(m->g->t, question);
  if (!no && !expr_is_true(m->g->t, question))
    no = smt_check_within(m->g->solver, &question, 1, NULL, MOVE_EFFORT) == SMT_UNSAT;
  map64_put(&m->proved, question.id, no);
  return no;
}

static bool touch_nothing_common(const cedge *a, const cedge *e) {
  return !bitset_intersects(&a->writes, &e->writes) && !bitset_intersects(&a->writes, &e->reads) &&
         !bitset_intersects(&a->reads, &e->writes);
}

// By its value in a guard, or as what tells which process is joined and which mutex is meant: that is a part of the nodes themselves.
static bool decides(const movers *m, uint32_t var) {
  return bitset_has(&m->relevant, var) || bitset_has(&m->g->exact_vars, var);
}

// Does the order of the two make a difference to what is still read?
static expr differ(movers *m, const cedge *a, const cedge *e) {
  cegar *g = m->g;
  uint32_t *locs = MEM_NEW_N(uint32_t, g->c->insts.len);
  locs[a->inst] = a->to;
  locs[e->inst] = e->to;
  expr any = expr_bool(g->t, false);
  for (uint32_t v = 1; v < g->c->vars.len; v++) {
    if (!bitset_has(&a->writes, v) && !bitset_has(&e->writes, v)) continue;
    if (!decides(m, v) || !cfa_var_matters(g->c, v, locs)) continue;
    expr sym = g->c->vars.data[v].sym;
    expr a_first = cfa_before(g->c, a, cfa_before(g->c, e, sym)),
         e_first = cfa_before(g->c, e, cfa_before(g->c, a, sym));
    any = expr_or(g->t, any, expr_ne(g->t, a_first, e_first));
  }
  mem_free(locs);
  return any;
}

static bool commute(movers *m, expr phi, const cedge *a, const cedge *e) {
  cegar *g = m->g;
  if (touch_nothing_common(a, e)) return true;
  if (a->sync != CSYNC_NONE || a->await || expr_some(a->result)) return false;
  expr can_swap = expr_and(g->t, e->guard, cfa_before(g->c, e, a->guard));
  expr wrong = expr_or(g->t, expr_not(g->t, can_swap), differ(m, a, e));
  wrong = expr_and(g->t, expr_and(g->t, phi, a->guard), expr_and(g->t, cfa_before(g->c, a, e->guard), wrong));
  return never(m, wrong);
}

static bool keeps(movers *m, expr phi, expr part, const cedge *a) {
  cegar *g = m->g;
  expr later = cfa_before(g->c, a, part);
  if (expr_same(later, part)) return true;
  return never(m, expr_and(g->t, expr_and(g->t, phi, a->guard), expr_not(g->t, later)));
}

// --- one process ----------------------------------------------------------------------------------------------------------

static bool is_live(const cegar *g, const anode *n, uint32_t p) {
  return n->locs[p] && g->c->locs.data[n->locs[p]].kind == CLOC_CODE;
}

// Has each run from here to an error a step of the process?
static bool is_needed(const cegar *g, const anode *n, uint32_t inst) {
  for (uint32_t p = 1; p < g->c->insts.len; p++) {
    if (p == inst || !n->locs[p]) continue;
    const cloc *l = &g->c->locs.data[n->locs[p]];
    if (l->kind == CLOC_ERROR) return false;
    if (l->kind == CLOC_CODE && l->hopeful && !bitset_has(&l->must_join, inst)) return false;
  }
  return true;
}

// Where the process stands still for ever, or nobody comes.
static bool is_over(const cegar *g, const cedge *e) {
  cloc_kind kind = g->c->locs.data[e->to].kind;
  return kind == CLOC_PARKED || kind == CLOC_GAP;
}

static bool leads_to_gap(const cegar *g, const cedge *e) { return g->c->locs.data[e->to].kind == CLOC_GAP; }

static bool is_plain(const cegar *g, const cedge *e) {
  const cloc *to = &g->c->locs.data[e->to];
  bool inside = to->kind == CLOC_CODE && to->depth;
  return e->sync == CSYNC_NONE && !e->await && !expr_some(e->result) && !e->acts.len && !inside &&
         to->kind != CLOC_ERROR;
}

static bool can_move(const cegar *g, const anode *n, uint32_t inst) {
  if (!bitset_has(&n->chosen, inst) || n->holder || g->c->locs.data[n->locs[inst]].await) return false;
  const cloc *l = &g->c->locs.data[n->locs[inst]];
  for (size_t i = 0; i < l->out.len; i++) {
    const cedge *e = &g->c->edges.data[l->out.data[i]];
    if (!is_over(g, e) && !is_plain(g, e)) return false;
  }
  return is_needed(g, n, inst);
}

static void others_do(movers *m, const anode *n, uint32_t still, bitset *out) {
  for (uint32_t q = 1; q < m->g->c->insts.len; q++)
    if (q != still && is_live(m->g, n, q)) bitset_union(out, meanwhile(m, n->locs[q], still));
}

static expr all_of(expr_table *t, const expr_vec *parts) {
  expr r = expr_bool(t, true);
  for (size_t i = 0; i < parts->len; i++) r = expr_and(t, r, parts->data[i]);
  return r;
}

// The largest part of the condition that others keep.
static expr kept_part(movers *m, expr_vec *parts, const bitset *others) {
  cegar *g = m->g;
  for (bool less = true; less;) {
    less = false;
    expr phi = all_of(g->t, parts);
    for (size_t a = 1; a < g->c->edges.len && !less; a++) {
      if (!bitset_has(others, a) || leads_to_gap(g, &g->c->edges.data[a])) continue;
      size_t n = 0;
      for (size_t i = 0; i < parts->len; i++)
        if (keeps(m, phi, parts->data[i], &g->c->edges.data[a])) parts->data[n++] = parts->data[i];
      less = n < parts->len;
      parts->len = n;
    }
  }
  return all_of(g->t, parts);
}

static bool commutes_with_all(movers *m, expr phi, const cloc *l, const bitset *others) {
  cegar *g = m->g;
  for (size_t a = 1; a < g->c->edges.len; a++) {
    if (!bitset_has(others, a) || leads_to_gap(g, &g->c->edges.data[a])) continue;
    for (size_t i = 0; i < l->out.len; i++) {
      const cedge *e = &g->c->edges.data[l->out.data[i]];
      if (!is_over(g, e) && !commute(m, phi, &g->c->edges.data[a], e)) return false;
    }
  }
  return true;
}

// What an edge asks of the state.
static void asked_by(const cegar *g, const cedge *e, expr_vec *out) {
  size_t k = 0;
  product_split(g->t, e->guard, out);
  for (size_t j = 0; j < out->len; j++)
    if (cfa_speaks_only_of(g->c, out->data[j], NULL)) out->data[k++] = out->data[j];
  out->len = k;
}

static bool has(const expr_vec *list, expr e) {
  for (size_t i = 0; i < list->len; i++)
    if (expr_same(list->data[i], e)) return true;
  return false;
}

// What all edges ask that can lead to an error; with `only`, what that one asks.
static void asked_at(const cegar *g, const cloc *l, const cedge *only, expr_vec *out) {
  bool first = true;
  for (size_t i = 0; i < l->out.len; i++) {
    const cedge *e = &g->c->edges.data[l->out.data[i]];
    expr_vec parts = {0};
    size_t n = 0;
    if (is_over(g, e) || (only && e != only)) continue;
    asked_by(g, e, first ? out : &parts);
    for (size_t k = 0; k < out->len; k++)
      if (first || has(&parts, out->data[k])) out->data[n++] = out->data[k];
    out->len = n;
    first = false;
    vec_free(&parts);
  }
}

static expr try_asked(movers *m, const cloc *l, const cedge *only, const bitset *others) {
  cegar *g = m->g;
  expr_vec parts = {0};
  asked_at(g, l, only, &parts);
  expr phi = kept_part(m, &parts, others);
  vec_free(&parts);
  return !expr_is_true(g->t, phi) && commutes_with_all(m, phi, l, others) ? phi : EXPR_NONE;
}

// A condition under which the process may go first; EXPR_NONE: none is found. Candidates: always, what all of its edges ask, what one
// of them asks.
static expr condition_of(movers *m, const anode *n, uint32_t inst) {
  cegar *g = m->g;
  const cloc *l = &g->c->locs.data[n->locs[inst]];
  bitset others = bitset_new(g->c->edges.len);
  others_do(m, n, inst, &others);
  expr found = expr_bool(g->t, true);
  if (!commutes_with_all(m, found, l, &others)) found = try_asked(m, l, NULL, &others);
  for (size_t i = 0; i < l->out.len && !expr_some(found); i++) {
    const cedge *e = &g->c->edges.data[l->out.data[i]];
    if (!is_over(g, e)) found = try_asked(m, l, e, &others);
  }
  bitset_fini(&others);
  return found;
}

void movers_of(movers *m, const anode *n, mover_vec *out) {
  cegar *g = m->g;
  vec_clear(out);
  if (g->c->entry || !n->expanded) return;
  for (uint32_t p = 1; p < g->c->insts.len; p++) {
    if (!can_move(g, n, p)) continue;
    expr phi = condition_of(m, n, p);
    // Rules carry the values of these variables alone: another one would be taken for a constant.
    if (!expr_some(phi) || !cfa_speaks_only_of(g->c, phi, &m->relevant)) continue;
    mover x = {p, por_rank(g, n, p), phi};
    vec_push(out, x);
    for (size_t i = out->len - 1; i > 0 && out->data[i - 1].rank > x.rank; i--) {
      out->data[i] = out->data[i - 1];
      out->data[i - 1] = x;
    }
  }
}
