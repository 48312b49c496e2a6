// What clang calls for atomic objects that no instruction of the machine reads or writes at once: generic operations of libatomic.
#include <stddef.h>
#include <string.h>

#include "model.h"

// What the region of an operation with this ordering does not order.
HELPER void order_as(int order) {
  __allways_relax_reads((order == __ATOMIC_RELAXED) | (order == __ATOMIC_RELEASE));
  __allways_relax_writes((order == __ATOMIC_RELAXED) | (order == __ATOMIC_ACQUIRE) | (order == __ATOMIC_CONSUME));
}

// Names that clang knows as functions of its own with other parameters.
void model_load(size_t size, const void *from, void *to, int order) __asm__("__atomic_load");
MODEL void model_load(size_t size, const void *from, void *to, int order) {
  __allways_atomic_begin();
  memcpy(to, from, size);
  order_as(order);
  __allways_atomic_end();
}

void model_store(size_t size, void *to, const void *from, int order) __asm__("__atomic_store");
MODEL void model_store(size_t size, void *to, const void *from, int order) {
  __allways_atomic_begin();
  memcpy(to, from, size);
  order_as(order);
  __allways_atomic_end();
}

void model_exchange(size_t size, void *at, const void *from, void *old, int order) __asm__("__atomic_exchange");
MODEL void model_exchange(size_t size, void *at, const void *from, void *old, int order) {
  __allways_atomic_begin();
  memcpy(old, at, size);
  memcpy(at, from, size);
  order_as(order);
  __allways_atomic_end();
}

// Words may be pointers: bytes of these cannot be compared.
static _Bool is_same(const void *a, const void *b, size_t size) {
  const size_t *x = a, *y = b;
  if (size % sizeof *x) return memcmp(a, b, size) == 0;
  for (size_t i = 0; i < size / sizeof *x; i++)
    if (x[i] != y[i]) return 0;
  return 1;
}

_Bool model_compare_exchange(size_t size, void *at, void *expected, const void *from, int success, int failure) __asm__(
    "__atomic_compare_exchange");
MODEL _Bool model_compare_exchange(size_t size, void *at, void *expected, const void *from, int success, int failure) {
  __allways_atomic_begin();
  _Bool same = is_same(at, expected, size);
  memcpy(same ? at : expected, same ? from : at, size);
  order_as(same ? success : failure);
  __allways_atomic_end();
  return same;
}

// Of 16 bytes the machine decides: one answer in a run.
_Bool model_is_lock_free(size_t size, const void *at) __asm__("__atomic_is_lock_free");
_Bool model_is_lock_free(size_t size, const void *at) {
  enum { OPEN, FREE, LOCKED };
  static int wide;
  if (size == 1 || size == 2 || size == 4 || size == 8) return 1;
  if (size != 2 * sizeof(void *) || size == 8) return 0;
  __allways_atomic_begin();
  if (wide == OPEN) wide = __allways_nondet_bool("atomics of 16 bytes are lock-free") ? FREE : LOCKED;
  int now = wide;
  __allways_atomic_end();
  return now == FREE;
}
