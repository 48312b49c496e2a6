// Decides questions from bounds: those that the conjuncts state directly (x <u 5, x == 3, ...) and those that follow
// for the terms above. A contradiction is UNSAT; a corner of the bounds that satisfies everything is SAT.
#include "expr/expr_bits.h"
#include "smt/smt_impl.h"

#define NODE_BUDGET 4096

// Bounds per term id: scratch.value is a position in `bits`.
typedef struct bounds {
  smt *s;
  VEC(expr_bits) bits;
  bool empty;  // no assignment is left
} bounds;

static bool is_word(const expr_table *t, expr e) {
  sort x = expr_sort(t, e);
  return x.elem == 0 && x.width <= 64;
}

static expr_bits *bounds_of(bounds *b, expr e) {
  id_scratch *x = &b->s->scratch;
  if (!id_scratch_has(x, e.id)) {
    expr_bits known = expr_get_bits(b->s->t, e);
    id_scratch_put(x, e.id, (uint32_t)b->bits.len);
    vec_push(&b->bits, known);
  }
  return &b->bits.data[x->value[e.id]];
}

static void tighten(bounds *b, expr e) {
  expr_bits *x = bounds_of(b, e);
  expr_bits_reduce(x, expr_width(b->s->t, e));
  if (expr_bits_empty(x)) b->empty = true;
}

// x == k.
static void state_value(bounds *b, expr x, uint64_t k) {
  expr_bits v = expr_bits_const(expr_width(b->s->t, x), k), *y = bounds_of(b, x);
  bool outside = k < y->umin || k > y->umax || v.smin < y->smin || v.smax > y->smax;
  if (outside || (y->zero & k) || (y->one & ~k)) b->empty = true;
  else *y = v;
}

// An order with a constant on one side: `below` says that the term is on the smaller side, `strict` that it differs.
static void state_unsigned(bounds *b, expr x, uint64_t k, bool below, bool strict) {
  uint64_t mask = bits_mask(expr_width(b->s->t, x));
  if (strict && k == (below ? 0 : mask)) {
    b->empty = true;
    return;
  }
  expr_bits *y = bounds_of(b, x);
  uint64_t limit = !strict ? k : below ? k - 1 : k + 1;
  if (below && limit < y->umax) y->umax = limit;
  if (!below && limit > y->umin) y->umin = limit;
  tighten(b, x);
}

static void state_signed(bounds *b, expr x, int64_t k, bool below, bool strict) {
  uint32_t w = expr_width(b->s->t, x);
  expr_bits full = expr_bits_full(w);
  if (strict && k == (below ? full.smin : full.smax)) {
    b->empty = true;
    return;
  }
  expr_bits *y = bounds_of(b, x);
  int64_t limit = !strict ? k : below ? k - 1 : k + 1;
  if (below && limit < y->smax) y->smax = limit;
  if (!below && limit > y->smin) y->smin = limit;
  tighten(b, x);
}

// What a conjunct says directly about one term.
static void state(bounds *b, expr c) {
  const expr_table *t = b->s->t;
  bool positive = expr_get_op(t, c) != EXPR_NOT;
  expr atom = positive ? c : expr_arg(t, c, 0);
  expr_op op = expr_get_op(t, atom);
  if (op == EXPR_VAR) {
    state_value(b, atom, positive);
    return;
  }
  if (op != EXPR_EQ && op != EXPR_ULT && op != EXPR_SLT) return;
  expr x = expr_arg(t, atom, 0), y = expr_arg(t, atom, 1);
  if (!is_word(t, x)) return;
  bool right = expr_is_const(t, y);
  if (right == expr_is_const(t, x)) return;  // exactly one constant
  expr term = right ? x : y;
  uint64_t k = expr_const_u64(t, right ? y : x);
  uint32_t w = expr_width(t, x);
  // term < k, or its negation term >= k; k < term, or term <= k.
  if (op == EXPR_ULT) state_unsigned(b, term, k, right == positive, positive);
  else if (op == EXPR_SLT) state_signed(b, term, bits_sext(k, w), right == positive, positive);
  else if (positive) state_value(b, term, k);
}

