// expect: unsafe use-after-free
// property: valid-memsafety
// engines: naive stateful stateless dpor hunt auto
// The thread may still write when the block of the variable has been left.
#include <pthread.h>

static void *set(void *p) {
  *(int *)p = 1;
  return 0;
}

int main(void) {
  pthread_t id;
  {
    int x = 0;
    pthread_create(&id, 0, set, &x);
  }
  pthread_join(id, 0);
  return 0;
}
