#include "base/vec.h"

void *vec_grow(void *data, size_t *cap, size_t need, size_t elem_size) {
  size_t wanted = *cap < 8 ? 8 : *cap * 2, bytes;
  if (wanted < need) wanted = need;
  CHECK(!__builtin_mul_overflow(wanted, elem_size, &bytes), "size of a vector overflowed");
  *cap = wanted;
  return mem_realloc(data, bytes);
}
