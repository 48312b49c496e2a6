// expect: unsafe assert
// engines: auto dpor
// A thread looks under a mutex in a loop that waits: who tries to take the mutex meanwhile fails once in one round and once in another, and
// takes it in between.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int ready;

static void *waits(void *unused) {
  for (int is_ready = 0; !is_ready;) {
    pthread_mutex_lock(&m);
    is_ready = ready;
    pthread_mutex_unlock(&m);
  }
  return unused;
}

static int taken(void) {
  if (pthread_mutex_trylock(&m)) return 0;
  pthread_mutex_unlock(&m);
  return 1;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, waits, NULL);
  int first = taken(), second = taken(), third = taken();
  assert(first || !second || third);
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
}
