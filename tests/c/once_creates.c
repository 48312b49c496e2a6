// expect: safe
// property: assert,deadlock,no-data-race
// A thread that is created inside of the function that is called once.
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_t thread;
static int set;

static void *run(void *unused) {
  set = 1;
  return 0;
}
static void init(void) { pthread_create(&thread, 0, run, 0); }

int main(void) {
  pthread_once(&once, init);
  pthread_join(thread, 0);
  assert(set == 1);
  return 0;
}
