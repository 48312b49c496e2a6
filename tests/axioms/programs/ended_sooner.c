// rc11: safe
// weak-rc11: unsafe nothing orders that before its end by
// property: assert,null
// The last user of a counted object frees it: a decrement that does not release, or does not acquire, leaves the other's access beside the end.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifdef WEAK
#define DOWN memory_order_relaxed
#else
#define DOWN memory_order_acq_rel
#endif
struct counted {
  atomic_int users;
  int value;
};
static struct counted *shared;

static void *use(void *arg) {
  struct counted *c = shared;
  int seen = c->value;
  (void)arg;
  if (atomic_fetch_sub_explicit(&c->users, 1, DOWN) == 1) free(c);
  return seen ? NULL : arg;
}

int main(void) {
  pthread_t a, b;
  shared = malloc(sizeof *shared);
  atomic_init(&shared->users, 2);
  shared->value = 3;
  pthread_create(&a, NULL, use, NULL);
  pthread_create(&b, NULL, use, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
