// expect: safe
// property: no-data-race
// engines: auto dpor
// As race_after_join.c, but main waits for its second thread before it writes what that one writes; so it does for two threads one after the other,
// of which the first has ended before the second begins.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;
static int x, y;

static void *first(void *unused) {
  x++;
  atomic_fetch_add_explicit(&flag, 1, memory_order_relaxed);
  return unused;
}

static void *second(void *unused) {
  x++;
  y++;
  atomic_store_explicit(&flag, 2, memory_order_relaxed);
  return unused;
}

int main(void) {
  pthread_t t;
  x = 1;
  pthread_create(&t, NULL, first, NULL);
  pthread_join(t, NULL);
  x++;
  y = 1;
  pthread_create(&t, NULL, second, NULL);
  pthread_join(t, NULL);
  y++;
  return x - 4;
}
