// expect: unsafe race
// property: no-data-race
// engines: naive stateful stateless dpor hunt
// Behind its access the function is left, and its variable ends: the race is shown with the other access first.
#include <pthread.h>

static void *use(void *arg) {
  *(int *)arg = 1;
  return 0;
}

static void lend(void) {
  int own = 0;
  pthread_t id;
  pthread_create(&id, 0, use, &own);
  own = 2;
}

int main(void) {
  lend();
  return 0;
}
