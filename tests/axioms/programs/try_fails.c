// sc: safe
// rc11: unsafe
// property: assert,no-data-race
// A failed attempt does not show what was done before the mutex was taken.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void *holder(void *unused) {
  data = 1;
  pthread_mutex_lock(&m);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, holder, NULL);
  int seen = pthread_mutex_trylock(&m) ? data : 1;
  assert(seen == 1);
  pthread_join(t, NULL);
}
