// Decides questions from bounds. Every term below the conjuncts gets bounds from its arguments, every conjunct is
// required to be true and hands that down to its arguments, until nothing changes. A contradiction is UNSAT; a guess
// within the bounds, or one of few assignments that are left (smt_domain.c), that satisfies everything is SAT.
//
// All steps only ever remove values that no solution has, so stopping early (budgets, depth) is always right.
#include "base/hash.h"
#include "smt/smt_bounds.h"

#define NODE_BUDGET 4096
#define STEP_BUDGET 8192
#define MAX_DEPTH 48
#define MAX_ROUNDS 4
#define MAX_ARMS 16        // disjuncts that are looked at one by one
#define MAX_ARM_WORK 4096  // disjuncts times terms

static bool is_word(const expr_table *t, expr e) {
  sort x = expr_sort(t, e);
  return x.elem == 0 && x.width <= 64;
}

expr_bits *bounds_get(const bounds *b, expr e) {
  const id_scratch *x = &b->s->scratch;
  return id_scratch_has(x, e.id) ? &b->bits.data[id_scratch_get(x, e.id)] : NULL;
}

// --- upwards --------------------------------------------------------------------------------------------------------

// Intersects what is known of e with r. True if that said something new.
static bool narrow(bounds *b, expr e, const expr_bits *r) {
  expr_bits *x = bounds_get(b, e), old;
  if (!x) return false;
  old = *x;
  if (r->umin > x->umin) x->umin = r->umin;
  if (r->umax < x->umax) x->umax = r->umax;
  if (r->smin > x->smin) x->smin = r->smin;
  if (r->smax < x->smax) x->smax = r->smax;
  x->zero |= r->zero;
  x->one |= r->one;
  if (memcmp(&old, x, sizeof old) == 0) return false;
  expr_bits_reduce(x, expr_width(b->s->t, e));
  if (expr_bits_empty(x)) b->empty = true;
  b->changed = true;
  return true;
}

static void derive(bounds *b, expr e) {
  const expr_table *t = b->s->t;
  expr_op op = expr_get_op(t, e);
  unsigned n = expr_arity(t, e);
  if (n == 0 || op == EXPR_SELECT) return;
  expr_bits_args in = {0};
  for (unsigned i = 0; i < n; i++) {
    expr a = expr_arg(t, e, i);
    expr_bits *x = bounds_get(b, a);
    if (!x) continue;
    in.arg[i] = *x;
    in.width[i] = expr_width(t, a);
  }
  if (op == EXPR_EXTRACT) {
    in.hi = expr_extract_hi(t, e);
    in.lo = expr_extract_lo(t, e);
  }
  expr_bits r = expr_bits_apply(op, expr_width(t, e), &in);
  narrow(b, e, &r);
}

typedef struct walk {
  expr e;
  bool done;
} walk;

// Lists the terms below the conjunct, arguments first, with what is known of them from themselves.
static bool list_terms(bounds *b, expr c) {
  const expr_table *t = b->s->t;
  VEC(walk) stack = {0};
  walk first = {c, false};
  vec_push(&stack, first);
  while (stack.len && b->terms.len < NODE_BUDGET) {
    walk x = vec_pop(&stack);
    // Arrays and wide terms carry no bounds, and nothing passes through them.
    if (bounds_get(b, x.e) || !is_word(t, x.e)) continue;
    if (x.done) {
      expr_bits known = expr_get_bits(t, x.e);
      id_scratch_put(&b->s->scratch, x.e.id, (uint32_t)b->bits.len);
      vec_push(&b->bits, known);
      vec_push(&b->terms, x.e);
      continue;
    }
    x.done = true;
    vec_push(&stack, x);
    for (unsigned i = expr_arity(t, x.e); i-- > 0;) {
      walk arg = {expr_arg(t, x.e, i), false};
      vec_push(&stack, arg);
    }
  }
  bool all = stack.len == 0;
  vec_free(&stack);
  return all;
}

// --- downwards ------------------------------------------------------------------------------------------------------

static void require(bounds *b, expr e, const expr_bits *r, unsigned depth);

static void require_truth(bounds *b, expr e, bool truth, unsigned depth) {
  expr_bits r = expr_bits_const(1, truth);
  require(b, e, &r, depth);
}

