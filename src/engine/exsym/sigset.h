// Signatures of states in an open-addressing table with linear probing (symcpp-explicit-symbolic.md 4.4): 32 or 64 bits each. Two
// states with one signature count as one.
#ifndef ENGINE_EXSYM_SIGSET_H
#define ENGINE_EXSYM_SIGSET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct sigset {
  bool wide;    // 64 bits
  void *slots;  // 0 = free
  size_t n_slots, count;
  bool fixed;  // as many slots as it began with (3.4)
} sigset;

// fixed_slots 0: as many as are needed.
void sigset_init(sigset *t, bool wide, uint64_t fixed_slots);
void sigset_fini(sigset *t);
bool sigset_add(sigset *t, uint64_t signature);  // false: it was there. Not on a full one
bool sigset_full(const sigset *t);
size_t sigset_bytes(const sigset *t);

#endif
