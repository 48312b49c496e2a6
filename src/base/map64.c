#include "base/map64.h"

#include <string.h>

#include "base/check.h"
#include "base/hash.h"
#include "base/mem.h"
#include "base/vec.h"

void map64_fini(map64 *m) {
  mem_free(m->entries);
  mem_free(m->index);
  *m = (map64){0};
}

void map64_clear(map64 *m) {
  if (m->len) memset(m->index, 0, m->slots * sizeof *m->index);
  m->len = 0;
}

// The slot that holds `key`, or the empty slot where it belongs. Linear probing ends because the index is never full.
static size_t find_slot(const map64 *m, uint64_t key) {
  size_t mask = m->slots - 1, slot = (size_t)hash_u64(key) & mask;
  while (m->index[slot] && m->entries[m->index[slot] - 1].key != key) slot = (slot + 1) & mask;
  return slot;
}

static void grow_index(map64 *m) {
  m->slots = m->slots ? m->slots * 2 : 16;
  mem_free(m->index);
  m->index = MEM_NEW_N(uint32_t, m->slots);
  for (size_t i = 0; i < m->len; i++) m->index[find_slot(m, m->entries[i].key)] = (uint32_t)(i + 1);
}

bool map64_get(const map64 *m, uint64_t key, uint64_t *value) {
  if (!m->len) return false;
  uint32_t number = m->index[find_slot(m, key)];
  if (!number) return false;
  if (value) *value = m->entries[number - 1].value;
  return true;
}

bool map64_put(map64 *m, uint64_t key, uint64_t value) {
  if (m->len + 1 > m->slots / 4 * 3) grow_index(m);
  size_t slot = find_slot(m, key);
  if (m->index[slot]) {
    m->entries[m->index[slot] - 1].value = value;
    return false;
  }
  CHECK(m->len < UINT32_MAX, "map64 numbers its entries with 32 bits");
  if (m->len == m->cap) m->entries = vec_grow(m->entries, &m->cap, m->len + 1, sizeof *m->entries);
  m->entries[m->len++] = (struct map64_entry){key, value};
  m->index[slot] = (uint32_t)m->len;
  return true;
}
