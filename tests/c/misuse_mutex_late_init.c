// expect: unsafe pthread-misuse
// property: pthread-misuse
// engines: auto naive stateful dpor
// The thread may lock before main initialises: one order of the two.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t *m;

static void *worker(void *unused) {
  pthread_mutex_lock(m);
  pthread_mutex_unlock(m);
  return unused;
}

int main(void) {
  pthread_t t;
  m = malloc(sizeof *m);
  pthread_create(&t, 0, worker, 0);
  pthread_mutex_init(m, 0);
  pthread_join(t, 0);
  free(m);
  return 0;
}
