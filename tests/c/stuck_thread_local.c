// expect: unsafe deadlock
// property: deadlock
// engines: auto naive stateful
// What a round does to a variable of its own thread, and undoes, nobody sees.
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

static volatile int go;
static _Thread_local volatile int depth;

static void *waits(void *unused) {
  (void)unused;
  while (!go) {
    depth++;
    sched_yield();
    depth--;
  }
  return NULL;
}

int main(void) {
  pthread_t t;
  if (pthread_create(&t, NULL, waits, NULL)) abort();
  pthread_join(t, NULL);
  return 0;
}
