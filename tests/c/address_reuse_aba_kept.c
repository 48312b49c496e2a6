// expect: safe
// engines: naive auto stateful stateless dpor
// The same, but the old object ends only when nobody can know it any more.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static _Atomic(int *) top;
static int *retired;
static atomic_int changes;
static void *changer(void *arg) {
  retired = atomic_exchange(&top, 0);
  int *fresh = malloc(sizeof *fresh);
  atomic_fetch_add(&changes, 1);
  atomic_store(&top, fresh);
  return arg;
}
int main(void) {
  pthread_t t;
  int *seen = malloc(sizeof *seen), *mine = malloc(sizeof *mine);
  atomic_store(&top, seen);
  pthread_create(&t, 0, changer, 0);
  int before = atomic_load(&changes);
  int *expected = seen;
  if (before && atomic_compare_exchange_strong(&top, &expected, mine)) assert(0);
  pthread_join(t, 0);
  if (retired == seen) free(seen);
  return 0;
}
