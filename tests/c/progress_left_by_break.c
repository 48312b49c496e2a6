// expect: safe
// property: progress
// The inner loop is left by a break behind something: the way back to the outer loop is the break's, and the loops begin at one place.
#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static atomic_int go, beside;

static void *worker(void *arg) {
  for (;;) {
    for (;;) {
      __VERIFIER_atomic_begin();
      if (go) {
        __VERIFIER_atomic_end();
        break;
      }
      __VERIFIER_atomic_end();
    }
  }
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  go = 1;
  for (;;) beside = beside;
}
