// expect: unsafe deadlock
// property: deadlock
// engines: auto stateful dpor stateless
// Which thread is joined depends on an input: one of the two waits for what happens behind the join.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *waits) {
  if (!waits) return NULL;
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return NULL;
}

int main(void) {
  pthread_t t[2];
  int first = __VERIFIER_nondet_int() & 1;
  pthread_mutex_lock(&m);
  pthread_create(&t[0], NULL, run, NULL);
  pthread_create(&t[1], NULL, run, &m);
  pthread_join(t[first], NULL);
  pthread_mutex_unlock(&m);
  pthread_join(t[1 - first], NULL);
}
