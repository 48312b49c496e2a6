// expect: safe
// property: assert
// engines: auto naive stateful dpor
// executions: 3
// The parts go in order: whoever sees the second, sees the first. Of four orders of two pairs of accesses three are left.
#include <assert.h>
#include <pthread.h>
struct pair {
  int a, b;
};
static struct pair shared;
static void *writer(void *unused) {
  struct pair mine = {1, 1};
  shared = mine;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  int b = shared.b;
  int a = shared.a;
  assert(b == 0 || a == 1);
  pthread_join(t, 0);
  assert(shared.a == 1 && shared.b == 1);
  return 0;
}
