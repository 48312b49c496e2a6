// expect: unsafe assert
// engines: auto naive
// A lock that is held where the jump leaves stays held.
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local jmp_buf b;

static void work(int fails) {
  pthread_mutex_lock(&m);
  if (fails) longjmp(b, 1);
  pthread_mutex_unlock(&m);
}

static void *other(void *p) {
  if (!setjmp(b)) work(1);
  return p;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  if (!setjmp(b)) work(0);
  pthread_join(t, 0);
  assert(pthread_mutex_trylock(&m) == 0);
  return 0;
}
