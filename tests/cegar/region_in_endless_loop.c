// While the region of the endless loop is gone through, in several steps, the other process cannot step; it must not be passed
// over for ever because of that.
// expect: unsafe
#include <pthread.h>
extern void reach_error(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int x, y;

void *goes_round(void *a) {
  while (1) {
    __VERIFIER_atomic_begin();
    for (int i = 0; i < 2; i++) x = (x + 1) & 3;
    __VERIFIER_atomic_end();
  }
  return 0;
}

void *fails(void *a) {
  y = 1;
  y = 2;
  if (y == 2) reach_error();
  return 0;
}

int main() {
  pthread_t i, j;
  pthread_create(&i, 0, goes_round, 0);
  pthread_create(&j, 0, fails, 0);
  return 0;
}
