// expect: safe
// property: assert,deadlock
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static int x;
static pthread_mutex_t m;
static void *add(void *unused) {
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_unlock(&m);
  int old = x;
  x = old + 1;
  pthread_mutex_unlock(&m);
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_mutexattr_t a;
  pthread_mutexattr_init(&a);
  pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&m, &a);
  pthread_create(&t, NULL, add, NULL);
  add(NULL);
  pthread_join(t, NULL);
  assert(x == 4);
  assert(pthread_mutex_unlock(&m) == EPERM);
  return 0;
}
