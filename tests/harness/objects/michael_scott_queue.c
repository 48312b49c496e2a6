// setup: init()
// operations: put(?), take()
// expect: safe
// also: queue.c
// broken NO_COMPARISON: unsafe
// broken LOST_HEAD: unsafe
// The lock-free queue (Michael and Scott 1996) without counters: nodes are never freed, so no address comes back.
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  int value;
  _Atomic(struct node *) next;
};
static _Atomic(struct node *) head, tail;

void init(void) {
  struct node *dummy = calloc(1, sizeof *dummy);
  atomic_store(&head, dummy);
  atomic_store(&tail, dummy);
}

void put(int value) {
  struct node *n = malloc(sizeof *n);
  n->value = value;
  atomic_init(&n->next, NULL);
  for (;;) {
    struct node *last = atomic_load(&tail), *next = atomic_load(&last->next);
    if (next) {
      atomic_compare_exchange_strong(&tail, &last, next);
      continue;
    }
#ifdef NO_COMPARISON  // two nodes behind one
    atomic_store(&last->next, n);
#else
    if (!atomic_compare_exchange_strong(&last->next, &next, n)) continue;
#endif
    atomic_compare_exchange_strong(&tail, &last, n);
    return;
  }
}

int take(void) {
  for (;;) {
    struct node *first = atomic_load(&head), *last = atomic_load(&tail), *next = atomic_load(&first->next);
    if (!next) return -1;
    if (first == last) {
      atomic_compare_exchange_strong(&tail, &last, next);
      continue;
    }
#ifdef LOST_HEAD  // two may take the same
    int value = next->value;
    atomic_store(&head, next);
    return value;
#else
    int value = next->value;
    if (atomic_compare_exchange_strong(&head, &first, next)) return value;
#endif
  }
}
