// expect: unsafe pthread-misuse
// property: pthread-misuse
// engines: auto naive stateful dpor
#include <pthread.h>

static pthread_mutex_t m;
static pthread_cond_t c;
static int waits;

static void *waiter(void *unused) {
  pthread_mutex_lock(&m);
  waits = 1;
  pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waiter, 0);
  pthread_mutex_lock(&m);
  if (waits) pthread_cond_destroy(&c);
  pthread_mutex_unlock(&m);
  return 0;
}
