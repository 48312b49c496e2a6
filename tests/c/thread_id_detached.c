// expect: unsafe assert
// ... also of one that was detached and has ended.
#include <assert.h>
#include <threads.h>

static int run(void *unused) { return 0; }

int main(void) {
  thrd_t a, b;
  thrd_create(&a, run, NULL);
  thrd_detach(a);
  thrd_create(&b, run, NULL);
  int same = thrd_equal(a, b);
  thrd_join(b, NULL);
  assert(!same);
  return 0;
}
