// expect: unsafe assert
// engines: auto stateful dpor
// A slot of integers that holds addresses: what comes back may be the address that was there, of another object.
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>

union view {
  int *p;
  uintptr_t n;
};
static _Atomic uintptr_t slot;

static void *takes(void *arg) {
  union view v = {.n = atomic_exchange(&slot, 0)};
  free(v.p);
  return arg;
}

static void *puts_another(void *arg) {
  union view v = {.p = malloc(4)};
  atomic_store(&slot, v.n);
  return arg;
}

int main(void) {
  pthread_t a, b;
  union view v = {.p = malloc(4)};
  uintptr_t first = v.n;
  atomic_store(&slot, first);
  pthread_create(&a, 0, takes, 0);
  pthread_create(&b, 0, puts_another, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(atomic_load(&slot) != first);
  return 0;
}
