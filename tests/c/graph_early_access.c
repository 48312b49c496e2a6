// expect: unsafe use-after-free
// options: --engine=graph --memory-model=rc11
// property: null
// The pointer is seen, but nothing orders the making of what it points to before the access: undefined.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) shown;

static void *maker(void *unused) {
  atomic_store_explicit(&shown, malloc(sizeof(int)), memory_order_relaxed);
  return unused;
}

static void *user(void *unused) {
  int *p = atomic_load_explicit(&shown, memory_order_relaxed);
  if (p) *p = 18;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, maker, NULL);
  pthread_create(&b, NULL, user, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
