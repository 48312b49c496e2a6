// expect: safe
// options: --memory-model=rc11
// Message passing: the flag is stored with release and loaded with acquire, so whoever finds it set finds the message.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef WEAK
#define PUBLISH memory_order_relaxed
#else
#define PUBLISH memory_order_release
#endif

static _Atomic int message, ready;

static void *sender(void *unused) {
  atomic_store_explicit(&message, 42, memory_order_relaxed);
  atomic_store_explicit(&ready, 1, PUBLISH);
  return unused;
}

static void *receiver(void *unused) {
  if (atomic_load_explicit(&ready, memory_order_acquire)) {
    int found = atomic_load_explicit(&message, memory_order_relaxed);
    assert(found == 42);
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, sender, NULL);
  pthread_create(&b, NULL, receiver, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
