// expect: unsafe overflow
// property: no-overflow
// engines: auto stateful
// A check inside of an arm that is if-converted still fails where the arm is taken.
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int x, result;

static int next(int a) {
  if (a < 5) abort();
  return a + 1;
}

static void *worker(void *arg) {
  int a = x;
  result = a != 7 ? next(a) : a;
  return arg;
}

int main(void) {
  pthread_t t;
  x = __VERIFIER_nondet_int();
  pthread_create(&t, NULL, worker, NULL);
  pthread_join(t, NULL);
  return result == 0;
}
