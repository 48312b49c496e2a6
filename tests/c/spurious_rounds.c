// expect: safe
// property: assert,no-data-race,deadlock
// engines: naive stateful dpor stateless hunt auto
// Two wait for two things in turn, in loops, after having done something: however often they wake it makes no difference.
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int here, first, second, done;
static void *wait_for_both(void *unused) {
  pthread_mutex_lock(&m);
  here++;
  while (!first) pthread_cond_wait(&c, &m);
  while (!second) pthread_cond_wait(&c, &m);
  done++;
  pthread_mutex_unlock(&m);
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, wait_for_both, NULL);
  pthread_mutex_lock(&m);
  first = 1;
  pthread_cond_broadcast(&c);
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
  second = 1;
  pthread_cond_broadcast(&c);
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  assert(here == 1 && done == 1);
  return 0;
}
