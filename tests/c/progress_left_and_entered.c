// expect: safe
// property: progress
// The inner loop is left in every round, without any access between leaving and entering; the outer one has no way out.
#include <pthread.h>
#include <stdatomic.h>

atomic_int flag;

void *rounds(void *p) {
  for (;;) {
    while (flag) {
    }
  }
  return p;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, rounds, 0);
  pthread_join(t, 0);
  return 0;
}
