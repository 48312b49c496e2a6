// expect: unsafe assert
// options: --create-may-fail
// C17 7.26.5.1: thrd_nomem if there is no memory for it, thrd_error for any other reason.
#include <assert.h>
#include <threads.h>

static int run(void *unused) { return 0; }

int main(void) {
  thrd_t t;
  int error = thrd_create(&t, run, NULL);
  if (error == thrd_success) thrd_join(t, NULL);
  assert(error == thrd_success || error == thrd_nomem);
}
