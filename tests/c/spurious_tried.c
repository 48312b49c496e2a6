// expect: unsafe assert
// engines: naive stateful hunt auto
// That the mutex was given away twice, and taken back, is seen by whoever tries to take it: the rounds of the loop show, and
// waiting in it is not the same as coming later.
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int flag;
static _Bool is_held(void) {
  if (pthread_mutex_trylock(&m)) return 1;
  pthread_mutex_unlock(&m);
  return 0;
}
static void *wait_for_it(void *unused) {
  pthread_mutex_lock(&m);
  while (!flag) pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, wait_for_it, NULL);
  _Bool a = is_held(), b = is_held(), c1 = is_held(), d = is_held(), e = is_held();
  assert(!(a && !b && c1 && !d && e));
  return 0;
}
