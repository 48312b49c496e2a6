// expect: safe
// property: pthread-misuse,assert
// engines: auto naive stateful dpor
// No barrier for nobody: an error that is returned. Who comes out first may destroy it.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_barrier_t b;

static void *waiter(void *unused) {
  pthread_barrier_wait(&b);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_barrier_t none;
  assert(pthread_barrier_init(&none, 0, 0) == EINVAL);
  pthread_barrier_init(&b, 0, 2);
  pthread_create(&t, 0, waiter, 0);
  pthread_barrier_wait(&b);
  pthread_barrier_destroy(&b);
  pthread_join(t, 0);
  return 0;
}
