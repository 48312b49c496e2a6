// expect: unsafe pthread-misuse
// property: pthread-misuse
// engines: auto naive stateful dpor hunt
// A loop clears a mutex on the heap word by word while the thread may hold it. Nothing else is shared.
#include <pthread.h>
#include <stdlib.h>

struct box {
  int value;
  pthread_mutex_t lock;
};

static void *worker(void *p) {
  struct box *b = p;
  pthread_mutex_lock(&b->lock);
  pthread_mutex_unlock(&b->lock);
  return 0;
}

int main(void) {
  pthread_t t;
  struct box *b = calloc(1, sizeof *b);
  pthread_create(&t, 0, worker, b);
  for (size_t i = 0; i < sizeof b->lock / sizeof(int); i++) ((int *)&b->lock)[i] = 0;
  pthread_join(t, 0);
  free(b);
  return 0;
}
