// Fixed-size sets of small numbers.
#ifndef BASE_BITSET_H
#define BASE_BITSET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct bitset {
  uint64_t *words;
  size_t bits;
} bitset;

bitset bitset_new(size_t bits);
void bitset_fini(bitset *b);
void bitset_clear(bitset *b);
bool bitset_union(bitset *into, const bitset *from);  // true if `into` grew
bool bitset_intersects(const bitset *a, const bitset *b);
static inline bool bitset_has(const bitset *b, size_t i) { return (b->words[i / 64] >> (i % 64)) & 1; }
static inline void bitset_add(bitset *b, size_t i) { b->words[i / 64] |= (uint64_t)1 << (i % 64); }
static inline void bitset_remove(bitset *b, size_t i) { b->words[i / 64] &= ~((uint64_t)1 << (i % 64)); }

#endif
