// expect: safe
// property: valid-memsafety
// engines: auto naive dpor
// Destroying waits for those who are woken and not back yet, so that the memory can be given back at once.
#include <pthread.h>
#include <stdlib.h>

struct gate {
  pthread_cond_t c;
  pthread_barrier_t b;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct gate *g;
static int waiting, open;

static void *worker(void *unused) {
  pthread_barrier_wait(&g->b);
  pthread_mutex_lock(&m);
  waiting = 1;
  while (!open) pthread_cond_wait(&g->c, &m);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t t;
  g = malloc(sizeof *g);
  pthread_cond_init(&g->c, 0);
  pthread_barrier_init(&g->b, 0, 2);
  pthread_create(&t, 0, worker, 0);
  pthread_barrier_wait(&g->b);
  pthread_barrier_destroy(&g->b);
  pthread_mutex_lock(&m);
  int was = waiting;
  if (was) {
    open = 1;
    pthread_cond_broadcast(&g->c);
    pthread_cond_destroy(&g->c);
    free(g);
  } else {
    open = 1;
  }
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  if (!was) free(g);
  return 0;
}
