// expect: unsafe assert
// property: assert
// engines: auto naive stateful dpor
// The same on the heap, through pointers, by memcpy and with a size that is not known before.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
struct triple {
  long a;
  int b, c;
};
static struct triple *shared;
static void put(void *to, const void *from, size_t n) { memcpy(to, from, n); }
static void *writer(void *count) {
  struct triple mine[2] = {{1, 1, 1}, {1, 1, 1}};
  put(shared, mine, sizeof *shared * (size_t)*(int *)count);
  return 0;
}
int main(int argc, char **argv) {
  pthread_t t;
  static int count = 2;
  shared = calloc(2, sizeof *shared);
  pthread_create(&t, 0, writer, &count);
  int b = shared[1].b;
  int c = shared[1].c;
  assert(b == 0 || c == 1);
  pthread_join(t, 0);
  free(shared);
  return 0;
}
