// expect: unsafe deadlock
// property: deadlock
// engines: auto stateful dpor stateless
// Which mutex is which depends on an input: for each value the two threads take them in opposite orders.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int first;

static void both(int a, int b) {
  pthread_mutex_lock(&m[a]);
  pthread_mutex_lock(&m[b]);
  pthread_mutex_unlock(&m[b]);
  pthread_mutex_unlock(&m[a]);
}

static void *other(void *unused) {
  both(1 - first, first);
  return unused;
}

int main(void) {
  pthread_t t;
  first = __VERIFIER_nondet_int() & 1;
  pthread_create(&t, NULL, other, NULL);
  both(first, 1 - first);
  pthread_join(t, NULL);
}
