// Keysets in memory that processes share: who adds a string first gives it its number, and all others find it. Nothing is locked, so that a
// process may end at any time; what it was adding is then there as a whole or not at all.
//
// A set is a sequence of tables of growing size, of which the newest takes new strings. To be sure that a string is in none of the older
// ones, and never will be, whoever adds it seals the free slot in each of them where its search ended: a search for
// the same string ends there as well, so of two processes, of which one still takes an older table for the newest, the one that reaches this slot first decides.
// A slot is written once.
#ifndef STATE_SHARED_H
#define STATE_SHARED_H

#include "state/keyset.h"

typedef struct shared_pool shared_pool;
typedef struct shared_set shared_set;

// Room for n sets. NULL: there is no such memory.
shared_pool *shared_pool_new(uint32_t n);
void shared_pool_free(shared_pool *p);
size_t shared_pool_bytes(const shared_pool *p);

// The process' own view of one set: room for strings and numbers that it has taken and not used.
typedef struct shared_view {
  shared_pool *pool;
  shared_set *set;
  uint32_t next, end;      // in units of 4 bytes
  uint32_t number, n_end;  // numbers from the first to the one before the second
} shared_view;

shared_view shared_pool_view(shared_pool *p, uint32_t index);
// In a process that was forked: what the parent has taken is the parent's.
void shared_view_forked(shared_view *v);
uint32_t shared_find(const shared_view *v, const uint8_t *data, size_t len, uint32_t hash);  // 0: it is not there
uint32_t shared_add(shared_view *v, const uint8_t *data, size_t len, uint32_t hash, bool *is_new);
uint32_t shared_count(const shared_view *v);  // at least as many as there are numbers in use

#endif
