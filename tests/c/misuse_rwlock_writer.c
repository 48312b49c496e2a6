// expect: unsafe pthread-misuse
// property: pthread-misuse
#include <pthread.h>

static pthread_rwlock_t r;

static void *other(void *unused) {
  pthread_rwlock_unlock(&r);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_rwlock_wrlock(&r);
  pthread_create(&t, 0, other, 0);
  pthread_join(t, 0);
  return 0;
}
