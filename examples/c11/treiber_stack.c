// expect: safe
// options: --memory-model=rc11
// Treiber's stack (1986): who pushes publishes a node by a release; who pops must acquire it before looking inside.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifdef WEAK
#define PUBLISH memory_order_relaxed
#else
#define PUBLISH memory_order_release
#endif

struct node {
  _Atomic int value;
  _Atomic(struct node *) next;
};

static struct node nodes[2];
static _Atomic(struct node *) top;

static void push(struct node *n, int value) {
  atomic_store_explicit(&n->value, value, memory_order_relaxed);
  struct node *old = atomic_load_explicit(&top, memory_order_relaxed);
  do {
    atomic_store_explicit(&n->next, old, memory_order_relaxed);
  } while (!atomic_compare_exchange_strong_explicit(&top, &old, n, PUBLISH, memory_order_relaxed));
}

static struct node *pop(void) {
  struct node *old = atomic_load_explicit(&top, memory_order_acquire);
  while (old) {
    struct node *next = atomic_load_explicit(&old->next, memory_order_relaxed);
    if (atomic_compare_exchange_strong_explicit(&top, &old, next, memory_order_acquire, memory_order_acquire)) break;
  }
  return old;
}

static void *pusher(void *node) {
  push(node, 5);
  return NULL;
}

static void *popper(void *unused) {
  struct node *n = pop();
  if (n) assert(atomic_load_explicit(&n->value, memory_order_relaxed) == 5);
  return unused;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, pusher, &nodes[0]);
  pthread_create(&b, NULL, pusher, &nodes[1]);
  pthread_create(&c, NULL, popper, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return 0;
}
