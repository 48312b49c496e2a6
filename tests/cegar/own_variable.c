// Before the error there are steps of main alone, and accesses to a variable that one thread has for itself.
// expect: unsafe
#include <pthread.h>
extern void reach_error(void);
int x, y, g;

void *counts(void *p) {
  g = g + 1;
  x = 1;
  g = g + 1;
  return 0;
}

void *sets(void *p) {
  y = 1;
  return 0;
}

int main() {
  pthread_t i, j;
  g = 1;
  pthread_create(&i, 0, counts, 0);
  pthread_create(&j, 0, sets, 0);
  pthread_join(i, 0);
  pthread_join(j, 0);
  if (g == 3 && x && y) reach_error();
  return 0;
}
