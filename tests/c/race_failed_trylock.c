// expect: unsafe race
// property: no-data-race
// engines: auto dpor
// That the mutex is held tells that the data was written before, and does not order the two.
#include <pthread.h>
int data;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *writer(void *arg) {
  data = 42;
  pthread_mutex_lock(&m);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  if (pthread_mutex_trylock(&m)) return data;
  return 0;
}
