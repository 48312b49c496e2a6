// Variables of few values: flags, and counters that are compared with small constants. Points of the product are told apart
// by them (product.h), so that why a process has left its loop is no disjunction, and loops of few rounds are unrolled.
#include "engine/cegar/arg.h"

enum { MOST_ROUNDS = 16 };

static bool is_early_edge(const cfa *c, const cedge *e) {
  return c->ir->n_procs == 1 && e->inst == 1 && !c->locs.data[e->from].k;
}

static bool is_flag_value(cegar *g, expr after) {
  uint32_t width = expr_width(g->t, after);
  return width <= 64 && expr_get_range(g->t, after).umax <= 1;
}

static bool is_counted(cegar *g, expr sym, expr after) {
  expr one = expr_const(g->t, expr_width(g->t, sym), 1);
  return expr_is_const(g->t, after) || expr_same(after, expr_add(g->t, sym, one)) ||
         expr_same(after, expr_sub(g->t, sym, one));
}

// Is it compared with a small constant somewhere in the term?
static bool is_bounded_in(cegar *g, expr term, expr sym) {
  expr_vec worklist = {0};
  map64 seen = {0};
  bool found = false;
  vec_push(&worklist, term);
  while (worklist.len && !found) {
    expr x = vec_pop(&worklist);
    if (!map64_put(&seen, x.id, 1)) continue;
    expr_op op = expr_get_op(g->t, x);
    for (unsigned i = 0; i < expr_arity(g->t, x); i++) vec_push(&worklist, expr_arg(g->t, x, i));
    if (op != EXPR_SLT && op != EXPR_ULT) continue;
    for (unsigned i = 0; i < 2 && !found; i++) {
      expr bound = expr_arg(g->t, x, 1 - i);
      if (!expr_same(expr_arg(g->t, x, i), sym) || !expr_is_const(g->t, bound)) continue;
      uint64_t k = expr_const_u64(g->t, bound);
      found = k && k <= MOST_ROUNDS;
    }
  }
  vec_free(&worklist);
  map64_fini(&seen);
  return found;
}

static bool is_bounded(cegar *g, expr sym) {
  for (size_t e = 1; e < g->c->edges.len; e++)
    if (is_bounded_in(g, g->c->edges.data[e].guard, sym)) return true;
  return false;
}

// An input before the first process is started does not count: who draws one for each variable often sets it later.
static bool is_first_input(const cegar *g, const cedge *e, expr after) {
  return is_early_edge(g->c, e) && expr_get_op(g->t, after) == EXPR_VAR && !cfa_var_of(g->c, after);
}

static bool has_few_values(cegar *g, uint32_t v) {
  const cvar *x = &g->c->vars.data[v];
  bool flag = true, counter = x->width >= 8, written = false;
  if (!x->width || x->width > 64 || x->fixed || bitset_has(&g->exact_vars, v)) return false;
  for (size_t i = 1; i < g->c->edges.len && (flag || counter); i++) {
    const cedge *e = &g->c->edges.data[i];
    if (!bitset_has(&e->writes, v)) continue;
    for (size_t k = 0; k < e->updates.len; k++) {
      if (e->updates.data[k].var != v || is_first_input(g, e, e->updates.data[k].value)) continue;
      written = true;
      flag &= is_flag_value(g, e->updates.data[k].value);
      counter &= is_counted(g, x->sym, e->updates.data[k].value);
    }
  }
  return written && (flag || (counter && is_bounded(g, x->sym)));
}

bool precision_track_few(cegar *g) {
  bool any = false;
  for (uint32_t v = 1; v < g->c->vars.len; v++)
    if (has_few_values(g, v)) any |= precision_track(g, v);
  return any;
}
