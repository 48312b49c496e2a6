// expect: unsafe deadlock
// property: deadlock
// engines: naive stateful dpor stateless hunt auto
// The thread is told once, after it has begun to wait. It loses that only if it has woken for no reason, looks, and the word comes
// between its look and its waiting again.
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int waits;
static _Atomic int told;
static void *tell(void *unused) {
  pthread_mutex_lock(&m);
  int late = waits;
  if (!late) told = 1;
  pthread_mutex_unlock(&m);
  if (late) {
    told = 1;
    pthread_cond_signal(&c);
  }
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, tell, NULL);
  pthread_mutex_lock(&m);
  waits = 1;
  while (!told) pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  return 0;
}
