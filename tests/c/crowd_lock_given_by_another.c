// expect: unsafe race
// property: no-data-race
// engines: auto
// The same lock, but somebody else gives it back as well: it excludes nobody.
#include <pthread.h>
extern void abort(void);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static int lock, shared;

static void *breaker(void *arg) {
  __VERIFIER_atomic_begin();
  lock = 0;
  __VERIFIER_atomic_end();
  return arg;
}

static void *worker(void *arg) {
  __VERIFIER_atomic_begin();
  if (lock) abort();
  lock = 1;
  __VERIFIER_atomic_end();
  shared++;
  __VERIFIER_atomic_begin();
  lock = 0;
  __VERIFIER_atomic_end();
  return arg;
}

int main(void) {
  pthread_t t;
  for (int i = 0; i < 4; i++) {
    pthread_create(&t, 0, worker, 0);
    pthread_create(&t, 0, breaker, 0);
  }
}
