// expect: unknown
// property: assert
// A pending signal that is let in would be handled now.
#include <signal.h>
static void handle(int n) {}
int main(void) {
  sigset_t set;
  int n;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  signal(SIGUSR1, handle);
  sigprocmask(SIG_BLOCK, &set, 0);
  raise(SIGUSR1);
  sigprocmask(SIG_UNBLOCK, &set, 0);
  return sigwait(&set, &n);
}
