// expect: unsafe use-after-free
// engines: auto naive stateful dpor cegar
// The object holds nothing but the mutex: locking it is the only access.
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t *mutex;
static int counter;
static void *counts(void *unused) {
  pthread_mutex_lock(mutex);
  counter++;
  pthread_mutex_unlock(mutex);
  return NULL;
}
int main(void) {
  pthread_t t;
  mutex = malloc(sizeof *mutex);
  pthread_mutex_init(mutex, NULL);
  pthread_create(&t, NULL, counts, NULL);
  free(mutex);
  return 0;
}
