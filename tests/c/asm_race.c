// expect: unsafe race
// property: no-data-race
// A locked update does not make the other's plain access atomic.
#include <pthread.h>

static int x;

static void *add(void *unused) {
  __asm__ __volatile__("lock; incl %0" : "+m"(x) : : "memory");
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, add, NULL);
  x = 3;
  pthread_join(t, NULL);
  return 0;
}
