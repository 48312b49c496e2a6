// expect: safe
// property: progress
// The inner loop is left in every round, and entered again without any access between: a step must begin where it is left. The outer loop has no
// way out.
#include <pthread.h>
#include <stdatomic.h>

atomic_uint flag;

void *rounds(void *p) {
  unsigned k = 0;
  for (;;) {
    k = (k + 1) % 3;
    while (flag > k) {
    }
  }
  return p;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, rounds, 0);
  flag = 0;
  pthread_join(t, 0);
  return 0;
}
