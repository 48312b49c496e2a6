// expect: unsafe race
// property: no-data-race
// engines: auto dpor
// Where happens-before is looked at (relaxed atomics): what main does before its threads begin and when all of them have been joined races with
// nothing; what it does beside one of the threads that it makes later does.
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
  y++;
  pthread_join(t, NULL);
  return x - 4;
}
