// Signatures of states in an open-addressing table with linear probing (symcpp-explicit-symbolic.md 4.4): 32 or 64 bits each. Two
// states with one signature count as one.
#ifndef ENGINE_EXSYM_SIGSET_H
#define ENGINE_EXSYM_SIGSET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct sigset {
  bool wide;           // 64 bits
  void *slots;         // 0 = free
  size_t n_slots, count;
} sigset;

void sigset_init(sigset *t, bool wide);
void sigset_fini(sigset *t);
bool sigset_add(sigset *t, uint64_t signature);  // false: it was there
size_t sigset_bytes(const sigset *t);

#endif
