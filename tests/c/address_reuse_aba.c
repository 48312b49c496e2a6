// expect: unsafe assert
// engines: naive auto stateful stateless dpor
// A compare-and-swap finds the pointer that it expects, and it is to another object.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static _Atomic(int *) top;
static void *changer(void *arg) {
  int *old = atomic_exchange(&top, 0);
  if (old) {
    free(old);
    int *fresh = malloc(sizeof *fresh);
    *fresh = 2;
    atomic_store(&top, fresh);
  }
  return arg;
}
int main(void) {
  pthread_t t;
  int *first = malloc(sizeof *first);
  *first = 1;
  atomic_store(&top, first);
  pthread_create(&t, 0, changer, 0);
  int *expected = first;
  if (!atomic_load(&top)) {  // the other has taken it
    pthread_join(t, 0);
    assert(!atomic_compare_exchange_strong(&top, &expected, 0));
    return 0;
  }
  pthread_join(t, 0);
  return 0;
}
