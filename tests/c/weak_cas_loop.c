// expect: safe
// property: assert,deadlock
// options: --weak-cas-may-fail
// engines: naive stateful dpor stateless auto
// Rounds in which the exchange fails for no reason change nothing.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int lock;
static int count;
static void *add(void *unused) {
  int zero = 0;
  while (!atomic_compare_exchange_weak(&lock, &zero, 1)) zero = 0;
  count++;
  atomic_store(&lock, 0);
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, add, NULL);
  add(NULL);
  pthread_join(t, NULL);
  assert(count == 2);
  return 0;
}
