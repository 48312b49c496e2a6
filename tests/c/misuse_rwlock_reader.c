// expect: unsafe pthread-misuse
// property: pthread-misuse
// engines: auto naive stateful dpor
// Another thread has it for reading.
#include <pthread.h>

static pthread_rwlock_t r;

static void *other(void *unused) {
  pthread_rwlock_unlock(&r);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_rwlock_rdlock(&r);
  pthread_create(&t, 0, other, 0);
  pthread_join(t, 0);
  return 0;
}
