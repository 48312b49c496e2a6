// expect: unsafe deadlock
// property: deadlock
// options: --spurious-wakeups=off
// engines: naive stateful dpor auto
// POSIX, rationale of pthread_cond_timedwait: when its time is over it "may consume a condition signal directed concurrently at the
// condition variable". The one that waits without a limit is not woken then.
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

static void *patient(void *unused) {
  pthread_mutex_lock(&m);
  while (!ready) pthread_cond_wait(&c, &m);
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return NULL;
}

static void *hasty(void *unused) {
  struct timespec limit = {1, 0};
  int error = 0;
  pthread_mutex_lock(&m);
  while (!ready && !error) error = pthread_cond_timedwait(&c, &m, &limit);
#ifdef RIGHT
  error = 0;
#endif
  if (!error) pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, patient, NULL);
  pthread_create(&b, NULL, hasty, NULL);
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
