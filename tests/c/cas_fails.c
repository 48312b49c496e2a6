// expect: safe
// property: no-data-race
// engines: naive stateful dpor modular
// A compare-and-swap that fails writes nothing: it does not race with a plain read.
#include <pthread.h>
static int x;

static void *reader(void *arg) {
  int seen = x;
  (void)seen;
  return arg;
}

int main(void) {
  pthread_t id[2];
  for (int k = 0; k < 2; k++) pthread_create(&id[k], 0, reader, 0);
  __sync_bool_compare_and_swap(&x, 2, 1);
  for (int k = 0; k < 2; k++) pthread_join(id[k], 0);
  return 0;
}
