#include "match/esm.h"

#include "base/hash.h"
#include "base/map64.h"

// Limits of one comparison; beyond them the answer is "not equal".
enum { MAX_NESTING = 3000, MAX_OPERANDS = 64, TRIES = 20000, STEPS = 2000000, RESTARTS = 6 };

// A pair of literals in fwd and bwd, or of terms in `same`.
typedef struct trailed {
  uint64_t pair;
  bool same;
} trailed;

// The map grows while terms are compared and shrinks when a choice among equal-looking operands fails: `trail` holds
// what was added since.
struct esm {
  expr_table *t;
  map64 fwd, bwd;      // literal -> literal; 0 = removed again
  map64 same;          // pairs already matched under the present map (1), removed ones (0)
  VEC(trailed) trail;  // pairs added
  pos_vec order;       // in which pairs are compared
  expr_vec operands;   // stack of the operand lists under comparison
  VEC(uint8_t) used;   // conjuncts of the right side that have their partner
  uint32_t tries, steps;
  bool rename;
};

esm *esm_new(expr_table *t) {
  esm *m = MEM_NEW(esm);
  m->t = t;
  return m;
}

void esm_free(esm *m) {
  if (!m) return;
  map64_fini(&m->fwd);
  map64_fini(&m->bwd);
  map64_fini(&m->same);
  vec_free(&m->trail);
  vec_free(&m->order);
  vec_free(&m->operands);
  vec_free(&m->used);
  mem_free(m);
}

static void forget(esm *m) {
  map64_clear(&m->fwd);
  map64_clear(&m->bwd);
  map64_clear(&m->same);
  vec_clear(&m->trail);
  vec_clear(&m->operands);
}

static void begin(esm *m, bool rename) {
  forget(m);
  m->tries = m->steps = 0;
  m->rename = rename;
}

static uint64_t pair_key(expr a, expr b) { return (uint64_t)a.id << 32 | b.id; }

static void undo(esm *m, size_t mark) {
  while (m->trail.len > mark) {
    trailed e = vec_pop(&m->trail);
    if (e.same) {
      map64_put(&m->same, e.pair, 0);
    } else {
      map64_put(&m->fwd, e.pair >> 32, 0);
      map64_put(&m->bwd, (uint32_t)e.pair, 0);
    }
  }
}

static uint64_t lookup(const map64 *m, uint64_t key) {
  uint64_t v = 0;
  map64_get(m, key, &v);
  return v;
}

static bool same_kind(const esm *m, expr a, expr b) {
  sort x = expr_sort(m->t, a), y = expr_sort(m->t, b);
  return x.width == y.width && x.elem == y.elem;
}

static bool match_literal(esm *m, expr a, expr b) {
  if (!m->rename) return expr_same(a, b);
  uint64_t fa = lookup(&m->fwd, a.id), bb = lookup(&m->bwd, b.id);
  if (fa || bb) return fa == b.id && bb == a.id;
  if (!same_kind(m, a, b) || expr_var_get(m->t, a)->type_tag != expr_var_get(m->t, b)->type_tag) return false;
  map64_put(&m->fwd, a.id, b.id);
  map64_put(&m->bwd, b.id, a.id);
  vec_push(&m->trail, ((trailed){pair_key(a, b), false}));
  return true;
}

static bool match(esm *m, expr a, expr b, unsigned depth);

static bool is_commutative(expr_op op) {
  static const uint8_t table[] = {
#define EXPR_OP(name, arity, commutative, smtlib, text) commutative,
#include "expr/ops.def"
#undef EXPR_OP
  };
  return table[op];
}

// Operands of a left-nested chain of one commutative operator, or just the two of EQ, put on the stack.
static size_t flatten(esm *m, expr e) {
  expr_op op = expr_get_op(m->t, e);
  size_t n = 0;
  while (expr_get_op(m->t, e) == op && n + 2 <= MAX_OPERANDS) {
    vec_push(&m->operands, expr_arg(m->t, e, 1));
    n++;
    e = expr_arg(m->t, e, 0);
    if (op == EXPR_EQ) break;
  }
  vec_push(&m->operands, e);
  return n + 1;
}

