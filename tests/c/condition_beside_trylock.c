// expect: safe
// property: no-data-race,deadlock,assert
// engines: auto dpor
// Waiting for a condition whose mutex others try to take: rounds of the loop in which nobody failed to take it are none.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready, tries;

static void *other(void *unused) {
  if (pthread_mutex_trylock(&m) == 0) {
    tries++;
    pthread_mutex_unlock(&m);
  }
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, other, NULL);
  pthread_mutex_lock(&m);
  while (!ready) pthread_cond_wait(&c, &m);
  assert(tries <= 1);
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
}
