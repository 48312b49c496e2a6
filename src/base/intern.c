#include "base/intern.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/hash.h"
#include "base/mem.h"

// Open addressing; the hash is kept so that growing does not read the strings again. `text` NULL = free.
typedef struct entry {
  uint64_t hash;
  const char *text;
  size_t len;
} entry;

struct interner {
  arena *strings;
  entry *entries;
  size_t used, slots;
};

interner *interner_new(void) {
  interner *in = MEM_NEW(interner);
  in->strings = arena_new();
  in->slots = 64;
  in->entries = MEM_NEW_N(entry, in->slots);
  return in;
}

void interner_free(interner *in) {
  if (!in) return;
  arena_free(in->strings);
  mem_free(in->entries);
  mem_free(in);
}

static entry *find(const interner *in, uint64_t hash, const char *s, size_t n) {
  size_t mask = in->slots - 1, slot = (size_t)hash & mask;
  for (;; slot = (slot + 1) & mask) {
    entry *e = &in->entries[slot];
    if (!e->text) return e;
    if (e->hash == hash && e->len == n && memcmp(e->text, s, n) == 0) return e;
  }
}

static void grow(interner *in) {
  entry *old = in->entries;
  size_t old_slots = in->slots;
  in->slots *= 2;
  in->entries = MEM_NEW_N(entry, in->slots);
  for (size_t i = 0; i < old_slots; i++)
    if (old[i].text) *find(in, old[i].hash, old[i].text, old[i].len) = old[i];
  mem_free(old);
}

const char *intern_n(interner *in, const char *s, size_t n) {
  uint64_t hash = hash_bytes(s, n, 0);
  entry *e = find(in, hash, s, n);
  if (e->text) return e->text;
  if (in->used + 1 > in->slots / 2) {
    grow(in);
    e = find(in, hash, s, n);
  }
  char *copy = arena_alloc(in->strings, n + 1);
  memcpy(copy, s, n);
  *e = (entry){hash, copy, n};
  in->used++;
  return copy;
}

const char *intern(interner *in, const char *s) { return intern_n(in, s, strlen(s)); }
