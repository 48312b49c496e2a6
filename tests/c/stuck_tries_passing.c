// expect: unknown
// property: deadlock
// Two threads look again and again; one takes the mutex for a while, the other gets out when it finds it taken. That is no deadlock.
#include <pthread.h>
#include <stdatomic.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
atomic_int out;
void *takes(void *p) {
  for (;;) {
    pthread_mutex_lock(&m);
    int leave = out;
    pthread_mutex_unlock(&m);
    if (leave) return 0;
  }
}
void *tries(void *p) {
  for (;;) {
    if (pthread_mutex_trylock(&m)) break;
    pthread_mutex_unlock(&m);
  }
  out = 1;
  return 0;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, takes, 0);
  pthread_create(&u, 0, tries, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
