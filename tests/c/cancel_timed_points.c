// expect: safe
// property: assert,deadlock
// sem_timedwait and clock_nanosleep are cancellation points: who is cancelled before does not come behind them.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t cancelled, more;
static int done;

static void *run(void *sleeps) {
  struct timespec t = {1, 0};
  int state;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
  sem_wait(&cancelled);
  pthread_setcancelstate(state, NULL);
  if (sleeps)
    clock_nanosleep(CLOCK_MONOTONIC, 0, &t, NULL);
  else
    sem_timedwait(&more, &t);
  done = 1;
  return NULL;
}

int main(void) {
  pthread_t t;
  sem_init(&cancelled, 0, 0);
  sem_init(&more, 0, 1);
  for (int i = 0; i < 2; i++) {
    pthread_create(&t, NULL, run, i ? &t : NULL);
    pthread_cancel(t);
    sem_post(&cancelled);
    pthread_join(t, NULL);
    assert(!done);
  }
  return 0;
}
