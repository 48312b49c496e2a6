#include "state/shared.h"

#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>

#include "base/check.h"
#include "base/mem.h"

// FIRST_SLOTS of the first table, each further one is GROWTH times as large. A process takes strings and numbers in lots.
enum { FIRST_BITS = 8, GROWTH_BITS = 3, TABLES = 8, LOT_UNITS = 4096, LOT_NUMBERS = 32 };
#define STRING_BYTES ((uint64_t)16 << 30)  // what numbers of 32 bits reach in units of 4 bytes
#define TABLE_BYTES ((uint64_t)16 << 30)
#define SEALED UINT32_MAX  // as a place; 0: free

typedef _Atomic uint64_t slot;  // hash << 32 | place

struct shared_set {
  _Atomic uint32_t newest;          // table
  _Atomic uint32_t numbers;         // given so far
  _Atomic uint64_t tables[TABLES];  // in bytes from the pool's tables, plus one
};

// In shared memory.
typedef struct shared_head {
  _Atomic uint64_t units;  // of strings that were taken
  _Atomic uint64_t table_bytes;
} shared_head;

struct shared_pool {  // each process' own
  shared_head *head;
  shared_set *sets;
  uint8_t *strings, *tables;
  uint32_t n;
  size_t head_bytes;
};

static void *map(size_t size) {
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

shared_pool *shared_pool_new(uint32_t n) {
  shared_pool *p = MEM_NEW(shared_pool);
  p->n = n;
  p->head_bytes = sizeof *p->head + n * sizeof *p->sets;
  p->head = map(p->head_bytes);
  p->strings = map(STRING_BYTES);
  p->tables = map(TABLE_BYTES);
  if (!p->head || !p->strings || !p->tables) {
    shared_pool_free(p);
    return NULL;
  }
  p->sets = (shared_set *)(void *)(p->head + 1);
  atomic_store(&p->head->units, 1);  // place 0 means: free slot
  return p;
}

void shared_pool_free(shared_pool *p) {
  if (!p) return;
  if (p->head) munmap(p->head, p->head_bytes);
  if (p->strings) munmap(p->strings, STRING_BYTES);
  if (p->tables) munmap(p->tables, TABLE_BYTES);
  mem_free(p);
}

size_t shared_pool_bytes(const shared_pool *p) {
  return (size_t)(atomic_load(&p->head->units) * 4 + atomic_load(&p->head->table_bytes)) + p->head_bytes;
}

shared_view shared_pool_view(shared_pool *p, uint32_t index) {
  CHECK(index < p->n, "a set of the pool");
  return (shared_view){.pool = p, .set = &p->sets[index]};
}

void shared_view_forked(shared_view *v) { v->next = v->end = v->number = v->n_end = 0; }

uint32_t shared_count(const shared_view *v) { return atomic_load(&v->set->numbers); }

// --- tables --------------------------------------------------------------------------------------------------------------

static uint64_t slots_of(uint32_t table) { return (uint64_t)1 << (FIRST_BITS + GROWTH_BITS * table); }

// How many strings there are when a table is full enough, with those of all older ones.
static uint64_t full_at(uint32_t table) {
  uint64_t sum = 0;
  for (uint32_t t = 0; t <= table; t++) sum += slots_of(t) / 2;
  return sum;
}

static slot *table_of(const shared_view *v, uint32_t table) {
  _Atomic uint64_t *at = &v->set->tables[table];
  uint64_t known = atomic_load_explicit(at, memory_order_acquire);
  if (!known) {
    uint64_t bytes = slots_of(table) * sizeof(slot);
    uint64_t own = atomic_fetch_add(&v->pool->head->table_bytes, bytes) + 1;
    CHECK(own + bytes <= TABLE_BYTES, "more stored states than the tables of processes that share them hold");
    if (atomic_compare_exchange_strong(at, &known, own)) known = own;
  }
  return (slot *)(void *)(v->pool->tables + known - 1);
}

static const uint8_t *string_at(const shared_view *v, uint32_t place) { return v->pool->strings + (uint64_t)place * 4; }

// The stored form: number, length, bytes.
enum { HEADER = 8 };

static bool same(const uint8_t *p, const uint8_t *data, size_t len) {
  uint32_t stored;
  memcpy(&stored, p + 4, 4);
  return stored == len && memcmp(p + HEADER, data, len) == 0;
}

static uint32_t number_at(const shared_view *v, uint32_t place) {
  uint32_t number;
  memcpy(&number, string_at(v, place), 4);
  return number;
}

// Goes along the slots of a table. The place of the string; 0: it is not there, and *end is the slot where the search ended, which held *found.
static uint32_t probe(const shared_view *v, uint32_t table, const uint8_t *data, size_t len, uint32_t hash, slot **end,
                      uint64_t *found) {
  slot *slots = table_of(v, table);
  uint64_t mask = slots_of(table) - 1;
  for (uint64_t i = ((uint64_t)hash * 0x9e3779b97f4a7c15u) >> (64 - FIRST_BITS - GROWTH_BITS * table);; i++) {
    uint64_t x = atomic_load_explicit(&slots[i & mask], memory_order_acquire);
    uint32_t place = (uint32_t)x;
    if (place == 0 || place == SEALED) {
      *end = &slots[i & mask];
      *found = x;
      return 0;
    }
    if (x >> 32 == hash && same(string_at(v, place), data, len)) return place;
  }
}

uint32_t shared_find(const shared_view *v, const uint8_t *data, size_t len, uint32_t hash) {
  slot *end;
  uint64_t found;
  for (uint32_t t = atomic_load_explicit(&v->set->newest, memory_order_acquire) + 1; t-- > 0;) {
    uint32_t place = probe(v, t, data, len, hash, &end, &found);
    if (place) return number_at(v, place);
  }
  return 0;
}

// --- adding --------------------------------------------------------------------------------------------------------------

static uint32_t next_number(shared_view *v) {
  if (v->number == v->n_end) {
    v->number = atomic_fetch_add(&v->set->numbers, LOT_NUMBERS) + 1;
    v->n_end = v->number + LOT_NUMBERS;
    CHECK(v->n_end < (uint32_t)1 << 31, "too many stored states");
    uint32_t newest = atomic_load(&v->set->newest);
    if (v->n_end > full_at(newest)) {
      CHECK(newest + 1 < TABLES, "too many stored states");
      atomic_compare_exchange_strong(&v->set->newest, &newest, newest + 1);
    }
  }
  return v->number;
}

// Writes the string behind what was written last. It is taken only when somebody can find it.
static uint32_t write_string(shared_view *v, const uint8_t *data, size_t len) {
  uint64_t units = (HEADER + len + 3) / 4;
  if (units > v->end - v->next) {
    uint64_t lot = units > LOT_UNITS ? units : LOT_UNITS, at = atomic_fetch_add(&v->pool->head->units, lot);
    CHECK((at + lot) * 4 <= STRING_BYTES && at + lot < SEALED, "more than 16 GB of stored states");
    v->next = (uint32_t)at;
    v->end = (uint32_t)(at + lot);
  }
  uint8_t *p = v->pool->strings + (uint64_t)v->next * 4;
  uint32_t number = next_number(v), size = (uint32_t)len;
  memcpy(p, &number, 4);
  memcpy(p + 4, &size, 4);
  memcpy(p + HEADER, data, len);
  return v->next;
}

// From the oldest table to the newest: each older one is sealed for the string before a newer one gets it.
uint32_t shared_add(shared_view *v, const uint8_t *data, size_t len, uint32_t hash, bool *is_new) {
  uint32_t known = shared_find(v, data, len, hash), own = 0;
  *is_new = !known;
  if (known) return known;
  for (uint32_t t = 0;;) {
    slot *end;
    uint64_t found;
    uint32_t place = probe(v, t, data, len, hash, &end, &found);
    if (place) {
      *is_new = false;
      return number_at(v, place);
    }
    if ((uint32_t)found == SEALED) {
      t++;
      continue;
    }
    if (!own) own = write_string(v, data, len);
    bool newest = t >= atomic_load_explicit(&v->set->newest, memory_order_acquire);
    uint64_t word = newest ? (uint64_t)hash << 32 | own : SEALED;
    if (!atomic_compare_exchange_strong(end, &found, word)) continue;  // somebody was faster: what is there now?
    if (newest) {
      v->next += (uint32_t)((HEADER + len + 3) / 4);
      return v->number++;
    }
    t++;
  }
}
