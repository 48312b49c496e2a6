#include "engine/guide/preds.h"

// --- atoms ----------------------------------------------------------------------------------------------------------

static bool is_connective(const expr_table *t, expr e) {
  switch ((int)expr_get_op(t, e)) {
  case EXPR_AND:
  case EXPR_OR:
  case EXPR_XOR:
  case EXPR_NOT: return true;
  case EXPR_ITE: return true;
  case EXPR_EQ: return expr_width(t, expr_arg(t, e, 0)) == 1;
  }
  return false;
}

static bool over_variables(const cfin *c, expr e) {
  expr_vec vars = {0};
  expr_collect_vars(c->terms, e, &vars);
  bool all = vars.len > 0;
  for (size_t k = 0; k < vars.len && all; k++) all = cfin_var_of(c, vars.data[k]) != 0;
  vec_free(&vars);
  return all;
}

// A comparison of a choice (ite) is split into the condition of the choice and the comparisons with either side.
static bool split_choice(expr_table *t, expr e, expr_vec *parts) {
  for (unsigned k = 0; k < 2 && expr_arity(t, e) == 2; k++) {
    expr choice = expr_arg(t, e, k), other = expr_arg(t, e, 1 - k);
    if (expr_get_op(t, choice) != EXPR_ITE) continue;
    for (unsigned side = 2; side >= 1; side--) {
      expr v = expr_arg(t, choice, side);
      vec_push(parts,
               k == 0 ? expr_binary(t, expr_get_op(t, e), v, other) : expr_binary(t, expr_get_op(t, e), other, v));
    }
    vec_push(parts, expr_arg(t, choice, 0));
    return true;
  }
  return false;
}

enum { MOST_ATOMS = 256, MOST_PARTS = 20000 };

void preds_atoms(const cfin *c, expr e, expr_vec *out) {
  expr_table *t = c->terms;
  expr_vec worklist = {0};
  vec_push(&worklist, e);
  for (uint32_t n = 0; worklist.len && n < MOST_PARTS && out->len < MOST_ATOMS; n++) {
    expr x = vec_pop(&worklist);
    if (expr_is_const(t, x) || expr_sort(t, x).elem || expr_width(t, x) != 1) continue;
    if (is_connective(t, x)) {
      for (unsigned k = expr_arity(t, x); k-- > 0;) vec_push(&worklist, expr_arg(t, x, k));
    } else if (!split_choice(t, x, &worklist) && over_variables(c, x)) {
      vec_push(out, x);
    }
  }
  vec_free(&worklist);
}

bool preds_add(const cfin *c, preds *p, expr e) {
  if (expr_is_const(c->terms, e)) return true;
  expr no = expr_not(c->terms, e);
  for (uint32_t k = 0; k < p->n; k++)
    if (expr_same(p->list[k], e) || expr_same(p->list[k], no)) return true;
  if (p->n == PREDS_MOST) return false;
  p->list[p->n++] = e;
  return true;
}

// --- from the program -----------------------------------------------------------------------------------------------

static bool is_goal(const fedge *e, uint32_t checks) { return !e->to && checks >> e->check & 1; }

void preds_goal(const cfin *c, uint32_t checks, preds *out) {
  expr_vec atoms = {0};
  for (size_t e = 1; e < c->edges.len; e++)
    if (is_goal(&c->edges.data[e], checks)) preds_atoms(c, c->edges.data[e].guard, &atoms);
  for (size_t k = 0; k < atoms.len; k++) preds_add(c, out, atoms.data[k]);
  vec_free(&atoms);
}

static bool add_vars(const cfin *c, expr e, bitset *cone) {
  expr_vec vars = {0};
  bool grew = false;
  expr_collect_vars(c->terms, e, &vars);
  for (size_t k = 0; k < vars.len; k++) {
    uint32_t v = cfin_var_of(c, vars.data[k]);
    if (!v || bitset_has(cone, v)) continue;
    bitset_add(cone, v);
    grew = true;
  }
  vec_free(&vars);
  return grew;
}

// The guards of the ways that change a variable of the cone, and what they change it to, belong to it.
static void close_cone(const cfin *c, bitset *cone) {
  for (bool grew = true; grew;) {
    grew = false;
    for (size_t e = 1; e < c->edges.len; e++) {
      const fedge *x = &c->edges.data[e];
      for (size_t k = 0; k < x->updates.len; k++) {
        if (!bitset_has(cone, x->updates.data[k].var)) continue;
        grew |= add_vars(c, x->guard, cone);
        grew |= add_vars(c, x->updates.data[k].value, cone);
      }
    }
  }
}

static bool touches(const cfin *c, expr e, const bitset *cone) {
  expr_vec vars = {0};
  expr_collect_vars(c->terms, e, &vars);
  bool in = false;
  for (size_t k = 0; k < vars.len && !in; k++) {
    uint32_t v = cfin_var_of(c, vars.data[k]);
    in = v && bitset_has(cone, v);
  }
  vec_free(&vars);
  return in;
}

void preds_candidates(const cfin *c, uint32_t checks, expr_vec *out) {
  bitset cone = bitset_new(c->vars.len);
  for (size_t e = 1; e < c->edges.len; e++)
    if (is_goal(&c->edges.data[e], checks)) add_vars(c, c->edges.data[e].guard, &cone);
  close_cone(c, &cone);
  expr_vec atoms = {0};
  for (size_t e = 1; e < c->edges.len; e++) preds_atoms(c, c->edges.data[e].guard, &atoms);
  preds seen = {.n = 0};
  for (size_t k = 0; k < atoms.len; k++) {
    uint32_t before = seen.n;
    if (touches(c, atoms.data[k], &cone) && preds_add(c, &seen, atoms.data[k]) && seen.n > before)
      vec_push(out, atoms.data[k]);
  }
  vec_free(&atoms);
  bitset_fini(&cone);
}
