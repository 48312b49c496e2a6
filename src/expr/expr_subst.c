// Simultaneous substitution, rebuilding through the smart constructors.
#include "expr/expr_impl.h"

static expr rebuild(expr_table *t, const enode *n, const expr *a) {
  switch ((expr_op)n->op) {
  case EXPR_ADD:
  case EXPR_MUL:
  case EXPR_UDIV:
  case EXPR_SDIV:
  case EXPR_UREM:
  case EXPR_SREM:
  case EXPR_SHL:
  case EXPR_LSHR:
  case EXPR_ASHR:
  case EXPR_AND:
  case EXPR_OR:
  case EXPR_XOR:
  case EXPR_EQ:
  case EXPR_ULT:
  case EXPR_SLT:
  case EXPR_CONCAT:
  case EXPR_SELECT: return expr_binary(t, (expr_op)n->op, a[0], a[1]);
  case EXPR_NOT: return expr_not(t, a[0]);
  case EXPR_ITE: return expr_ite(t, a[0], a[1], a[2]);
  case EXPR_EXTRACT: return expr_extract(t, a[0], n->u.arg[1], n->u.arg[2]);
  case EXPR_ZEXT: return expr_zext(t, a[0], n->width);
  case EXPR_SEXT: return expr_sext(t, a[0], n->width);
  case EXPR_CONST_ARRAY: return expr_const_array(t, n->width, a[0]);
  case EXPR_STORE: return expr_store(t, a[0], a[1], a[2]);
  case EXPR_CONST:
  case EXPR_VAR:
  case EXPR_OP_COUNT: break;
  }
  UNREACHABLE("leaves are not rebuilt");
}

expr expr_subst(expr_table *t, expr e, const expr *vars, const expr *terms, size_t n) {
  expr_scratch_begin(t);
  for (size_t i = 0; i < n; i++) {
    const enode *v = enode_of(t, vars[i]), *x = enode_of(t, terms[i]);
    CHECK(v->op == EXPR_VAR && v->width == x->width && v->elem == x->elem, "substitution keeps sorts");
    expr_scratch_put(t, vars[i].id, terms[i].id);
  }
  vec_push(&t->stack, e.id);
  while (t->stack.len) {
    uint32_t id = vec_last(&t->stack);
    if (expr_scratch_has(t, id)) {
      t->stack.len--;
      continue;
    }
    const enode *x = enode_at(t, id);
    unsigned arity = expr_op_arity((expr_op)x->op);
    bool all = true, same = true;
    for (unsigned i = arity; i-- > 0;)
      if (!expr_scratch_has(t, x->u.arg[i])) {
        vec_push(&t->stack, x->u.arg[i]);
        all = false;
      }
    if (!all) continue;
    expr arg[3];
    for (unsigned i = 0; i < arity; i++) {
      arg[i] = (expr){(uint32_t)expr_scratch_get(t, x->u.arg[i])};
      same = same && arg[i].id == x->u.arg[i];
    }
    expr_scratch_put(t, id, same ? id : rebuild(t, x, arg).id);
  }
  return (expr){(uint32_t)expr_scratch_get(t, e.id)};
}

static uint32_t enriched(const expr_table *t, uint32_t id) { return enode_at(t, id)->enriched; }

expr expr_enrich(expr_table *t, expr e) {
  if (t->rich || t->options.plain) return e;
  VEC(uint32_t) stack = {0};
  vec_push(&stack, e.id);
  t->rich = true;
  while (stack.len) {
    uint32_t id = vec_last(&stack);
    const enode *x = enode_at(t, id);
    unsigned arity = expr_op_arity((expr_op)x->op);
    bool all = !enriched(t, id);
    for (unsigned i = arity; i-- > 0 && !enriched(t, id);) {
      if (enriched(t, x->u.arg[i])) continue;
      vec_push(&stack, x->u.arg[i]);
      all = false;
    }
    if (all) {
      expr arg[3];
      for (unsigned i = 0; i < arity; i++) arg[i] = (expr){enriched(t, x->u.arg[i])};
      enode_at(t, id)->enriched = arity ? rebuild(t, x, arg).id : id;
    }
    if (enriched(t, id)) stack.len--;
  }
  t->rich = false;
  vec_free(&stack);
  return (expr){enriched(t, e.id)};
}
