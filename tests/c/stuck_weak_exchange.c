// expect: unsafe deadlock
// property: deadlock
// options: --weak-cas-may-fail
// engines: naive stateful stateless dpor hunt auto
// The exchange may fail for no reason: that lets nobody out of the loop.
#include <pthread.h>
#include <stdatomic.h>
static atomic_int word;
static void take(void) {
  int free;
  do free = 0;
  while (!atomic_compare_exchange_weak(&word, &free, 1));
}
static void *other(void *unused) {
  take();
  return unused;  // and keeps it
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, other, NULL);
  take();
  pthread_join(t, NULL);
  return 0;
}
