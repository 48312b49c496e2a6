#include "match/esm.h"

#include "base/hash.h"
#include "base/map64.h"

enum { MAX_NESTING = 4000, MAX_OPERANDS = 64, TRIES = 20000 };

// The map grows while terms are compared and shrinks when a choice among equal-looking operands fails: `trail` holds
// what was added since.
struct esm {
  expr_table *t;
  map64 fwd, bwd;              // literal -> literal; 0 = removed again
  map64 same;                  // pairs already matched under the present map (1), removed ones (0)
  VEC(uint64_t) trail;         // pairs added to fwd/bwd (tag bit 63 clear) or same (set)
  uint32_t tries;
  bool rename;
};

#define TRAIL_SAME ((uint64_t)1 << 63)

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
  mem_free(m);
}

static void begin(esm *m, bool rename) {
  map64_clear(&m->fwd);
  map64_clear(&m->bwd);
  map64_clear(&m->same);
  vec_clear(&m->trail);
  m->tries = 0;
  m->rename = rename;
}

static uint64_t pair_key(expr a, expr b) { return (uint64_t)a.id << 31 | b.id; }

static void undo(esm *m, size_t mark) {
  while (m->trail.len > mark) {
    uint64_t e = vec_pop(&m->trail);
    if (e & TRAIL_SAME) {
      map64_put(&m->same, e & ~TRAIL_SAME, 0);
    } else {
      map64_put(&m->fwd, e >> 31, 0);
      map64_put(&m->bwd, e & 0x7fffffff, 0);
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
  vec_push(&m->trail, pair_key(a, b));
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

// Operands of a left-nested chain of one commutative operator, or just the two of EQ.
static size_t flatten(const expr_table *t, expr e, expr *out) {
  expr_op op = expr_get_op(t, e);
  size_t n = 0;
  while (expr_get_op(t, e) == op && n + 2 <= MAX_OPERANDS) {
    out[n++] = expr_arg(t, e, 1);
    e = expr_arg(t, e, 0);
    if (op == EXPR_EQ) break;
  }
  out[n++] = e;
  return n;
}

// Matches the operands from a[i] on with those of b not yet used; operands that look alike are tried in turn.
static bool match_operands(esm *m, const expr *a, const expr *b, uint64_t used, size_t i, size_t n, unsigned depth) {
  if (i == n) return true;
  uint64_t h = expr_blind_hash(m->t, a[i]);
  for (size_t k = 0; k < n; k++) {
    if ((used >> k & 1) || expr_blind_hash(m->t, b[k]) != h) continue;
    if (++m->tries > TRIES) return false;
    size_t mark = m->trail.len;
    if (match(m, a[i], b[k], depth + 1) && match_operands(m, a, b, used | (uint64_t)1 << k, i + 1, n, depth)) return true;
    undo(m, mark);
  }
  return false;
}

static bool match_commutative(esm *m, expr a, expr b, unsigned depth) {
  expr x[MAX_OPERANDS], y[MAX_OPERANDS];
  size_t n = flatten(m->t, a, x), k = flatten(m->t, b, y);
  if (n != k) return false;
  if (m->rename) return match_operands(m, x, y, 0, 0, n, depth);
  for (size_t i = 0; i < n; i++) {
    if (!match(m, x[i], y[i], depth + 1)) return false;
  }
  return true;
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
  if (depth > MAX_NESTING) return false;
  if (expr_get_op(m->t, a) != expr_get_op(m->t, b) || !same_kind(m, a, b)) return false;
  if (expr_get_op(m->t, a) == EXPR_CONST) return expr_same(a, b);
  if (expr_get_op(m->t, a) == EXPR_VAR) return match_literal(m, a, b);
  if (expr_blind_hash(m->t, a) != expr_blind_hash(m->t, b)) return false;
  if (lookup(&m->same, pair_key(a, b))) return true;
  if (!match_compound(m, a, b, depth)) return false;
  map64_put(&m->same, pair_key(a, b), 1);
  vec_push(&m->trail, pair_key(a, b) | TRAIL_SAME);
  return true;
}

bool esm_terms(esm *m, const expr *a, const expr *b, size_t n, bool rename) {
  begin(m, rename);
  for (size_t i = 0; i < n; i++) {
    if (!match(m, a[i], b[i], 0)) return false;
  }
  return true;
}

// Path conditions as sets: each conjunct of one with a different one of the other.
static bool match_conjuncts(esm *m, const expr_vec *a, const expr_vec *b, uint8_t *used) {
  for (size_t i = 0; i < a->len; i++) {
    uint64_t h = expr_blind_hash(m->t, a->data[i]);
    bool found = false;
    for (size_t k = 0; k < b->len && !found; k++) {
      if (used[k] || expr_blind_hash(m->t, b->data[k]) != h) continue;
      if (++m->tries > TRIES) return false;
      size_t mark = m->trail.len;
      if (match(m, a->data[i], b->data[k], 0)) {
        used[k] = 1;
        found = true;
      } else {
        undo(m, mark);
      }
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

static bool match_pathconds(esm *m, pathcond *a, pathcond *b, bool ordered) {
  if (pathcond_length(a) != pathcond_length(b)) return false;
  if (a == b && !m->rename) return true;
  expr_vec x = {0}, y = {0};
  pathcond_conjuncts(a, &x);
  pathcond_conjuncts(b, &y);
  bool fine = x.len == y.len;
  if (fine && ordered) {
    fine = match_in_order(m, &x, &y);
  } else if (fine && x.len) {
    uint8_t *used = MEM_NEW_N(uint8_t, y.len);
    fine = match_conjuncts(m, &x, &y, used);
    mem_free(used);
  }
  vec_free(&x);
  vec_free(&y);
  return fine;
}

bool esm_views(esm *m, const view *a, const view *b, bool rename, bool ordered) {
  begin(m, rename);
  for (size_t i = 0; i < a->mask.len; i++) {
    uint32_t at = a->mask.data[i];
    if (!match(m, a->data.data[at].e, b->data.data[at].e, 0)) return false;
  }
  return match_pathconds(m, a->pc, b->pc, ordered);
}

expr esm_image(const esm *m, expr literal) { return (expr){(uint32_t)lookup(&m->fwd, literal.id)}; }

uint64_t esm_blind_hash(expr_table *t, const view *v) {
  uint64_t h = 0;
  for (size_t i = 0; i < v->mask.len; i++) h = hash_combine(h, expr_blind_hash(t, v->data.data[v->mask.data[i]].e));
  expr_vec conjuncts = {0};
  pathcond_conjuncts(v->pc, &conjuncts);
  uint64_t sum = 0;
  for (size_t i = 0; i < conjuncts.len; i++) sum += hash_u64(expr_blind_hash(t, conjuncts.data[i]));
  vec_free(&conjuncts);
  return hash_combine(h, sum);
}
