// expect: unsafe pthread-misuse
// property: pthread-misuse
// engines: auto naive stateful dpor
#include <pthread.h>

static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void *caller(void *unused) {
  pthread_cond_broadcast(&c);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, caller, 0);
  pthread_cond_destroy(&c);
  pthread_join(t, 0);
  return 0;
}
