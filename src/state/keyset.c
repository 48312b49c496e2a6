#include "state/keyset.h"

#include <string.h>

#include "base/hash.h"
#include "base/mem.h"
#include "state/shared.h"

#define SEGMENT_BITS 14  // units of 4 bytes: 64 KB
#define SEGMENT_UNITS (1u << SEGMENT_BITS)
#define SEGMENTS_MAX (1u << (32 - SEGMENT_BITS))
#define FIRST_SLOTS 64u
#define BLOCK_SEGMENTS 256u  // largest block for short strings: 16 MB

void keyset_init(keyset *k) {
  memset(k, 0, sizeof *k);
  k->n_slots = FIRST_SLOTS;
  k->slots = MEM_NEW_N(struct keyset_slot, k->n_slots);
}

void keyset_init_shared(keyset *k, shared_view view) {
  memset(k, 0, sizeof *k);
  k->shared = MEM_NEW(shared_view);
  *k->shared = view;
}

void keyset_fini(keyset *k) {
  mem_free(k->shared);
  mem_free(k->slots);
  for (size_t i = 0; i < k->blocks.len; i++) mem_free(k->blocks.data[i]);
  vec_free(&k->blocks);
  vec_free(&k->segments);
}

size_t keyset_bytes(const keyset *k) { return k->bytes + k->n_slots * sizeof *k->slots; }

uint32_t keyset_count(const keyset *k) { return k->shared ? shared_count(k->shared) : k->count; }

// --- strings -------------------------------------------------------------------------------------------------------

// The stored form is the number (4 bytes), the length (1 byte, or 255 and 4 bytes) and the bytes.
static size_t header_size(size_t len) { return len < 255 ? 5 : 9; }

static uint8_t *place_at(const keyset *k, uint32_t at) {
  return k->segments.data[at >> SEGMENT_BITS] + (size_t)(at & (SEGMENT_UNITS - 1)) * 4;
}

static bool same(const uint8_t *p, const uint8_t *data, size_t len) {
  if (len < 255) return p[4] == len && memcmp(p + 5, data, len) == 0;
  uint32_t wide;
  memcpy(&wide, p + 5, 4);
  return p[4] == 255 && wide == len && memcmp(p + 9, data, len) == 0;
}

const uint8_t *keyset_text(const keyset *k, uint32_t place, size_t *len) {
  const uint8_t *p = place_at(k, place);
  *len = p[4];
  if (p[4] == 255) {
    uint32_t wide;
    memcpy(&wide, p + 5, 4);
    *len = wide;
  }
  return p + header_size(*len);
}

// Blocks grow with what is stored, so that small sets are small and the blocks of large ones get large pages.
static void new_block(keyset *k, uint32_t units) {
  size_t n = (units + SEGMENT_UNITS - 1) >> SEGMENT_BITS, more = k->segments.len / 4;
  if (more > BLOCK_SEGMENTS) more = BLOCK_SEGMENTS;
  if (n < more) n = more;
  CHECK(k->segments.len + n < SEGMENTS_MAX, "more than 16 GB of stored states");
  size_t size = n * SEGMENT_UNITS * 4;
  uint8_t *block = mem_alloc(size);
  mem_prefer_large_pages(block, size);
  k->bytes += size;
  vec_push(&k->blocks, block);
  k->next = (uint32_t)(k->segments.len << SEGMENT_BITS);
  if (k->next == 0) k->next = 1;  // place 0 means: free slot
  for (size_t i = 0; i < n; i++) vec_push(&k->segments, block + i * SEGMENT_UNITS * 4);
  k->end = (uint32_t)(k->segments.len << SEGMENT_BITS);
}

static uint32_t store(keyset *k, const uint8_t *data, size_t len, uint32_t id) {
  size_t size = header_size(len) + len;
  CHECK(size < (size_t)SEGMENTS_MAX * SEGMENT_UNITS, "a state of more than 16 GB");
  uint32_t units = (uint32_t)((size + 3) / 4);
  if (units > k->end - k->next) new_block(k, units + 1);
  uint32_t at = k->next;
  k->next += units;
  uint8_t *p = place_at(k, at);
  memcpy(p, &id, 4);
  p[4] = len < 255 ? (uint8_t)len : 255;
  if (len >= 255) {
    uint32_t wide = (uint32_t)len;
    memcpy(p + 5, &wide, 4);
  }
  memcpy(p + header_size(len), data, len);
  return at;
}

// --- table ---------------------------------------------------------------------------------------------------------

static uint64_t mix(uint64_t a, uint64_t b) {
  unsigned __int128 x = (unsigned __int128)a * b;
  return (uint64_t)x ^ (uint64_t)(x >> 64);
}

