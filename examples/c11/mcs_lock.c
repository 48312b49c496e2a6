// expect: safe
// options: --memory-model=rc11
// The queue lock of Mellor-Crummey and Scott (TOCS 1991): each waits at a flag of its own, which its predecessor clears.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifdef WEAK
#define HAND_ON memory_order_relaxed
#else
#define HAND_ON memory_order_release
#endif

struct node {
  _Atomic(struct node *) next;
  _Atomic int waits;
};

static _Atomic(struct node *) tail;
static struct node nodes[2];
static _Atomic int counter;

static void lock(struct node *me) {
  atomic_store_explicit(&me->next, NULL, memory_order_relaxed);
  atomic_store_explicit(&me->waits, 1, memory_order_relaxed);
  struct node *before = atomic_exchange_explicit(&tail, me, memory_order_acq_rel);
  if (!before) return;
  atomic_store_explicit(&before->next, me, memory_order_release);
  while (atomic_load_explicit(&me->waits, memory_order_acquire)) {}
}

static void unlock(struct node *me) {
  struct node *successor = atomic_load_explicit(&me->next, memory_order_acquire);
  if (!successor) {
    struct node *expected = me;
    if (atomic_compare_exchange_strong_explicit(&tail, &expected, NULL, memory_order_release, memory_order_relaxed)) return;
    while (!(successor = atomic_load_explicit(&me->next, memory_order_acquire))) {}
  }
  atomic_store_explicit(&successor->waits, 0, HAND_ON);
}

static void *worker(void *node) {
  lock(node);
  int old = atomic_load_explicit(&counter, memory_order_relaxed);
  atomic_store_explicit(&counter, old + 1, memory_order_relaxed);
  unlock(node);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, &nodes[0]);
  pthread_create(&b, NULL, worker, &nodes[1]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(atomic_load_explicit(&counter, memory_order_relaxed) == 2);
  return 0;
}
