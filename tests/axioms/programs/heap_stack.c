// sc: safe
// tso: safe
// rc11: safe
// weak-rc11: unsafe data race
// property: assert,no-data-race
// A stack of nodes from malloc.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifdef WEAK
#define PUBLISH memory_order_relaxed
#else
#define PUBLISH memory_order_release
#endif

struct node {
  int value;
  struct node *next;
};
static _Atomic(struct node *) top;

static void push(int value) {
  struct node *n = malloc(sizeof *n);
  n->value = value;
  struct node *old = atomic_load_explicit(&top, memory_order_relaxed);
  do n->next = old;
  while (!atomic_compare_exchange_strong_explicit(&top, &old, n, PUBLISH, memory_order_relaxed));
}

static int pop(void) {
  struct node *old = atomic_load_explicit(&top, memory_order_acquire);
  while (old)
    if (atomic_compare_exchange_strong_explicit(&top, &old, old->next, memory_order_acquire, memory_order_acquire)) return old->value;
  return -1;
}

static void *pusher(void *unused) {
  push(7);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, pusher, NULL);
  int v = pop();
  assert(v == 7 || v == -1);
  pthread_join(t, NULL);
}
