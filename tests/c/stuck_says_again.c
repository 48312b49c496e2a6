// expect: unsafe deadlock
// property: deadlock
// engines: auto naive stateful dpor stateless
// The rounds write what they find: that the thread waits. One more round changes nothing.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int go, waiting;

static void *waiter(void *arg) {
  while (!go) {
    waiting = 1;
    sched_yield();
  }
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, waiter, NULL);
  pthread_join(t, NULL);
  return 0;
}
