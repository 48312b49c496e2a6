// expect: unsafe assert
// engines: naive stateful stateless dpor
// The pointer read in the second round is to another object than that of the first round, which is gone.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static _Atomic(int *) top;
static atomic_int go;

static void *changer(void *arg) {
  for (int k = 0; k < 2; k++) {
    int *made = malloc(sizeof *made);
    *made = k;
    free(atomic_exchange(&top, made));
    atomic_store(&go, k + 1);
  }
  return arg;
}

int main(void) {
  pthread_t id;
  int *seen = 0;
  pthread_create(&id, 0, changer, 0);
  while (atomic_load(&go) != 2) seen = atomic_load(&top);
  if (seen) assert(seen != atomic_load(&top));
  pthread_join(id, 0);
  return 0;
}
