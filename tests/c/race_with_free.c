// expect: unsafe race
// property: no-data-race
// engines: naive stateful stateless dpor hunt auto
// A free counts as a write. The race is shown with the free as the second: behind it there is nothing to access.
#include <pthread.h>
#include <stdlib.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static void *use(void *arg) {
  *(int *)arg = 1;
  return 0;
}

int main(void) {
  pthread_t id;
  int *shared = malloc(sizeof *shared);
  pthread_create(&id, 0, use, shared);
  __VERIFIER_atomic_begin();
  free(shared);
  __VERIFIER_atomic_end();
  pthread_join(id, 0);
  return 0;
}
