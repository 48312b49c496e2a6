#include "base/bitset.h"

#include <string.h>

#include "base/check.h"
#include "base/mem.h"

static size_t word_count(const bitset *b) { return b->bits / 64 + (b->bits % 64 != 0); }

bitset bitset_new(size_t bits) {
  bitset b = {NULL, bits};
  b.words = MEM_NEW_N(uint64_t, word_count(&b));
  return b;
}

void bitset_fini(bitset *b) {
  mem_free(b->words);
  *b = (bitset){0};
}

void bitset_clear(bitset *b) {
  if (b->words) memset(b->words, 0, word_count(b) * sizeof *b->words);
}

bool bitset_union(bitset *into, const bitset *from) {
  CHECK(into->bits == from->bits, "sets over the same universe");
  uint64_t grown = 0;
  for (size_t i = 0, n = word_count(into); i < n; i++) {
    grown |= from->words[i] & ~into->words[i];
    into->words[i] |= from->words[i];
  }
  return grown != 0;
}

bool bitset_intersects(const bitset *a, const bitset *b) {
  CHECK(a->bits == b->bits, "sets over the same universe");
  for (size_t i = 0, n = word_count(a); i < n; i++)
    if (a->words[i] & b->words[i]) return true;
  return false;
}
