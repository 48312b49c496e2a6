// expect: unsafe assert
// engines: naive stateful dpor stateless hunt auto
// The flag is set without a signal. Only who wakes for no reason sees it; and it has written before it waited, so that it could not as
// well have come later.
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int waits, flag;
static void *set(void *unused) {
  pthread_mutex_lock(&m);
  if (waits) flag = 1;
  pthread_mutex_unlock(&m);
  return NULL;
}
static void *wait_for_it(void *unused) {
  pthread_mutex_lock(&m);
  waits = 1;
  while (!flag) pthread_cond_wait(&c, &m);
  assert(0);
  return NULL;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, set, NULL);
  pthread_create(&b, NULL, wait_for_it, NULL);
  pthread_join(a, NULL);
  return 0;
}
