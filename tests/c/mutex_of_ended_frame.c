// expect: unsafe use-after-free
// engines: auto naive stateful dpor cegar
#include <pthread.h>
static pthread_mutex_t *mutex;
static void *makes(void *unused) {
  pthread_mutex_t mine = PTHREAD_MUTEX_INITIALIZER;
  mutex = &mine;
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, makes, NULL);
  pthread_join(t, NULL);
  pthread_mutex_unlock(mutex);
  return 0;
}
