// expect: unsafe pthread-misuse
// property: pthread-misuse
// engines: auto naive stateful dpor
#include <pthread.h>

static pthread_mutex_t m[2];
static pthread_cond_t c;
static int done;

static void *waiter(void *argument) {
  pthread_mutex_t *mine = argument;
  pthread_mutex_lock(mine);
  if (!done) pthread_cond_wait(&c, mine);
  pthread_mutex_unlock(mine);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, waiter, &m[0]);
  pthread_create(&b, 0, waiter, &m[1]);
  pthread_mutex_lock(&m[0]);
  pthread_mutex_lock(&m[1]);
  done = 1;
  pthread_cond_broadcast(&c);
  pthread_mutex_unlock(&m[1]);
  pthread_mutex_unlock(&m[0]);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
