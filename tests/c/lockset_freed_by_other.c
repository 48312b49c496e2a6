// expect: unsafe race
// property: no-data-race
// engines: naive auto
// Both threads lock, but a third one unlocks what it does not hold: the mutex protects nothing.
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void *add(void *unused) {
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_unlock(&m);
  return unused;
}
static void *release(void *unused) {
  pthread_mutex_unlock(&m);
  return unused;
}
int main(void) {
  pthread_t t, u, v;
  pthread_create(&t, 0, add, 0);
  pthread_create(&u, 0, add, 0);
  pthread_create(&v, 0, release, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  pthread_join(v, 0);
  return 0;
}
