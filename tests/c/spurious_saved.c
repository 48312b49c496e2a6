// expect: unsafe deadlock
// property: deadlock
// engines: naive stateful dpor stateless hunt auto
// Nobody gives a signal. That a thread may wake for no reason and look does not mean that it will.
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;
static void *set(void *unused) {
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_mutex_unlock(&m);
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, set, NULL);
  pthread_mutex_lock(&m);
  while (!ready) pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  return 0;
}
