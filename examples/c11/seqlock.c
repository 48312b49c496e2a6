// expect: safe
// options: --memory-model=rc11
// A sequence lock: the reader looks at the counter before and after, and keeps what it found only if nobody has written meanwhile
// (Boehm, "Can seqlocks get along with programming language memory models?", MSPC 2012: the acquire fence is what is forgotten most).
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic unsigned sequence;
static _Atomic int left, right;

static void *writer(void *unused) {
  atomic_store_explicit(&sequence, 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&left, 7, memory_order_relaxed);
  atomic_store_explicit(&right, 7, memory_order_relaxed);
  atomic_store_explicit(&sequence, 2, memory_order_release);
  return unused;
}

static void *reader(void *unused) {
  unsigned before = atomic_load_explicit(&sequence, memory_order_acquire);
  int a = atomic_load_explicit(&left, memory_order_relaxed);
  int b = atomic_load_explicit(&right, memory_order_relaxed);
#ifndef WEAK
  atomic_thread_fence(memory_order_acquire);
#endif
  unsigned after = atomic_load_explicit(&sequence, memory_order_relaxed);
  if (before == after && before % 2 == 0) assert(a == b);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, writer, NULL);
  pthread_create(&b, NULL, reader, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
