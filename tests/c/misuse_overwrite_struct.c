// expect: unsafe pthread-misuse
// property: pthread-misuse
// engines: auto naive stateful dpor
// The copy of a structure goes over the mutex in it, which the thread may hold.
#include <pthread.h>
#include <stdlib.h>

struct account {
  int money;
  pthread_mutex_t lock;
};

static void *worker(void *p) {
  struct account *a = p;
  pthread_mutex_lock(&a->lock);
  pthread_mutex_unlock(&a->lock);
  return 0;
}

int main(void) {
  pthread_t t;
  struct account *a = calloc(1, sizeof *a), fresh = {0};
  pthread_create(&t, 0, worker, a);
  *a = fresh;
  pthread_join(t, 0);
  free(a);
  return 0;
}
