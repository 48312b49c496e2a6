// expect: safe
// property: assert
// engines: auto stateful dpor
// vacuous: assert 14
// Nobody signals: the assertion behind the wait is never reached.
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t woken = PTHREAD_COND_INITIALIZER;
static int go;
int main(void) {
  pthread_mutex_lock(&mutex);
  while (!go) pthread_cond_wait(&woken, &mutex);
  assert(go == 2);
  return 0;
}
