// expect: safe
// property: progress
// The inner loop is left inside a region that ends outside of it, and entered again without any access between.
#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static atomic_int go, beside;

static void *worker(void *arg) {
  int n = 0;
  for (;;) {
    n = 1 - n;
    for (;;) {
      __VERIFIER_atomic_begin();
      if (go) break;
      __VERIFIER_atomic_end();
    }
    __VERIFIER_atomic_end();
  }
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  go = 1;
  for (;;) beside = 1;
}
