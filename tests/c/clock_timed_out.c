// expect: safe
// What was waited for in vain has reached its time.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static sem_t semaphore;

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
  struct timespec limit = soon(CLOCK_REALTIME);
  pthread_mutex_lock(&mutex);
  if (pthread_cond_timedwait(&condition, &mutex, &limit) == ETIMEDOUT) assert(is_over(CLOCK_REALTIME, limit));
  sem_init(&semaphore, 0, 0);
  limit = soon(CLOCK_REALTIME);
  assert(sem_timedwait(&semaphore, &limit) == -1 && errno == ETIMEDOUT);
  assert(is_over(CLOCK_REALTIME, limit));
  return 0;
}
