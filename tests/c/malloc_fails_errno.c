// expect: safe
// options: --malloc-may-fail
// POSIX: who gets no memory finds ENOMEM in errno, also if the size is one that no size_t holds.
#include <assert.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  errno = 0;
  void *p = malloc(4);
  assert(p || errno == ENOMEM);
  errno = 0;
  assert(!calloc(SIZE_MAX / 2, 4) && errno == ENOMEM);
  errno = 0;
  assert(!reallocarray(p, SIZE_MAX / 2, 4) && errno == ENOMEM);
  errno = 0;
  assert(!aligned_alloc(3, 3) && errno == EINVAL);
  free(p);
  return 0;
}