// Matches the i-th and later of n operands with those of the other side not yet used; operands that look alike are
// tried in turn. The lists lie on the stack at `base` (left) and base + n (right).
static bool match_operands(esm *m, size_t base, uint64_t used, size_t i, size_t n, unsigned depth) {
  if (i == n) return true;
  expr a = m->operands.data[base + i];
  uint64_t h = expr_blind_hash(m->t, a);
  for (size_t k = 0; k < n; k++) {
    expr b = m->operands.data[base + n + k];
    if ((used >> k & 1) || expr_blind_hash(m->t, b) != h) continue;
    if (++m->tries > TRIES) return false;
    size_t mark = m->trail.len;
    if (match(m, a, b, depth + 1) && match_operands(m, base, used | (uint64_t)1 << k, i + 1, n, depth)) return true;
    undo(m, mark);
  }
  return false;
}

static bool match_commutative(esm *m, expr a, expr b, unsigned depth) {
  size_t base = m->operands.len, n = flatten(m, a), k = flatten(m, b);
  bool fine = n == k && match_operands(m, base, 0, 0, n, depth);
  m->operands.len = base;
  return fine;
}

static bool match_compound(esm *m, expr a, expr b, unsigned depth) {
  expr_op op = expr_get_op(m->t, a);
  if (is_commutative(op)) return match_commutative(m, a, b, depth);
  if (op == EXPR_EXTRACT) {
    if (expr_extract_hi(m->t, a) != expr_extract_hi(m->t, b) || expr_extract_lo(m->t, a) != expr_extract_lo(m->t, b)) {
      return false;
    }
  }
  unsigned n = expr_arity(m->t, a);
  if (n != expr_arity(m->t, b)) return false;
  for (unsigned i = 0; i < n; i++) {
    if (!match(m, expr_arg(m->t, a, i), expr_arg(m->t, b, i), depth + 1)) return false;
  }
  return true;
}

static bool match(esm *m, expr a, expr b, unsigned depth) {
  if (!m->rename) return expr_same(a, b);
  if (depth > MAX_NESTING || ++m->steps > STEPS) return false;
  if (expr_get_op(m->t, a) != expr_get_op(m->t, b) || !same_kind(m, a, b)) return false;
  if (expr_get_op(m->t, a) == EXPR_CONST) return expr_same(a, b);
  if (expr_get_op(m->t, a) == EXPR_VAR) return match_literal(m, a, b);
  if (expr_blind_hash(m->t, a) != expr_blind_hash(m->t, b)) return false;
  if (lookup(&m->same, pair_key(a, b))) return true;
  if (!match_compound(m, a, b, depth)) return false;
  map64_put(&m->same, pair_key(a, b), 1);
  vec_push(&m->trail, ((trailed){pair_key(a, b), true}));
  return true;
}

// The first pair, in m->order, that does not match; n: all do.
static size_t first_failure(esm *m, const expr *a, const expr *b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    uint32_t at = m->order.data[i];
    if (!match(m, a[at], b[at], 0)) return i;
  }
  return n;
}

// Choices among operands that look alike are not taken back once their pair has matched. So a pair that fails after
// there were choices comes first in another attempt, and makes them.
static bool match_pairs(esm *m, const expr *a, const expr *b, size_t n, bool restart) {
  vec_clear(&m->order);
  for (size_t i = 0; i < n; i++) vec_push(&m->order, (uint32_t)i);
  for (unsigned attempt = 0;; attempt++) {
    size_t bad = first_failure(m, a, b, n);
    if (bad == n) return true;
    if (!restart || bad == 0 || m->tries == 0 || attempt == RESTARTS) return false;
    uint32_t at = m->order.data[bad];
    memmove(m->order.data + 1, m->order.data, bad * sizeof(uint32_t));
    m->order.data[0] = at;
    forget(m);
  }
}

bool esm_terms(esm *m, const expr *a, const expr *b, size_t n, bool rename) {
  begin(m, rename);
  return match_pairs(m, a, b, n, true);
}

