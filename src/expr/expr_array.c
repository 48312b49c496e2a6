// Arrays: select over store, stores at constant indices sorted.
#include "expr/expr_impl.h"

#define SELECT_STEPS 1024  // stores that one select looks through
#define STORE_STEPS 16     // stores that one store is sorted into

expr expr_const_array(expr_table *t, uint32_t index_width, expr element) {
  CHECK(enode_of(t, element)->elem == 0 && index_width > 0, "arrays hold bit-vectors");
  return expr_node(t, EXPR_CONST_ARRAY, sort_array(index_width, enode_width(t, element)), element.id, 0, 0);
}

expr expr_select(expr_table *t, expr array, expr index) {
  const enode *n = enode_of(t, array);
  CHECK(n->elem != 0 && enode_of(t, index)->elem == 0 && n->width == enode_width(t, index), "select: sorts");
  uint32_t elem = n->elem;
  if (!t->options.plain) {
    for (unsigned i = 0; i < SELECT_STEPS && enode_is(t, array, EXPR_STORE); i++) {
      expr at = enode_arg(t, array, 1);
      if (expr_same(at, index)) return enode_arg(t, array, 2);
      if (!expr_surely_differ(t, at, index)) break;
      array = enode_arg(t, array, 0);
    }
    if (enode_is(t, array, EXPR_CONST_ARRAY)) return enode_arg(t, array, 0);
  }
  return expr_node(t, EXPR_SELECT, sort_bv(elem), array.id, index.id, 0);
}

// Orders constant indices only; numbers compare by value whatever their width.
static bool index_below(expr_table *t, expr a, expr b) {
  return expr_val_op(t, EXPR_ULT, enode_width(t, a), expr_val(t, a), expr_val(t, b)) != 0;
}

static expr store_plain(expr_table *t, expr array, expr index, expr value) {
  if (enode_is(t, array, EXPR_CONST_ARRAY) && expr_same(enode_arg(t, array, 0), value)) return array;
  return expr_node(t, EXPR_STORE, expr_sort(t, array), array.id, index.id, value.id);
}

// Inserts into the run of stores at larger constant indices on top of `array`, so that writes to different elements
// give one term whatever their order. Runs longer than the bound keep the newest on top.
static expr store_sorted(expr_table *t, expr array, expr index, expr value) {
  expr above[STORE_STEPS];
  unsigned n = 0;
  expr base = array;
  while (n < STORE_STEPS && enode_is(t, base, EXPR_STORE) && enode_is(t, enode_arg(t, base, 1), EXPR_CONST) &&
         index_below(t, index, enode_arg(t, base, 1))) {
    above[n++] = base;
    base = enode_arg(t, base, 0);
  }
  if (enode_is(t, base, EXPR_STORE) && expr_same(enode_arg(t, base, 1), index))
    base = enode_arg(t, base, 0);
  else if (n == STORE_STEPS)
    return store_plain(t, array, index, value);
  expr r = store_plain(t, base, index, value);
  while (n-- > 0) r = store_plain(t, r, enode_arg(t, above[n], 1), enode_arg(t, above[n], 2));
  return r;
}

expr expr_store(expr_table *t, expr array, expr index, expr value) {
  const enode *n = enode_of(t, array);
  CHECK(n->elem != 0 && n->width == enode_width(t, index) && n->elem == enode_width(t, value), "store: sorts");
  CHECK(enode_of(t, index)->elem == 0 && enode_of(t, value)->elem == 0, "store: sorts");
  if (t->options.plain) return expr_node(t, EXPR_STORE, expr_sort(t, array), array.id, index.id, value.id);
  if (enode_is(t, value, EXPR_SELECT) && expr_same(enode_arg(t, value, 0), array) &&
      expr_same(enode_arg(t, value, 1), index))
    return array;
  if (enode_is(t, index, EXPR_CONST)) return store_sorted(t, array, index, value);
  if (enode_is(t, array, EXPR_STORE) && expr_same(enode_arg(t, array, 1), index)) array = enode_arg(t, array, 0);
  return store_plain(t, array, index, value);
}
