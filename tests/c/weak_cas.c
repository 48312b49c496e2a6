// expect: safe
// engines: naive stateful dpor
// Without --weak-cas-may-fail a weak compare-exchange that finds the expected value succeeds.
#include <assert.h>
#include <stdatomic.h>
static atomic_int x;

int main(void) {
  int seen = 0;
  _Bool done = atomic_compare_exchange_weak(&x, &seen, 1);
  assert(done && x == 1 && seen == 0);
  return 0;
}
