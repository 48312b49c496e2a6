// expect: unsafe pthread-misuse
// property: pthread-misuse
// engines: auto naive stateful dpor
// Two threads join a third.
#include <pthread.h>

static pthread_t third;

static void *nothing(void *unused) { return unused; }

static void *joiner(void *unused) {
  pthread_join(third, 0);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&third, 0, nothing, 0);
  pthread_create(&t, 0, joiner, 0);
  pthread_join(third, 0);
  pthread_join(t, 0);
  return 0;
}
