// expect: unsafe race
// property: no-data-race
// engines: naive stateful dpor
// A copy whose address another thread has.
#include <pthread.h>
static _Thread_local int own;

static void *work(void *other) {
  *(int *)other = 1;
  return 0;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, 0, work, &own);
  own = 3;
  pthread_join(id, 0);
  return 0;
}
