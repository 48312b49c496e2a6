// expect: unsafe progress
// property: progress
// engines: auto live
// Two spin locks taken in opposite orders.
#include <pthread.h>
#include <stdatomic.h>

atomic_int a, b;

static void take(atomic_int *l) {
  while (atomic_exchange(l, 1)) {
  }
}

void *other(void *p) {
  take(&b);
  take(&a);
  a = 0;
  b = 0;
  return p;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  take(&a);
  take(&b);
  b = 0;
  a = 0;
  pthread_join(t, 0);
  return 0;
}
