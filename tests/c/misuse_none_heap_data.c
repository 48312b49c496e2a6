// expect: safe bounded
// property: pthread-misuse
// engines: auto naive stateful dpor
// options: --input-range=0..3
// Data beside mutexes on the heap, some at places that are inputs: no part of them is written.
#include <pthread.h>
#include <stdlib.h>

struct box {
  long before;
  pthread_mutex_t lock;
  int values[4];
  struct box *next;
};
extern unsigned __VERIFIER_nondet_uint(void);

static void *worker(void *p) {
  for (struct box *b = p; b; b = b->next) {
    pthread_mutex_lock(&b->lock);
    b->before++;
    b->values[b->before & 3] = 1;
    pthread_mutex_unlock(&b->lock);
  }
  return 0;
}

int main(void) {
  pthread_t t;
  struct box *a = calloc(1, sizeof *a), *b = calloc(1, sizeof *b);
  unsigned i = __VERIFIER_nondet_uint() & 3;
  a->next = b;
  pthread_create(&t, 0, worker, a);
  pthread_mutex_lock(&b->lock);
  b->values[i] = 2;
  pthread_mutex_unlock(&b->lock);
  pthread_join(t, 0);
  free(a);
  free(b);
  return 0;
}
