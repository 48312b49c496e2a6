// expect: unsafe assert
// engines: naive auto stateful dpor
// A stack whose nodes are freed: pop takes a new node for the one that it has seen, and what lay below the old one comes back.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct node {
  struct node *next;
};
static _Atomic(struct node *) head;
static struct node bottom;
static void push(struct node *n) {
  struct node *old = atomic_load(&head);
  do n->next = old;
  while (!atomic_compare_exchange_strong(&head, &old, n));
}
static atomic_int taken;
static void *other(void *arg) {
  struct node *n = atomic_exchange(&head, 0);
  if (n == &bottom) return arg;
  atomic_store(&taken, 1);  // both nodes
  free(n);
  push(malloc(sizeof *n));
  return arg;
}
int main(void) {
  pthread_t t;
  push(&bottom);
  push(malloc(sizeof(struct node)));
  struct node *seen = atomic_load(&head), *below = seen->next;
  pthread_create(&t, 0, other, 0);
  atomic_compare_exchange_strong(&head, &seen, below);
  pthread_join(t, 0);
  if (atomic_load(&taken)) assert(atomic_load(&head) != &bottom);
  return 0;
}
