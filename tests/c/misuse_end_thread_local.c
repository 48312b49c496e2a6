// expect: unsafe pthread-misuse
// property: pthread-misuse
// engines: naive dpor auto
// A mutex of a thread-local variable ends with its thread while it is held.
#include <pthread.h>
static _Thread_local pthread_mutex_t mine = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *argument) {
  pthread_mutex_lock(&mine);
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_join(t, 0);
  return 0;
}
