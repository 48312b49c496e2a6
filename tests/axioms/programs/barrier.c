// sc: safe
// tso: safe
// rc11: safe
// weak-rc11: unsafe data race
// property: assert,no-data-race
// What was written before a barrier is there behind it; WEAK: one thread looks before.
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t b;
static int x, y;

static void *other(void *unused) {
  x = 1;
  pthread_barrier_wait(&b);
  int seen = y;
  assert(seen == 1);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_barrier_init(&b, NULL, 2);
  pthread_create(&t, NULL, other, NULL);
  y = 1;
#ifdef WEAK
  int seen = x;
  pthread_barrier_wait(&b);
  assert(seen <= 1);
#else
  pthread_barrier_wait(&b);
  int seen = x;
  assert(seen == 1);
#endif
  pthread_join(t, NULL);
}
