// expect: unsafe assert
// property: assert
// engines: auto naive stateful dpor
// Others look at halves of the number.
#include <assert.h>
#include <pthread.h>
static union {
  long all;
  int half[2];
} shared, other;
static void *writer(void *unused) {
  shared = other;
  return 0;
}
int main(void) {
  pthread_t t;
  other.all = 0x100000001;
  pthread_create(&t, 0, writer, 0);
  int a = shared.half[0];
  int b = shared.half[1];
  assert(a == 0 || b == 1);
  pthread_join(t, 0);
  return 0;
}
