// expect: unsafe assert
// engines: auto stateful dpor
// Halves of pointers, taken while the first object lived.
#include <pthread.h>
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>

union view {
  int *p;
  uint32_t half[2];
} x, y;

static void *ends(void *arg) {
  free(x.p);
  return arg;
}

static void *begins(void *arg) {
  y.p = malloc(4);
  return arg;
}

int main(void) {
  pthread_t a, b;
  x.p = malloc(4);
  uint32_t low = x.half[0], high = x.half[1];
  pthread_create(&b, 0, begins, 0);
  pthread_create(&a, 0, ends, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(low != y.half[0] || high != y.half[1]);
  return 0;
}
