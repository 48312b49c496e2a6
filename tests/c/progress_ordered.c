// expect: safe
// property: progress
// assuming: weak fairness: a thread that can always step does so in the end
// Two spin locks taken in one order by two threads, each of them once: who waits gets them in the end.
#include <pthread.h>
#include <stdatomic.h>

atomic_int a, b;

static void take(atomic_int *l) {
  while (atomic_exchange(l, 1)) {
  }
}

void *other(void *p) {
  take(&a);
  take(&b);
  b = 0;
  a = 0;
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
