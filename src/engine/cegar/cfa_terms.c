// Terms over the variables of the automata: which they speak of, and how they look before an edge.
#include "engine/cegar/cfa.h"

bool cfa_add_vars(const cfa *c, expr term, bitset *into) {
  bool grew = false;
  expr_vec syms = {0};
  if (expr_some(term)) expr_collect_vars(c->terms, term, &syms);
  for (size_t i = 0; i < syms.len; i++) {
    uint32_t v = cfa_var_of(c, syms.data[i]);
    if (!v || bitset_has(into, v)) continue;
    bitset_add(into, v);
    grew = true;
  }
  vec_free(&syms);
  return grew;
}

bool cfa_speaks_only_of(const cfa *c, expr term, const bitset *vars) {
  expr_vec syms = {0};
  expr_collect_vars(c->terms, term, &syms);
  bool all = true;
  for (size_t i = 0; i < syms.len && all; i++) {
    uint32_t v = cfa_var_of(c, syms.data[i]);
    all = v && (!vars || bitset_has(vars, v));
  }
  vec_free(&syms);
  return all;
}

expr cfa_before(const cfa *c, const cedge *e, expr term) {
  expr_vec syms = {0}, values = {0};
  for (size_t k = 0; k < e->updates.len; k++) {
    vec_push(&syms, c->vars.data[e->updates.data[k].var].sym);
    vec_push(&values, e->updates.data[k].value);
  }
  expr r = syms.len ? expr_subst(c->terms, term, syms.data, values.data, syms.len) : term;
  vec_free(&syms);
  vec_free(&values);
  return r;
}
