// expect: unsafe race
// property: no-data-race
// engines: naive stateful stateless dpor
// A plain flag: the read races with the write although the loop is never left.
#include <pthread.h>
static int flag;

static void *writer(void *arg) {
  flag = 1;
  return arg;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, 0, writer, 0);
  while (*(volatile int *)&flag != 2) continue;
  return 0;
}
