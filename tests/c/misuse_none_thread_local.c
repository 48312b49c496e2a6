// expect: safe
// property: pthread-misuse
// engines: naive dpor auto
// Threads give back what lies in their own memory, or end while others are held.
#include <pthread.h>
static _Thread_local pthread_mutex_t mine = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t shared = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *argument) {
  pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&mine);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  pthread_mutex_unlock(&mine);
  if (argument) pthread_mutex_lock(&shared);
  pthread_exit(argument);
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, work, &shared);
  pthread_create(&t, 0, work, 0);
  pthread_mutex_lock(&mine);
  pthread_join(s, 0);
  pthread_join(t, 0);
  return 0;
}
