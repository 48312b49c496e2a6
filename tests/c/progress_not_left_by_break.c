// expect: unsafe progress
// property: progress
// The same where the inner loop may never be left: it is asked when the flag is down.
#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static atomic_int go;

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
  for (;;) {
    go = 1;
    go = 0;
  }
}
