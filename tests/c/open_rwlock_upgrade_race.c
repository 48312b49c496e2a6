// expect: unsafe race
// property: no-data-race
// The error is not looked at: two threads that read write.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int hits;

static void *run(void *unused) {
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_wrlock(&lock);
  hits++;
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, run, NULL);
  pthread_create(&b, NULL, run, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
