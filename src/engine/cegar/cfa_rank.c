// Loops that end: each round of such a loop brings a counter one step nearer to a bound that stays where it is, and the loop
// is entered once. No run goes round for ever, so nobody is put off for ever by it (cycles.c).
#include "engine/cegar/cfa.h"

// Written by the first process alone, before it starts others?
static bool is_early_edge(const cfa *c, const cedge *e) {
  return c->ir->n_procs == 1 && e->inst == 1 && !c->locs.data[e->from].k && e->sync != CSYNC_SPAWN;
}

static bool stays(const cfa *c, expr bound) {
  if (expr_is_const(c->terms, bound)) return true;
  uint32_t v = cfa_var_of(c, bound);
  if (!v) return false;
  for (size_t i = 1; i < c->edges.len; i++)
    if (bitset_has(&c->edges.data[i].writes, v) && !is_early_edge(c, &c->edges.data[i])) return false;
  return true;
}

static expr value_after(const cfa *c, const cedge *e, uint32_t v) {
  for (size_t k = 0; k < e->updates.len; k++)
    if (e->updates.data[k].var == v) return e->updates.data[k].value;
  return c->vars.data[v].sym;
}

static bool has_conjunct(const cfa *c, expr guard, expr atom) {
  expr_vec worklist = {0};
  bool found = false;
  vec_push(&worklist, guard);
  while (worklist.len && !found) {
    expr x = vec_pop(&worklist);
    found = expr_same(x, atom);
    if (expr_get_op(c->terms, x) != EXPR_AND) continue;
    for (unsigned i = 0; i < 2; i++) vec_push(&worklist, expr_arg(c->terms, x, i));
  }
  vec_free(&worklist);
  return found;
}

// Nobody else writes the counter while the loop goes on, and every way round that does counts in the same way.
static bool is_own_counter(const cfa *c, const cedge *loop, uint32_t v, expr atom) {
  expr next = value_after(c, loop, v);
  for (size_t i = 1; i < c->edges.len; i++) {
    const cedge *e = &c->edges.data[i];
    if (!bitset_has(&e->writes, v)) continue;
    if (e->inst != loop->inst && !is_early_edge(c, e)) return false;
    if (e->from != loop->from || e->to != loop->to) continue;
    if (!expr_same(value_after(c, e, v), next) || !has_conjunct(c, e->guard, atom)) return false;
  }
  return true;
}

// Does `small < large` bring the two nearer to each other in this round?
static bool nears(cfa *c, const cedge *e, expr atom) {
  expr_table *t = c->terms;
  expr small = expr_arg(t, atom, 0), large = expr_arg(t, atom, 1);
  uint32_t up = cfa_var_of(c, small), down = cfa_var_of(c, large);
  expr one = expr_const(t, expr_width(t, small), 1);
  if (up && expr_same(value_after(c, e, up), expr_add(t, small, one)) && stays(c, large))
    return is_own_counter(c, e, up, atom);
  if (down && expr_same(value_after(c, e, down), expr_sub(t, large, one)) && stays(c, small))
    return is_own_counter(c, e, down, atom);
  return false;
}

static bool is_ranked(cfa *c, const cedge *e) {
  expr_vec worklist = {0};
  bool found = false;
  vec_push(&worklist, e->guard);
  while (worklist.len && !found) {
    expr x = vec_pop(&worklist);
    expr_op op = expr_get_op(c->terms, x);
    if (op == EXPR_AND)
      for (unsigned i = 0; i < 2; i++) vec_push(&worklist, expr_arg(c->terms, x, i));
    if (op == EXPR_SLT || op == EXPR_ULT) found = nears(c, e, x);
  }
  vec_free(&worklist);
  return found;
}

// Does a way lead from the successors of a location back to it, other than its own edges to itself?
static bool comes_back(const cfa *c, uint32_t loc) {
  bitset seen = bitset_new(c->locs.len);
  VEC(uint32_t) worklist = {0};
  vec_push(&worklist, loc);
  bool found = false;
  while (worklist.len && !found) {
    uint32_t l = vec_pop(&worklist);
    for (size_t i = 0; i < c->locs.data[l].out.len && !found; i++) {
      uint32_t to = c->edges.data[c->locs.data[l].out.data[i]].to;
      found = to == loc && l != loc;
      if (bitset_has(&seen, to) || to == loc) continue;
      bitset_add(&seen, to);
      vec_push(&worklist, to);
    }
  }
  vec_free(&worklist);
  bitset_fini(&seen);
  return found;
}

void cfa_find_ranked(cfa *c) {
  if (c->entry) return;
  for (size_t i = 1; i < c->edges.len; i++) {
    cedge *e = &c->edges.data[i];
    if (e->from == e->to && e->sync == CSYNC_NONE && is_ranked(c, e)) e->ranked = !comes_back(c, e->from);
  }
  // Where one way round is not counted, the others may be taken back by it.
  for (uint32_t l = 1; l < c->locs.len; l++) {
    const cloc *x = &c->locs.data[l];
    bool all = true;
    for (size_t i = 0; i < x->out.len; i++)
      all &= c->edges.data[x->out.data[i]].to != l || c->edges.data[x->out.data[i]].ranked;
    for (size_t i = 0; i < x->out.len && !all; i++) c->edges.data[x->out.data[i]].ranked = false;
  }
}
