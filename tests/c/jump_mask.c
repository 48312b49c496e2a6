// expect: safe
// siglongjmp out of a handler restores the mask that sigsetjmp saved.
#define _GNU_SOURCE
#include <assert.h>
#include <setjmp.h>
#include <signal.h>

static sigjmp_buf b;

static void handle(int n) { siglongjmp(b, n); }

int main(void) {
  sigset_t now;
  signal(SIGUSR1, handle);
  int n = sigsetjmp(b, 1);
  if (!n) {
    raise(SIGUSR1);
    assert(0);
  }
  sigprocmask(SIG_BLOCK, NULL, &now);
  assert(n == SIGUSR1 && sigismember(&now, SIGUSR1) == 0);
  return 0;
}
