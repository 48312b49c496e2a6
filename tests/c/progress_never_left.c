// expect: unsafe progress
// property: progress
// The outer loop has no way out and the same head as the inner one. The flag is set: the inner loop is never left.
#include <pthread.h>
#include <stdatomic.h>

atomic_int flag = 1, rounds_made;

void *rounds(void *p) {
  for (;;) {
    while (flag) {
    }
    rounds_made++;
  }
  return p;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, rounds, 0);
  pthread_join(t, 0);
  return 0;
}
