// A loop cuts an atomic region into several steps; they are one action all the same, so that the other process must be able to
// come before all of it although the first of these steps has nothing to do with it.
// expect: unsafe
#include <pthread.h>
extern void reach_error(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
unsigned char x, y;

void *sums(void *a) {
  __VERIFIER_atomic_begin();
  for (int i = 0; i < 2; i++) x = x + 1;
  if (y == 1) reach_error();
  __VERIFIER_atomic_end();
  return 0;
}

void *sets(void *a) {
  y = 1;
  return 0;
}

int main() {
  pthread_t i, j;
  pthread_create(&i, 0, sums, 0);
  pthread_create(&j, 0, sets, 0);
  pthread_join(i, 0);
  pthread_join(j, 0);
  return 0;
}
