// expect: unsafe assert
// engines: naive auto stateful dpor
// Nodes that go round without being freed are the same objects: one that comes back is taken for what it was.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
struct node {
  int value;
} a = {1}, b = {2};
static _Atomic(struct node *) top = &a;
static void *other(void *arg) {
  struct node *n = atomic_exchange(&top, &b);
  if (!n) return arg;
  n->value = 3;
  atomic_store(&top, n);
  return arg;
}
int main(void) {
  pthread_t t;
  struct node *seen = &a;
  int value = a.value;
  pthread_create(&t, 0, other, 0);
  if (atomic_compare_exchange_strong(&top, &seen, 0)) assert(a.value == value);
  pthread_join(t, 0);
  return 0;
}
