// expect: unsafe assert
// property: assert
// engines: auto naive dpor
// What its holder has left behind shows to who waits at a condition.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void *dies(void *unused) {
  pthread_mutex_lock(&m);
  pthread_cond_signal(&c);
  pthread_exit(unused);
}

int main(void) {
  pthread_mutexattr_t a;
  pthread_t t;
  pthread_mutexattr_init(&a);
  pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&m, &a);
  pthread_mutex_lock(&m);
  pthread_create(&t, 0, dies, 0);
  int e = pthread_cond_wait(&c, &m);
  assert(e != EOWNERDEAD);
  return 0;
}
