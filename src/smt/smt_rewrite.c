// Splitting of conjunctions, so that every layer sees the smallest conjuncts.
#include "smt/smt_impl.h"

void smt_split(expr_table *t, expr c, expr_vec *out) {
  // A work item is a term and whether it stands under a negation: !(a | b) is !a & !b.
  VEC(struct item {
    expr e;
    bool negated;
  })
  stack = {0};
  struct item first = {c, false};
  vec_push(&stack, first);
  while (stack.len) {
    struct item x = vec_pop(&stack);
    if (expr_get_op(t, x.e) == EXPR_NOT) {
      struct item inner = {expr_arg(t, x.e, 0), !x.negated};
      vec_push(&stack, inner);
    } else if (expr_get_op(t, x.e) == (x.negated ? EXPR_OR : EXPR_AND)) {
      struct item left = {expr_arg(t, x.e, 0), x.negated}, right = {expr_arg(t, x.e, 1), x.negated};
      vec_push(&stack, right);
      vec_push(&stack, left);
    } else {
      expr e = x.negated ? expr_not(t, x.e) : x.e;
      if (!expr_is_true(t, e)) vec_push(out, e);
    }
  }
  vec_free(&stack);
}
