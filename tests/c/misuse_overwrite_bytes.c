// expect: unsafe pthread-misuse
// property: pthread-misuse
// engines: auto naive stateful dpor
// A loop copies a structure byte by byte over a mutex that the thread may hold.
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

static void copy(struct box *to, const struct box *from) {
  for (size_t i = 0; i < sizeof *to; i++) ((char *)to)[i] = ((const char *)from)[i];
}

int main(void) {
  pthread_t t;
  struct box *a = calloc(1, sizeof *a), *b = calloc(1, sizeof *b);
  pthread_create(&t, 0, worker, a);
  copy(a, b);
  pthread_join(t, 0);
  free(a);
  free(b);
  return 0;
}
