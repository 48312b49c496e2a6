// expect: unsafe deadlock
// property: assert,deadlock
// engines: naive stateful dpor
// As cancel_blocked.c, but the handler keeps the mutex.
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int held;

static void leave(void *count) {
  ++*(int *)count;
}

static void *wait_for_ever(void *count) {
  pthread_mutex_lock(&m);
  pthread_cleanup_push(leave, count);
  for (;;) pthread_cond_wait(&c, &m);
  pthread_cleanup_pop(0);
  return 0;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, 0, wait_for_ever, &held);
  pthread_cancel(id);
  void *result;
  pthread_join(id, &result);
  assert(result == PTHREAD_CANCELED && held == 1);
  pthread_mutex_lock(&m);
  return 0;
}
