// expect: unsafe deadlock
// property: assert,deadlock
// engines: auto stateful dpor
// Two mutexes are locked in the order of their addresses, but one thread takes the larger one first.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
pthread_mutex_t *a, *b;
int shared;
static void add(pthread_mutex_t *x, pthread_mutex_t *y) {
  if (x > y) {
    pthread_mutex_t *t = x;
    x = y;
    y = t;
  }
  pthread_mutex_lock(x);
  pthread_mutex_lock(y);
  shared++;
  pthread_mutex_unlock(y);
  pthread_mutex_unlock(x);
}
static void *other(void *p) {
  pthread_mutex_t *x = b > a ? b : a, *y = b > a ? a : b;
  pthread_mutex_lock(x);
  pthread_mutex_lock(y);
  shared++;
  pthread_mutex_unlock(y);
  pthread_mutex_unlock(x);
  return p;
}
int main(void) {
  pthread_t t;
  a = malloc(sizeof *a);
  b = malloc(sizeof *b);
  pthread_mutex_init(a, 0);
  pthread_mutex_init(b, 0);
  pthread_create(&t, 0, other, 0);
  add(a, b);
  pthread_join(t, 0);
  assert(shared == 2);
  free(a);
  free(b);
  return 0;
}
