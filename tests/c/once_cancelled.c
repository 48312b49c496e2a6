// expect: safe
// property: assert,deadlock
// A thread that ends inside of the function has not called it: the next one does.
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int again, done;

static void init(void) {
  pthread_testcancel();
  if (again < 2) pthread_exit(0);
  done++;
}

static void *run(void *unused) {
  pthread_once(&once, init);
  return 0;
}

// By itself, and because another one cancels it.
int main(void) {
  for (; again < 2; again++) {
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    if (again) pthread_cancel(thread);
    pthread_join(thread, 0);
    assert(done == 0);
  }
  pthread_once(&once, init);
  assert(done == 1);
  return 0;
}
