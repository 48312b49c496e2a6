// expect: safe
// property: assert
// engines: auto naive stateful dpor
// The thread ends with the mutex: whoever is next is told, and makes it consistent or not.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m;
static int repaired;

static void *dies(void *unused) {
  int e = pthread_mutex_lock(&m);
  assert(e == 0);
  return unused;
}

static void *waits(void *unused) {
  int e = pthread_mutex_lock(&m);
  assert(e == 0 || e == EOWNERDEAD);
  if (e == EOWNERDEAD) {
    e = pthread_mutex_consistent(&m);
    assert(e == 0);
    repaired++;
  }
  e = pthread_mutex_unlock(&m);
  assert(e == 0);
  return unused;
}

int main(void) {
  pthread_mutexattr_t a;
  pthread_t t[2];
  int how = -1;
  pthread_mutexattr_init(&a);
  pthread_mutexattr_getrobust(&a, &how);
  assert(how == PTHREAD_MUTEX_STALLED);
  assert(pthread_mutexattr_setrobust(&a, 77) == EINVAL);
  pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
  pthread_mutexattr_getrobust(&a, &how);
  assert(how == PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&m, &a);
  assert(pthread_mutex_consistent(&m) == EINVAL);
  assert(pthread_mutex_unlock(&m) == EPERM);
  pthread_create(&t[0], 0, dies, 0);
  pthread_create(&t[1], 0, waits, 0);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  int e = pthread_mutex_trylock(&m);
  assert(e == (repaired ? 0 : EOWNERDEAD));
  if (e == EOWNERDEAD) {
    pthread_mutex_unlock(&m);  // not consistent: lost
    assert(pthread_mutex_lock(&m) == ENOTRECOVERABLE);
    assert(pthread_mutex_trylock(&m) == ENOTRECOVERABLE);
  }
  return 0;
}
