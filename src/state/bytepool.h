// Byte strings that are numbered from 1 in order of first appearance and can be read back by number: equal strings, equal
// numbers. Contents are compared, never hashes alone. A zeroed pool is empty.
#ifndef STATE_BYTEPOOL_H
#define STATE_BYTEPOOL_H

#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"

typedef VEC(uint8_t) byte_vec;

typedef struct bytepool {
  byte_vec text;       // all strings, one after the other
  VEC(uint32_t) ends;  // [i]: where string i + 1 ends
  uint32_t *slots;     // open addressing: numbers, 0 = free
  uint32_t n_slots;    // a power of two
} bytepool;

void bytepool_fini(bytepool *p);
uint32_t bytepool_add(bytepool *p, const uint8_t *data, size_t len);
const uint8_t *bytepool_get(const bytepool *p, uint32_t number, size_t *len);
size_t bytepool_bytes(const bytepool *p);

#endif
