// expect: unsafe assert
// Who is woken before need not have reached it.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

static void *wake(void *unused) {
  pthread_mutex_lock(&mutex);
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  struct timespec limit, now;
  pthread_t thread;
  clock_gettime(CLOCK_REALTIME, &limit);
  limit.tv_sec += 5;
  pthread_mutex_lock(&mutex);
  pthread_create(&thread, 0, wake, 0);
  pthread_cond_timedwait(&condition, &mutex, &limit);
  pthread_mutex_unlock(&mutex);
  clock_gettime(CLOCK_REALTIME, &now);
  assert(now.tv_sec >= limit.tv_sec);
  return 0;
}
