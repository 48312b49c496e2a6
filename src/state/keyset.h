// Byte strings that are numbered in order of first appearance: equal strings, equal numbers. Contents are compared,
// never hashes alone.
#ifndef STATE_KEYSET_H
#define STATE_KEYSET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"

typedef struct keyset {
  struct keyset_slot { uint32_t hash, id; } *slots;  // id 0 = free
  uint32_t n_slots;
  VEC(uint32_t) where;      // by id: position in units of 4 bytes; element 0 unused
  VEC(uint8_t *) segments;  // a long string covers several entries
  VEC(void *) blocks;       // what to free
  uint32_t used;            // of the last segment, in units
  size_t bytes;
} keyset;

void keyset_init(keyset *k);
void keyset_fini(keyset *k);
uint32_t keyset_add(keyset *k, const uint8_t *data, size_t len, bool *is_new);
// The bytes of a number given by keyset_add; they do not move.
const uint8_t *keyset_get(const keyset *k, uint32_t id, size_t *len);
static inline uint32_t keyset_count(const keyset *k) { return (uint32_t)k->where.len - 1; }
size_t keyset_bytes(const keyset *k);

// Building strings: numbers in as few bytes as they need; every string can be read back in one way only. The writer has
// reserved KEY_MAX bytes per number.
#define KEY_MAX 10u
static inline uint8_t *key_put(uint8_t *p, uint64_t x) {
  if (x < 240) {
    *p = (uint8_t)x;
    return p + 1;
  }
  unsigned n = 8 - (unsigned)__builtin_clzll(x) / 8;
  *p = (uint8_t)(239 + n);
  for (unsigned i = 0; i < 8; i++) p[1 + i] = (uint8_t)(x >> (8 * i));  // one store; what is beyond n is overwritten
  return p + 1 + n;
}
// Reads what key_put wrote; the position behind it.
static inline const uint8_t *key_get(const uint8_t *p, uint64_t *x) {
  *x = *p++;
  if (*x < 240) return p;
  unsigned n = (unsigned)*x - 239;
  *x = 0;
  for (unsigned i = 0; i < n; i++) *x |= (uint64_t)p[i] << (8 * i);
  return p + n;
}

#endif
