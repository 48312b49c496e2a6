// expect: safe
// property: pthread-misuse
// engines: auto naive stateful dpor
#include <pthread.h>

static pthread_rwlock_t r, made;
static int x;

static void *reader(void *unused) {
  pthread_rwlock_rdlock(&r);
  if (pthread_rwlock_tryrdlock(&r) == 0) pthread_rwlock_unlock(&r);
  pthread_rwlock_rdlock(&made);
  pthread_rwlock_unlock(&r);
  pthread_rwlock_unlock(&made);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_rwlock_init(&made, 0);
  pthread_create(&t, 0, reader, 0);
  pthread_rwlock_wrlock(&r);
  x = 1;
  pthread_rwlock_unlock(&r);
  pthread_join(t, 0);
  pthread_rwlock_destroy(&made);
  pthread_rwlock_init(&made, 0);
  pthread_rwlock_destroy(&r);
  return 0;
}
