// expect: safe
// property: deadlock
// engines: auto naive stateful
// The same, and another thread that goes on when it sees it.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int go;
static _Atomic(atomic_int *) seen;
static _Thread_local atomic_int depth;

static void *waits(void *unused) {
  (void)unused;
  seen = &depth;
  while (!go) {
    depth = 1;
    sched_yield();
    depth = 0;
  }
  return NULL;
}

int main(void) {
  pthread_t t;
  if (pthread_create(&t, NULL, waits, NULL)) abort();
  while (!seen) sched_yield();
  while (!*seen) sched_yield();
  go = 1;
  pthread_join(t, NULL);
  return 0;
}
