// expect: unsafe pthread-misuse
// property: pthread-misuse
// engines: auto naive stateful dpor
#include <pthread.h>
#include <string.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

static void *reader(void *unused) {
  pthread_rwlock_rdlock(&l);
  pthread_rwlock_unlock(&l);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, reader, 0);
  memset(&l, 0, sizeof l);
  pthread_join(t, 0);
  return 0;
}
