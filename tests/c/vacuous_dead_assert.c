// expect: safe
// property: assert
// vacuous: assert 13, assert 17
// engines: auto stateful dpor hunt
// The first one stands where no input leads, the second where no order of the threads does. What follows a check of the constant
// false is an error that never happens, and no claim.
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
int g; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *worker(void *p) {
  int x = __VERIFIER_nondet_int();
  if (x > 5 && x < 3) assert(x == 7);
  pthread_mutex_lock(&m);
  g = 1;
  g = 0;
  if (g == 1) assert(x == 8);
  if (g == 2) assert(0);
  assert(g == 0 || x == 1);
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  worker(0);
  pthread_join(t, 0);
  return 0;
}
