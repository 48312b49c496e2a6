// expect: safe
// property: assert,uninitialised,no-data-race
// engines: auto naive dpor
// A result that is set on the way out of the loop: what it was before is no input, although the ends of `seen` are on the way.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int at;

static int take(void) {
  for (;;) {
    int seen = at;
    if (seen > 2) return -1;
    if (atomic_compare_exchange_strong(&at, &seen, seen + 1)) return seen;
  }
}

static void *other(void *unused) {
  take();
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, other, NULL);
  int mine = take();
  pthread_join(t, NULL);
  assert(mine >= 0 && mine < 2);
  return 0;
}
