// expect: unsafe deadlock
// property: deadlock
// engines: auto naive stateful
// Takes one, tries the other, gives the first back, for ever: the other was never given back.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *unused) {
  pthread_mutex_lock(&a);
  while (pthread_mutex_trylock(&b)) {
    pthread_mutex_unlock(&a);
    pthread_mutex_lock(&a);
  }
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return NULL;
}

static void *forgets(void *unused) {
  pthread_mutex_lock(&b);
  return NULL;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, NULL, forgets, NULL);
  pthread_create(&u, NULL, run, NULL);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
}
