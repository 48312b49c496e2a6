// expect: unsafe race
// property: no-data-race
// engines: dpor
// The region waits inside, so others see what it has done so far: its write races. The failed trylock makes happens-before decide.
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, tried = PTHREAD_MUTEX_INITIALIZER;
int shared;
void *waits(void *arg) {
  __VERIFIER_atomic_begin();
  shared = 1;
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  __VERIFIER_atomic_end();
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_mutex_lock(&m);
  pthread_create(&t, 0, waits, 0);
  int seen = shared;
  if (pthread_mutex_trylock(&tried) == 0) pthread_mutex_unlock(&tried);
  pthread_join(t, 0);
  return seen;
}
