// expect: unsafe race
// property: no-data-race
// engines: naive stateful stateless dpor hunt
// Behind its access the block is left, and its variable ends: the race is shown with the other access first.
#include <pthread.h>

static void *use(void *arg) {
  *(int *)arg = 1;
  return 0;
}

int main(void) {
  pthread_t id;
  {
    int own = 0;
    pthread_create(&id, 0, use, &own);
    own = 2;
  }
  return 0;
}
