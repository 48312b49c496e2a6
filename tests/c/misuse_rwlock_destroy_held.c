// expect: unsafe pthread-misuse
// property: pthread-misuse
// engines: auto naive stateful dpor
#include <pthread.h>

static pthread_rwlock_t r;

static void *reader(void *unused) {
  pthread_rwlock_rdlock(&r);
  pthread_rwlock_unlock(&r);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_rwlock_init(&r, 0);
  pthread_create(&t, 0, reader, 0);
  if (pthread_rwlock_trywrlock(&r) != 0) pthread_rwlock_destroy(&r);
  pthread_join(t, 0);
  return 0;
}
