// expect: unsafe assert
// engines: auto stateful dpor
// Which mutex guards a variable is told by its address: one side forgets bits of it, so that the two may take different ones.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
static pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int x;
static pthread_mutex_t *of(void *p, int bits) { return &m[((uintptr_t)p >> bits) % 2]; }
static void *add(void *u) {
  int bits = u ? 4 : 3;
  pthread_mutex_lock(of(&x, bits));
  x++;
  pthread_mutex_unlock(of(&x, bits));
  return u;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, add, 0);
  add(&x);
  pthread_join(t, 0);
  assert(x == 2);
  return 0;
}
