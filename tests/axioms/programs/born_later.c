// sc: safe
// tso: safe
// rc11: unsafe nothing orders that behind its allocation by maker
// weak-rc11: safe
// property: assert,null
// A pointer to fresh memory is passed on by a relaxed store: whoever finds it may not use the memory. With -DWEAK (the ordering that is right here) it may.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifdef WEAK
#define TO memory_order_release
#define FROM memory_order_acquire
#else
#define TO memory_order_relaxed
#define FROM memory_order_relaxed
#endif
static _Atomic(int *) box;

static void *maker(void *arg) {
  (void)arg;
  atomic_store_explicit(&box, malloc(sizeof(int)), TO);
  return NULL;
}

static void *user(void *arg) {
  (void)arg;
  int *p = atomic_load_explicit(&box, FROM);
  if (p) *p = 18;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, maker, NULL);
  pthread_create(&b, NULL, user, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  free(box);
  return 0;
}