// Path conditions as sets: each conjunct of one with a different one of the other.
static bool match_as_sets(esm *m, const expr_vec *a, const expr_vec *b) {
  vec_reserve(&m->used, b->len);
  memset(m->used.data, 0, b->len);
  for (size_t i = 0; i < a->len; i++) {
    uint64_t h = expr_blind_hash(m->t, a->data[i]);
    bool found = false;
    for (size_t k = 0; k < b->len && !found; k++) {
      if (m->used.data[k] || expr_blind_hash(m->t, b->data[k]) != h) continue;
      if (++m->tries > TRIES) return false;
      size_t mark = m->trail.len;
      found = match(m, a->data[i], b->data[k], 0);
      if (found)
        m->used.data[k] = 1;
      else
        undo(m, mark);
    }
    if (!found) return false;
  }
  return true;
}

static bool match_in_order(esm *m, const expr_vec *a, const expr_vec *b) {
  for (size_t i = 0; i < a->len; i++) {
    if (!match(m, a->data[i], b->data[i], 0)) return false;
  }
  return true;
}

bool esm_views(esm *m, const view *a, const view *b, bool rename, bool ordered) {
  if (a->pc.len != b->pc.len) return false;
  begin(m, rename);
  if (!match_pairs(m, a->terms.data, b->terms.data, a->terms.len, !ordered)) return false;
  if (ordered || a->pc.len == 0) return match_in_order(m, &a->pc, &b->pc);
  return match_as_sets(m, &a->pc, &b->pc);
}

// --- prefixes -------------------------------------------------------------------------------------------------

typedef enum walk { WALK_EQUAL, WALK_DIFFERENT, WALK_CONTRADICTION } walk;

// Compares in the order of the operands, up to the first difference; literals met before it are linked.
static walk walk_prefix(esm *m, expr a, expr b, unsigned depth) {
  expr_op op = expr_get_op(m->t, a);
  if (depth > MAX_NESTING || op != expr_get_op(m->t, b) || !same_kind(m, a, b)) return WALK_DIFFERENT;
  if (op == EXPR_CONST) return expr_same(a, b) ? WALK_EQUAL : WALK_DIFFERENT;
  if (op == EXPR_VAR) {
    if (match_literal(m, a, b)) return WALK_EQUAL;
    return lookup(&m->fwd, a.id) || lookup(&m->bwd, b.id) ? WALK_CONTRADICTION : WALK_DIFFERENT;
  }
  if (lookup(&m->same, pair_key(a, b))) return WALK_EQUAL;
  unsigned n = expr_arity(m->t, a);
  if (n != expr_arity(m->t, b)) return WALK_DIFFERENT;
  for (unsigned i = 0; i < n; i++) {
    walk w = walk_prefix(m, expr_arg(m->t, a, i), expr_arg(m->t, b, i), depth + 1);
    if (w != WALK_EQUAL) return w;
  }
  if (op == EXPR_EXTRACT && expr_extract_lo(m->t, a) != expr_extract_lo(m->t, b)) return WALK_DIFFERENT;
  map64_put(&m->same, pair_key(a, b), 1);
  return WALK_EQUAL;
}

bool esm_prefixes(esm *m, const expr *a, const expr *b, size_t n) {
  begin(m, true);
  for (size_t i = 0; i < n; i++) {
    if (walk_prefix(m, a[i], b[i], 0) == WALK_CONTRADICTION) return false;
  }
  return true;
}

expr esm_image(const esm *m, expr literal) { return (expr){(uint32_t)lookup(&m->fwd, literal.id)}; }

uint64_t esm_blind_hash(expr_table *t, const view *v) {
  uint64_t h = 0, sum = 0;
  for (size_t i = 0; i < v->terms.len; i++) h = hash_combine(h, expr_blind_hash(t, v->terms.data[i]));
  for (size_t i = 0; i < v->pc.len; i++) sum += hash_u64(expr_blind_hash(t, v->pc.data[i]));
  return hash_combine(h, sum);
}
