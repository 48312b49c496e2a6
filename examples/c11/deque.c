// expect: safe
// options: --memory-model=rc11
// The deque of Chase and Lev (SPAA 2005) with the fences of Lê, Pop, Cohen and Zappa Nardelli (PPoPP 2013): the owner takes at one end, thieves steal at the other. The last
// element goes to one of them only because the owner's write of `bottom` and the thief's read of it are ordered by seq_cst fences.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef WEAK
#define BETWEEN memory_order_acq_rel
#else
#define BETWEEN memory_order_seq_cst
#endif

enum { EMPTY = -1 };
static _Atomic int top, bottom, items[2], taken[3];

static void push(int item) {
  int b = atomic_load_explicit(&bottom, memory_order_relaxed);
  atomic_store_explicit(&items[b], item, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
}

static int take(void) {
  int b = atomic_load_explicit(&bottom, memory_order_relaxed) - 1;
  atomic_store_explicit(&bottom, b, memory_order_relaxed);
  atomic_thread_fence(BETWEEN);
  int t = atomic_load_explicit(&top, memory_order_relaxed), item = EMPTY;
  if (t <= b) {
    item = atomic_load_explicit(&items[b], memory_order_relaxed);
    if (t != b) return item;
    int last = t;
    if (!atomic_compare_exchange_strong_explicit(&top, &last, t + 1, memory_order_seq_cst, memory_order_relaxed)) item = EMPTY;
  }
  atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
  return item;
}

static int steal(void) {
  int t = atomic_load_explicit(&top, memory_order_acquire);
  atomic_thread_fence(memory_order_seq_cst);
  int b = atomic_load_explicit(&bottom, memory_order_acquire);
  if (t >= b) return EMPTY;
  int item = atomic_load_explicit(&items[t], memory_order_relaxed);
  return atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_seq_cst, memory_order_relaxed) ? item : EMPTY;
}

static void got(int item) {
  if (item == EMPTY) return;
  int before = atomic_fetch_add_explicit(&taken[item], 1, memory_order_relaxed);
  assert(before == 0);  // nobody else has it
}

static void *owner(void *unused) {
  push(1);
  push(2);
  got(take());
  got(take());
  return unused;
}

static void *thief(void *unused) {
  got(steal());
  got(steal());
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, owner, NULL);
  pthread_create(&b, NULL, thief, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
