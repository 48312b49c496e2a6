// rc11: safe robust
// engines: robust auto
// property: assert
// Peterson's mutual exclusion for ever: all is seq_cst but the counter of who is inside.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], turn, inside;

static void *enter(void *arg) {
  int me = arg != NULL;
  for (;;) {
    atomic_store(&wants[me], 1);
    atomic_store(&turn, !me);
    while (atomic_load(&wants[!me]) && atomic_load(&turn) == !me) continue;
    assert(atomic_fetch_add_explicit(&inside, 1, memory_order_relaxed) == 0);
    atomic_fetch_sub_explicit(&inside, 1, memory_order_relaxed);
    atomic_store(&wants[me], 0);
  }
  return NULL;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, enter, &other);
  enter(NULL);
}
