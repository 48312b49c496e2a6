// What the second process would do to x lies in a branch that no run takes: source sets see no race, futures of the automata do.
#include <pthread.h>
extern void reach_error(void);
int mode, x, y;

void *first(void *a) {
  x = 1;
  x = 2;
  x = 3;
  return 0;
}

void *second(void *a) {
  y = 1;
  y = 2;
  y = 3;
  if (mode == 1) x = 4;
  return 0;
}

int main() {
  pthread_t i, j;
  mode = 1;
  mode = 2;
  pthread_create(&i, 0, first, 0);
  pthread_create(&j, 0, second, 0);
  mode = mode + 1;
  pthread_join(i, 0);
  pthread_join(j, 0);
  if (x != 3) reach_error();
  return 0;
}
