// expect: unsafe progress
// property: progress
// Three loops begin with the same test. The middle one is never left, its rounds enter and leave the inner one.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int go, work, done;

static void *worker(void *arg) {
  for (;;) {
    for (;;) {
      while (!go) {
      }
      work = 1;
      if (done) break;
    }
    work = 2;
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
