// expect: unknown
// property: no-data-race
// engines: naive stateful stateless dpor hunt
// Whichever free comes first, the second finds nothing: an error of its own, not two accesses one directly after the other.
#include <pthread.h>
#include <stdlib.h>

static void *release(void *arg) {
  free(arg);
  return 0;
}

int main(void) {
  pthread_t id;
  int *shared = malloc(sizeof *shared);
  pthread_create(&id, 0, release, shared);
  free(shared);
  pthread_join(id, 0);
  return 0;
}
