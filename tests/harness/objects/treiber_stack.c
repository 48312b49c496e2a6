// operations: push(?), pop()
// expect: safe
// also: stack.c
// broken LOSES: unsafe
// broken EARLY: unsafe
// A stack of nodes that are never freed (Treiber 1986).
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};
static _Atomic(struct node *) top;

void push(int value) {
  struct node *n = malloc(sizeof *n);
  n->value = value;
#ifdef EARLY  // the value may be missing when the node is seen
  n->value = 0;
#endif
  n->next = atomic_load(&top);
  while (!atomic_compare_exchange_strong(&top, &n->next, n)) {}
#ifdef EARLY
  n->value = value;
#endif
}

int pop(void) {
  struct node *n = atomic_load(&top);
#ifdef LOSES  // whatever was pushed meanwhile is lost
  if (n) atomic_store(&top, n->next);
#else
  while (n && !atomic_compare_exchange_strong(&top, &n, n->next)) {}
#endif
  return n ? n->value : -1;
}
