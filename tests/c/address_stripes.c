// expect: safe
// Which mutex guards a variable is told by its address.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
static pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int x;
static pthread_mutex_t *of(void *p) { return &m[((uintptr_t)p >> 3) % 2]; }
static void *add(void *u) {
  pthread_mutex_lock(of(&x));
  x++;
  pthread_mutex_unlock(of(&x));
  return u;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, add, 0);
  add(0);
  pthread_join(t, 0);
  assert(x == 2);
  return 0;
}
