// expect: unsafe assert
// property: assert
// engines: auto naive stateful dpor
// A struct that is passed in a register is read scalar by scalar all the same: the first one before, the second one after both writes.
#include <assert.h>
#include <pthread.h>
struct pair {
  int a, b;
};
static struct pair shared;
static int is_torn(struct pair p) { return p.a == 0 && p.b == 1; }
static void *writer(void *unused) {
  shared.a = 1;
  shared.b = 1;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  assert(!is_torn(shared));
  pthread_join(t, 0);
  return 0;
}
