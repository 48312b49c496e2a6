// sc: safe
// tso: safe
// rc11: safe
// property: assert,no-data-race
// Who gets the mutex by an attempt is alone with what it guards.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *counter(void *unused) {
  if (pthread_mutex_trylock(&m) == 0) {
    count++;
    pthread_mutex_unlock(&m);
  }
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, counter, NULL);
  counter(NULL);
  pthread_join(t, NULL);
  assert(count == 1 || count == 2);
}
