// Inputs by canonical names (symcpp-explicit-symbolic.md 4.6, fresh input numbering): the literals of a state are renamed to the first
// ones of their type, in the order in which the values of the state mention them, and the path condition is cut to the conjuncts
// that can matter. So situations that differ only in which draws led to them are equal, however many draws there were, and the
// number of literals stays small. The names of the inputs on the way are lost: whoever needs them executes the way again.
#include <stdlib.h>

#include "base/mem.h"
#include "sem/sem_impl.h"

typedef struct literal_kind {
  sort s;
  uint32_t type_tag;
  bool is_signed;
  expr_vec names;  // the literals given to states
  size_t used;     // by the state that is being renamed
} literal_kind;

struct input_names {
  VEC(literal_kind) kinds;
  expr_vec from, to, conjuncts;
};

void names_free(input_names *n) {
  if (!n) return;
  for (size_t i = 0; i < n->kinds.len; i++) vec_free(&n->kinds.data[i].names);
  vec_free(&n->kinds);
  vec_free(&n->from);
  vec_free(&n->to);
  vec_free(&n->conjuncts);
  mem_free(n);
}

void names_mark(const input_names *n, expr_table *t) {
  for (size_t i = 0; n && i < n->kinds.len; i++)
    for (size_t k = 0; k < n->kinds.data[i].names.len; k++) expr_mark(t, n->kinds.data[i].names.data[k]);
}

static literal_kind *kind_of(input_names *n, expr_table *t, expr literal) {
  sort s = expr_sort(t, literal);
  const expr_var_info *info = expr_var_get(t, literal);
  for (size_t i = 0; i < n->kinds.len; i++) {
    literal_kind *k = &n->kinds.data[i];
    if (k->s.width == s.width && k->s.elem == s.elem && k->type_tag == info->type_tag &&
        k->is_signed == info->is_signed)
      return k;
  }
  vec_push(&n->kinds, ((literal_kind){.s = s, .type_tag = info->type_tag, .is_signed = info->is_signed}));
  return &vec_last(&n->kinds);
}

static expr name_for(input_names *n, expr_table *t, expr literal) {
  literal_kind *k = kind_of(n, t, literal);
  if (k->used == k->names.len) {
    expr_var_info info = *expr_var_get(t, literal);
    expr fresh = expr_var(t, k->s, &info);
    vec_push(&k->names, fresh);
  }
  return k->names.data[k->used++];
}

static value renamed_value(void *arg, value v) {
  world *m = arg;
  if (value_is_concrete(v)) return v;
  value w = v;
  w.e = expr_subst(m->base.terms, v.e, m->names->from.data, m->names->to.data, m->names->from.len);
  return w;
}

static int compare_ids(const void *a, const void *b) {
  uint32_t x = ((const expr *)a)->id, y = ((const expr *)b)->id;
  return x < y ? -1 : x > y;
}

// In the order of their numbers, so that equal sets are equal lists.
static pathcond *renamed_path(world *m, const pathcond *pc) {
  input_names *n = m->names;
  smt_answer answer = pathcond_uncertain(pc) ? SMT_UNKNOWN : SMT_SAT;
  for (size_t i = 0; i < n->conjuncts.len; i++)
    n->conjuncts.data[i] = expr_subst(m->base.terms, n->conjuncts.data[i], n->from.data, n->to.data, n->from.len);
  if (n->conjuncts.len > 1) qsort(n->conjuncts.data, n->conjuncts.len, sizeof(expr), compare_ids);
  pathcond *r = NULL;
  for (size_t i = 0; i < n->conjuncts.len; i++) {
    pathcond *longer = pathcond_add(m->base.solver, r, n->conjuncts.data[i], answer);
    pathcond_unref(r);
    r = longer;
  }
  return r;
}

void sem_name_inputs(sem *base, state *s) {
  world *m = (world *)base;
  if (!m->names) m->names = MEM_NEW(input_names);
  input_names *n = m->names;
  expr_table *t = base->terms;
  vec_clear(&n->from);
  vec_clear(&n->to);
  vec_clear(&n->conjuncts);
  state_literals(s, t, &n->from);
  if (n->from.len == 0 && !pathcond_uncertain(s->pc)) {
    state_forget_history(s);
    return;
  }
  pathcond *kept = pathcond_collect(base->solver, s->pc, n->from.data, n->from.len);
  pathcond_conjuncts(kept, &n->conjuncts);
  for (size_t i = 0; i < n->conjuncts.len; i++) expr_collect_vars(t, n->conjuncts.data[i], &n->from);
  for (size_t i = 0; i < n->kinds.len; i++) n->kinds.data[i].used = 0;
  for (size_t i = 0; i < n->from.len; i++) vec_push(&n->to, name_for(n, t, n->from.data[i]));
  state_map_terms(s, renamed_value, m);
  state_set_pathcond(s, renamed_path(m, kept));
  pathcond_unref(kept);
  state_keep_one_input(s);
}