static expr_bits apply2(expr_op op, uint32_t w, const expr_bits *x, const expr_bits *y) {
  expr_bits_args in = {.arg = {*x, *y}, .width = {w, w}};
  return expr_bits_apply(op, w, &in);
}

static expr_bits apply1(expr_op op, uint32_t w, const expr_bits *x, uint32_t wx, uint32_t hi, uint32_t lo) {
  expr_bits_args in = {.arg = {*x}, .width = {wx}, .hi = hi, .lo = lo};
  return expr_bits_apply(op, w, &in);
}

// x + y == e. Where no sum of the two can wrap, the sum is that of the integers.
static void require_summand(bounds *b, expr e, expr x, expr y, unsigned depth) {
  uint32_t w = expr_width(b->s->t, e);
  const expr_bits *s = bounds_get(b, e), *p = bounds_get(b, x), *q = bounds_get(b, y);
  expr_bits full = expr_bits_full(w), one = expr_bits_const(w, 1);
  expr_bits minus = apply1(EXPR_NOT, w, q, w, 0, 0);
  minus = apply2(EXPR_ADD, w, &minus, &one);
  expr_bits r = apply2(EXPR_ADD, w, s, &minus);
  typedef __int128 big;
  if ((big)p->smin + q->smin >= full.smin && (big)p->smax + q->smax <= full.smax) {
    big lo = (big)s->smin - q->smax, hi = (big)s->smax - q->smin;
    if (lo > r.smin) r.smin = lo > full.smax ? full.smax : (int64_t)lo;
    if (hi < r.smax) r.smax = hi < full.smin ? full.smin : (int64_t)hi;
    if (lo > full.smax || hi < full.smin) b->empty = true;
  }
  if ((big)p->umax + q->umax <= (big)full.umax) {
    big lo = (big)s->umin - q->umax, hi = (big)s->umax - q->umin;
    if (lo > (big)r.umin) r.umin = (uint64_t)lo;  // lo <= s->umin fits
    if (hi < 0)
      b->empty = true;
    else if (hi < (big)r.umax)
      r.umax = (uint64_t)hi;
  }
  if (!b->empty) require(b, x, &r, depth);
}

// x * k == e with a positive constant and no product that wraps.
static void require_factor(bounds *b, expr e, expr x, uint64_t k, unsigned depth) {
  uint32_t w = expr_width(b->s->t, e);
  const expr_bits *s = bounds_get(b, e), *p = bounds_get(b, x);
  expr_bits r = expr_bits_full(w), full = r;
  if (k == 0 || bits_sext(k, w) <= 0) return;
  int64_t sk = bits_sext(k, w);
  if ((__int128)p->smin * sk >= full.smin && (__int128)p->smax * sk <= full.smax) {
    r.smin = s->smin / sk + (s->smin > 0 && s->smin % sk != 0);
    r.smax = s->smax / sk - (s->smax < 0 && s->smax % sk != 0);
  }
  if ((unsigned __int128)p->umax * k <= full.umax) {
    r.umin = s->umin / k + (s->umin % k != 0);
    r.umax = s->umax / k;
  }
  if (expr_bits_empty(&r))
    b->empty = true;
  else
    require(b, x, &r, depth);
}

// x < y, or if not `less` y <= x, for one of the two orders.
static void require_order(bounds *b, expr x, expr y, bool less, bool is_signed, unsigned depth) {
  uint32_t w = expr_width(b->s->t, x);
  expr low = less ? x : y, high = less ? y : x;
  const expr_bits *p = bounds_get(b, low), *q = bounds_get(b, high);
  expr_bits for_low = expr_bits_full(w), for_high = for_low;
  if (is_signed) {
    if (less && (q->smax == for_low.smin || p->smin == for_low.smax))
      b->empty = true;
    else {
      for_low.smax = q->smax - less;
      for_high.smin = p->smin + less;
    }
  } else {
    if (less && (q->umax == 0 || p->umin == for_low.umax))
      b->empty = true;
    else {
      for_low.umax = q->umax - less;
      for_high.umin = p->umin + less;
    }
  }
  if (!b->empty) require(b, low, &for_low, depth);
  if (!b->empty) require(b, high, &for_high, depth);
}

