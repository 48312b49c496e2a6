// expect: unsafe bounds
// property: valid-memsafety
// One access does not lie in its object.
// engines: stateful auto
#include <pthread.h>
static int a[2], b;
static void *work(void *unused) {
  int *p = &a[1];
  *(volatile int *)(p + 1) = 1;
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_join(t, 0);
  return b;
}
