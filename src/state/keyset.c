#include "state/keyset.h"

#include <string.h>

#include "base/hash.h"
#include "base/mem.h"

#define SEGMENT_BITS 18  // units of 4 bytes: 1 MB
#define SEGMENT_UNITS (1u << SEGMENT_BITS)

void keyset_init(keyset *k) {
  memset(k, 0, sizeof *k);
  k->n_slots = 1024;
  k->slots = MEM_NEW_N(struct keyset_slot, k->n_slots);
  vec_push(&k->where, 0);
  k->used = SEGMENT_UNITS;
}

void keyset_fini(keyset *k) {
  mem_free(k->slots);
  for (size_t i = 0; i < k->blocks.len; i++) mem_free(k->blocks.data[i]);
  vec_free(&k->blocks);
  vec_free(&k->segments);
  vec_free(&k->where);
}

size_t keyset_bytes(const keyset *k) {
  return k->bytes + k->n_slots * sizeof *k->slots + k->where.cap * sizeof(uint32_t);
}

// The stored form is the length (1 byte, or 255 and 4 bytes) and the bytes.
static size_t header_size(size_t len) { return len < 255 ? 1 : 5; }

const uint8_t *keyset_get(const keyset *k, uint32_t id, size_t *len) {
  uint32_t at = k->where.data[id];
  const uint8_t *p = k->segments.data[at >> SEGMENT_BITS] + (size_t)(at & (SEGMENT_UNITS - 1)) * 4;
  *len = *p++;
  if (*len == 255) {
    uint32_t wide;
    memcpy(&wide, p, 4);
    *len = wide;
    p += 4;
  }
  return p;
}

static bool same(const keyset *k, uint32_t id, const uint8_t *data, size_t len) {
  size_t stored;
  const uint8_t *p = keyset_get(k, id, &stored);
  return stored == len && memcmp(p, data, len) == 0;
}

static uint8_t *reserve(keyset *k, size_t size, uint32_t *at) {
  uint32_t units = (uint32_t)((size + 3) / 4);
  if (k->segments.len == 0 || units > SEGMENT_UNITS - k->used) {
    size_t n = (units + SEGMENT_UNITS - 1) >> SEGMENT_BITS;
    CHECK(k->segments.len + n < (size_t)1 << (32 - SEGMENT_BITS), "more than 16 GB of stored states");
    uint8_t *block = mem_alloc(n * SEGMENT_UNITS * 4);
    k->bytes += n * SEGMENT_UNITS * 4;
    vec_push(&k->blocks, block);
    for (size_t i = 0; i < n; i++) vec_push(&k->segments, block + i * SEGMENT_UNITS * 4);
    *at = (uint32_t)((k->segments.len - n) << SEGMENT_BITS);
    k->used = n > 1 ? SEGMENT_UNITS : units;  // what follows a long string in its last segment is left free
    return block;
  }
  *at = (uint32_t)((k->segments.len - 1) << SEGMENT_BITS) + k->used;
  uint8_t *p = k->segments.data[k->segments.len - 1] + (size_t)k->used * 4;
  k->used += units;
  return p;
}

static void grow(keyset *k) {
  uint32_t n = k->n_slots * 2;
  struct keyset_slot *slots = MEM_NEW_N(struct keyset_slot, n);
  // Only 32 bits of the hash are kept: beyond 2^32 slots the set would degrade, ids end there as well.
  for (uint32_t i = 0; i < k->n_slots; i++) {
    if (k->slots[i].id == 0) continue;
    uint32_t j = k->slots[i].hash & (n - 1);
    while (slots[j].id != 0) j = (j + 1) & (n - 1);
    slots[j] = k->slots[i];
  }
  mem_free(k->slots);
  k->slots = slots;
  k->n_slots = n;
}

uint32_t keyset_add(keyset *k, const uint8_t *data, size_t len, bool *is_new) {
  uint32_t hash = (uint32_t)hash_bytes(data, len, 0);
  uint32_t i = hash & (k->n_slots - 1);
  for (; k->slots[i].id != 0; i = (i + 1) & (k->n_slots - 1)) {
    if (k->slots[i].hash == hash && same(k, k->slots[i].id, data, len)) {
      *is_new = false;
      return k->slots[i].id;
    }
  }
  uint32_t at, id = (uint32_t)k->where.len;
  uint8_t *p = reserve(k, header_size(len) + len, &at);
  if (len < 255) {
    *p++ = (uint8_t)len;
  } else {
    uint32_t wide = (uint32_t)len;
    *p++ = 255;
    memcpy(p, &wide, 4);
    p += 4;
  }
  memcpy(p, data, len);
  vec_push(&k->where, at);
  k->slots[i] = (struct keyset_slot){hash, id};
  if (id > k->n_slots / 4 * 3) grow(k);
  *is_new = true;
  return id;
}
