// expect: safe
// engines: auto dpor stateful
// flags: -mcx16
// A pointer beside a counter in one atomic word of 16 bytes.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
struct node {
  struct node *next;
} a, b;
struct head {
  struct node *top;
  unsigned long count;
} __attribute__((aligned(16)));
static _Atomic struct head head;
static void push(struct node *n) {
  struct head old = atomic_load(&head), fresh;
  do {
    n->next = old.top;
    fresh = (struct head){n, old.count + 1};
  } while (!atomic_compare_exchange_strong(&head, &old, fresh));
}
static void *other(void *p) {
  push(&a);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  push(&b);
  pthread_join(t, 0);
  struct head h = head;
  assert(h.count == 2 && h.top && h.top->next && !h.top->next->next && h.top != h.top->next);
  return 0;
}
