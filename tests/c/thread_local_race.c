// expect: safe
// property: no-data-race
// engines: naive stateful dpor
// Each thread writes its own copy.
#include <pthread.h>
static _Thread_local int own;

static void *work(void *arg) {
  own = 1;
  own = own + 1;
  return arg;
}

int main(void) {
  pthread_t id[2];
  for (int k = 0; k < 2; k++) pthread_create(&id[k], 0, work, 0);
  own = 3;
  for (int k = 0; k < 2; k++) pthread_join(id[k], 0);
  return 0;
}
