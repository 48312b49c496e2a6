// expect: safe
// property: assert
// engines: auto stateful dpor
// vacuous: assume 17
// The value that is assumed stands there while the other one holds the mutex, and never when it is free.
#include <assert.h>
#include <pthread.h>
void __VERIFIER_assume(int condition);
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int value;
static void *work(void *unused) {
  pthread_mutex_lock(&mutex), value = 1, value = 0, pthread_mutex_unlock(&mutex);
  return unused;
}
static int look(void) {
  pthread_mutex_lock(&mutex);
  __VERIFIER_assume(value == 1);
  return pthread_mutex_unlock(&mutex);
}
int main(void) {
  pthread_t t;
  assert(value == 0);
  pthread_create(&t, 0, work, 0);
  return look();
}
