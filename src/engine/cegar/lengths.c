// What proofs about arrays need nearly always: whose value their length is, and that the counters that serve as indices are
// not negative. Candidates, as all predicates.
#include "engine/cegar/mine.h"

static bool add_lengths(cegar *g, const cedge *e, uint32_t length) {
  expr now = EXPR_NONE, sym = g->c->vars.data[length].sym;
  bool any = false;
  for (size_t k = 0; k < e->updates.len; k++)
    if (e->updates.data[k].var == length) now = e->updates.data[k].value;
  if (!expr_some(now)) return false;
  uint32_t width = expr_width(g->t, now);
  bool is_signed = expr_get_op(g->t, now) == EXPR_SEXT;
  if (is_signed || expr_get_op(g->t, now) == EXPR_ZEXT) now = expr_arg(g->t, now, 0);
  if (cfa_var_of(g->c, now)) any |= precision_add(g, expr_eq(g->t, sym, expr_resize(g->t, now, width, is_signed)));
  for (size_t k = 0; k < e->updates.len; k++) {
    if (e->updates.data[k].var == length || !expr_same(e->updates.data[k].value, now)) continue;
    expr other = g->c->vars.data[e->updates.data[k].var].sym;
    any |= precision_add(g, expr_eq(g->t, sym, expr_resize(g->t, other, width, is_signed)));
  }
  return any;
}

static bool add_signs(cegar *g, expr guard) {
  expr_vec worklist = {0};
  bool any = false;
  vec_push(&worklist, guard);
  while (worklist.len) {
    expr x = vec_pop(&worklist);
    expr_op op = expr_get_op(g->t, x);
    if (op == EXPR_AND || op == EXPR_OR || op == EXPR_NOT)
      for (unsigned i = 0; i < expr_arity(g->t, x); i++) vec_push(&worklist, expr_arg(g->t, x, i));
    if (op != EXPR_SLT || !expr_is_const(g->t, expr_arg(g->t, x, 1)) || expr_const_u64(g->t, expr_arg(g->t, x, 1)))
      continue;
    if (cfa_var_of(g->c, expr_arg(g->t, x, 0))) any |= precision_add(g, x);
  }
  vec_free(&worklist);
  return any;
}

bool mine_array_facts(cegar *g) {
  bool any = false, arrays = false;
  for (size_t o = 1; o < g->c->objs.len; o++) {
    uint32_t length = g->c->objs.data[o].length;
    for (size_t e = 1; e < g->c->edges.len && length; e++) any |= add_lengths(g, &g->c->edges.data[e], length);
    arrays |= length != 0;
  }
  for (size_t e = 1; e < g->c->edges.len && arrays; e++)
    if (g->c->locs.data[g->c->edges.data[e].to].check == IR_CHECK_BOUNDS)
      any |= add_signs(g, g->c->edges.data[e].guard);
  return any;
}
