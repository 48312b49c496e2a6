// expect: safe
// engines: auto stateful dpor
// flags: -mcx16
// The same pointer beside a counter: who finds both unchanged has missed nothing.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct head {
  int *top;
  unsigned long count;
} __attribute__((aligned(16)));
static _Atomic struct head head;
static atomic_int changes;
static void *changer(void *arg) {
  struct head old = atomic_load(&head);
  free(old.top);
  struct head fresh = {malloc(sizeof(int)), old.count + 1};
  atomic_fetch_add(&changes, 1);
  atomic_store(&head, fresh);
  return arg;
}
int main(void) {
  pthread_t t;
  struct head first = {malloc(sizeof(int)), 0}, none = {0, 7};
  atomic_store(&head, first);
  pthread_create(&t, 0, changer, 0);
  pthread_join(t, 0);
  assert(!atomic_compare_exchange_strong(&head, &first, none));
  return 0;
}
