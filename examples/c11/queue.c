// expect: safe
// options: --memory-model=rc11
// The queue of Michael and Scott (PODC 1996), one thread that puts and one that takes: linking the node releases it, following the link acquires it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifdef WEAK
#define LINK memory_order_relaxed
#else
#define LINK memory_order_release
#endif

struct node {
  _Atomic int value;
  _Atomic(struct node *) next;
};

static struct node nodes[3];
static _Atomic(struct node *) head = &nodes[0], tail = &nodes[0];

static void put(struct node *n, int value) {
  atomic_store_explicit(&n->value, value, memory_order_relaxed);
  for (;;) {
    struct node *last = atomic_load_explicit(&tail, memory_order_acquire), *none = NULL;
    if (atomic_compare_exchange_strong_explicit(&last->next, &none, n, LINK, memory_order_relaxed)) {
      atomic_compare_exchange_strong_explicit(&tail, &last, n, memory_order_release, memory_order_relaxed);
      return;
    }
    struct node *next = atomic_load_explicit(&last->next, memory_order_acquire);
    atomic_compare_exchange_strong_explicit(&tail, &last, next, memory_order_release, memory_order_relaxed);
  }
}

// 0: it is empty.
static int take(void) {
  struct node *first = atomic_load_explicit(&head, memory_order_acquire);
  struct node *next = atomic_load_explicit(&first->next, memory_order_acquire);
  if (!next) return 0;
  int value = atomic_load_explicit(&next->value, memory_order_relaxed);
  if (!atomic_compare_exchange_strong_explicit(&head, &first, next, memory_order_release, memory_order_relaxed)) return 0;
  assert(value != 0);
  return value;
}

static void *producer(void *unused) {
  put(&nodes[1], 1);
  put(&nodes[2], 2);
  return unused;
}

static void *consumer(void *unused) {
  if (take() == 1) {
    int second = take();
    assert(second == 0 || second == 2);
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, producer, NULL);
  pthread_create(&b, NULL, consumer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
