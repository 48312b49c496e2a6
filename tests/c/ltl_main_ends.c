// expect: unsafe ltl
// property: ltl
// options: --ltl=F(x=1)
// The program may end before the thread has come so far.
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

void *sets(void *p) {
  x = 1;
  return p;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, sets, 0);
  return 0;
}
