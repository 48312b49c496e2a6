// expect: unsafe ltl
// property: ltl
// options: --ltl=G(x!=1)
// The formula looks into the critical section.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

void *other(void *p) {
  pthread_mutex_lock(&m);
  x = 1;
  x = 2;
  pthread_mutex_unlock(&m);
  return p;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  pthread_mutex_lock(&m);
  int seen = x;
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return seen == 1;
}
