// expect: unsafe assert
// property: assert
// engines: auto naive stateful dpor
// A struct that is returned in a register is written scalar by scalar, here to the heap.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct pair {
  int a, b;
};
static struct pair *shared;
static struct pair make(int n) { return (struct pair){n, n}; }
static void *writer(void *unused) {
  *shared = make(1);
  return 0;
}
int main(void) {
  pthread_t t;
  shared = calloc(1, sizeof *shared);
  pthread_create(&t, 0, writer, 0);
  int a = shared->a;
  int b = shared->b;
  assert(a == 0 || b == 1);
  pthread_join(t, 0);
  free(shared);
  return 0;
}
