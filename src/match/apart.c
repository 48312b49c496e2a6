#include "match/apart.h"

#include "base/hash.h"
#include "base/mem.h"

// Longer lists cost more to number than they save, and pairs beyond these memory that nobody asked for.
enum { LONGEST = 16, PAIRS = 1 << 12 };

void apart_fini(apart *k) {
  map64_fini(&k->links);
  mem_free(k->pairs);
}

void apart_forget_terms(apart *k) { map64_fini(&k->links); }

static uint32_t longer(apart *k, uint32_t list, uint32_t with) {
  uint64_t key = (uint64_t)list << 32 | with, number;
  if (map64_get(&k->links, key, &number)) return (uint32_t)number;
  map64_put(&k->links, key, ++k->last);
  return k->last;
}

// The first link tells how long both lists are, so that no conjunct can be taken for a term.
uint32_t apart_number(apart *k, const view *v) {
  size_t n = v->terms.len + v->pc.len;
  if (v->terms.len == 0 || n > LONGEST || k->last >= UINT32_MAX - LONGEST - 1) return 0;
  uint32_t list = longer(k, 0, (uint32_t)(v->pc.len * (LONGEST + 1) + v->terms.len));
  for (size_t i = 0; i < v->pc.len; i++) list = longer(k, list, v->pc.data[i].id);
  for (size_t i = 0; i < v->terms.len; i++) list = longer(k, list, v->terms.data[i].id);
  return list;
}

static uint64_t pair_of(uint32_t a, uint32_t b) { return (uint64_t)a << 32 | b; }
static size_t slot_of(uint64_t pair) { return hash_u64(pair) & (PAIRS - 1); }

bool apart_known(const apart *k, uint32_t a, uint32_t b) {
  uint64_t pair = pair_of(a, b);
  return a && b && k->pairs && k->pairs[slot_of(pair)] == pair;
}

void apart_note(apart *k, uint32_t a, uint32_t b) {
  if (!a || !b) return;
  if (!k->pairs) k->pairs = MEM_NEW_N(uint64_t, PAIRS);
  uint64_t pair = pair_of(a, b);
  k->pairs[slot_of(pair)] = pair;
}

size_t apart_bytes(const apart *k) {
  size_t links = k->links.cap * sizeof *k->links.entries + k->links.slots * sizeof(uint32_t);
  return links + (k->pairs ? PAIRS * sizeof(uint64_t) : 0);
}
