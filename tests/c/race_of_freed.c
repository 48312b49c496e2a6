// expect: unknown
// property: no-data-race
// engines: naive stateful dpor
// Two accesses to a variable that has ended are no race: the access is undefined already, and no run can show both.
#include <pthread.h>
static int *shared;

static void *use(void *arg) {
  *shared = *shared + 1;
  return arg;
}

int main(void) {
  int own = 0;
  pthread_t id[2];
  shared = &own;
  for (int k = 0; k < 2; k++) pthread_create(&id[k], 0, use, 0);
  return 0;
}
