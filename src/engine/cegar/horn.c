// Sequence interpolants as predicates (specification 3.3, 3): of the path with all guards outside of the core left out. They
// come from integers; whether they refute the path bit by bit is found out by the abstraction, as with all predicates.
#include "engine/cegar/path.h"
#include "smt/smt_horn.h"

#define HORN_EFFORT 20000000  // units of Z3

// Values of the variables after step i, in the order of `vars`.
static const expr *values_after(const path *p, size_t i, const id_vec *vars) {
  cegar *g = p->g;
  const cedge *e = path_edge(p, i);
  expr *values = MEM_NEW_N(expr, vars->len);
  for (size_t k = 0; k < vars->len; k++) {
    values[k] = g->c->vars.data[vars->data[k]].sym;
    for (size_t u = 0; u < e->updates.len; u++)
      if (e->updates.data[u].var == vars->data[k]) values[k] = e->updates.data[u].value;
    values[k] = discrete_subst(g, path_node(p, i), e, values[k]);
  }
  return values;
}

bool refine_interpolants(path *p) {
  cegar *g = p->g;
  bitset need = path_needs(p);
  id_vec vars = {0};
  expr_vec syms = {0}, inits = {0}, facts = {0};
  for (uint32_t v = 1; v < g->c->vars.len; v++) {
    if (!bitset_has(&need, v)) continue;
    vec_push(&vars, v);
    vec_push(&syms, g->c->vars.data[v].sym);
    vec_push(&inits, g->c->vars.data[v].init);
  }
  horn_step *made = MEM_NEW_N(horn_step, p->last + 1);
  for (size_t i = 0; i < p->last; i++) {
    const cedge *e = path_edge(p, i);
    made[i].guard = p->core[i] ? discrete_subst(g, path_node(p, i), e, e->guard) : expr_bool(g->t, true);
    made[i].values = values_after(p, i, &vars);
  }
  horn_path h = {.vars = syms.data, .inits = inits.data, .n_vars = syms.len, .steps = made, .n_steps = p->last};
  bool any = false;
  if (smt_interpolants(g->solver, &h, HORN_EFFORT, &facts))
    for (size_t i = 0; i < facts.len; i++) any |= precision_add(g, facts.data[i]);
  for (size_t i = 0; i < p->last; i++) mem_free((void *)made[i].values);
  mem_free(made);
  vec_free(&vars);
  vec_free(&syms);
  vec_free(&inits);
  vec_free(&facts);
  bitset_fini(&need);
  return any;
}
