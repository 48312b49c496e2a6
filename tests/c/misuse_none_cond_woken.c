// expect: safe
// property: pthread-misuse,null
// engines: auto naive stateful dpor
// All that wait are woken: the condition may be destroyed, and its memory used for something else, before they have come back.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m;
static pthread_cond_t *c;
static int waits;

static void *waiter(void *unused) {
  pthread_mutex_lock(&m);
  waits = 1;
  pthread_cond_wait(c, &m);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t t;
  c = malloc(sizeof *c);
  pthread_cond_init(c, 0);
  pthread_create(&t, 0, waiter, 0);
  pthread_mutex_lock(&m);
  int woken = waits;
  if (woken) pthread_cond_broadcast(c);
  if (woken) pthread_cond_destroy(c);
  if (woken) free(c);
  pthread_mutex_unlock(&m);
  if (woken) pthread_join(t, 0);
  return 0;
}
