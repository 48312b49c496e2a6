// expect: safe
// property: assert
// engines: auto naive dpor
// As in glibc where misuse is not asked for: nobody waits for itself, nor for a detached thread.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_t own;
static pthread_mutex_t known = PTHREAD_MUTEX_INITIALIZER;

static void *joins_itself(void *unused) {
  pthread_mutex_lock(&known);
  pthread_mutex_unlock(&known);
  assert(pthread_join(own, 0) == EDEADLK);
  return unused;
}

static pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER;

static void *never_ends(void *unused) {
  pthread_mutex_lock(&held);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_attr_t a;
  pthread_mutex_lock(&held);
  pthread_mutex_lock(&known);
  pthread_create(&own, 0, joins_itself, 0);
  pthread_mutex_unlock(&known);
  pthread_join(own, 0);
  assert(pthread_join(pthread_self(), 0) == EDEADLK);
  pthread_create(&t, 0, never_ends, 0);
  pthread_detach(t);
  assert(pthread_join(t, 0) == EINVAL);
  pthread_attr_init(&a);
  pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED);
  pthread_create(&t, &a, never_ends, 0);
  assert(pthread_join(t, 0) == EINVAL);
  return 0;
}
