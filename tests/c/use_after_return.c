// expect: unsafe use-after-free
// property: valid-memsafety
// engines: naive stateless stateful dpor auto
// A variable dies with its function: reading it must also be tried after the step that ends the thread.
#include <pthread.h>
static int *volatile shared;
static volatile int last;
static void *lend(void *unused) {
  int mine = 1;
  shared = &mine;
  last = 1;
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, lend, 0);
  int *p = shared;
  int got = p ? *(volatile int *)p : 0;
  pthread_join(t, 0);
  return got - got;
}
