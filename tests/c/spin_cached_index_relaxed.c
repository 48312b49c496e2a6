// expect: unsafe race
// property: no-data-race
// The index is read without acquiring what stands before it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { SIZE = 3 };
static int slots[SIZE];
static _Alignas(64) atomic_uint head;
static unsigned tail_copy;
static _Alignas(64) atomic_uint tail;
static unsigned head_copy;

static void push(int v) {
  unsigned t = atomic_load_explicit(&tail, memory_order_relaxed), next = (t + 1) % SIZE;
  while (next == head_copy) head_copy = atomic_load_explicit(&head, memory_order_acquire);
  slots[t] = v;
  atomic_store_explicit(&tail, next, memory_order_release);
}

static int pop(void) {
  unsigned h = atomic_load_explicit(&head, memory_order_relaxed);
  while (h == tail_copy) tail_copy = atomic_load_explicit(&tail, memory_order_relaxed);
  int v = slots[h];
  atomic_store_explicit(&head, (h + 1) % SIZE, memory_order_release);
  return v;
}

static void *run(void *arg) {
  for (int i = 1; i <= 3; i++) push(i);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  for (int i = 1; i <= 3; i++) assert(pop() == i);
  pthread_join(t, 0);
  return 0;
}
