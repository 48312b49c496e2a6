// expect: safe
// property: progress
// Both loops begin with the same test. The inner one is left in every round, the outer one has no way out.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int go, work;

static void *worker(void *arg) {
  for (;;) {
    while (!go) {
    }
    work = 1;
  }
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  go = 1;
  pthread_join(t, NULL);
  return 0;
}
