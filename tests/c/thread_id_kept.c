// expect: safe
// Threads that are not joined yet, or that were there before the other one was joined, have ids of their own; so has the first thread.
#include <assert.h>
#include <pthread.h>

static void *run(void *unused) { return NULL; }

int main(void) {
  pthread_t a, b, c, self = pthread_self();
  pthread_create(&a, NULL, run, NULL);
  pthread_create(&b, NULL, run, NULL);
  assert(!pthread_equal(a, b) && !pthread_equal(a, self) && pthread_equal(a, a));
  pthread_join(a, NULL);
  assert(!pthread_equal(a, b));
  pthread_create(&c, NULL, run, NULL);
  assert(pthread_equal(a, c) == pthread_equal(c, a));
  assert(!pthread_equal(b, c) && !pthread_equal(c, self));
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return 0;
}