// x != y where y is one value: only the ends of x's bounds can go.
static void require_other(bounds *b, expr x, expr y, unsigned depth) {
  const expr_bits *p = bounds_get(b, x), *q = bounds_get(b, y);
  if (!expr_bits_single(q)) return;
  expr_bits r = *p;
  if (expr_bits_single(p)) {
    if (p->umin == q->umin) b->empty = true;
    return;
  }
  if (r.umin == q->umin) r.umin++;
  if (r.umax == q->umin) r.umax--;
  if (r.smin < r.smax) {
    if (r.smin == q->smin) r.smin++;
    if (r.smax == q->smin) r.smax--;
  }
  require(b, x, &r, depth);
}

static void require_equal(bounds *b, expr x, expr y, bool equal, unsigned depth) {
  if (equal) {
    expr_bits r = *bounds_get(b, y);
    require(b, x, &r, depth);
    r = *bounds_get(b, x);
    if (!b->empty) require(b, y, &r, depth);
  } else {
    require_other(b, x, y, depth);
    if (!b->empty) require_other(b, y, x, depth);
  }
}

// Bits of an and/or that fix bits of one operand, given the other.
static void require_bitwise(bounds *b, expr_op op, expr e, expr x, expr y, unsigned depth) {
  uint32_t w = expr_width(b->s->t, e);
  const expr_bits *s = bounds_get(b, e), *q = bounds_get(b, y);
  expr_bits r = expr_bits_full(w);
  if (op == EXPR_AND) {
    r.one = s->one;
    r.zero = s->zero & q->one;
    r.umin = s->umin;
  } else if (op == EXPR_OR) {
    r.zero = s->zero;
    r.one = s->one & q->zero;
    r.umax = s->umax;
  } else {
    r = apply2(EXPR_XOR, w, s, q);
  }
  require(b, x, &r, depth);
}

static void require_extension(bounds *b, expr e, expr x, unsigned depth) {
  const expr_table *t = b->s->t;
  const expr_bits *s = bounds_get(b, e);
  uint32_t w = expr_width(t, x);
  expr_bits r = expr_bits_full(w), full = r;
  r.zero = s->zero & bits_mask(w);
  r.one = s->one & bits_mask(w);
  if (expr_get_op(t, e) == EXPR_ZEXT) {
    if (s->umin > full.umax) b->empty = true;
    r.umin = s->umin;
    if (s->umax < r.umax) r.umax = s->umax;
  } else {
    if (s->smin > full.smax || s->smax < full.smin) b->empty = true;
    if (s->smin > r.smin) r.smin = s->smin;
    if (s->smax < r.smax) r.smax = s->smax;
  }
  if (!b->empty) require(b, x, &r, depth);
}

static bool apart(const expr_bits *x, const expr_bits *y) {
  return x->umax < y->umin || y->umax < x->umin || x->smax < y->smin || y->smax < x->smin || (x->one & y->zero) ||
         (x->zero & y->one);
}

static void require_choice(bounds *b, expr e, unsigned depth) {
  const expr_table *t = b->s->t;
  expr c = expr_arg(t, e, 0), x = expr_arg(t, e, 1), y = expr_arg(t, e, 2);
  expr_bits s = *bounds_get(b, e);
  const expr_bits *k = bounds_get(b, c);
  if (apart(bounds_get(b, x), &s)) require_truth(b, c, false, depth);
  if (!b->empty && apart(bounds_get(b, y), &s)) require_truth(b, c, true, depth);
  if (!b->empty && expr_bits_single(k)) require(b, k->umin ? x : y, &s, depth);
}

static bool all_known(const bounds *b, expr e) {
  unsigned n = expr_arity(b->s->t, e);
  for (unsigned i = 0; i < n; i++)
    if (!bounds_get(b, expr_arg(b->s->t, e, i))) return false;
  return n > 0;
}

