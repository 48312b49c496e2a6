// expect: unsafe assert
// property: assert
// engines: naive stateful dpor
// A copy whose address another thread has.
#include <pthread.h>
#include <assert.h>
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
  assert(own == 1);
  return 0;
}
