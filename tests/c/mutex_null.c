// expect: unsafe null
// engines: auto naive stateful dpor cegar
// Which mutex it is is known in each run, and in some it is none.
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, *mutex;
static void *sets(void *unused) {
  mutex = &m;
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, sets, NULL);
  pthread_mutex_lock(mutex);
  return 0;
}
