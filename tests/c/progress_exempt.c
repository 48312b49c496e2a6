// expect: safe
// property: progress
// A worker may wait for work for ever: the loop says so.
#include <allways.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int done;

void *worker(void *p) {
  while (!done) allways_progress();
  return p;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  return 0;
}
