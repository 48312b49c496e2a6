// expect: unsafe double-free
// engines: auto naive stateful
// Functions of the library by pointers: the sum is right, the second free is not.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static void *(*volatile make)(size_t) = malloc;
static void (*volatile drop)(void *) = free;
static int (*volatile lock)(pthread_mutex_t *) = pthread_mutex_lock;
static int (*volatile unlock)(pthread_mutex_t *) = pthread_mutex_unlock;
static int (*volatile join)(pthread_t, void **) = pthread_join;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;
static void *run(void *unused) {
  lock(&m);
  n++;
  unlock(&m);
  return make(4);
}
int main(void) {
  pthread_t t;
  void *result;
  pthread_create(&t, NULL, run, NULL);
  lock(&m);
  n++;
  unlock(&m);
  join(t, &result);
  assert(n == 2 && result);
  drop(result);
  drop(result);
  return 0;
}
