// expect: safe
// engines: auto stateful
// A stale pointer beside objects that come and go for ever: there are few situations.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static _Atomic(char *) shown;
static void *other(void *arg) {
  for (;;) {
    char *p = malloc(8);
    atomic_store(&shown, p);
    free(p);
  }
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  for (;;) {
    char *a = atomic_load(&shown), *b = atomic_load(&shown);
    if (a == b) continue;
  }
}
