// expect: safe
// The clock of a condition variable may be another one.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static struct timespec soon(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  t.tv_nsec += 1000000;
  if (t.tv_nsec >= 1000000000) {
    t.tv_sec++;
    t.tv_nsec -= 1000000000;
  }
  return t;
}

static int is_over(clockid_t clock, struct timespec wanted) {
  struct timespec now;
  clock_gettime(clock, &now);
  return now.tv_sec > wanted.tv_sec || (now.tv_sec == wanted.tv_sec && now.tv_nsec >= wanted.tv_nsec);
}

int main(void) {
  pthread_mutex_lock(&mutex);
  pthread_condattr_t attributes;
  pthread_cond_t by_monotonic;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(&by_monotonic, &attributes);
  struct timespec limit = soon(CLOCK_MONOTONIC);
  if (pthread_cond_timedwait(&by_monotonic, &mutex, &limit) == ETIMEDOUT) assert(is_over(CLOCK_MONOTONIC, limit));
  return 0;
}
