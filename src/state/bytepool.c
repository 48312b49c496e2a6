#include "state/bytepool.h"

#include "base/hash.h"
#include "base/mem.h"

void bytepool_fini(bytepool *p) {
  vec_free(&p->text);
  vec_free(&p->ends);
  mem_free(p->slots);
}

const uint8_t *bytepool_get(const bytepool *p, uint32_t number, size_t *len) {
  uint32_t from = number > 1 ? p->ends.data[number - 2] : 0;
  *len = p->ends.data[number - 1] - from;
  return p->text.data + from;
}

static void grow(bytepool *p) {
  uint32_t n = p->n_slots ? 2 * p->n_slots : 16;
  mem_free(p->slots);
  p->slots = MEM_NEW_N(uint32_t, n);
  p->n_slots = n;
  for (uint32_t number = 1; number <= p->ends.len; number++) {
    size_t len;
    const uint8_t *data = bytepool_get(p, number, &len);
    uint32_t i = (uint32_t)hash_bytes(data, len, 0) & (n - 1);
    while (p->slots[i]) i = (i + 1) & (n - 1);
    p->slots[i] = number;
  }
}

uint32_t bytepool_add(bytepool *p, const uint8_t *data, size_t len) {
  if (p->ends.len * 4 >= (size_t)p->n_slots * 3) grow(p);
  uint32_t i = (uint32_t)hash_bytes(data, len, 0) & (p->n_slots - 1);
  for (; p->slots[i]; i = (i + 1) & (p->n_slots - 1)) {
    size_t known_len;
    const uint8_t *known = bytepool_get(p, p->slots[i], &known_len);
    if (known_len == len && memcmp(known, data, len) == 0) return p->slots[i];
  }
  CHECK(p->text.len + len <= UINT32_MAX, "more than 4 GB of parts of states");
  vec_reserve(&p->text, p->text.len + len + 1);
  if (len) memcpy(p->text.data + p->text.len, data, len);
  p->text.len += len;
  vec_push(&p->ends, (uint32_t)p->text.len);
  return p->slots[i] = (uint32_t)p->ends.len;
}

size_t bytepool_bytes(const bytepool *p) {
  return p->text.len + p->ends.len * sizeof(uint32_t) + p->n_slots * sizeof(uint32_t);
}
