// expect: safe
// property: unreach-call,no-data-race
// engines: auto naive dpor
// Locked updates are one step each.
#include <assert.h>
#include <pthread.h>

static int x;

static void *add(void *unused) {
  __asm__ __volatile__("lock; addl %1,%0" : "+m"(x) : "ir"(3) : "memory");
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, add, NULL);
  add(NULL);
  pthread_join(t, NULL);
  assert(x == 6);
  return 0;
}
