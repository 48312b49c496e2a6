// expect: safe
// property: ltl
// options: --ltl=GF(full==1)&GF(full==0)
// Two flags hand a value over for ever.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int full;

static void *producer(void *arg) {
  for (;;) {
    while (full) {
    }
    full = 1;
  }
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, producer, NULL);
  for (;;) {
    while (!full) {
    }
    full = 0;
  }
}
