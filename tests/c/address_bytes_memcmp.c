// expect: unsafe assert
// engines: auto stateful dpor
// One thread frees, the other allocates: memcmp may find the same address in both pointers.
#include <pthread.h>
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>

struct box {
  int *p;
} x, y, old;

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
  old = x;
  pthread_create(&b, 0, begins, 0);
  pthread_create(&a, 0, ends, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(memcmp(&old, &y, sizeof y) != 0);
  return 0;
}
