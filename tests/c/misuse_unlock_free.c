// expect: unsafe pthread-misuse
// property: pthread-misuse
// engines: auto naive stateful dpor
// Nobody holds it: only one order of the two threads leads there.
#include <pthread.h>

static pthread_mutex_t m;
static int taken;

static void *first(void *unused) {
  pthread_mutex_lock(&m);
  taken = 1;
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, first, 0);
  int got = pthread_mutex_trylock(&m) == 0;
  if (got || !taken) pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
