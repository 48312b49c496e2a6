// expect: unsafe assert
// engines: naive stateful dpor auto
// The id of a thread that was joined may be that of a thread that is created later.
#include <assert.h>
#include <pthread.h>

static pthread_t worker;

static void *run(void *first) {
  if (!first) assert(!pthread_equal(pthread_self(), worker));
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&worker, NULL, run, &worker);
  pthread_join(worker, NULL);
  pthread_create(&t, NULL, run, NULL);
  pthread_join(t, NULL);
  return 0;
}
