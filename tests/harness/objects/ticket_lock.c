// operations: increment(), twice(?0..3)
// expect: safe
// broken NO_TICKET: unsafe
// broken EARLY: unsafe
// A ticket lock around a counter.
#include <stdatomic.h>

static atomic_uint next, serving;
static int counter;

static unsigned lock(void) {
#ifdef NO_TICKET  // two may draw the same
  unsigned mine = atomic_load(&next);
  atomic_store(&next, mine + 1);
#else
  unsigned mine = atomic_fetch_add(&next, 1);
#endif
  while (atomic_load(&serving) != mine) {}
  return mine;
}

static void unlock(unsigned mine) { atomic_store(&serving, mine + 1); }

int increment(void) {
  unsigned mine = lock();
#ifdef EARLY
  unlock(mine);
  return ++counter;
#else
  int now = ++counter;
  unlock(mine);
  return now;
#endif
}

int twice(int by) {
  unsigned mine = lock();
  counter += by;
  counter += by;
  int now = counter;
  unlock(mine);
  return now;
}
