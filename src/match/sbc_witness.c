// Witnesses: for each literal of the stored state a term over the literals of the new one ([AVPE15]: y := x +
// 1 is as good as y := x). They are read off the pairs by inverting what can be inverted.
#include "match/sbc_int.h"

typedef struct solution {
  sbc *c;
  expr_vec to;
} solution;  // to[i]: witness of lits_b[i], or none

static bool assign(solution *s, expr literal, expr target) {
  for (size_t i = 0; i < s->c->lits_b.len; i++) {
    if (!expr_same(s->c->lits_b.data[i], literal)) continue;
    if (expr_some(s->to.data[i])) return false;
    s->to.data[i] = target;
    return true;
  }
  return false;
}

// Makes `term` (of b) equal to `target` by inverting what can be inverted; a bad guess is only a failed attempt.
static void solve(solution *s, expr term, expr target, unsigned depth) {
  expr_table *t = s->c->t;
  if (depth > 32 || expr_sort(t, term).elem) {
    if (expr_get_op(t, term) == EXPR_VAR) assign(s, term, target);
    return;
  }
  switch ((int)expr_get_op(t, term)) {
  case EXPR_VAR: assign(s, term, target); break;
  case EXPR_ADD:  // the constant of a sum stands last; of two literals the first takes the difference
    if (expr_is_const(t, expr_arg(t, term, 1))) {
      solve(s, expr_arg(t, term, 0), expr_sub(t, target, expr_arg(t, term, 1)), depth + 1);
    } else {
      solve(s, expr_arg(t, term, 1), expr_const(t, expr_width(t, term), 0), depth + 1);
      solve(s, expr_arg(t, term, 0), target, depth + 1);
    }
    break;
  case EXPR_XOR:
    if (expr_is_const(t, expr_arg(t, term, 1))) {
      solve(s, expr_arg(t, term, 0), expr_xor(t, target, expr_arg(t, term, 1)), depth + 1);
    }
    break;
  case EXPR_NOT: solve(s, expr_arg(t, term, 0), expr_not(t, target), depth + 1); break;
  case EXPR_ZEXT:
  case EXPR_SEXT: {
    expr inner = expr_arg(t, term, 0);
    solve(s, inner, expr_extract(t, target, expr_width(t, inner) - 1, 0), depth + 1);
    break;
  }
  case EXPR_CONCAT: {
    expr hi = expr_arg(t, term, 0), lo = expr_arg(t, term, 1);
    uint32_t w = expr_width(t, term), wl = expr_width(t, lo);
    solve(s, hi, expr_extract(t, target, w - 1, wl), depth + 1);
    solve(s, lo, expr_extract(t, target, wl - 1, 0), depth + 1);
    break;
  }
  }
}

bool sbc_witness(sbc *c, const view *a, const view *b, const pos_vec *at) {
  if (!sbc_load(c, a, b, at)) return false;
  sbc_load_literals(c);
  solution s = {.c = c};
  for (size_t i = 0; i < c->lits_b.len; i++) vec_push(&s.to, EXPR_NONE);
  for (size_t i = 0; i < c->ta.len; i++) {  // plain literals first: their witness is certain
    if (expr_get_op(c->t, c->tb.data[i]) == EXPR_VAR) solve(&s, c->tb.data[i], c->ta.data[i], 0);
  }
  for (size_t i = 0; i < c->ta.len; i++) {
    if (expr_get_op(c->t, c->tb.data[i]) != EXPR_VAR) solve(&s, c->tb.data[i], c->ta.data[i], 0);
  }
  for (size_t i = 0; i < s.to.len; i++) {
    if (!expr_some(s.to.data[i])) s.to.data[i] = c->lits_b.data[i];
  }
  bool found = !sbc_fails_on_models(c, a, s.to.data) && sbc_holds(c, SBC_CV, c->lits_b.data, s.to.data, s.to.len);
  vec_free(&s.to);
  return found;
}
