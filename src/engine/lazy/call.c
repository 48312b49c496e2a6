// Calls: what is to be varied, and the variations, which are never written down.
#include "engine/lazy/lazy.h"

#include <string.h>

static void *copy(const void *data, size_t n, size_t size) {
  void *p = mem_alloc(n * size + 1);
  if (n) memcpy(p, data, n * size);
  return p;
}

// --- fixed order of processes that are made and waited for ------------------------------------------------------------------

static bool spawns(const touches *t, acc_kind kind, proc_id p) {
  for (uint32_t i = 0; i < t->n; i++) {
    if (t->list[i].kind == kind && t->list[i].obj == p) return true;
  }
  return false;
}

// Spawn before begin, end before join.
static void fixed_pairs(lazy *z, lazy_call *c, uint32_t cut) {
  vec_clear(&z->pairs);
  for (uint32_t k = 0; k < c->n_chains && z->joins; k++) {
    uint32_t first = c->chain[c->chain_from[k]], last = c->chain[c->chain_from[k + 1] - 1];
    proc_id p = c->procs[cut + first];
    for (uint32_t i = 0; i < c->n2; i++) {
      if (spawns(lazy_touches(z, cut + i), ACC_SPAWN, p)) vec_push(&z->pairs, ((lazy_pair){i, first}));
      if (spawns(lazy_touches(z, cut + i), ACC_JOIN, p)) vec_push(&z->pairs, ((lazy_pair){last, i}));
    }
  }
  c->n_fixed = (uint32_t)z->pairs.len;
  c->fixed = copy(z->pairs.data, z->pairs.len, sizeof(lazy_pair));
}

// Does position a come before b by program order and fixed pairs? (5.1: such pairs are not varied.)
static bool always_before(lazy *z, const lazy_call *c, uint32_t a, uint32_t b) {
  vec_clear(&z->degree);
  for (uint32_t i = 0; i < c->n2; i++) vec_push(&z->degree, i == a);
  for (uint32_t i = a; i < b; i++) {
    if (!z->degree.data[i]) continue;
    for (uint32_t k = i + 1; k < c->n2; k++) {
      if (c->procs[c->n1 + k] == c->procs[c->n1 + i]) z->degree.data[k] = 1;
    }
    for (uint32_t k = 0; k < c->n_fixed; k++) {
      if (c->fixed[k].a == i) z->degree.data[c->fixed[k].b] = 1;
    }
  }
  return z->degree.data[b];
}

// --- making a call -----------------------------------------------------------------------------------------------------------

static void make_chains(lazy *z, lazy_call *c) {
  VEC(uint32_t) from = {0};
  vec_clear(&z->order);
  for (proc_id p = 1; p <= z->n_procs; p++) {
    size_t before = z->order.len;
    for (uint32_t i = 0; i < c->n2; i++) {
      if (c->procs[c->n1 + i] == p) vec_push(&z->order, i);
    }
    if (z->order.len > before) vec_push(&from, (uint32_t)before);
  }
  c->n_chains = (uint32_t)from.len;
  vec_push(&from, c->n2);
  c->chain = copy(z->order.data, c->n2, sizeof(uint32_t));
  c->chain_from = copy(from.data, from.len, sizeof(uint32_t));
  vec_free(&from);
}

// The dependent pairs inside u2, sorted by their first position: the path has them by their second.
static void make_pairs(lazy *z, lazy_call *c, uint32_t cut) {
  VEC(lazy_pair) found = {0};
  c->pair_from = MEM_NEW_N(uint32_t, c->n2 + 2);
  for (uint32_t j = 0; j < c->n2; j++) {
    for (uint32_t k = z->pred_first.data[cut + j]; k < z->pred_first.data[cut + j + 1]; k++) {
      if (z->preds.data[k] < cut) continue;
      lazy_pair x = {z->preds.data[k] - cut, j};
      if (c->n_fixed && always_before(z, c, x.a, x.b)) continue;
      vec_push(&found, x);
      c->pair_from[x.a + 1]++;
    }
  }
  for (uint32_t i = 0; i < c->n2; i++) c->pair_from[i + 1] += c->pair_from[i];
  c->n_pairs = (uint32_t)found.len;
  c->pairs = mem_alloc((c->n_pairs + 1) * sizeof(lazy_pair));
  uint32_t *next = copy(c->pair_from, c->n2 + 1, sizeof(uint32_t));
  for (size_t i = 0; i < found.len; i++) c->pairs[next[found.data[i].a]++] = found.data[i];
  mem_free(next);
  vec_free(&found);
}

