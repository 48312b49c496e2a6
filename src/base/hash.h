// Hashing: xxHash for bytes, cheap mixers for words.
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

uint64_t hash_bytes(const void *data, size_t size, uint64_t seed);

static inline uint64_t hash_u64(uint64_t x) {
  x ^= x >> 32;
  x *= 0xd6e8feb86659fd93u;
  x ^= x >> 32;
  x *= 0xd6e8feb86659fd93u;
  x ^= x >> 32;
  return x;
}

static inline uint64_t hash_combine(uint64_t h, uint64_t x) { return hash_u64(h * 0x9e3779b97f4a7c15u + x + 1); }

#endif
