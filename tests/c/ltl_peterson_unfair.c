// expect: unsafe ltl
// property: ltl
// options: --ltl=G(want[0]->F(critical=1))&G(want[1]->F(critical=2)) --fairness=none
#include <pthread.h>
#include <stdatomic.h>

atomic_int want[2], turn;
int critical;

static void round_of(int me) {
  want[me] = 1;
  turn = 1 - me;
  while (want[1 - me] && turn == 1 - me) {
  }
  critical = me + 1;
  critical = 0;
  want[me] = 0;
}

void *other(void *p) {
  for (;;) round_of(1);
  return p;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  for (;;) round_of(0);
}
