// expect: unsafe
// Which mutex is tried is no guard of any step, and still the order of the two threads decides about it.
#include <pthread.h>
extern void reach_error(void);
pthread_mutex_t held, open;
pthread_mutex_t *chosen = &held, *taken = &held;
void *choose(void *p) {
  chosen = &open;
  return 0;
}
void *take(void *p) {
  taken = chosen;
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_mutex_lock(&held);
  pthread_create(&a, 0, choose, 0);
  pthread_create(&b, 0, take, 0);
  pthread_join(b, 0);
  if (pthread_mutex_trylock(taken) == 0) reach_error();
  return 0;
}