static void make_touch(lazy_call *c) {
  c->touch_from = MEM_NEW_N(uint32_t, c->n2 + 2);
  c->touch = mem_alloc((2 * (size_t)c->n_pairs + 1) * sizeof(uint32_t));
  for (uint32_t k = 0; k < c->n_pairs; k++) {
    c->touch_from[c->pairs[k].a + 1]++;
    c->touch_from[c->pairs[k].b + 1]++;
  }
  for (uint32_t i = 0; i < c->n2; i++) c->touch_from[i + 1] += c->touch_from[i];
  uint32_t *next = copy(c->touch_from, c->n2 + 1, sizeof(uint32_t));
  for (uint32_t k = 0; k < c->n_pairs; k++) {
    c->touch[next[c->pairs[k].a]++] = k;
    c->touch[next[c->pairs[k].b]++] = k;
  }
  mem_free(next);
}

lazy_call *lazy_call_new(lazy *z, uint32_t cut) {
  lazy_call *c = MEM_NEW(lazy_call);
  c->n1 = cut;
  c->n2 = (uint32_t)z->events.len - cut;
  c->procs = mem_alloc((z->events.len + 1) * sizeof(proc_id));
  for (size_t i = 0; i < z->events.len; i++) c->procs[i] = z->events.data[i].proc;
  c->where = copy(z->where.data + cut, c->n2, sizeof(uint64_t));
  make_chains(z, c);
  fixed_pairs(z, c, cut);
  make_pairs(z, c, cut);
  if (c->n_pairs == 0) {
    lazy_call_free(c);
    return NULL;
  }
  make_touch(c);
  c->mask = MEM_NEW_N(uint64_t, c->n_pairs / 64 + 1);
  return c;
}

void lazy_call_free(lazy_call *c) {
  mem_free(c->procs);
  mem_free(c->where);
  mem_free(c->pairs);
  mem_free(c->pair_from);
  mem_free(c->touch);
  mem_free(c->touch_from);
  mem_free(c->chain);
  mem_free(c->chain_from);
  mem_free(c->fixed);
  mem_free(c->mask);
  vec_free(&c->cut_short);
  mem_free(c);
}

// --- variations --------------------------------------------------------------------------------------------------------------

static void set_reversed(lazy_call *c, uint32_t pair, bool on) {
  uint32_t bit = c->n_pairs - 1 - pair;
  uint64_t one = (uint64_t)1 << (bit % 64);
  c->mask[bit / 64] = on ? c->mask[bit / 64] | one : c->mask[bit / 64] & ~one;
}

void lazy_call_restrict(lazy_call *c, uint32_t prefix, uint32_t bits) {
  c->prefix = prefix;
  c->first = bits != 0;
  for (uint32_t k = 0; k < prefix; k++) set_reversed(c, k, bits >> k & 1);
}

// Every set of pairs, with or without a solution: a counter of the pairs that are not decided.
static bool next_of_all(lazy_call *c) {
  uint32_t words = c->n_pairs / 64 + 1, end = c->n_pairs - c->prefix;
  if (c->first) {
    c->first = false;
    return true;
  }
  bool was = c->mask[end / 64] >> (end % 64) & 1;
  for (uint32_t i = 0; i < words; i++) {
    if (++c->mask[i]) break;
  }
  return (c->mask[end / 64] >> (end % 64) & 1) == was;
}

// Which positions come behind which, by program order and the first pairs, as decided: a row of bits per position, and a
// table of rows for each number of decided pairs.
static uint64_t *level(lazy *z, const lazy_call *c, uint32_t k) {
  size_t words = (c->n2 + 63) / 64;
  return &z->closure.data[(size_t)k * c->n2 * words];
}

