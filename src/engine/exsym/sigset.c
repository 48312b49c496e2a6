#include "engine/exsym/sigset.h"

#include "base/hash.h"
#include "base/mem.h"

// Of 8 slots so many may be taken; then there are a quarter more, so that few are empty for long.
enum { FULL_EIGHTHS = 7, FIRST_SLOTS = 64 };

static size_t slot_size(const sigset *t) { return t->wide ? sizeof(uint64_t) : sizeof(uint32_t); }

static uint64_t slot_get(const sigset *t, size_t i) {
  return t->wide ? ((uint64_t *)t->slots)[i] : ((uint32_t *)t->slots)[i];
}

static void slot_set(sigset *t, size_t i, uint64_t x) {
  if (t->wide)
    ((uint64_t *)t->slots)[i] = x;
  else
    ((uint32_t *)t->slots)[i] = (uint32_t)x;
}

static void make_slots(sigset *t, size_t n) {
  t->n_slots = n;
  t->slots = mem_zalloc(n * slot_size(t));
}

void sigset_init(sigset *t, bool wide, uint64_t fixed_slots) {
  *t = (sigset){.wide = wide, .fixed = fixed_slots > 0};
  // One slot stays free, so that looking for what is not there ends.
  make_slots(t, t->fixed ? fixed_slots + 1 : FIRST_SLOTS);
}

bool sigset_full(const sigset *t) { return t->fixed && t->count + 1 >= t->n_slots; }

void sigset_fini(sigset *t) { mem_free(t->slots); }

// True: x stands at *at; false: *at is the free slot where it belongs.
static bool find(const sigset *t, uint64_t x, size_t *at) {
  size_t i = (size_t)((unsigned __int128)hash_u64(x) * t->n_slots >> 64);
  for (uint64_t there; (there = slot_get(t, i)) != 0; i = i + 1 == t->n_slots ? 0 : i + 1) {
    if (there == x) return true;
  }
  *at = i;
  return false;
}

static void grow(sigset *t) {
  sigset old = *t;
  make_slots(t, old.n_slots + old.n_slots / 4);
  for (size_t i = 0; i < old.n_slots; i++) {
    size_t at;
    uint64_t x = slot_get(&old, i);
    if (x && !find(t, x, &at)) slot_set(t, at, x);
  }
  mem_free(old.slots);
}

bool sigset_add(sigset *t, uint64_t signature) {
  size_t at;
  if (!t->wide) signature = (uint32_t)signature;
  if (signature == 0) signature = 1;
  if (find(t, signature, &at)) return false;
  slot_set(t, at, signature);
  t->count++;
  if (!t->fixed && t->count > t->n_slots / 8 * FULL_EIGHTHS) grow(t);
  return true;
}

size_t sigset_bytes(const sigset *t) { return t->n_slots * slot_size(t); }
