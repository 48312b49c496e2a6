// Byte strings that are numbered in order of first appearance: equal strings, equal numbers. Contents are compared,
// never hashes alone.
//
// A slot of the table holds the hash and the place of a string; the number stands in front of the string. So a string
// that is known costs two places of memory. Slots are ordered by hash: growing moves them in sequence.
#ifndef STATE_KEYSET_H
#define STATE_KEYSET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"

struct shared_view;
typedef struct keyset {
  struct keyset_slot {
    uint32_t hash, at;
  } * slots;  // at: in units of 4 bytes, 0 = free
  uint32_t n_slots, count;
  VEC(uint8_t *) segments;  // a block covers several entries
  VEC(void *) blocks;       // what to free
  uint32_t next, end;       // unused part of the newest block
  uint32_t newest;          // place of the string that was added last
  size_t bytes;
  struct shared_view *
      shared;  // NULL; else the strings are in memory that processes share (shared.h), and nothing of the above is used
} keyset;

void keyset_init(keyset *k);
void keyset_init_shared(keyset *k, struct shared_view view);
void keyset_fini(keyset *k);
uint32_t keyset_add(keyset *k, const uint8_t *data, size_t len, bool *is_new);
uint32_t keyset_find(const keyset *k, const uint8_t *data, size_t len);  // 0: it is not there
// The string at a place.
const uint8_t *keyset_text(const keyset *k, uint32_t place, size_t *len);
uint32_t keyset_count(const keyset *k);
size_t keyset_bytes(const keyset *k);
const char *keyset_fault(const keyset *k);  // what is wrong with it, all strings looked at; NULL: nothing

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
