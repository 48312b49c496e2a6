// sc: safe
// tso: unsafe never freed
// rc11: unsafe never freed
// property: valid-memsafety
// Only if both threads miss the other one's flag is the object lost: no interleaving shows that.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int x, y;
static int saw_x, saw_y;

static void *first(void *unused) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  saw_y = atomic_load_explicit(&y, memory_order_relaxed);
  return unused;
}

static void *second(void *unused) {
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  saw_x = atomic_load_explicit(&x, memory_order_relaxed);
  return unused;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, NULL, first, NULL);
  pthread_create(&t, NULL, second, NULL);
  pthread_join(s, NULL);
  pthread_join(t, NULL);
  int *p = malloc(sizeof *p);
  if (saw_x || saw_y) free(p);
}
