// expect: safe
// property: progress
// assuming: weak fairness: a thread that can always step does so in the end
// Peterson's algorithm: who wants to enter does, also if the other one comes back for ever.
#include <pthread.h>
#include <stdatomic.h>

atomic_int want[2], turn;

static void enter(int me) {
  want[me] = 1;
  turn = 1 - me;
  while (want[1 - me] && turn == 1 - me) {
  }
}

void *for_ever(void *p) {
  for (;;) {
    enter(1);
    want[1] = 0;
  }
  return p;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, for_ever, 0);
  enter(0);
  want[0] = 0;
  return 0;
}
