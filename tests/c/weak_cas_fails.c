// expect: unsafe assert
// options: --weak-cas-may-fail
// engines: naive stateful dpor
// Then nothing is written and what was found is given back: only the last assertion fails.
#include <assert.h>
#include <stdatomic.h>
static atomic_int x;

int main(void) {
  int seen = 0;
  _Bool strong = atomic_compare_exchange_strong(&x, &seen, 1);
  assert(strong);
  seen = 1;
  _Bool done = atomic_compare_exchange_weak(&x, &seen, 2);
  assert(seen == 1 && x == (done ? 2 : 1));
  assert(done);
  return 0;
}