static void hand_down(bounds *b, expr e, unsigned depth) {
  const expr_table *t = b->s->t;
  expr_bits s = *bounds_get(b, e);
  expr x = expr_arg(t, e, 0), y = expr_arity(t, e) > 1 ? expr_arg(t, e, 1) : EXPR_NONE;
  expr_op op = expr_get_op(t, e);
  uint32_t w = expr_width(t, e), wx = expr_width(t, x);
  expr_bits r;
  if (op == EXPR_ADD) {
    require_summand(b, e, x, y, depth);
    if (!b->empty) require_summand(b, e, y, x, depth);
  } else if (op == EXPR_MUL) {
    if (expr_is_const(t, y)) require_factor(b, e, x, expr_const_u64(t, y), depth);
  } else if (op == EXPR_AND || op == EXPR_OR || op == EXPR_XOR) {
    require_bitwise(b, op, e, x, y, depth);
    if (!b->empty) require_bitwise(b, op, e, y, x, depth);
  } else if (op == EXPR_NOT) {
    r = apply1(EXPR_NOT, w, &s, w, 0, 0);
    require(b, x, &r, depth);
  } else if (op == EXPR_EQ) {
    if (expr_bits_single(&s)) require_equal(b, x, y, s.umin, depth);
  } else if (op == EXPR_ULT || op == EXPR_SLT) {
    if (expr_bits_single(&s)) require_order(b, x, y, s.umin, op == EXPR_SLT, depth);
  } else if (op == EXPR_ITE) {
    require_choice(b, e, depth);
  } else if (op == EXPR_ZEXT || op == EXPR_SEXT) {
    require_extension(b, e, x, depth);
  } else if (op == EXPR_EXTRACT) {
    r = expr_bits_full(wx);
    r.zero = s.zero << expr_extract_lo(t, e);
    r.one = s.one << expr_extract_lo(t, e);
    require(b, x, &r, depth);
  } else if (op == EXPR_CONCAT) {
    uint32_t wy = expr_width(t, y);
    r = apply1(EXPR_EXTRACT, wx, &s, w, w - 1, wy);
    require(b, x, &r, depth);
    r = apply1(EXPR_EXTRACT, wy, &s, w, wy - 1, 0);
    if (!b->empty) require(b, y, &r, depth);
  }
}

static void require(bounds *b, expr e, const expr_bits *r, unsigned depth) {
  if (b->empty || b->steps == 0) return;
  b->steps--;
  bool news = narrow(b, e, r);
  const expr_bits *x = bounds_get(b, e);
  if (b->empty || depth == 0 || !x) return;
  // A known truth is handed down again: the other side of a comparison may have changed since.
  bool fixed = expr_width(b->s->t, e) == 1 && expr_bits_single(x);
  if ((news || fixed) && all_known(b, e)) hand_down(b, e, depth - 1);
}

// --- disjunctions ---------------------------------------------------------------------------------------------------

static size_t list_arms(const expr_table *t, expr e, expr *arm) {
  size_t n = 0, pending = 1;
  expr worklist[MAX_ARMS + 1] = {e};
  while (pending) {
    expr x = worklist[--pending];
    if (expr_get_op(t, x) == EXPR_OR) {
      if (pending + 2 > MAX_ARMS) return 0;
      worklist[pending++] = expr_arg(t, x, 1);
      worklist[pending++] = expr_arg(t, x, 0);
    } else {
      if (n == MAX_ARMS) return 0;
      arm[n++] = x;
    }
  }
  return n;
}

static void widen(expr_bits *x, const expr_bits *y) {
  if (y->umin < x->umin) x->umin = y->umin;
  if (y->umax > x->umax) x->umax = y->umax;
  if (y->smin < x->smin) x->smin = y->smin;
  if (y->smax > x->smax) x->smax = y->smax;
  x->zero &= y->zero;
  x->one &= y->one;
}

// A disjunction holds: what all of its possible arms imply for its literals is implied by it.
static void require_arms(bounds *b, expr e) {
  smt *s = b->s;
  expr arm[MAX_ARMS];
  size_t n = list_arms(s->t, e, arm), len = b->bits.len;
  if (n < 2 || n * len > MAX_ARM_WORK) return;
  literal_set set = smt_literals(s, e);
  expr_bits *before = mem_alloc(len * sizeof *before), *hull = mem_alloc((set.len + 1) * sizeof *hull);
  memcpy(before, b->bits.data, len * sizeof *before);
  size_t possible = 0;
  bool changed = b->changed;
  for (size_t i = 0; i < n; i++) {
    require_truth(b, arm[i], true, MAX_DEPTH);
    for (size_t k = 0; !b->empty && k < set.len; k++) {
      const expr_bits *x = bounds_get(b, set.data[k]);
      if (!x) continue;
      if (possible == 0)
        hull[k] = *x;
      else
        widen(&hull[k], x);
    }
    possible += !b->empty;
    b->empty = false;
    memcpy(b->bits.data, before, len * sizeof *before);
  }
  b->changed = changed;
  if (possible == 0) b->empty = true;
  for (size_t k = 0; !b->empty && k < set.len; k++)
    if (bounds_get(b, set.data[k])) narrow(b, set.data[k], &hull[k]);
  mem_free(before);
  mem_free(hull);
}

