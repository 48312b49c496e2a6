// expect: unsafe assert
// ... and need not be: the thread may come behind it.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static sem_t cancelled;
static int done;

static void *run(void *unused) {
  int state;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
  sem_wait(&cancelled);
  pthread_setcancelstate(state, NULL);
  puts("going on");
  done = 1;
  return NULL;
}

int main(void) {
  pthread_t t;
  sem_init(&cancelled, 0, 0);
  pthread_create(&t, NULL, run, NULL);
  pthread_cancel(t);
  sem_post(&cancelled);
  pthread_join(t, NULL);
  assert(!done);
  return 0;
}