static uint64_t load(const uint8_t *p, unsigned bytes) {
  uint64_t x = 0;
  memcpy(&x, p, bytes);
  return x;
}

// Most strings are shorter than 64 bytes; for them a call would cost more than the multiplications. What is left behind
// full words is read again from the last word, or from both ends.
static uint32_t hash_of(const uint8_t *data, size_t len) {
  if (len > 64) return (uint32_t)hash_bytes(data, len, 0);
  uint64_t h = 0x9e3779b97f4a7c15u ^ len, last = 0;
  for (size_t i = 0; i + 8 < len; i += 8) h = mix(h ^ load(data + i, 8), 0xd6e8feb86659fd93u);
  if (len >= 8)
    last = load(data + len - 8, 8);
  else if (len >= 4)
    last = load(data, 4) | load(data + len - 4, 4) << 32;
  else if (len > 0)
    last = data[0] | (uint64_t)data[len / 2] << 8 | (uint64_t)data[len - 1] << 16;
  return (uint32_t)(mix(h ^ last, 0xa0761d6478bd642fu) >> 16);
}

static uint32_t first_slot(uint32_t hash, uint32_t n_slots) { return (uint32_t)((uint64_t)hash * n_slots >> 32); }

static void grow(keyset *k) {
  uint32_t n = k->n_slots + k->n_slots / 2;
  CHECK(n > k->n_slots, "too many stored states");
  struct keyset_slot *slots = MEM_NEW_N(struct keyset_slot, n);
  mem_prefer_large_pages(slots, n * sizeof *slots);
  for (uint32_t i = 0; i < k->n_slots; i++) {
    if (k->slots[i].at == 0) continue;
    uint32_t j = first_slot(k->slots[i].hash, n);
    while (slots[j].at != 0) j = j + 1 == n ? 0 : j + 1;
    slots[j] = k->slots[i];
  }
  mem_free(k->slots);
  k->slots = slots;
  k->n_slots = n;
}

// The slot of the string, or the free one where it belongs. *id: its number or 0.
static inline uint32_t find_slot(const keyset *k, const uint8_t *data, size_t len, uint32_t hash, uint32_t *id) {
  uint32_t i = first_slot(hash, k->n_slots);
  for (; k->slots[i].at != 0; i = i + 1 == k->n_slots ? 0 : i + 1) {
    if (k->slots[i].hash != hash) continue;
    const uint8_t *p = place_at(k, k->slots[i].at);
    if (!same(p, data, len)) continue;
    memcpy(id, p, 4);
    return i;
  }
  *id = 0;
  return i;
}

uint32_t keyset_find(const keyset *k, const uint8_t *data, size_t len) {
  uint32_t id, hash = hash_of(data, len);
  if (k->shared) return shared_find(k->shared, data, len, hash);
  find_slot(k, data, len, hash, &id);
  return id;
}

uint32_t keyset_add(keyset *k, const uint8_t *data, size_t len, bool *is_new) {
  uint32_t hash = hash_of(data, len), id;
  if (k->shared) return shared_add(k->shared, data, len, hash, is_new);
  uint32_t i = find_slot(k, data, len, hash, &id);
  *is_new = id == 0;
  if (id) return id;
  CHECK(k->count < UINT32_MAX - 1, "too many stored states");
  id = ++k->count;
  k->newest = store(k, data, len, id);
  k->slots[i] = (struct keyset_slot){hash, k->newest};
  if (id > k->n_slots / 4 * 3) grow(k);
  return id;
}

// --- what always holds -----------------------------------------------------------------------------------------------

static const char *slot_fault(const keyset *k, uint32_t i, bool *numbers) {
  struct keyset_slot s = k->slots[i];
  if (s.at >= k->next) return "a string stands where nothing was stored";
  size_t len;
  const uint8_t *text = keyset_text(k, s.at, &len);
  uint32_t id, found;
  memcpy(&id, place_at(k, s.at), 4);
  if (s.hash != hash_of(text, len)) return "a string has another hash than its slot says";
  if (!id || id > k->count || numbers[id]) return "a string without a number of its own";
  numbers[id] = true;
  return find_slot(k, text, len, s.hash, &found) == i ? NULL : "a string that is not found, or there twice";
}

const char *keyset_fault(const keyset *k) {
  if (k->shared) return NULL;  // others add to it meanwhile
  bool *numbers = MEM_NEW_N(bool, (size_t)k->count + 1);
  const char *fault = NULL;
  uint32_t used = 0;
  for (uint32_t i = 0; i < k->n_slots && !fault; i++) {
    if (!k->slots[i].at) continue;
    used++;
    fault = slot_fault(k, i, numbers);
  }
  mem_free(numbers);
  return !fault && used != k->count ? "strings were lost" : fault;
}
