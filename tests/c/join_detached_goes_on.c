// expect: unsafe assert
// property: assert
// A detached thread is not waited for.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int done;

static void *worker(void *unused) {
  done = 1;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_detach(t);
  pthread_join(t, 0);
  assert(done);
  return 0;
}
