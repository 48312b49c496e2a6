// sc: safe
// tso: safe
// rc11: safe
// weak-rc11: unknown may get the address of the object that ends here
// property: valid-memsafety,no-data-race
// Nodes are compared by address: that is harmless if none is made when one has ended. WEAK: they end at once.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  struct node *next;
};
static _Atomic(struct node *) top;

static void push(void) {
  struct node *n = malloc(sizeof *n);
  if (!n) abort();
  n->next = atomic_load_explicit(&top, memory_order_relaxed);
  while (!atomic_compare_exchange_strong_explicit(&top, &n->next, n, memory_order_release, memory_order_relaxed)) continue;
}

static void *pusher(void *unused) {
  push();
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, pusher, NULL);
#ifdef WEAK
  struct node *first = atomic_exchange_explicit(&top, NULL, memory_order_acquire);
  free(first);
#endif
  push();
  pthread_join(t, NULL);
  struct node *n = atomic_exchange_explicit(&top, NULL, memory_order_relaxed);
  while (n) {
    struct node *next = n->next;
    free(n);
    n = next;
  }
}
