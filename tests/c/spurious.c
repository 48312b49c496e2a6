// expect: unsafe assert
// engines: naive stateful dpor stateless hunt auto
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;
static void *wait_for_it(void *unused) {
  pthread_mutex_lock(&m);
  if (!ready) pthread_cond_wait(&c, &m);
  assert(ready);
  pthread_mutex_unlock(&m);
  return NULL;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, wait_for_it, NULL);
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  pthread_join(a, NULL);
  return 0;
}
