// Open-addressing map from 64-bit keys to 64-bit values (ids, small structs by index). Key order never shows:
// iteration is in insertion order, so that output does not depend on hashing.
#ifndef BASE_MAP64_H
#define BASE_MAP64_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct map64 {
  struct map64_entry {
    uint64_t key, value;
  } * entries;      // insertion order, dense
  uint32_t *index;  // slot -> entry number + 1
  size_t len, cap, slots;
} map64;

// A zeroed map64 is an empty map.
void map64_fini(map64 *m);
void map64_clear(map64 *m);
bool map64_get(const map64 *m, uint64_t key, uint64_t *value);  // value may be NULL
bool map64_put(map64 *m, uint64_t key, uint64_t value);         // true if the key was new; replaces the value

#endif
