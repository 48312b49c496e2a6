// The value of a term under a model, with an explicit stack and a memo per call.
//
// Arrays are not built as values on the way: a select walks its array term. Only an equality of arrays, or an array
// as the final result, collects the elements.
#define _GNU_SOURCE  // qsort_r
#include "expr/expr_impl.h"

#include <stdlib.h>

#include "base/map64.h"

typedef struct evaluator {
  expr_table *t;
  const model *m;
} evaluator;

static bool ready(const evaluator *ev, expr e) {
  return enode_is(ev->t, e, EXPR_CONST) || expr_scratch_has(ev->t, e.id);
}

static val value_of(const evaluator *ev, expr e) {
  return enode_is(ev->t, e, EXPR_CONST) ? expr_val(ev->t, e) : expr_scratch_get(ev->t, e.id);
}

// True if e has a value; else asks for it.
static bool want(evaluator *ev, expr e) {
  if (ready(ev, e)) return true;
  vec_push(&ev->t->stack, e.id);
  return false;
}

static expr model_value(const evaluator *ev, expr var) { return ev->m ? model_get(ev->m, var) : EXPR_NONE; }

// One step down from an array term that is not a store. False: something was asked for first. *end is set when the
// bottom is reached: *fill is then the element of every other index (EXPR_NONE: 0).
static bool step_down(evaluator *ev, expr *array, bool *end, expr *fill) {
  expr_table *t = ev->t;
  *end = false;
  *fill = EXPR_NONE;
  if (enode_is(t, *array, EXPR_ITE)) {
    if (!want(ev, enode_arg(t, *array, 0))) return false;
    *array = enode_arg(t, *array, value_of(ev, enode_arg(t, *array, 0)) ? 1 : 2);
  } else if (enode_is(t, *array, EXPR_CONST_ARRAY)) {
    *fill = enode_arg(t, *array, 0);
    *end = true;
    return want(ev, *fill);
  } else {
    CHECK(enode_is(t, *array, EXPR_VAR), "not an array");
    expr v = model_value(ev, *array);
    if (expr_some(v))
      *array = v;
    else
      *end = true;
  }
  return true;
}

// Asks for every index (and value) of a run of stores that has no value yet, so that the walk restarts once.
static bool want_stores(evaluator *ev, expr array, bool values) {
  expr_table *t = ev->t;
  bool all = true;
  for (; enode_is(t, array, EXPR_STORE); array = enode_arg(t, array, 0)) {
    all = want(ev, enode_arg(t, array, 1)) && all;
    if (values) all = want(ev, enode_arg(t, array, 2)) && all;
  }
  return all;
}

static bool eval_select(evaluator *ev, expr e, val *out) {
  expr_table *t = ev->t;
  expr array = enode_arg(t, e, 0), index = enode_arg(t, e, 1);
  if (!want(ev, index)) return false;
  val at = value_of(ev, index);
  for (;;) {
    if (enode_is(t, array, EXPR_STORE)) {
      if (!ready(ev, enode_arg(t, array, 1)) && !want_stores(ev, array, false)) return false;
      if (value_of(ev, enode_arg(t, array, 1)) == at) {
        if (!want(ev, enode_arg(t, array, 2))) return false;
        *out = value_of(ev, enode_arg(t, array, 2));
        return true;
      }
      array = enode_arg(t, array, 0);
      continue;
    }
    bool end;
    expr fill;
    if (!step_down(ev, &array, &end, &fill)) return false;
    if (end) {
      *out = expr_some(fill) ? value_of(ev, fill) : expr_val_small(t, enode_width(t, e), 0);
      return true;
    }
  }
}

// All elements of an array term; `elements` maps index values to element values, the newest store first.
typedef struct array_value {
  map64 elements;
  val fill;
} array_value;

static bool eval_array(evaluator *ev, expr array, array_value *out) {
  expr_table *t = ev->t;
  uint32_t elem = enode_of(t, array)->elem;
  map64_clear(&out->elements);
  for (;;) {
    if (enode_is(t, array, EXPR_STORE)) {
      if (!want_stores(ev, array, true)) return false;
      for (; enode_is(t, array, EXPR_STORE); array = enode_arg(t, array, 0)) {
        val at = value_of(ev, enode_arg(t, array, 1));
        if (!map64_get(&out->elements, at, NULL)) map64_put(&out->elements, at, value_of(ev, enode_arg(t, array, 2)));
      }
      continue;
    }
    bool end;
    expr fill;
    if (!step_down(ev, &array, &end, &fill)) return false;
    if (end) {
      out->fill = expr_some(fill) ? value_of(ev, fill) : expr_val_small(t, elem, 0);
      return true;
    }
  }
}

static bool covers(const array_value *a, const array_value *b) {
  for (size_t i = 0; i < a->elements.len; i++) {
    val other = b->fill;
    map64_get(&b->elements, a->elements.entries[i].key, &other);
    if (other != a->elements.entries[i].value) return false;
  }
  return true;
}

static bool same_elements(uint32_t index_width, const array_value *a, const array_value *b) {
  if (!covers(a, b) || !covers(b, a)) return false;
  if (a->fill == b->fill) return true;
  // Different fills do not show if every index is stored to by one of the two.
  uint64_t distinct = a->elements.len;
  for (size_t i = 0; i < b->elements.len; i++) distinct += !map64_get(&a->elements, b->elements.entries[i].key, NULL);
  return index_width < 64 && distinct == (uint64_t)1 << index_width;
}

