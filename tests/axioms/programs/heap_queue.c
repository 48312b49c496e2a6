// sc: safe
// tso: safe
// rc11: safe
// weak-rc11: unsafe data race
// property: assert,no-data-race
// The queue of Michael and Scott with nodes from malloc.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifdef WEAK
#define LINK memory_order_relaxed
#else
#define LINK memory_order_release
#endif

struct node {
  int value;
  _Atomic(struct node *) next;
};
static _Atomic(struct node *) head, tail;

static struct node *make(int value) {
  struct node *n = malloc(sizeof *n);
  n->value = value;
  atomic_init(&n->next, NULL);
  return n;
}

static void put(int value) {
  struct node *n = make(value);
  for (;;) {
    struct node *last = atomic_load_explicit(&tail, memory_order_acquire);
    struct node *next = atomic_load_explicit(&last->next, memory_order_acquire);
    if (next) {
      atomic_compare_exchange_strong_explicit(&tail, &last, next, memory_order_release, memory_order_relaxed);
    } else if (atomic_compare_exchange_strong_explicit(&last->next, &next, n, LINK, memory_order_relaxed)) {
      atomic_compare_exchange_strong_explicit(&tail, &last, n, LINK, memory_order_relaxed);
      return;
    }
  }
}

static int get(void) {
  for (;;) {
    struct node *first = atomic_load_explicit(&head, memory_order_acquire);
    struct node *next = atomic_load_explicit(&first->next, memory_order_acquire);
    if (!next) return -1;
    int value = next->value;
    if (atomic_compare_exchange_strong_explicit(&head, &first, next, memory_order_release, memory_order_relaxed)) return value;
  }
}

static void *producer(void *unused) {
  put(7);
  return unused;
}

int main(void) {
  struct node *dummy = make(0);
  atomic_init(&head, dummy);
  atomic_init(&tail, dummy);
  pthread_t t;
  pthread_create(&t, NULL, producer, NULL);
  int v = get();
  assert(v == 7 || v == -1);
  pthread_join(t, NULL);
}
