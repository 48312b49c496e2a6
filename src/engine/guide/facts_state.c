// The distance of one state over the graph of facts (facts.h).
#include "engine/guide/facts_impl.h"

enum { MOST_GAP = 8 };

// The heap holds cost << 32 | node; smallest first.
static void put(facts *f, uint32_t node, uint32_t cost) {
  if (cost >= f->cost[node]) return;
  f->cost[node] = cost;
  vec_push(&f->heap, (uint64_t)cost << 32 | node);
  for (size_t i = f->heap.len - 1; i && f->heap.data[(i - 1) / 2] > f->heap.data[i]; i = (i - 1) / 2) {
    uint64_t t = f->heap.data[i];
    f->heap.data[i] = f->heap.data[(i - 1) / 2];
    f->heap.data[(i - 1) / 2] = t;
  }
}

static uint64_t take(facts *f) {
  uint64_t top = f->heap.data[0];
  f->heap.data[0] = f->heap.data[--f->heap.len];
  for (size_t i = 0;;) {
    size_t k = 2 * i + 1;
    if (k >= f->heap.len) break;
    if (k + 1 < f->heap.len && f->heap.data[k + 1] < f->heap.data[k]) k++;
    if (f->heap.data[i] <= f->heap.data[k]) break;
    uint64_t t = f->heap.data[i];
    f->heap.data[i] = f->heap.data[k];
    f->heap.data[k] = t;
    i = k;
  }
  return top;
}

void facts_begin(facts *f) {
  for (size_t k = 0; k < f->facts.len; k++) f->facts.data[k].gap = MOST_GAP;
  for (uint32_t n = 0; n <= f->n_nodes; n++) f->cost[n] = FACTS_INFINITE;
  for (size_t a = 0; a < f->alts.len; a++) {
    f->missing[a] = f->alts.data[a].n;
    f->sum[a] = f->alts.data[a].cost;
  }
  vec_clear(&f->heap);
}

void facts_cell(facts *f, uint32_t obj, uint32_t cls, uint64_t offset, uint32_t size, uint64_t bits, bool any) {
  uint64_t at;
  if (!map64_get(&f->by_cell, offset << 8 | size, &at)) return;
  for (uint32_t k = (uint32_t)at; k; k = f->facts.data[k].next) {
    fact *x = &f->facts.data[k];
    if (x->global ? x->global != obj : x->classes && !(cls && bitset_has(&f->class_sets.data[x->classes], cls)))
      continue;
    if (any || facts_holds(x->rel, bits, x->value, size)) put(f, x->node, 0);
    uint64_t up = x->value - bits, down = bits - x->value, gap = up < down ? up : down;
    if (size < 8) gap &= ((uint64_t)1 << 8 * size) - 1;
    if (gap < x->gap) x->gap = gap ? (uint32_t)gap : 1;
  }
}

bool facts_knows(const facts *f, uint64_t offset, uint32_t size) {
  return map64_get(&f->by_cell, offset << 8 | size, NULL);
}

enum { FEW_CLASSES = 2 };

bool facts_knows_class(const facts *f, uint32_t cls) {
  for (size_t k = 1; k < f->facts.len; k++) {
    uint32_t set = f->facts.data[k].classes, n = 0;
    if (!set || !bitset_has(&f->class_sets.data[set], cls)) continue;
    for (uint32_t g = 1; g <= f->ir->n_globals && n <= FEW_CLASSES; g++) n += bitset_has(&f->class_sets.data[set], g);
    if (n <= FEW_CLASSES) return true;
  }
  return false;
}

void facts_place(facts *f, uint32_t func, uint32_t pc) {
  uint32_t block = facts_block_of(&f->ir->funcs[func], pc);
  if (block) put(f, facts_block_node(f, func, block), 0);
}

uint32_t facts_distance(facts *f, uint32_t most) {
  while (f->heap.len) {
    uint64_t top = take(f);
    uint32_t node = (uint32_t)top, cost = (uint32_t)(top >> 32);
    if (cost != f->cost[node]) continue;
    if (cost >= most) return FACTS_INFINITE;
    if (node == f->goal) return cost;
    for (uint32_t u = f->use_first[node]; u < f->use_first[node + 1]; u++) {
      uint32_t a = f->use[u];
      f->sum[a] += cost;
      if (--f->missing[a]) continue;
      const fact_alt *alt = &f->alts.data[a];
      put(f, alt->node, alt->fact ? f->sum[a] * f->facts.data[alt->fact].gap : f->sum[a]);
    }
  }
  return FACTS_INFINITE;
}
