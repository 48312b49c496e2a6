// expect: unsafe assert
// Half a second is added without carrying: the limit is refused, and the loop takes that for the end of the time.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

int main(void) {
  struct timespec t;
  int error = 0;
  clock_gettime(CLOCK_REALTIME, &t);
  t.tv_nsec += 500000000;
  pthread_mutex_lock(&m);
  error = pthread_cond_timedwait(&c, &m, &t);
  pthread_mutex_unlock(&m);
  assert(error == 0 || error == ETIMEDOUT);
  return 0;
}
