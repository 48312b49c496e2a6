// expect: safe
// property: no-data-race
// engines: dpor
// The region ends the program, so that nobody sees what it has done: it is part of no race. The failed trylock makes happens-before decide.
#include <pthread.h>
#include <stdlib.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int shared;
void *ends(void *arg) {
  __VERIFIER_atomic_begin();
  shared = 1;
  exit(0);
  __VERIFIER_atomic_end();
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, ends, 0);
  if (pthread_mutex_trylock(&m) == 0) pthread_mutex_unlock(&m);
  int seen = shared;
  (void)seen;
  pthread_join(t, 0);
  return 0;
}
