// expect: unsafe assert
// property: assert
// Which of two pending signals is taken first is open.
#include <assert.h>
#include <signal.h>
int main(void) {
  sigset_t set, pending;
  int n;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  sigaddset(&set, SIGUSR2);
  sigprocmask(SIG_BLOCK, &set, 0);
  raise(SIGUSR1);
  raise(SIGUSR2);
  sigpending(&pending);
  if (!sigismember(&pending, SIGUSR1) || !sigismember(&pending, SIGUSR2)) return 1;
  sigwait(&set, &n);
  assert(n == SIGUSR1);
  return 0;
}
