// expect: unsafe
// property: unreach-call
// engines: naive stateful dpor hunt
// What a process will try to lock much later conflicts with a lock now: a search that runs the holder first misses the run.
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
atomic_int x, z;
void *holder(void *p) {
  pthread_mutex_lock(&m);
  x = 1;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, holder, 0);
  z = 1;
  if (pthread_mutex_trylock(&m) == 0 && x == 0) reach_error();
  return 0;
}
