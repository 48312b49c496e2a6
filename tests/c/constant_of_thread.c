// expect: unsafe read-only
// property: valid-memsafety
// engines: naive stateful dpor auto
// Each thread has its own copy, which is a constant all the same.
#include <pthread.h>

static _Thread_local const int mine = 1;

static void *spoil(void *arg) {
  const int *own = arg ? arg : &mine;
  *(int *)own = 2;
  return arg;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, 0, spoil, 0);
  pthread_join(id, 0);
  return 0;
}
