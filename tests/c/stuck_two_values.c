// expect: safe
// property: deadlock
// engines: auto naive stateful
// Two threads wait and write different values: what one finds the other has changed. That is no deadlock, though nobody goes on.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int go, last;

static void *first(void *arg) {
  while (!go) last = 1;
  return arg;
}

static void *second(void *arg) {
  while (!go) last = 2;
  return arg;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, NULL, first, NULL);
  pthread_create(&u, NULL, second, NULL);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  return 0;
}