// --- questions ------------------------------------------------------------------------------------------------------

static void propagate(bounds *b, const expr *conjuncts, size_t n) {
  const expr_table *t = b->s->t;
  b->steps = STEP_BUDGET;
  for (int round = 0; round < MAX_ROUNDS && !b->empty; round++) {
    b->changed = false;
    for (size_t i = 0; i < b->terms.len && !b->empty; i++) derive(b, b->terms.data[i]);
    for (size_t i = 0; i < n && !b->empty; i++) require_truth(b, conjuncts[i], true, MAX_DEPTH);
    for (size_t i = 0; i < n && !b->empty && b->steps; i++)
      if (expr_get_op(t, conjuncts[i]) == EXPR_OR && bounds_get(b, conjuncts[i])) require_arms(b, conjuncts[i]);
    if (!b->changed) break;
  }
}

// Kinds of assignments that are tried: all literals at their lower ends, at their upper ends, or anywhere.
#define MAX_GUESSES 8
#define GUESS_NODES 2048  // larger questions are guessed at the ends only

static uint64_t guess_value(const expr_bits *x, uint32_t w, uint32_t literal, unsigned kind) {
  uint64_t k = kind == 1 ? x->umax : x->umin;
  if (kind > 1) {  // some number of the range with the known bits set; a hash, so that runs repeat
    uint64_t h = hash_u64(((uint64_t)literal << 8) + kind), width = x->umax - x->umin;
    k = ((width + 1 ? x->umin + h % (width + 1) : h) & ~x->zero) | x->one;
    if (k < x->umin || k > x->umax) k = x->umin;
  }
  int64_t sk = bits_sext(k, w);
  return sk < x->smin ? (uint64_t)x->smin & bits_mask(w) : sk > x->smax ? (uint64_t)x->smax & bits_mask(w) : k;
}

static model *guess(bounds *b, const expr *conjuncts, size_t n, unsigned kind) {
  smt *s = b->s;
  model *m = model_new();
  for (size_t i = 0; i < n; i++) {
    literal_set set = smt_literals(s, conjuncts[i]);
    for (size_t j = 0; j < set.len; j++) {
      expr v = set.data[j];
      const expr_bits *x = bounds_get(b, v);
      if (!x) continue;
      uint32_t w = expr_width(s->t, v);
      uint64_t k = guess_value(x, w, v.id, kind);
      if (k) model_set(m, v, expr_const(s->t, w, k));
    }
  }
  return m;
}

static smt_answer try_guesses(bounds *b, const expr *conjuncts, size_t n, unsigned from, unsigned to, model **out) {
  for (unsigned kind = from; kind < to; kind++) {
    model *m = guess(b, conjuncts, n, kind);
    if (smt_model_satisfies(b->s->t, conjuncts, n, m)) {
      *out = m;
      return SMT_SAT;
    }
    model_free(m);
  }
  return SMT_UNKNOWN;
}

void bounds_open(bounds *b, smt *s, const expr *conjuncts, size_t n) {
  for (size_t i = 0; i < n; i++) smt_literals(s, conjuncts[i]);  // before the scratch is taken
  *b = (bounds){.s = s};
  id_scratch_begin(&s->scratch);
  for (size_t i = n; i-- > 0 && list_terms(b, conjuncts[i]);) {}
  propagate(b, conjuncts, n);
}

void bounds_close(bounds *b) {
  vec_free(&b->bits);
  vec_free(&b->terms);
}

smt_answer smt_interval(smt *s, const expr *conjuncts, size_t n, model **out) {
  bounds b;
  bounds_open(&b, s, conjuncts, n);
  smt_answer a = b.empty ? SMT_UNSAT : try_guesses(&b, conjuncts, n, 0, 2, out);
  if (a == SMT_UNKNOWN) a = smt_enumerate(&b, conjuncts, n, out);
  if (a == SMT_UNKNOWN && b.terms.len < GUESS_NODES) a = try_guesses(&b, conjuncts, n, 2, MAX_GUESSES, out);
  bounds_close(&b);
  return a;
}