static bool eval_array_eq(evaluator *ev, expr e, val *out) {
  expr_table *t = ev->t;
  array_value a = {0}, b = {0};
  bool done = eval_array(ev, enode_arg(t, e, 0), &a) && eval_array(ev, enode_arg(t, e, 1), &b);
  if (done) *out = same_elements(enode_of(t, enode_arg(t, e, 0))->width, &a, &b);
  map64_fini(&a.elements);
  map64_fini(&b.elements);
  return done;
}

static val compute(evaluator *ev, const enode *n) {
  expr_table *t = ev->t;
  expr a = {n->u.arg[0]}, b = {n->u.arg[1]};
  bool two = expr_op_arity((expr_op)n->op) == 2;
  uint32_t wa = enode_width(t, a), wb = two ? enode_width(t, b) : 0;
  val x = value_of(ev, a), y = two ? value_of(ev, b) : 0;
  if (wa <= 64 && wb <= 64 && n->width <= 64) {
    if (n->op == EXPR_CONCAT) return (x << wb) | y;
    if (n->op == EXPR_EXTRACT) return (x >> n->u.arg[2]) & bits_mask(n->width);
    if (n->op == EXPR_ZEXT) return x;
    if (n->op == EXPR_SEXT) return (uint64_t)bits_sext(x, wa) & bits_mask(n->width);
    return fold_narrow((expr_op)n->op, wa, x, y);
  }
  expr r = fold_wide(t, (expr_op)n->op, n->width, expr_from_val(t, wa, x), two ? expr_from_val(t, wb, y) : EXPR_NONE,
                     n->u.arg[1], n->u.arg[2]);
  return expr_val(t, r);
}

// The value of a bit-vector term if everything it needs has one; else asks for that and returns false.
static bool try_node(evaluator *ev, expr e, val *out) {
  expr_table *t = ev->t;
  const enode *n = enode_of(t, e);
  if (n->op == EXPR_CONST) {
    *out = expr_val(t, e);
    return true;
  }
  if (n->op == EXPR_VAR) {
    expr v = model_value(ev, e);
    *out = expr_some(v) ? expr_val(t, v) : expr_val_small(t, n->width, 0);
    return true;
  }
  if (n->op == EXPR_SELECT) return eval_select(ev, e, out);
  if (n->op == EXPR_ITE) {
    if (!want(ev, enode_arg(t, e, 0))) return false;
    expr arm = enode_arg(t, e, value_of(ev, enode_arg(t, e, 0)) ? 1 : 2);
    if (!want(ev, arm)) return false;
    *out = value_of(ev, arm);
    return true;
  }
  if (n->op == EXPR_EQ && enode_at(t, n->u.arg[0])->elem) return eval_array_eq(ev, e, out);
  bool all = true;
  for (unsigned i = expr_op_arity((expr_op)n->op); i-- > 0;) all = want(ev, enode_arg(t, e, i)) && all;
  if (all) *out = compute(ev, n);
  return all;
}

static void run_stack(evaluator *ev) {
  expr_table *t = ev->t;
  while (t->stack.len) {
    expr e = {vec_last(&t->stack)};
    val v;
    if (expr_scratch_has(t, e.id))
      t->stack.len--;
    else if (try_node(ev, e, &v))
      expr_scratch_put(t, e.id, v);
  }
}

static val eval_word(evaluator *ev, expr e) {
  expr_scratch_begin(ev->t);
  if (!want(ev, e)) run_stack(ev);
  return value_of(ev, e);
}

typedef struct index_order {
  expr_table *t;
  uint32_t width;
} index_order;

static int compare_index(const void *a, const void *b, void *arg) {
  index_order *o = arg;
  val x = ((const struct map64_entry *)a)->key, y = ((const struct map64_entry *)b)->key;
  if (x == y) return 0;
  return expr_val_op(o->t, EXPR_ULT, o->width, x, y) ? -1 : 1;
}

static expr eval_array_root(evaluator *ev, expr e) {
  expr_table *t = ev->t;
  sort s = expr_sort(t, e);
  array_value v = {0};
  expr_scratch_begin(t);
  while (!eval_array(ev, e, &v)) run_stack(ev);
  VEC(struct map64_entry) list = {0};
  for (size_t i = 0; i < v.elements.len; i++)
    if (v.elements.entries[i].value != v.fill) vec_push(&list, v.elements.entries[i]);
  index_order o = {t, s.width};
  if (list.len) qsort_r(list.data, list.len, sizeof *list.data, compare_index, &o);
  expr r = expr_intern(t, EXPR_CONST_ARRAY, s, expr_from_val(t, s.elem, v.fill).id, 0, 0);
  for (size_t i = 0; i < list.len; i++) {
    uint32_t at = expr_from_val(t, s.width, list.data[i].key).id;
    r = expr_intern(t, EXPR_STORE, s, r.id, at, expr_from_val(t, s.elem, list.data[i].value).id);
  }
  vec_free(&list);
  map64_fini(&v.elements);
  return r;
}

expr expr_eval(expr_table *t, expr e, const model *m) {
  evaluator ev = {t, m};
  if (enode_of(t, e)->elem) return eval_array_root(&ev, e);
  val v = eval_word(&ev, e);
  return expr_from_val(t, enode_width(t, e), v);
}

bool expr_eval_true(expr_table *t, expr e, const model *m) {
  CHECK(enode_of(t, e)->elem == 0 && enode_width(t, e) == 1, "a condition has width 1");
  evaluator ev = {t, m};
  return eval_word(&ev, e) != 0;
}
