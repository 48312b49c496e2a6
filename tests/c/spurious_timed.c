// expect: unsafe assert
// engines: naive stateful dpor stateless hunt auto
// A wait with a time limit may end without a signal before its time is over.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int main(void) {
  struct timespec soon = {1, 0};
  pthread_mutex_lock(&m);
  int result = pthread_cond_timedwait(&c, &m, &soon);
  assert(result == ETIMEDOUT);
  pthread_mutex_unlock(&m);
  return 0;
}
