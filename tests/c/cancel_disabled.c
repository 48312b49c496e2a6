// expect: unsafe assert
// property: assert,deadlock
// engines: naive stateful dpor
// Cancelled where it waits for a semaphore or joins; not while that is disabled. `late` may be set before or not at all.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
static sem_t s;
static int early, late, cleaned;

static void clean(void *flag) { *(int *)flag = 1; }

static void *work(void *arg) {
  int old;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
  early = 1;
  pthread_testcancel();
  pthread_setcancelstate(old, &old);
  pthread_cleanup_push(clean, &cleaned);
  sem_wait(&s);
  late = 1;
  pthread_cleanup_pop(1);
  return arg;
}

int main(void) {
  pthread_t id;
  sem_init(&s, 0, 1);
  pthread_create(&id, 0, work, 0);
  pthread_cancel(id);
  void *result;
  pthread_join(id, &result);
  assert(early == 1 && cleaned == 1);
  if (result == PTHREAD_CANCELED) assert(late == 0);
  assert(late == 0);
  return 0;
}
