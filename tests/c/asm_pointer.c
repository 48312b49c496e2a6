// expect: safe
// engines: auto naive
// Addresses that are exchanged stay addresses; the base of an operand may be a register.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

typedef struct node {
  struct node *next;
  int value;
} node;

static node *top;

static node *compare_exchange(node **p, node *old, node *fresh) {
  node *seen;
  __asm__ __volatile__("lock; cmpxchgq %2,%1" : "=a"(seen), "+m"(*p) : "r"(fresh), "0"(old) : "memory");
  return seen;
}

static void push(node *n) {
  node *old;
  do {
    __asm__ __volatile__("movq %1,%0" : "=r"(old) : "m"(top));
    n->next = old;
  } while (compare_exchange(&top, old, n) != old);
}

static node *take_all(node **p) {
  node *n = NULL;
  __asm__ __volatile__("xchgq %0,(%1)" : "+r"(n) : "r"(p) : "memory");
  return n;
}

static void *other(void *unused) {
  static node mine = {NULL, 5};
  push(&mine);
  return unused;
}

int main(void) {
  node mine = {NULL, 4};
  pthread_t t;
  pthread_create(&t, NULL, other, NULL);
  push(&mine);
  pthread_join(t, NULL);
  int sum = 0;
  for (node *n = take_all(&top); n; n = n->next) sum += n->value;
  assert(sum == 9 && !top);
  return 0;
}