static bool behind(const lazy_call *c, const uint64_t *rows, uint32_t a, uint32_t b) {
  size_t words = (c->n2 + 63) / 64;
  return rows[a * words + b / 64] >> (b % 64) & 1;
}

static void put_before(const lazy_call *c, uint64_t *rows, uint32_t a, uint32_t b) {
  size_t words = (c->n2 + 63) / 64;
  if (behind(c, rows, a, b)) return;
  for (uint32_t x = 0; x < c->n2; x++) {
    if (x != a && !behind(c, rows, x, a)) continue;
    for (size_t w = 0; w < words; w++) rows[x * words + w] |= rows[b * words + w];
    rows[x * words + b / 64] |= (uint64_t)1 << (b % 64);
  }
}

static void copy_level(lazy *z, const lazy_call *c, uint32_t from) {
  size_t size = (size_t)c->n2 * ((c->n2 + 63) / 64) * sizeof(uint64_t);
  memcpy(level(z, c, from + 1), level(z, c, from), size);
}

static void first_level(lazy *z, const lazy_call *c) {
  size_t words = (c->n2 + 63) / 64;
  vec_reserve(&z->closure, ((size_t)c->n_pairs + 1) * c->n2 * words);
  memset(level(z, c, 0), 0, c->n2 * words * sizeof(uint64_t));
  for (uint32_t k = 0; k < c->n_chains; k++) {
    for (uint32_t i = c->chain_from[k + 1] - 1; i > c->chain_from[k]; i--)
      put_before(c, level(z, c, 0), c->chain[i - 1], c->chain[i]);
  }
  for (uint32_t k = 0; k < c->n_fixed; k++) put_before(c, level(z, c, 0), c->fixed[k].a, c->fixed[k].b);
}

// Decides pair k as it stands, or as it must be.
static void decide(lazy *z, lazy_call *c, uint32_t k, bool reversed) {
  lazy_pair x = c->pairs[k];
  const uint64_t *before = level(z, c, k);
  if (behind(c, before, x.a, x.b)) reversed = false;
  if (behind(c, before, x.b, x.a)) reversed = true;
  set_reversed(c, k, reversed);
  copy_level(z, c, k);
  put_before(c, level(z, c, k + 1), reversed ? x.b : x.a, reversed ? x.a : x.b);
}

// The next set of pairs that has a solution: the last pair that could be reversed as well is, and behind it everything is as
// it was, or as it must be. Whatever is decided without a cycle can be completed without one.
static bool next_solvable(lazy *z, lazy_call *c) {
  if (z->closure_of != c) {
    bool possible = true;
    first_level(z, c);
    for (uint32_t k = 0; k < c->n_pairs; k++) {
      bool reversed = lazy_reversed(c, k);
      decide(z, c, k, reversed);
      if (k < c->prefix) possible = possible && lazy_reversed(c, k) == reversed;
    }
    if (!possible) return false;
    z->closure_of = c;
  }
  if (c->first) {
    c->first = false;
    return true;
  }
  for (uint32_t k = c->n_pairs; k-- > c->prefix;) {
    lazy_pair x = c->pairs[k];
    if (lazy_reversed(c, k) || behind(c, level(z, c, k), x.a, x.b)) continue;
    decide(z, c, k, true);
    for (uint32_t i = k + 1; i < c->n_pairs; i++) decide(z, c, i, false);
    return true;
  }
  return false;
}

bool lazy_call_next(lazy *z, lazy_call *c) {
  return z->ctx->options->lazy_vary == OPT_LAZY_VARY_ALL ? next_of_all(c) : next_solvable(z, c);
}

uint32_t lazy_find_pair(const lazy_call *c, uint32_t a, uint32_t b) {
  if (a > b) {
    uint32_t x = a;
    a = b;
    b = x;
  }
  uint32_t lo = c->pair_from[a], hi = c->pair_from[a + 1];
  while (lo < hi) {
    uint32_t mid = (lo + hi) / 2;
    if (c->pairs[mid].b == b) return mid;
    if (c->pairs[mid].b < b) {
      lo = mid + 1;
    } else {
      hi = mid;
    }
  }
  return UINT32_MAX;
}