// Bounds of a node from its arguments', intersected with what is stated about it.
static void derive(bounds *b, expr e) {
  const expr_table *t = b->s->t;
  expr_bits_args in = {0};
  unsigned n = expr_arity(t, e);
  if (n == 0) return;
  for (unsigned i = 0; i < n; i++) {
    expr a = expr_arg(t, e, i);
    if (!is_word(t, a)) continue;
    in.arg[i] = *bounds_of(b, a);
    in.width[i] = expr_width(t, a);
  }
  expr_op op = expr_get_op(t, e);
  if (op == EXPR_EXTRACT) {
    in.hi = expr_extract_hi(t, e);
    in.lo = expr_extract_lo(t, e);
  }
  if (op == EXPR_SELECT) return;
  expr_bits r = expr_bits_apply(op, expr_width(t, e), &in), *x = bounds_of(b, e);
  if (r.umin > x->umin) x->umin = r.umin;
  if (r.umax < x->umax) x->umax = r.umax;
  if (r.smin > x->smin) x->smin = r.smin;
  if (r.smax < x->smax) x->smax = r.smax;
  x->zero |= r.zero;
  x->one |= r.one;
  tighten(b, e);
}

typedef struct walk { expr e; bool done; } walk;

// Derives bounds for all terms below the conjunct, arguments first. `seen` marks finished nodes.
static void derive_below(bounds *b, expr c, map64 *seen, unsigned *budget) {
  const expr_table *t = b->s->t;
  VEC(walk) stack = {0};
  walk first = {c, false};
  vec_push(&stack, first);
  while (stack.len && !b->empty && *budget) {
    walk x = vec_pop(&stack);
    if (x.done) {
      if (is_word(t, x.e)) derive(b, x.e);
      continue;
    }
    if (!map64_put(seen, x.e.id, 1)) continue;
    --*budget;
    x.done = true;
    vec_push(&stack, x);
    for (unsigned i = expr_arity(t, x.e); i-- > 0;) {
      walk arg = {expr_arg(t, x.e, i), false};
      vec_push(&stack, arg);
    }
  }
  vec_free(&stack);
}

// Every literal at the lower (or upper) end of its bounds.
static model *corner(bounds *b, const expr *conjuncts, size_t n, bool upper) {
  smt *s = b->s;
  model *m = model_new();
  for (size_t i = 0; i < n; i++) {
    literal_set set = smt_literals(s, conjuncts[i]);
    for (size_t j = 0; j < set.len; j++) {
      expr v = set.data[j];
      if (!is_word(s->t, v) || !id_scratch_has(&s->scratch, v.id)) continue;
      const expr_bits *x = &b->bits.data[s->scratch.value[v.id]];
      uint32_t w = expr_width(s->t, v);
      uint64_t k = upper ? x->umax : x->umin;
      int64_t sk = bits_sext(k, w);
      if (sk < x->smin || sk > x->smax) k = (uint64_t)(upper ? x->smax : x->smin) & bits_mask(w);
      if (k) model_set(m, v, expr_const(s->t, w, k));
    }
  }
  return m;
}

static smt_answer try_corners(bounds *b, const expr *conjuncts, size_t n, model **out) {
  for (int upper = 0; upper < 2; upper++) {
    model *m = corner(b, conjuncts, n, upper);
    if (smt_model_satisfies(b->s->t, conjuncts, n, m)) {
      *out = m;
      return SMT_SAT;
    }
    model_free(m);
  }
  return SMT_UNKNOWN;
}

smt_answer smt_interval(smt *s, const expr *conjuncts, size_t n, model **out) {
  for (size_t i = 0; i < n; i++) smt_literals(s, conjuncts[i]);  // before the scratch is taken
  bounds b = {.s = s};
  id_scratch_begin(&s->scratch, s->t);
  for (size_t i = 0; i < n && !b.empty; i++) state(&b, conjuncts[i]);
  map64 seen = {0};
  unsigned budget = NODE_BUDGET;
  for (size_t i = n; i-- > 0 && !b.empty && budget;) {
    derive_below(&b, conjuncts[i], &seen, &budget);
    if (!b.empty && budget && bounds_of(&b, conjuncts[i])->umax == 0) b.empty = true;
  }
  map64_fini(&seen);
  smt_answer a = b.empty ? SMT_UNSAT : try_corners(&b, conjuncts, n, out);
  vec_free(&b.bits);
  return a;
}
