// expect: unsafe pthread-misuse
// property: pthread-misuse
// engines: auto naive stateful dpor
// A normal mutex is unlocked by a thread that does not hold it.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *other(void *unused) {
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_mutex_lock(&m);
  pthread_create(&t, 0, other, 0);
  pthread_join(t, 0);
  return 0;
}
