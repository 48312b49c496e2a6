// expect: unsafe pthread-misuse
// property: pthread-misuse
// engines: auto stateful dpor
// Which word is written is an input; one of them is the mutex that the thread may hold.
#include <pthread.h>
#include <stdlib.h>

struct box {
  int values[2];
  pthread_mutex_t lock;
};
extern unsigned __VERIFIER_nondet_uint(void);

static void *worker(void *p) {
  struct box *b = p;
  pthread_mutex_lock(&b->lock);
  pthread_mutex_unlock(&b->lock);
  return 0;
}

int main(void) {
  pthread_t t;
  struct box *b = calloc(1, sizeof *b);
  unsigned i = __VERIFIER_nondet_uint();
  if (i > 2) return 0;
  pthread_create(&t, 0, worker, b);
  ((int *)b)[i] = 0;
  pthread_join(t, 0);
  free(b);
  return 0;
}
