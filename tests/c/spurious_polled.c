// expect: safe
// property: assert,deadlock
// engines: naive stateful dpor stateless auto
// Looking again and again under a mutex: rounds that find nothing are no runs of their own.
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static int ready, value;
static void *set(void *unused) {
  pthread_mutex_lock(&m);
  value = 3;
  ready = 1;
  pthread_mutex_unlock(&m);
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, set, NULL);
  for (;;) {
    pthread_mutex_lock(&other);
    pthread_mutex_lock(&m);
    if (ready) break;
    pthread_mutex_unlock(&other);
    pthread_mutex_unlock(&m);
  }
  assert(value == 3);
  pthread_mutex_unlock(&m);
  pthread_mutex_unlock(&other);
  pthread_join(t, NULL);
  return 0;
}
